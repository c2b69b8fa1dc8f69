// Measures how visible the seams of a filling are: the jumps that remain between pieces, beyond what their sources show and what texture hides.
import { boxSum } from '../../pixels/box-filter.ts';
import type { ShiftMap } from './recut.ts';
import type { Stage } from './stage.ts';

/** Jumps up to `free` grey levels, plus `hidden` times the mean difference between adjacent pixels nearby, are invisible. */
const free = 4;
const hidden = 1.2;
/** Radius in pixels of the surroundings whose texture hides a seam. */
const nearby = 8;
/** In the dark the same jump is more visible: it counts in full from `bright` on, at most `maxDark` times as much below. */
const bright = 90;
const maxDark = 2.5;

interface Field {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Three numbers per pixel; NaN where unknown. */
  readonly colours: Float32Array;
}

/** Copies the filled pixels and their surroundings. */
function drawField(stage: Stage, holes: Int32Array, filled: Uint8Array): Field {
  let [left, right, top, bottom] = [stage.width, 0, stage.height, 0];
  for (const pixel of holes) {
    const y = Math.floor(pixel / stage.width);
    const x = pixel - y * stage.width;
    left = Math.min(left, x);
    right = Math.max(right, x + 1);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y + 1);
  }
  left = Math.max(0, left - nearby);
  top = Math.max(0, top - nearby);
  const width = Math.min(stage.width, right + nearby) - left;
  const height = Math.min(stage.height, bottom + nearby) - top;
  const colours = new Float32Array(width * height * 3).fill(Number.NaN);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = (top + y) * stage.width + left + x;
      if (!stage.isKnown[from]) continue;
      for (let channel = 0; channel < 3; channel++)
        colours[(y * width + x) * 3 + channel] = stage.colours[from * 3 + channel]!;
    }
  holes.forEach((pixel, slot) => {
    const y = Math.floor(pixel / stage.width);
    const to = (y - top) * width + pixel - y * stage.width - left;
    for (let channel = 0; channel < 3; channel++) colours[to * 3 + channel] = filled[slot * 3 + channel]!;
  });
  return { left, top, width, height, colours };
}

/** Returns the mean difference between adjacent pixels around each pixel of a field. */
function measureTexture({ width, height, colours }: Field): Float32Array {
  const sums = new Float32Array(width * height);
  const counts = new Float32Array(width * height);
  for (let y = 0; y < height - 1; y++)
    for (let x = 0; x < width - 1; x++) {
      const pixel = y * width + x;
      let sum = 0;
      for (const other of [pixel + 1, pixel + width])
        for (let channel = 0; channel < 3; channel++)
          sum += Math.abs(colours[pixel * 3 + channel]! - colours[other * 3 + channel]!);
      if (Number.isNaN(sum)) continue;
      sums[pixel] = sum / 6;
      counts[pixel] = 1;
    }
  boxSum(sums, width, height, nearby);
  boxSum(counts, width, height, nearby);
  return sums.map((sum, pixel) => sum / Math.max(1, counts[pixel]!));
}

/**
 * Returns the visible part of all jumps along the seams of a filling, in grey levels times pixels, over the square root of its area: 0 without visible
 * seams, 2 to 5 in good fillings of photographs.
 */
export function measureSeams(stage: Stage, map: ShiftMap, holes: Int32Array, filled: Uint8Array): number {
  if (holes.length === 0) return 0;
  const field = drawField(stage, holes, filled);
  const texture = measureTexture(field);
  const { width, isKnown, colours } = stage;
  const isInside = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < stage.height;
  let visible = 0;
  for (const pixel of holes) {
    const y = Math.floor(pixel / width);
    const x = pixel - y * width;
    const label = map.labels[pixel]!;
    const own = (y - field.top) * field.width + x - field.left;
    for (const [u, v] of [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ] as const) {
      const [otherX, otherY] = [x + u, y + v];
      if (!isInside(otherX, otherY)) continue;
      const other = otherY * width + otherX;
      const otherLabel = map.labels[other]!;
      // Between two pieces, each pair counts once.
      if (otherLabel === label || (otherLabel >= 0 && u + v < 0)) continue;
      const place = own + v * field.width + u;
      let min = Number.POSITIVE_INFINITY;
      for (const one of otherLabel >= 0 ? [label, otherLabel] : [label]) {
        const { dx, dy } = map.shifts[one]!;
        if (!isInside(x + dx, y + dy) || !isInside(otherX + dx, otherY + dy)) continue;
        const from = (y + dy) * width + x + dx;
        const to = (otherY + dy) * width + otherX + dx;
        if (!isKnown[from] || !isKnown[to]) continue;
        let squares = 0;
        for (let channel = 0; channel < 3; channel++)
          squares +=
            (field.colours[place * 3 + channel]! -
              field.colours[own * 3 + channel]! -
              colours[to * 3 + channel]! +
              colours[from * 3 + channel]!) **
            2;
        // NaN, where the neighbour is unknown, is not less.
        if (squares < min) min = squares;
      }
      if (min === Number.POSITIVE_INFINITY) continue;
      const jump = Math.sqrt(min / 3) - free - hidden * texture[own]!;
      if (jump <= 0) continue;
      const level = Math.max(field.colours[own * 3 + 1]!, field.colours[place * 3 + 1]!);
      visible += jump * Math.min(maxDark, Math.max(1, bright / Math.max(1, level)));
    }
  }
  return visible / Math.sqrt(holes.length);
}
