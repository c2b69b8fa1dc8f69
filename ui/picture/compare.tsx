// A picture and its result in one frame or side by side with a divider, zoomed and panned together. Initially shows the result.
import { type CSSProperties, type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import { joinClasses } from '../classes.ts';
import { Glyph } from '../glyph.tsx';
import { useWords } from '../language.tsx';
import { compareWords } from './compare-words.ts';
import { placeIn } from './frame-grips.tsx';
import type { Rectangle } from './move-frame.ts';
import { useZoom } from './use-zoom.ts';

interface CompareProps {
  /** The original; absent: only `after` is shown. */
  before?: string | null;
  after: string;
  alt: string;
  /** Size of the larger picture in pixels. */
  width: number;
  height: number;
  /** `after` is only a preview of the result. */
  isPreview?: boolean;
  /** Neither picture has transparency: the background is plain instead of a checkerboard. */
  isOpaque?: boolean;
  /** The area of `after` that `before` corresponds to, in fractions, if it shows only a part. */
  beforePlace?: Rectangle | undefined;
  /** Shown in the bar below the picture. */
  note?: ReactNode;
  /** Width divided by height of the frame; absent: the frame fills its parent. */
  aspectRatio?: number;
}

const views = ['before', 'split', 'after'] as const;

type View = (typeof views)[number];

const pictureClasses = 'pointer-events-none absolute inset-0 size-full object-contain select-none';

/** Fills its parent or has the given aspect ratio. Only the divider, if requested, covers the picture. */
export function Compare(props: CompareProps) {
  const {
    before,
    after,
    alt,
    width,
    height,
    isPreview = false,
    isOpaque = false,
    beforePlace,
    note,
    aspectRatio,
  } = props;
  const t = useWords(compareWords);
  const ground = isOpaque ? 'bg-sunken' : 'checkerboard';
  const frameRef = useRef<HTMLElement>(null);
  const [percent, setPercent] = useState(50);
  const [chosen, setChosen] = useState<View>('after');
  const shown = before ? chosen : 'after';
  const { view, pixelPercent, canZoomIn, zoomBy, showWhole, handlers } = useZoom(frameRef, { width, height });
  const style: CSSProperties = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    imageRendering: pixelPercent >= 300 ? 'pixelated' : undefined,
  };

  return (
    <div className={joinClasses('flex flex-col', !aspectRatio && 'size-full')} data-view={shown}>
      <div
        className={joinClasses(
          'relative overflow-hidden',
          aspectRatio ? 'max-h-[clamp(18rem,60svh,60rem)] min-h-56' : 'min-h-0 flex-1',
        )}
        style={{ aspectRatio }}
      >
        <section
          ref={frameRef}
          aria-label={`${alt}. ${t.keys}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame handles the zoom and pan keys.
          tabIndex={0}
          {...handlers}
          onDoubleClick={() => (view.scale > 1 ? showWhole() : zoomBy(2.5))}
          className={joinClasses(
            'absolute inset-0 -outline-offset-3',
            ground,
            // A finger scrolls the page until the picture is zoomed in.
            view.scale > 1 ? 'cursor-grab touch-none active:cursor-grabbing' : 'touch-pan-y',
          )}
        >
          <img
            src={after}
            alt={alt}
            draggable={false}
            className={joinClasses(pictureClasses, shown === 'before' && 'invisible')}
            style={style}
          />
          {before && shown !== 'after' && (
            <div
              className={`absolute inset-0 ${ground}`}
              style={shown === 'split' ? { clipPath: `inset(0 ${100 - percent}% 0 0)` } : undefined}
            >
              {beforePlace ? (
                <PlacedPart address={before} place={beforePlace} ratio={width / height} style={style} />
              ) : (
                <img src={before} alt="" draggable={false} className={pictureClasses} style={style} />
              )}
            </div>
          )}
        </section>
        {shown === 'split' && <Divider frame={frameRef} percent={percent} label={t.divider} onMove={setPercent} />}
      </div>
      <div className="flex min-h-12 flex-wrap items-center gap-x-1 border-t border-line bg-paper px-2 py-1.5 sm:gap-x-3">
        {note && (
          <div className="min-w-0 flex-1 basis-60 px-2 py-1 text-[0.8125rem] leading-snug text-soft">{note}</div>
        )}
        {before && <ViewChoice shown={shown} onChoose={setChosen} isPreview={isPreview} />}
        <ZoomBar {...{ pixelPercent, canZoomIn, zoomBy, showWhole }} canZoomOut={view.scale !== 1} />
      </div>
    </div>
  );
}

/** A picture that corresponds to a part of a frame with this ratio, which fills the parent as far as it can. */
function PlacedPart({
  address,
  place,
  ratio,
  style,
}: {
  address: string;
  place: Rectangle;
  ratio: number;
  style: CSSProperties;
}) {
  return (
    <div className="absolute inset-0 grid place-items-center [container-type:size]" style={style}>
      <div className="relative" style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio})` }}>
        <img
          src={address}
          alt=""
          draggable={false}
          className="pointer-events-none absolute max-w-none select-none"
          style={placeIn(place)}
        />
      </div>
    </div>
  );
}

interface DividerProps {
  frame: RefObject<HTMLElement | null>;
  percent: number;
  label: string;
  onMove: (change: (percent: number) => number) => void;
}

function Divider({ frame, percent, label, onMove }: DividerProps) {
  function moveDivider(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = frame.current!.getBoundingClientRect();
    const here = Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100));
    onMove(() => here);
  }

  return (
    <>
      <div
        aria-hidden
        className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_8px_rgb(0_0_0/0.5)]"
        style={{ left: `${percent}%` }}
      />
      <button
        type="button"
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={moveDivider}
        onKeyDown={event => {
          const step = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, Home: -100, End: 100 }[event.key];
          if (step === undefined) return;
          event.preventDefault();
          onMove(old => Math.min(100, Math.max(0, old + step)));
        }}
        className="absolute top-1/2 grid size-11 -translate-1/2 cursor-ew-resize touch-none place-items-center rounded-full bg-white text-[#16122a] shadow-lift"
        style={{ left: `${percent}%` }}
      >
        <Glyph path="m9 7-5 5 5 5M15 7l5 5-5 5" strokeWidth={2.25} />
      </button>
    </>
  );
}

function ViewChoice({
  shown,
  onChoose,
  isPreview,
}: {
  shown: View;
  onChoose: (view: View) => void;
  isPreview: boolean;
}) {
  const t = useWords(compareWords);
  return (
    <fieldset aria-label={t.show} className="flex rounded-full bg-sunken p-0.5">
      {views.map(one => (
        <button
          key={one}
          type="button"
          aria-pressed={one === shown}
          onClick={() => onChoose(one)}
          className="min-h-8 rounded-full px-2 text-[0.8125rem] font-medium whitespace-nowrap text-soft transition hover:text-ink sm:px-3 aria-pressed:bg-chosen aria-pressed:font-semibold aria-pressed:text-ink aria-pressed:shadow-card"
        >
          {one === 'after' && isPreview ? t.preview : t[one]}
        </button>
      ))}
    </fieldset>
  );
}

interface ZoomBarProps extends Pick<ReturnType<typeof useZoom>, 'pixelPercent' | 'canZoomIn' | 'zoomBy' | 'showWhole'> {
  canZoomOut: boolean;
}

function ZoomBar({ pixelPercent, canZoomIn, canZoomOut, zoomBy, showWhole }: ZoomBarProps) {
  const t = useWords(compareWords);
  return (
    <div className="ms-auto flex items-center text-ink">
      <ZoomButton label={t.zoomOut} disabled={!canZoomOut} onClick={() => zoomBy(0.667)} path="M5 12h14" />
      <button
        type="button"
        title={t.showWhole}
        onClick={showWhole}
        className="min-h-9 w-10 rounded-full text-center text-xs font-semibold tabular-nums hover:bg-sunken max-[23.4rem]:sr-only sm:w-12"
      >
        {pixelPercent}%<span className="sr-only"> {t.showWhole}</span>
      </button>
      <ZoomButton label={t.zoomIn} disabled={!canZoomIn} onClick={() => zoomBy(1.5)} path="M5 12h14M12 5v14" />
    </div>
  );
}

function ZoomButton({ label, path, ...rest }: { label: string; path: string; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className="grid size-9 place-items-center rounded-full hover:bg-sunken disabled:opacity-40"
    >
      <Glyph path={path} strokeWidth={2.25} />
    </button>
  );
}
