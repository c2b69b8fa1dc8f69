// Bilinear sampling of a coarse image with a hole, and arithmetic with its colours.
import type { Region } from '../region.ts';

export type Colour = readonly [number, number, number];

/** A smoothed coarse image, which is sampled between its known cells. */
export interface Field {
  readonly width: number;
  readonly height: number;
  readonly isKnown: Uint8Array;
  readonly colours: Float32Array;
}

/** Smooths the known cells with the kernel 1 2 1 in both directions; cells of the hole do not count. */
export function smoothKnown({ width, height, colours, isHole }: Region): Field {
  const smooth = new Float32Array(colours.length);
  const isKnown = isHole.map(value => (value ? 0 : 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!isKnown[y * width + x]) continue;
      let total = 0;
      const sums = [0, 0, 0];
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          const other = row * width + column;
          if (!isKnown[other]) continue;
          const weight = (row === y ? 2 : 1) * (column === x ? 2 : 1);
          total += weight;
          for (let channel = 0; channel < 3; channel++) sums[channel]! += weight * colours[other * 3 + channel]!;
        }
      for (let channel = 0; channel < 3; channel++) smooth[(y * width + x) * 3 + channel] = sums[channel]! / total;
    }
  return { width, height, isKnown, colours: smooth };
}

/** Returns the bilinearly interpolated colour, or undefined where one of the four cells is unknown. */
export function colourAt({ width, height, isKnown, colours }: Field, x: number, y: number): Colour | undefined {
  const column = Math.floor(x);
  const row = Math.floor(y);
  if (column < 0 || row < 0 || column > width - 2 || row > height - 2) return undefined;
  const at = row * width + column;
  if (!isKnown[at] || !isKnown[at + 1] || !isKnown[at + width] || !isKnown[at + width + 1]) return undefined;
  const [u, v] = [x - column, y - row];
  const mix = (channel: number) =>
    (1 - v) * ((1 - u) * colours[at * 3 + channel]! + u * colours[(at + 1) * 3 + channel]!) +
    v * ((1 - u) * colours[(at + width) * 3 + channel]! + u * colours[(at + width + 1) * 3 + channel]!);
  return [mix(0), mix(1), mix(2)];
}

export const minus = (a: Colour, b: Colour): Colour => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const dot = (a: Colour, b: Colour): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
/** Root mean square difference of two colours, in grey levels. */
export const distance = (a: Colour, b: Colour): number => Math.sqrt(dot(minus(a, b), minus(a, b)) / 3);
