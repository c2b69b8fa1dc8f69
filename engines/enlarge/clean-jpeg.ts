// Removes blocking and ringing from an image that was JPEG-compressed: overlapping 8 x 8 blocks at all offsets are cleared of DCT coefficients too
// small to have survived quantization, and the results are averaged. Smooth blocks have more weight than blocks across an edge (Guleryuz, "Weighted
// overcomplete denoising", 2003; Nosratinia, "Enhancement of JPEG-compressed images by re-application of JPEG", 2001).

import type { PartProgress } from 'contract/run.ts';
import type { RawPixels } from '../formats/decode-dib.ts';
import type { JpegTables } from '../formats/jpeg-tables.ts';
import { restoreBlock, transformBlock } from '../pixels/cosine.ts';
import { luma601 } from '../pixels/luma.ts';
import { mirror } from '../pixels/mirror.ts';
import { makePlanes, type Planes } from '../pixels/resample.ts';

const side = 8;
/** Blocks start at every second pixel in both directions. */
const stride = 2;
/**
 * Coefficients below this share of their quantization step are cleared. Quantization removes up to half a step; most of those above a third are real.
 */
const minShare = 0.35;
/** Margin around a band, so that its edge is covered by as many blocks as its middle. */
const border = 8;
const bandRows = 256;

/** The weighted mean of all blocks over each pixel. Sides are multiples of `stride`, and at least 8. */
function cleanPlane({ data, width, height }: Planes, steps: Float32Array): Planes {
  const sums = new Float32Array(width * height);
  const weights = new Float32Array(width * height);
  const block = new Float32Array(side * side);
  const min = steps.map(step => step * minShare);
  for (let top = 0; top <= height - side; top += stride)
    for (let left = 0; left <= width - side; left += stride) {
      for (let y = 0, from = top * width + left; y < side; y++, from += width)
        for (let x = 0; x < side; x++) block[y * side + x] = data[from + x]!;
      transformBlock(block);
      let kept = 1;
      for (let i = 1; i < 64; i++) {
        if (Math.abs(block[i]!) < min[i]!) block[i] = 0;
        else kept++;
      }
      const weight = 1 / (kept * kept);
      if (kept === 1) block.fill(block[0]! / side);
      else restoreBlock(block);
      for (let y = 0, to = top * width + left; y < side; y++, to += width)
        for (let x = 0; x < side; x++) {
          sums[to + x]! += block[y * side + x]! * weight;
          weights[to + x]! += weight;
        }
    }
  for (let i = 0; i < sums.length; i++) sums[i] = weights[i]! > 0 ? sums[i]! / weights[i]! : data[i]!;
  return { data: sums, width, height, count: 1 };
}

/** Luma (ITU-T T.871) of the rows from `top`, with a mirrored border. */
function readBand({ data, width, height }: RawPixels, top: number, rows: number): Planes {
  const even = (length: number) => length + (length % 2) + 2 * border;
  const band = makePlanes(even(width), even(rows), 1);
  let to = 0;
  for (let y = 0; y < band.height; y++) {
    const row = mirror(top + y - border, height) * width;
    for (let x = 0; x < band.width; x++, to++) {
      const at = (row + mirror(x - border, width)) * 3;
      band.data[to] = luma601(data[at]!, data[at + 1]!, data[at + 2]!);
    }
  }
  return band;
}

/**
 * Removes the artefacts of JPEG compression with the quantization tables `tables` from RGB pixels. Only luma changes: cleaning chroma as well brought
 * photographs no closer to the originals, and moved coloured letters further away. The input is not changed.
 */
export function cleanJpeg(pixels: RawPixels, tables: JpegTables, progress?: PartProgress): RawPixels {
  const { width, height } = pixels;
  const data = Buffer.alloc(width * height * 3);
  for (let top = 0; top < height; top += bandRows) {
    const rows = Math.min(bandRows, height - top);
    const band = readBand(pixels, top, rows);
    const cleaned = cleanPlane(band, tables.luma);
    for (let y = 0; y < rows; y++) {
      let at = (y + border) * band.width + border;
      for (let to = (top + y) * width * 3, end = to + width * 3; to < end; to += 3, at++) {
        const change = cleaned.data[at]! - band.data[at]!;
        for (let channel = to; channel < to + 3; channel++) {
          const level = pixels.data[channel]! + change;
          data[channel] = level <= 0 ? 0 : level >= 255 ? 255 : level + 0.5;
        }
      }
    }
    progress?.((top + rows) / height);
  }
  return { data, width, height, channels: 3 };
}
