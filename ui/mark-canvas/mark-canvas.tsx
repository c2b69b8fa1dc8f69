// A picture with marks, one of which can be moved, resized and rotated by mouse, finger or keyboard. Fills its parent.

import type { Placed, Point, Size } from 'contract/mark/place.ts';
import { fill } from 'contract/words.ts';
import type { Finish } from 'engines/pixels/paint-mark.ts';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useWords } from '../language.tsx';
import { drawMark } from './draw-around.ts';
import { placeByKey } from './keys.ts';
import { type MarkSource, type PaintedCanvas, paintMark } from './paint-mark.ts';
import { type GripState, useGrip } from './use-grip.ts';
import { fitView, holdInside, type View } from './view.ts';
import { markCanvasWords } from './words.ts';

interface MarkLook {
  /** Text colour, #rrggbb. */
  readonly color: string;
  readonly finish: Finish;
  /** 0..1 */
  readonly opacity: number;
  /** The gap between repeated marks, in picture pixels; absent: a single mark. */
  readonly gap: number | undefined;
}

/** A mark other than the one being edited; a click selects it. */
interface OtherMark {
  readonly id: string;
  readonly source: MarkSource;
  /** In picture pixels. */
  readonly placed: Placed;
  readonly look: MarkLook;
  /** Whether it is above the mark being edited. */
  readonly isAbove: boolean;
}

interface MarkCanvasProps {
  /** An address for an <img>; absent: only the picture's area is shown. */
  address: string | undefined;
  name: string;
  /** Overlays a picture drawn by another element, whose frame is the parent: only the marks are drawn. */
  isOverlay?: boolean;
  picture: Size;
  /** Absent: there is nothing to place yet. */
  source: MarkSource | undefined;
  /** In picture pixels. */
  placed: Placed | undefined;
  look: MarkLook;
  /** The snapping margin as a fraction of the shorter side. */
  margin: number;
  isLocked: boolean;
  isOpaque: boolean;
  /** Bottom first. */
  others: readonly OtherMark[];
  onChoose: (id: string) => void;
  onPlace: (placed: Placed) => void;
  onUndo: () => void;
  onRedo: () => void;
}

/** Above this size, no difference is visible. */
const maxPaintedPixels = 900_000;
/** The margin that `fitView` leaves around a picture, so that the marks align with the picture beneath. */
const overlayInset = '-inset-[22px]';
const lineColor = '#6f54f7';
/** Click tolerance around the edited mark, whose handles surround it, and around the others, in screen pixels. */
const handleReach = 30;
const nearReach = 6;

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

/** Returns the width to paint at, in device pixels, rounded so that dragging a slider does not repaint at every pixel. */
function choosePaintedWidth(placed: Placed, view: View): number {
  const wanted = Math.ceil((placed.width * view.scale * (window.devicePixelRatio || 1)) / 8) * 8;
  const max = Math.sqrt((maxPaintedPixels * placed.width) / placed.height);
  return Math.max(1, Math.floor(Math.min(wanted, max)));
}

/** Paints the mark for the screen. */
function usePainted(
  source: MarkSource | undefined,
  placed: Placed | undefined,
  view: View | undefined,
  { color, finish }: Pick<MarkLook, 'color' | 'finish'>,
): PaintedCanvas | undefined {
  const paintedWidth = view && placed ? choosePaintedWidth(placed, view) : undefined;
  const finishKey = JSON.stringify(finish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: finishKey represents the finish, which is a new object each time.
  return useMemo(() => {
    if (!source || !paintedWidth) return undefined;
    const box = { width: paintedWidth, height: Math.max(1, (paintedWidth * source.shape.height) / source.shape.width) };
    return paintMark(source, box, color, finish);
  }, [source, paintedWidth, color, finishKey]);
}

function useGripState(props: MarkCanvasProps, frame: Size | undefined): GripState | undefined {
  const { picture, source, placed, look, margin, isLocked } = props;
  const { width, height } = picture;
  const view = useMemo(() => frame && fitView({ width, height }, frame), [frame, width, height]);
  const { opacity, gap } = look;
  const painted = usePainted(source, placed, view, look);
  return useMemo(
    () =>
      frame && view && painted && placed
        ? { picture: { width, height }, frame, view, placed, painted, opacity, gap, margin, isLocked, color: lineColor }
        : undefined,
    [width, height, frame, view, painted, placed, opacity, gap, margin, isLocked],
  );
}

interface StillMarkProps {
  mark: OtherMark;
  picture: Size;
  frame: Size;
  view: View;
}

/** Draws one of the other marks on a canvas that covers the frame. */
function StillMark({ mark: { source, placed, look }, picture, frame, view }: StillMarkProps) {
  const ref = useRef<HTMLCanvasElement>(null);
  const painted = usePainted(source, placed, view, look);
  const { opacity, gap } = look;
  const density = window.devicePixelRatio || 1;
  useEffect(() => {
    const context = ref.current?.getContext('2d');
    if (!context || !painted) return;
    context.setTransform(density, 0, 0, density, 0, 0);
    context.clearRect(0, 0, frame.width, frame.height);
    context.imageSmoothingQuality = 'high';
    drawMark(context, { picture, view, placed, painted, opacity, gap });
  }, [picture, frame, view, placed, painted, opacity, gap, density]);
  return (
    <canvas
      ref={ref}
      aria-hidden
      width={Math.round(frame.width * density)}
      height={Math.round(frame.height * density)}
      className="pointer-events-none absolute inset-0 size-full"
    />
  );
}

/** Returns whether a point of the picture is within `reach` of a mark. */
function isOn({ width, height, centre, degrees }: Placed, point: Point, reach: number): boolean {
  const turn = (-degrees * Math.PI) / 180;
  const [dx, dy] = [point.x - centre.x, point.y - centre.y];
  const across = dx * Math.cos(turn) - dy * Math.sin(turn);
  const down = dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.abs(across) <= width / 2 + reach && Math.abs(down) <= height / 2 + reach;
}

const percent = (value: number, of: number) => Math.round((1000 * value) / of) / 10;

export function MarkCanvas(props: MarkCanvasProps) {
  const { address, name, isOverlay = false, picture, placed, isLocked, isOpaque, others } = props;
  const { onChoose, onPlace, onUndo, onRedo } = props;
  const t = useWords(markCanvasWords);
  const frameRef = useRef<HTMLElement>(null);
  const hostRef = useRef<HTMLDivElement>(null);
  const aroundRef = useRef<HTMLCanvasElement>(null);
  const [saying, setSaying] = useState('');
  const frame = useFrame(frameRef);
  const view = useMemo(() => frame && fitView(picture, frame), [frame, picture]);
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

  function choose(event: PointerEvent) {
    const box = frameRef.current?.getBoundingClientRect();
    if (!box || !view || isLocked) return;
    const at = {
      x: (event.clientX - box.left - view.left) / view.scale,
      y: (event.clientY - box.top - view.top) / view.scale,
    };
    // The handles of the edited mark surround it.
    if (placed && isOn(placed, at, handleReach / view.scale)) return;
    const hit = others.findLast(other => isOn(other.placed, at, nearReach / view.scale));
    if (hit) onChoose(hit.id);
  }

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

  const stills = (isAbove: boolean) =>
    frame &&
    view &&
    others
      .filter(other => other.isAbove === isAbove)
      .map(other => <StillMark key={other.id} mark={other} picture={picture} frame={frame} view={view} />);
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
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame handles the keys that move the mark.
      tabIndex={0}
      onKeyDown={press}
      onPointerDownCapture={choose}
      data-mark={isShown ? 'shown' : 'none'}
      className={`absolute overflow-hidden -outline-offset-3 ${isOverlay ? overlayInset : 'inset-0 bg-sunken'}`}
    >
      {isOverlay ? null : address ? (
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
      {stills(false)}
      <canvas ref={aroundRef} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
      <div ref={hostRef} className={state ? 'absolute inset-0' : 'pointer-events-none absolute inset-0'} />
      {stills(true)}
      <p aria-live="polite" className="sr-only">
        {saying}
      </p>
    </section>
  );
}
