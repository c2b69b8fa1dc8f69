// Applies strokes to a full-size matte, recomputing only the area around them. All other pixels stay identical.
import { dilate } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import type { CoarseMatte } from './network.ts';
import { squeeze } from './network.ts';
import { findPainted, type Painted, resizePainted } from './painted.ts';
import { followAllStrokes } from './strokes.ts';
import type { Box } from './subject-box.ts';
import { upsampleMatte } from './upsample.ts';

export interface TouchedStrokes {
  readonly keep?: Painted | undefined;
  readonly erase?: Painted | undefined;
  /** Whether a correction spreads from its strokes to similar colours, up to the next edge. */
  readonly spreads: boolean;
}

/** Resolution at which strokes spread: grid pixels along a side of the whole image. */
const gridSide = 1024;
/** In grid pixels around the strokes: how far corrections spread at most, and the extra margin in which edges are searched. */
const reach = 64;
const surroundings = 48;
/** Pixels are recomputed where the correction changes the grid's alpha by more than this, and within this distance around them. */
const minChange = 0.02;
const changeReach = 8;

/** The part of the image that the strokes can change, in image pixels; undefined when nothing is painted. */
function findTouched({ keep, erase }: TouchedStrokes, { width, height }: Pixels): Box | undefined {
  const boxes = [keep, erase].flatMap(painted => {
    const box = painted && findPainted(painted);
    if (!box) return [];
    const [across, down] = [width / painted.width, height / painted.height];
    return [
      { left: box.x * across, right: (box.x + box.w) * across, top: box.y * down, bottom: (box.y + box.h) * down },
    ];
  });
  if (boxes.length === 0) return undefined;
  const [right, down] = [width, height].map(side => ((reach + surroundings) * side) / gridSide) as [number, number];
  const x = Math.max(0, Math.floor(Math.min(...boxes.map(box => box.left)) - right));
  const y = Math.max(0, Math.floor(Math.min(...boxes.map(box => box.top)) - down));
  const end = Math.min(width, Math.ceil(Math.max(...boxes.map(box => box.right)) + right));
  const foot = Math.min(height, Math.ceil(Math.max(...boxes.map(box => box.bottom)) + down));
  return { x, y, w: end - x, h: foot - y };
}

function crop(data: Uint8Array, width: number, { x, y, w, h }: Box, channels: number): Uint8Array {
  const part = new Uint8Array(w * h * channels);
  for (let row = 0; row < h; row++) {
    const from = ((y + row) * width + x) * channels;
    part.set(data.subarray(from, from + w * channels), row * w * channels);
  }
  return part;
}

/** Crops a mask to a box of the image and resizes it to the box's size. */
async function cropPainted(painted: Painted | undefined, { width, height }: Pixels, box: Box) {
  if (!painted) return undefined;
  const whole = await resizePainted(painted, width, height);
  return { data: crop(whole, width, box, 1), width: box.w, height: box.h };
}

const toUnit = async (painted: Painted, width: number, height: number) =>
  new Float32Array(await resizePainted(painted, width, height)).map(value => value / 255);

/** Flags grid pixels whose alpha differs. */
function findChanged(before: CoarseMatte, after: CoarseMatte): Uint8Array {
  const changed = before.alpha.map((value, i) => (Math.abs(value - after.alpha[i]!) > minChange ? 1 : 0));
  return dilate(Uint8Array.from(changed), before.width, before.height, changeReach);
}

/** Corrects `alpha` (0..255, image size) within reach of the strokes. Memory: one byte per pixel, plus the affected area. */
export async function correctTouched(alpha: Uint8Array, pixels: Pixels, strokes: TouchedStrokes): Promise<Uint8Array> {
  const box = findTouched(strokes, pixels);
  if (!box) return alpha;
  const { width, height } = pixels;
  const part: Pixels = { data: crop(pixels.data, width, box, 3), width: box.w, height: box.h };
  const own = { data: crop(alpha, width, box, 1), width: box.w, height: box.h };
  const keep = await cropPainted(strokes.keep, pixels, box);
  const erase = await cropPainted(strokes.erase, pixels, box);
  const columns = Math.max(1, Math.round((box.w * gridSide) / width));
  const rows = Math.max(1, Math.round((box.h * gridSide) / height));
  const corrected = alpha.slice();
  if (strokes.spreads) {
    const found: CoarseMatte = {
      alpha: await toUnit(own, columns, rows),
      guide: squeeze(part, columns, rows),
      width: columns,
      height: rows,
    };
    const followed = followAllStrokes(found, {
      keep: keep && (await toUnit(keep, columns, rows)),
      erase: erase && (await toUnit(erase, columns, rows)),
    });
    const changed = findChanged(found, followed);
    const refined = upsampleMatte(followed, part);
    for (let y = 0, i = 0; y < box.h; y++) {
      const row = Math.floor((y * rows) / box.h) * columns;
      for (let x = 0, to = (box.y + y) * width + box.x; x < box.w; x++, i++, to++)
        if (changed[row + Math.floor((x * columns) / box.w)]) corrected[to] = refined[i]!;
    }
  }
  // Painted pixels are fixed, whatever their colour.
  for (let y = 0, i = 0; y < box.h; y++)
    for (let x = 0, to = (box.y + y) * width + box.x; x < box.w; x++, i++, to++) {
      if (keep) corrected[to] = Math.max(corrected[to]!, keep.data[i]!);
      if (erase) corrected[to] = Math.min(corrected[to]!, 255 - erase.data[i]!);
    }
  return corrected;
}
