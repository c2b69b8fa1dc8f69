// Two versions of a picture over each other with a divider, zoomed and moved together.
import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { joinClasses } from './classes.ts';
import { useZoom } from './use-zoom.ts';

interface CompareProps {
  /** Shown left of the divider; without it only `after` is shown. */
  before?: string | null;
  after: string;
  alt: string;
  /** The size of the larger picture, in pixels. */
  width: number;
  height: number;
  words: {
    before: string;
    after: string;
    divider: string;
    zoomIn: string;
    zoomOut: string;
    showWhole: string;
    keys: string;
  };
  /** Neither picture is transparent: a plain background instead of the checkerboard. */
  isOpaque?: boolean;
  className?: string;
}

const pictureClasses = 'pointer-events-none absolute inset-0 size-full object-contain select-none';

export function Compare({ before, after, alt, width, height, words, isOpaque = false, className }: CompareProps) {
  const ground = isOpaque ? 'bg-sunken' : 'checkerboard';
  const frameRef = useRef<HTMLElement>(null);
  const [percent, setPercent] = useState(50);
  const { view, pixelPercent, canZoomIn, zoomBy, showWhole, handlers } = useZoom(frameRef, { width, height });
  const style: CSSProperties = {
    transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
    imageRendering: pixelPercent >= 300 ? 'pixelated' : undefined,
  };

  function moveDivider(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = frameRef.current!.getBoundingClientRect();
    setPercent(Math.min(100, Math.max(0, ((event.clientX - box.left) / box.width) * 100)));
  }

  return (
    <div className={joinClasses('relative overflow-hidden', className)}>
      <section
        ref={frameRef}
        aria-label={`${alt}. ${words.keys}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the frame takes the zoom and pan keys.
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
        <img src={after} alt={alt} draggable={false} className={pictureClasses} style={style} />
        {before && (
          <div className={`absolute inset-0 ${ground}`} style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
            <img src={before} alt="" draggable={false} className={pictureClasses} style={style} />
          </div>
        )}
      </section>
      {before && (
        <>
          <Tag className="start-3">{words.before}</Tag>
          <Tag className="end-3">{words.after}</Tag>
          <div
            aria-hidden
            className="pointer-events-none absolute inset-y-0 w-0.5 -translate-x-1/2 bg-white shadow-[0_0_8px_rgb(0_0_0/0.5)]"
            style={{ left: `${percent}%` }}
          />
          <button
            type="button"
            role="slider"
            aria-label={words.divider}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(percent)}
            onPointerDown={event => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={moveDivider}
            onKeyDown={event => {
              const step = { ArrowLeft: -5, ArrowDown: -5, ArrowRight: 5, ArrowUp: 5, Home: -100, End: 100 }[event.key];
              if (step === undefined) return;
              event.preventDefault();
              setPercent(old => Math.min(100, Math.max(0, old + step)));
            }}
            className="absolute top-1/2 grid size-11 -translate-1/2 cursor-ew-resize touch-none place-items-center rounded-full bg-white text-[#16122a] shadow-lift"
            style={{ left: `${percent}%` }}
          >
            <Glyph path="m9 7-5 5 5 5M15 7l5 5-5 5" />
          </button>
        </>
      )}
      <div className="absolute end-3 bottom-3 flex items-center rounded-full border border-line bg-raised/95 p-1 text-ink shadow-card">
        <ZoomButton label={words.zoomOut} disabled={view.scale === 1} onClick={() => zoomBy(0.667)} path="M5 12h14" />
        <button
          type="button"
          title={words.showWhole}
          onClick={showWhole}
          className="min-h-9 w-14 rounded-full text-center text-xs font-semibold tabular-nums hover:bg-sunken"
        >
          {pixelPercent}%<span className="sr-only"> {words.showWhole}</span>
        </button>
        <ZoomButton label={words.zoomIn} disabled={!canZoomIn} onClick={() => zoomBy(1.5)} path="M5 12h14M12 5v14" />
      </div>
    </div>
  );
}

function Tag({ className, children }: { className: string; children: string }) {
  return (
    <span
      className={`pointer-events-none absolute top-3 rounded-full bg-black/65 px-2.5 py-1 text-xs font-medium text-white ${className}`}
    >
      {children}
    </span>
  );
}

function Glyph({ path }: { path: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className="size-5"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
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
      <Glyph path={path} />
    </button>
  );
}
