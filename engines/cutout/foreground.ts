// Finds the subject's own colours along its edge, where a pixel is a mixture of subject and background: without this, hair cut from a
// green wall stays green. The colours are solved on a small copy, where they are smooth, and then corrected pixel by pixel so
// that they mix to exactly what the picture shows.

import { mapAxis } from '../map-axis.ts';
import type { Pixels } from '../pixels.ts';
import { solveLayers } from './foreground-layers.ts';
import { shrinkWithAlpha } from './shrink-with-alpha.ts';

/** Of the small copy. */
const longEdge = 1024;

/**
 * The subject's colours: the picture's own where alpha is 255, unmixed from the background where it is between, black where it is 0 (so
 * that nothing of what was cut away stays in the file). `alpha` is 0..255, width * height.
 * Source: Germer, Uelwer, Conrad, Harmeling, "Fast Multi-Level Foreground Estimation" (ICPR 2020), on the small copy; then for
 * each pixel the smallest change of both colours that makes them mix to the picture.
 */
export function estimateForeground(pixels: Pixels, alpha: Uint8Array): Pixels {
  const { data, width, height } = pixels;
  const small = shrinkWithAlpha(pixels, alpha, longEdge);
  const { foreground, background } = solveLayers(small);
  const columns = mapAxis(width, small.width);
  const rows = mapAxis(height, small.height);
  // Clamps and rounds what is written to it.
  const out = new Uint8ClampedArray(data.length);
  for (let y = 0, i = 0; y < height; y++) {
    const top = rows.before[y]! * small.width;
    const bottom = rows.after[y]! * small.width;
    const v = rows.share[y]!;
    for (let x = 0; x < width; x++, i++) {
      const value = alpha[i]!;
      if (value === 0) continue;
      const at = i * 3;
      if (value === 255) {
        out[at] = data[at]!;
        out[at + 1] = data[at + 1]!;
        out[at + 2] = data[at + 2]!;
        continue;
      }
      const left = columns.before[x]!;
      const right = columns.after[x]!;
      const u = columns.share[x]!;
      const a = (top + left) * 3;
      const b = (top + right) * 3;
      const c = (bottom + left) * 3;
      const d = (bottom + right) * 3;
      const part = value / 255;
      const rest = 1 - part;
      const correction = part / (part * part + rest * rest);
      for (let k = 0; k < 3; k++) {
        const front = mix(foreground[a + k]!, foreground[b + k]!, foreground[c + k]!, foreground[d + k]!, u, v);
        const behind = mix(background[a + k]!, background[b + k]!, background[c + k]!, background[d + k]!, u, v);
        const missing = data[at + k]! - part * front - rest * behind;
        out[at + k] = front + correction * missing;
      }
    }
  }
  return { data: new Uint8Array(out.buffer), width, height };
}

const mix = (a: number, b: number, c: number, d: number, u: number, v: number) =>
  (a * (1 - u) + b * u) * (1 - v) + (c * (1 - u) + d * u) * v;
