// The picture with its text as an invisible, selectable layer, and a highlight on single lines.
import { Minus, Plus } from 'lucide-react';
import { type CSSProperties, type MouseEvent, useEffect, useRef, useState } from 'react';
import { IconButton } from 'ui/icon-button.tsx';
import type { Piece } from './contract.ts';
import { isUnsure } from './page.ts';

const zooms = [1, 1.5, 2, 3, 4, 6] as const;
/** Baseline and font size as shares of the height of the line's box. */
const footShare = 0.24;
const sizeShare = 0.72;

interface PicturePaneProps {
  /** Size of the picture, in whose pixels the quads are measured. */
  width: number;
  height: number;
  pieces: readonly Piece[];
  address: string | undefined;
  active: number | undefined;
  /** Whether the line was selected in the text, so that it is scrolled into view here. */
  isCalled: boolean;
  onPoint: (index: number | undefined) => void;
  onChoose: (index: number) => void;
  words: { picturePane: string; zoomIn: string; zoomOut: string; wholePicture: string };
}

/** A rotated `<text>` with the length of the line, so that a selection covers the line. */
function LineText({ piece: { quad, text } }: { piece: Piece }) {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, , , x3 = 0, y3 = 0] = quad;
  const length = Math.hypot(x1 - x0, y1 - y0);
  const height = Math.hypot(x3 - x0, y3 - y0);
  const degrees = (Math.atan2(y1 - y0, x1 - x0) * 180) / Math.PI;
  const [x, y] = [x3 + (x0 - x3) * footShare, y3 + (y0 - y3) * footShare];
  return (
    <text
      transform={`translate(${x} ${y}) rotate(${degrees})`}
      fontSize={Math.max(1, height * sizeShare)}
      textLength={Math.max(1, length)}
      lengthAdjust="spacingAndGlyphs"
      fill="transparent"
      className="cursor-text select-text selection:bg-accent/45 selection:text-transparent"
    >
      {text}
    </text>
  );
}

function lookOf(piece: Piece, isActive: boolean): string {
  if (isActive) return 'fill-accent/25 stroke-accent';
  return isUnsure(piece) ? 'fill-transparent stroke-warn/70' : 'fill-transparent stroke-accent/45';
}

export function PicturePane(props: PicturePaneProps) {
  const { width, height, pieces, address, active, isCalled, onPoint, onChoose, words } = props;
  const [zoom, setZoom] = useState<number>(0);
  const pane = useRef<HTMLElement>(null);
  const ratio = width / height;
  const factor = zooms[zoom] ?? 1;

  useEffect(() => {
    if (active === undefined || !isCalled) return;
    const mark = pane.current?.querySelector(`[data-line="${active}"]`);
    mark?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, isCalled]);

  const pointAt = (event: MouseEvent) => {
    const line = (event.target as Element).closest('[data-line]')?.getAttribute('data-line');
    onPoint(line === null || line === undefined ? undefined : Number(line));
  };
  const style: CSSProperties = {
    width: `calc(min(100cqw, 100cqh * ${ratio}) * ${factor})`,
    aspectRatio: `${width} / ${height}`,
  };
  return (
    <div className="flex min-h-0 min-w-0 flex-col bg-sunken">
      <section
        ref={pane}
        aria-label={words.picturePane}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll an enlarged picture.
        tabIndex={0}
        className="grid min-h-0 flex-1 [container-type:size] place-items-center-safe overflow-auto outline-offset-[-3px]"
      >
        <div className="relative shrink-0 bg-paper" style={style}>
          {address && <img src={address} alt="" className="absolute inset-0 size-full" draggable={false} />}
          {/* Hidden from screen readers, which read the text beside it. */}
          <svg
            aria-hidden
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full"
            onMouseMove={pointAt}
            onMouseLeave={() => onPoint(undefined)}
            onClick={event => {
              const line = (event.target as Element).closest('[data-line]')?.getAttribute('data-line');
              if (line) onChoose(Number(line));
            }}
          >
            {pieces.map((piece, index) => (
              <g key={index} data-line={index}>
                <polygon
                  points={piece.quad.join(' ')}
                  strokeWidth={index === active ? 2 : 1}
                  vectorEffect="non-scaling-stroke"
                  className={`transition-colors duration-150 ${lookOf(piece, index === active)}`}
                />
                <LineText piece={piece} />
              </g>
            ))}
          </svg>
        </div>
      </section>
      <div className="flex min-h-10 items-center justify-end border-t border-line bg-paper px-2 lg:min-h-12">
        <IconButton
          size="sm"
          label={words.zoomOut}
          icon={<Minus className="size-4" />}
          disabled={zoom === 0}
          onClick={() => setZoom(old => Math.max(0, old - 1))}
        />
        <button
          type="button"
          title={words.wholePicture}
          onClick={() => setZoom(0)}
          className="min-h-9 w-14 rounded-full text-center text-xs font-semibold tabular-nums hover:bg-sunken"
        >
          {factor * 100}%<span className="sr-only"> {words.wholePicture}</span>
        </button>
        <IconButton
          size="sm"
          label={words.zoomIn}
          icon={<Plus className="size-4" />}
          disabled={zoom === zooms.length - 1}
          onClick={() => setZoom(old => Math.min(zooms.length - 1, old + 1))}
        />
      </div>
    </div>
  );
}
