// Measures how foreign the new strips of an expanded image are beside what they continue, as the matting network sees shapes.
import type { Eye } from '../inpaint/signs/eyes.ts';
import { describeWindow, minSide, rankForeign } from '../inpaint/signs/find-foreign.ts';
import type { Canvas } from '../inpaint/signs/shrink-canvas.ts';
import { describedCells } from '../matte/describe-cells.ts';

/** Depth of what is looked at over that of its strip. */
const depth = 2.5;
/** A strip is compared with so many cells inside the frame, which go as far in as the strip goes out. */
const comparedCells = 4;
/** The difference that this share of the cells of a strip exceeds counts. */
const countedShare = 0.25;

/** How many cells a place is away from the outer edge of each side. */
const outwards = {
  left: (x: number) => x,
  right: (x: number) => describedCells - 1 - x,
  top: (_: number, y: number) => y,
  bottom: (_: number, y: number) => describedCells - 1 - y,
};

interface Strip {
  readonly distance: (x: number, y: number) => number;
  /** Cells of the strip, from its outer edge to the frame. */
  readonly cells: number;
  readonly window: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
}

/** The new strips that are wide enough, each with what it continues. */
function listStrips({ width, height, inner }: Canvas): Strip[] {
  const right = width - inner.left - inner.width;
  const bottom = height - inner.top - inner.height;
  const strips: Strip[] = [];
  const add = (side: keyof typeof outwards, length: number, all: number) => {
    if (length < minSide * Math.max(inner.width, inner.height)) return;
    const seen = Math.min(all, Math.round(length * depth));
    const isUpright = side === 'left' || side === 'right';
    const window = {
      left: side === 'right' ? width - seen : 0,
      top: side === 'bottom' ? height - seen : 0,
      width: isUpright ? seen : width,
      height: isUpright ? height : seen,
    };
    strips.push({ distance: outwards[side], cells: Math.ceil((describedCells * length) / seen), window });
  };
  add('left', inner.left, width);
  add('right', right, width);
  add('top', inner.top, height);
  add('bottom', bottom, height);
  return strips;
}

/** Whether a cell of a window shows nothing but the image before. */
function isInside({ inner }: Canvas, { window }: Strip, x: number, y: number): boolean {
  const [left, right] = [x, x + 1].map(at => window.left + (at * window.width) / describedCells) as [number, number];
  const [top, bottom] = [y, y + 1].map(at => window.top + (at * window.height) / describedCells) as [number, number];
  return (
    left >= inner.left && right <= inner.left + inner.width && top >= inner.top && bottom <= inner.top + inner.height
  );
}

/**
 * Returns how much the most foreign new strip differs from the image beside it: 0 where the eye sees the same, 1 where nothing is alike. Undefined
 * where all strips are narrow, and no network is loaded.
 */
export async function measureForeignStrips(canvas: Canvas, { describe }: Eye): Promise<number | undefined> {
  let most: number | undefined;
  for (const strip of listStrips(canvas)) {
    const [cells, others]: [number[], number[]] = [[], []];
    for (let cell = 0; cell < describedCells ** 2; cell++) {
      const [x, y] = [cell % describedCells, Math.floor(cell / describedCells)];
      const distance = strip.distance(x, y);
      if (distance < strip.cells) cells.push(cell);
      else if (distance < strip.cells + comparedCells && isInside(canvas, strip, x, y)) others.push(cell);
    }
    const vectors = await describeWindow(canvas, strip.window, describe);
    most = Math.max(most ?? 0, rankForeign(vectors, cells, others, countedShare));
  }
  return most;
}
