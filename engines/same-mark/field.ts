// The field that undoes a mark: a gain for each pixel, and a shift for each of its channels.
import { luma601 } from '../pixels/luma.ts';
import type { Pixels } from '../pixels/plane.ts';

/**
 * A mark of colour W and opacity a turns the clean colour I into J = a W + (1 - a) I. Undoing it is linear in J:
 * I = middle + gain * (J - middle) - shift, with gain = 1 / (1 - a) and shift = (gain - 1) * (W - middle).
 * Four values per pixel: gain, then the shift of red, green, blue; 1, 0, 0, 0 where there is no mark.
 */
export type MarkField = Float32Array;

/** Origin of colour values, chosen so that gain and shift hardly depend on each other. */
export const middle = 128;

export function emptyField(pixels: number): MarkField {
  const field = new Float32Array(pixels * 4);
  for (let i = 0; i < field.length; i += 4) field[i] = 1;
  return field;
}

/** Returns how much undoing the mark changes one pixel of one image: the mean over the channels, in levels of 255. */
export function changeAt(field: MarkField, picture: Uint8Array, i: number): number {
  let sum = 0;
  for (let c = 0; c < 3; c++)
    sum += Math.abs((field[i * 4]! - 1) * (picture[i * 3 + c]! - middle) - field[i * 4 + 1 + c]!);
  return sum / 3;
}

/** Kernel by which JPEG's 4:2:0 subsampling blurs the opacity in chroma: averaging over two pixels, then interpolation. */
const halvedColour = [1 / 16, 4 / 16, 6 / 16, 4 / 16, 1 / 16];

/** Returns the gain of chroma at each pixel. */
function colourGain(field: MarkField, width: number, height: number): Float32Array {
  const opacity = new Float32Array(width * height).map((_, i) => 1 - 1 / field[i * 4]!);
  const blur = (from: Float32Array, along: 'x' | 'y') =>
    from.map((_, i) => {
      const x = i % width;
      const y = (i - x) / width;
      let sum = 0;
      for (let k = -2; k <= 2; k++) {
        const u = along === 'x' ? Math.min(width - 1, Math.max(0, x + k)) : x;
        const v = along === 'y' ? Math.min(height - 1, Math.max(0, y + k)) : y;
        sum += halvedColour[k + 2]! * from[v * width + u]!;
      }
      return sum;
    });
  return blur(blur(opacity, 'x'), 'y').map(value => 1 / (1 - value));
}

/**
 * Returns the image without the mark, in unrounded levels. `hasHalvedColour` means that it is a JPEG with 4:2:0 chroma subsampling, in which the mark
 * has a sharp outline in luma and a soft one in chroma.
 */
export function applyField({ data, width, height }: Pixels, field: MarkField, hasHalvedColour: boolean): Float32Array {
  const restored = Float32Array.from(data);
  const softGain = hasHalvedColour ? colourGain(field, width, height) : undefined;
  for (let i = 0; i < width * height; i++) {
    const gain = field[i * 4]!;
    const [red, green, blue] = [0, 1, 2].map(c => data[i * 3 + c]! - middle) as [number, number, number];
    const brightness = luma601(red, green, blue);
    // Zero without chroma subsampling, where luma and chroma have the same gain.
    const extra = (softGain?.[i] ?? gain) - gain;
    for (const [c, value] of [red, green, blue].entries()) {
      const level = middle + gain * value - field[i * 4 + 1 + c]! + extra * (value - brightness);
      restored[i * 3 + c] = Math.max(0, Math.min(255, level));
    }
  }
  return restored;
}

/** Enlarges a field of half the size, by bilinear interpolation at the pixels of `mask`. */
export function stretchField(half: MarkField, width: number, mask: Uint8Array): MarkField {
  const halfWidth = Math.ceil(width / 2);
  const height = mask.length / width;
  const halfHeight = Math.ceil(height / 2);
  const field = emptyField(mask.length);
  for (let i = 0; i < mask.length; i++) {
    if (mask[i] !== 1) continue;
    const u = Math.max(0, ((i % width) - 0.5) / 2);
    const v = Math.max(0, (Math.floor(i / width) - 0.5) / 2);
    const [x, y] = [Math.floor(u), Math.floor(v)];
    const [right, below] = [Math.min(x + 1, halfWidth - 1), Math.min(y + 1, halfHeight - 1)];
    for (let n = 0; n < 4; n++) {
      const at = (px: number, py: number) => half[(py * halfWidth + px) * 4 + n]!;
      const upper = at(x, y) + (at(right, y) - at(x, y)) * (u - x);
      const lower = at(x, below) + (at(right, below) - at(x, below)) * (u - x);
      field[i * 4 + n] = upper + (lower - upper) * (v - y);
    }
  }
  return field;
}
