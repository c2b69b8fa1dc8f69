// Applies strokes to a full-size matte, refining only the edges of what they change. All other pixels stay identical.
import { dilate } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import type { CoarseMatte } from './network.ts';
import { findPainted } from './painted.ts';
import type { Box } from './subject-box.ts';
import { upsampleMatte } from './upsample.ts';

/** In grid pixels: the margin around a change in which edges are searched. */
const surroundings = 48;
/** Pixels are recomputed where the correction changes the grid's alpha by more than this, and within this distance around them. */
const minChange = 0.02;
const changeReach = 8;

function crop(data: Uint8Array, width: number, { x, y, w, h }: Box, channels: number): Uint8Array {
  const part = new Uint8Array(w * h * channels);
  for (let row = 0; row < h; row++) {
    const from = ((y + row) * width + x) * channels;
    part.set(data.subarray(from, from + w * channels), row * w * channels);
  }
  return part;
}

function cropGrid({ alpha, guide, width }: CoarseMatte, box: Box): CoarseMatte {
  const part = new Float32Array(box.w * box.h);
  for (let row = 0; row < box.h; row++) {
    const from = (box.y + row) * width + box.x;
    part.set(alpha.subarray(from, from + box.w), row * box.w);
  }
  return { alpha: part, guide: crop(guide, width, box, 3), width: box.w, height: box.h };
}

/** The grid pixels whose alpha differs, and the part of the grid in which their edges are searched; undefined when there are none. */
function findChanged({ alpha, width, height }: CoarseMatte, after: CoarseMatte) {
  const flags = new Uint8Array(alpha.length);
  for (let i = 0; i < flags.length; i++) if (Math.abs(alpha[i]! - after.alpha[i]!) > minChange) flags[i] = 1;
  const box = findPainted({ data: flags, width, height });
  if (!box) return undefined;
  const [x, y] = [Math.max(0, box.x - surroundings), Math.max(0, box.y - surroundings)];
  const w = Math.min(width, box.x + box.w + surroundings) - x;
  const h = Math.min(height, box.y + box.h + surroundings) - y;
  return { flags: dilate(flags, width, height, changeReach), around: { x, y, w, h } };
}

/**
 * `alpha` (0..255, image size) with what differs between two mattes of a grid over the whole image. Memory: one byte per pixel, plus the affected
 * area.
 */
export function refineChanges(alpha: Uint8Array, pixels: Pixels, before: CoarseMatte, after: CoarseMatte): Uint8Array {
  const changed = findChanged(before, after);
  const corrected = alpha.slice();
  if (!changed) return corrected;
  const { flags, around } = changed;
  const [across, down] = [pixels.width / after.width, pixels.height / after.height];
  const [x0, y0] = [Math.floor(around.x * across), Math.floor(around.y * down)];
  const w = Math.min(pixels.width, Math.ceil((around.x + around.w) * across)) - x0;
  const h = Math.min(pixels.height, Math.ceil((around.y + around.h) * down)) - y0;
  const part = { data: crop(pixels.data, pixels.width, { x: x0, y: y0, w, h }, 3), width: w, height: h };
  const refined = upsampleMatte(cropGrid(after, around), part);
  for (let y = 0, i = 0; y < h; y++) {
    const row = Math.min(after.height - 1, Math.floor((y0 + y) / down)) * after.width;
    for (let x = 0, at = (y0 + y) * pixels.width + x0; x < w; x++, i++, at++)
      if (flags[row + Math.min(after.width - 1, Math.floor((x0 + x) / across))]) corrected[at] = refined[i]!;
  }
  return corrected;
}
