// Carries pieces that were chosen at reduced size to full size: pixels are copied at full size, so that no detail is lost, and only the smooth
// correction of their colour is enlarged.
import type { Region } from '../inpaint/region.ts';
import type { WideFilling } from '../inpaint/wide/fill-wide.ts';

const rowsBetweenYields = 64;

/** Takes a pixel of the region, its source pixel, and its colour. */
export type ShowPixel = (pixel: number, source: number, red: number, green: number, blue: number) => void;

/** Copies to `region` what `filling` copied in `small`, the region shrunk by `factor`. Yields the share of work done. */
export function* enlargePieces(
  region: Region,
  small: Region,
  factor: number,
  { pixels, sources, colours }: WideFilling,
  show: ShowPixel,
): Generator<number, void> {
  const { width, height, isHole } = region;
  const across = small.width;
  /** Index of each cell in the small filling. */
  const slots = new Int32Array(small.isHole.length).fill(-1);
  /** Distance from each slot's pixel to its source, and the correction of its colour. */
  const shifts = new Int32Array(pixels.length);
  const corrections = new Int16Array(pixels.length * 3);
  pixels.forEach((pixel, slot) => {
    slots[pixel] = slot;
    shifts[slot] = sources[slot]! - pixel;
    for (let channel = 0; channel < 3; channel++)
      corrections[slot * 3 + channel] = colours[slot * 3 + channel]! - small.colours[sources[slot]! * 3 + channel]!;
  });
  const cellOf = (x: number, y: number) => Math.floor(y / factor) * across + Math.floor(x / factor);
  const sums: [number, number, number] = [0, 0, 0];
  for (let y = 0; y < height; y++) {
    if (y % rowsBetweenYields === 0) yield y / height;
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      if (!isHole[pixel]) continue;
      const slot = slots[cellOf(x, y)]!;
      if (slot < 0) continue;
      const sourceCell = pixels[slot]! + shifts[slot]!;
      const sourceY = Math.min(height - 1, Math.floor(sourceCell / across) * factor + (y % factor));
      const sourceX = Math.min(width - 1, (sourceCell % across) * factor + (x % factor));
      let total = 0;
      sums.fill(0);
      // Interpolates between the centres of cells that show the same piece.
      const left = (x + 0.5) / factor - 0.5;
      const top = (y + 0.5) / factor - 0.5;
      for (let row = Math.floor(top); row <= Math.floor(top) + 1; row++) {
        for (let column = Math.floor(left); column <= Math.floor(left) + 1; column++) {
          if (column < 0 || row < 0 || column >= across || row >= small.height) continue;
          const other = slots[row * across + column]!;
          if (other < 0 || shifts[other] !== shifts[slot]) continue;
          const weight = (1 - Math.abs(left - column)) * (1 - Math.abs(top - row));
          for (let channel = 0; channel < 3; channel++)
            sums[channel as 0]! += weight * corrections[other * 3 + channel]!;
          total += weight;
        }
      }
      const source = sourceY * width + sourceX;
      const mend = (channel: 0 | 1 | 2) =>
        Math.max(0, Math.min(255, Math.round(region.colours[source * 3 + channel]! + sums[channel] / total)));
      show(pixel, source, mend(0), mend(1), mend(2));
    }
  }
}
