// A colour function sampled on a grid and interpolated: any look costs the same few reads per pixel.
import type { ColourStep } from './colour-steps.ts';

const points = 33;
const rowStep = points * 3;
const planeStep = points * points * 3;

/** Red varies fastest; three floats 0..255 per grid point. */
export type ColourCube = Float32Array;

export function bakeCube(step: ColourStep): ColourCube {
  const cube = new Float32Array(points ** 3 * 3);
  const last = points - 1;
  let at = 0;
  for (let blue = 0; blue < points; blue++)
    for (let green = 0; green < points; green++)
      for (let red = 0; red < points; red++) {
        for (const value of step([red / last, green / last, blue / last]))
          cube[at++] = 255 * Math.min(1, Math.max(0, value));
      }
  return cube;
}

/**
 * Replaces the colours of `data` (3 or 4 bytes per pixel, alpha untouched) by tetrahedral interpolation (Kasson, Nin, Plouffe, Hafner, "Performing
 * color space conversions with three-dimensional linear interpolation", 1995), which keeps greys grey where trilinear interpolation tints them.
 */
export function applyCube(data: Uint8Array, channels: 3 | 4, cube: ColourCube): void {
  const scale = (points - 1) / 255;
  for (let i = 0; i < data.length; i += channels) {
    const red = data[i]! * scale;
    const green = data[i + 1]! * scale;
    const blue = data[i + 2]! * scale;
    // The last grid point belongs to the cell before it.
    const r = red >= points - 1 ? points - 2 : red | 0;
    const g = green >= points - 1 ? points - 2 : green | 0;
    const b = blue >= points - 1 ? points - 2 : blue | 0;
    const fr = red - r;
    const fg = green - g;
    const fb = blue - b;
    const from = r * 3 + g * rowStep + b * planeStep;
    // The two corners on the path from the cell's first to its last, in the order of the fractions.
    let first = from;
    let second = from;
    let high = fr;
    let middle = fg;
    let low = fb;
    if (fr >= fg) {
      if (fg >= fb) {
        first += 3;
        second += 3 + rowStep;
      } else if (fr >= fb) {
        first += 3;
        second += 3 + planeStep;
        middle = fb;
        low = fg;
      } else {
        first += planeStep;
        second += planeStep + 3;
        high = fb;
        middle = fr;
        low = fg;
      }
    } else if (fb >= fg) {
      first += planeStep;
      second += planeStep + rowStep;
      high = fb;
      middle = fg;
      low = fr;
    } else if (fb >= fr) {
      first += rowStep;
      second += rowStep + planeStep;
      high = fg;
      middle = fb;
      low = fr;
    } else {
      first += rowStep;
      second += rowStep + 3;
      high = fg;
      middle = fr;
      low = fb;
    }
    const end = from + 3 + rowStep + planeStep;
    const w0 = 1 - high;
    const w1 = high - middle;
    const w2 = middle - low;
    for (let c = 0; c < 3; c++) {
      const value = cube[from + c]! * w0 + cube[first + c]! * w1 + cube[second + c]! * w2 + cube[end + c]! * low;
      data[i + c] = value + 0.5;
    }
  }
}
