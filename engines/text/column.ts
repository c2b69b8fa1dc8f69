// Converts a column of upright characters, as in Chinese written from top to bottom, into a horizontal line: the network reads only horizontal lines.
import type { Pixels } from '../pixels/plane.ts';
import { findLeastInk, measureInk } from './ink.ts';
import { stripHeight } from './strip.ts';

/** Usual height of a character in strip pixels; the limits for it are factors. The box is slightly wider than the column. */
const usualPitch = stripHeight * 0.85;
const pitchRange = [0.7, 1.5] as const;

/** Returns the boundaries between the characters of a column, both ends included: of all even divisions, the one whose cuts meet the least ink. */
export function divideColumn(ink: Float32Array): number[] {
  const length = ink.length;
  const [min, max] = [length / (usualPitch * pitchRange[1]), length / (usualPitch * pitchRange[0])];
  let best = { cost: Infinity, cuts: [0, length] };
  for (let count = Math.max(1, Math.round(min)); count <= Math.max(1, Math.round(max)); count++) {
    const pitch = length / count;
    const inner = Array.from({ length: count - 1 }, (_, i) => {
      const middle = (i + 1) * pitch;
      return findLeastInk(ink, middle - pitch * 0.2, middle + pitch * 0.2);
    });
    const met = inner.reduce((sum, at) => sum + ink[at]!, 0) / Math.max(1, inner.length);
    // Many cuts find a gap by chance, so the usual pitch decides between divisions of equal ink.
    const cost = met + 4 * Math.abs(Math.log(pitch / usualPitch));
    if (cost < best.cost) best = { cost, cuts: [0, ...inner, length] };
  }
  return best.cuts;
}

/**
 * Arranges the characters of a vertical column horizontally. `strip` was cut along the column: its left end is the top of the column, so each
 * character is rotated. In the result they are upright, from left to right.
 */
export function layColumn(strip: Pixels): Pixels {
  const cuts = divideColumn(measureInk(strip));
  const pitches = cuts.slice(1).map((cut, i) => cut - cuts[i]!);
  const width = (cuts.length - 1) * stripHeight;
  const data = new Uint8Array(width * stripHeight * 3);
  for (const [cell, pitch] of pitches.entries()) {
    const from = cuts[cell]!;
    const margin = (stripHeight - pitch) / 2;
    for (let y = 0; y < stripHeight; y++) {
      // Downwards in the character is along the strip. Beyond the character its border is repeated, which is background.
      const along = Math.min(strip.width - 1, from + Math.min(pitch - 1, Math.max(0, Math.round(y - margin))));
      for (let x = 0; x < stripHeight; x++) {
        const source = ((stripHeight - 1 - x) * strip.width + along) * 3;
        const to = (y * width + cell * stripHeight + x) * 3;
        for (let c = 0; c < 3; c++) data[to + c] = strip.data[source + c]!;
      }
    }
  }
  return { data, width, height: stripHeight };
}
