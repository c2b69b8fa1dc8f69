// Fades pieces into each other where lines cross the seam between them, as waves on water do: such a seam is visible however well it is cut. Where no
// line crosses it the seam is left as it is, since two overlaid textures are softer than either.
import type { Region } from '../inpaint/region.ts';
import { luma } from '../inpaint/seams.ts';

/** Radius in pixels of the square in which lines are detected. */
const radius = 3;
/** Coherence of the structure tensor at which a seam begins to be faded, and at which it is faded in full. */
const [minCoherence, fullCoherence] = [0.35, 0.75];
/** Maximum gradient across the seam, as a share of that along it; otherwise the line does not cross the seam steeply enough. */
const maxSlope = 0.6;
/** Difference in grey levels at which two pieces show different things and are faded half as much. */
const halfDifference = 35;

/** Returns how clearly lines cross a seam in the image around `source`, 0..1. `isUpright`: the seam is vertical, so the lines are horizontal. */
function findClarity({ colours, isHole, width, height }: Region, source: number, isUpright: boolean): number {
  const y = Math.floor(source / width);
  const x = source - y * width;
  if (x <= radius || y <= radius || x >= width - radius - 1 || y >= height - radius - 1) return 0;
  let [xx, xy, yy] = [0, 0, 0];
  for (let row = y - radius; row <= y + radius; row++) {
    for (let column = x - radius; column <= x + radius; column++) {
      const here = row * width + column;
      if (isHole[here - 1] || isHole[here + 1] || isHole[here - width] || isHole[here + width]) return 0;
      const slopeX = luma(colours, (here + 1) * 3) - luma(colours, (here - 1) * 3);
      const slopeY = luma(colours, (here + width) * 3) - luma(colours, (here - width) * 3);
      xx += slopeX * slopeX;
      xy += slopeX * slopeY;
      yy += slopeY * slopeY;
    }
  }
  const coherence = Math.hypot(xx - yy, 2 * xy) / (xx + yy + 1e-3);
  const steepest = 0.5 * Math.atan2(2 * xy, xx - yy);
  const [across, along] = isUpright
    ? [Math.cos(steepest), Math.sin(steepest)]
    : [Math.sin(steepest), Math.cos(steepest)];
  if (Math.abs(across) > maxSlope * Math.abs(along)) return 0;
  return Math.min(1, Math.max(0, (coherence - minCoherence) / (fullCoherence - minCoherence)));
}

/** Fades seams in `data`, three numbers per pixel. `sources`: index of the source pixel of each new pixel, -1 elsewhere. `reach`: in pixels. */
export function fadeSeams(data: Uint8Array, region: Region, sources: Int32Array, reach: number): void {
  const { width, height, colours, isHole } = region;
  const before = data.slice();
  const shiftOf = (pixel: number) => sources[pixel]! - pixel;
  const fade = (start: number, other: number, step: number, clarity: number) => {
    const shift = shiftOf(other);
    const own = shiftOf(start);
    for (let away = 0, pixel = start; away < reach; away++, pixel += step) {
      if (sources[pixel]! < 0 || shiftOf(pixel) !== own) return;
      const seen = pixel + shift;
      // A pixel that wraps into the previous or next row is no neighbour.
      const rowsApart = Math.floor(sources[other]! / width) - Math.floor(other / width);
      if (seen < 0 || seen >= isHole.length || isHole[seen]) return;
      if (Math.floor(seen / width) - Math.floor(pixel / width) !== rowsApart) return;
      const weight = 0.5 * clarity * (1 - away / reach);
      let squares = 0;
      for (let channel = 0; channel < 3; channel++) {
        const correction = before[other * 3 + channel]! - colours[sources[other]! * 3 + channel]!;
        squares += (colours[seen * 3 + channel]! + correction - before[pixel * 3 + channel]!) ** 2;
      }
      const share = weight / (1 + squares / 3 / halfDifference ** 2);
      for (let channel = 0; channel < 3; channel++) {
        const correction = before[other * 3 + channel]! - colours[sources[other]! * 3 + channel]!;
        const view = colours[seen * 3 + channel]! + correction;
        const value = data[pixel * 3 + channel]!;
        data[pixel * 3 + channel] = Math.max(0, Math.min(255, Math.round(value + share * (view - value))));
      }
    }
  };
  for (let y = 0; y < height - 1; y++) {
    for (let x = 0; x < width - 1; x++) {
      const pixel = y * width + x;
      if (sources[pixel]! < 0) continue;
      for (const step of [1, width]) {
        const other = pixel + step;
        if (sources[other]! < 0 || shiftOf(other) === shiftOf(pixel)) continue;
        const clarity = Math.min(
          findClarity(region, sources[pixel]!, step === 1),
          findClarity(region, sources[other]!, step === 1),
        );
        if (clarity === 0) continue;
        fade(pixel, other, -step, clarity);
        fade(other, pixel, step, clarity);
      }
    }
  }
}
