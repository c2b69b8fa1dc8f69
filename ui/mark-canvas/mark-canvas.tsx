// A picture with a mark on it that is dragged, sized and turned by mouse, finger or keyboard. Fills its parent.

import type { Placed, Size } from 'contract/mark/place.ts';
import { fill } from 'contract/words.ts';
import type { Finish } from 'engines/pixels/paint-mark.ts';
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../language.tsx';
import { placeByKey } from './keys.ts';
import { type MarkSource, paintMark } from './paint-mark.ts';
import { type GripState, useGrip } from './use-grip.ts';
import { fitView, holdInside, type View } from './view.ts';
import { markCanvasWords } from './words.ts';

interface MarkLook {
  /** #rrggbb, of a text. */
  readonly color: string;
  readonly finish: Finish;
  /** 0..1 */
  readonly opacity: number;
  /** The gap between repeated marks, in picture pixels; absent: a single mark. */
  readonly gap: number | undefined;
}

interface MarkCanvasProps {
  /** An address for an <img>; absent: only the picture's shape is shown. */
  address: string | undefined;
  name: string;
  picture: Size;
  /** Absent: nothing to place yet. */
  source: MarkSource | undefined;
  /** In picture pixels. */
  placed: Placed | undefined;
  look: MarkLook;
  /** The snapping margin as a fraction of the shorter edge. */
  margin: number;
  isLocked: boolean;
  isOpaque: boolean;
  onPlace: (placed: Placed) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** A larger canvas would show no difference. */
const mostPaintedPixels = 900_000;
const lineColor = '#6f54f7';

function useFrame(ref: React.RefObject<HTMLElement | null>): Size | undefined {
  const [frame, setFrame] = useState<Size | undefined>();
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setFrame({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return frame;
}

/** The size to paint at: as shown, at the screen's density, rounded so that dragging a slider does not repaint at every pixel. */
function choosePaintedWidth(placed: Placed, view: View): number {
  const wanted = Math.ceil((placed.width * view.scale * (window.devicePixelRatio || 1)) / 8) * 8;
  const most = Math.sqrt((mostPaintedPixels * placed.width) / placed.height);
  return Math.max(1, Math.floor(Math.min(wanted, most)));
}

function useGripState(props: MarkCanvasProps, frame: Size | undefined): GripState | undefined {
  const { picture, source, placed, look, margin, isLocked } = props;
  const { width, height } = picture;
  const view = useMemo(() => frame && fitView({ width, height }, frame), [frame, width, height]);
  const paintedWidth = view && placed ? choosePaintedWidth(placed, view) : undefined;
  const { color, finish, opacity, gap } = look;
  const finishKey = JSON.stringify(finish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: finishKey stands for the finish, which is a new object each time.
  const painted = useMemo(() => {
    if (!source || !paintedWidth) return undefined;
    const box = { width: paintedWidth, height: Math.max(1, (paintedWidth * source.shape.height) / source.shape.width) };
    return paintMark(source, box, color, finish);
  }, [source, paintedWidth, color, finishKey]);
  return useMemo(
    () =>
      frame && view && painted && placed
        ? { picture: { width, height }, frame, view, placed, painted, opacity, gap, margin, isLocked, color: lineColor }
        : undefined,
    [width, height, frame, view, painted, placed, opacity, gap, margin, isLocked],
  );
}

const percent = (value: number, of: number) => Math.round((1000 * value) / of) / 10;

export function MarkCanvas(props: MarkCanvasProps) {
  const { address, name, picture, placed, isLocked, isOpaque, onPlace, onUndo, onRedo } = props;
  const t = useWords(markCanvasWords);
  const frameRef = useRef<HTMLElement>(null);
  const hostRef = useRef<HTMLDivElement>(null);
  const aroundRef = useRef<HTMLCanvasElement>(null);
  const [saying, setSaying] = useState('');
  const frame = useFrame(frameRef);
  const view = frame && fitView(picture, frame);
  const state = useGripState(props, frame);
  const place = (wanted: Placed) => {
    const next = { ...wanted, centre: holdInside(wanted.centre, picture) };
    const x = percent(next.centre.x, picture.width);
    const y = percent(next.centre.y, picture.height);
    const width = percent(next.width, picture.width);
    setSaying(fill(t.placedAt, { x, y, width, degrees: Math.round(next.degrees * 10) / 10 }));
    onPlace(next);
  };
  const isShown = useGrip(hostRef, aroundRef, state, place);

  function press(event: KeyboardEvent) {
    const key = event.key.toLowerCase();
    const isUndo = (event.ctrlKey || event.metaKey) && (key === 'z' || key === 'y');
    const next =
      !event.ctrlKey &&
      !event.metaKey &&
      view &&
      placed &&
      placeByKey(placed, event.key, event.shiftKey, 1 / view.scale);
    if (isLocked || !(isUndo || next)) return;
    event.preventDefault();
    if (isUndo) (key === 'y' || event.shiftKey ? onRedo : onUndo)();
    else if (next) place(next);
  }

  const style = view && {
    left: view.left,
    top: view.top,
    width: picture.width * view.scale,
    height: picture.height * view.scale,
  };
  return (
    <section
      ref={frameRef}
      aria-label={`${fill(t.canvas, { name })}. ${t.keys}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame takes the keys that move the mark.
      tabIndex={0}
      onKeyDown={press}
      data-mark={isShown ? 'shown' : 'none'}
      className="absolute inset-0 overflow-hidden bg-sunken -outline-offset-3"
    >
      {address ? (
        <img
          src={address}
          alt={name}
          draggable={false}
          style={style}
          className={`absolute select-none ${isOpaque ? '' : 'checkerboard'}`}
        />
      ) : (
        <div className="checkerboard absolute grid place-items-center p-6 text-center text-sm text-soft" style={style}>
          {t.notShown}
        </div>
      )}
      <canvas ref={aroundRef} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
      <div ref={hostRef} className={state ? 'absolute inset-0' : 'pointer-events-none absolute inset-0'} />
      <p aria-live="polite" className="sr-only">
        {saying}
      </p>
    </section>
  );
}
