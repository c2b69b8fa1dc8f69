// Backgrounds of a cutout: a colour, a gradient, an image, or its own surroundings out of focus.
import type { Sharp } from 'sharp';
import { readPixels } from '../image.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import type { Pixels } from '../pixels/plane.ts';
import { readColour } from '../pixels/read-colour.ts';
import { sharp } from '../sharp.ts';
import type { Canvas } from './canvas.ts';
import { shrinkWithAlpha } from './shrink-with-alpha.ts';

/** Longer side of the small copy that is blurred, and the widest and narrowest blur (sigma) as shares of it. */
const longEdge = 1024;
const widestShare = 0.04;
const narrowestShare = 0.004;
/** Under the subject, out of reach of background pixels, a blur this many times wider is used. */
const reachFurther = 6;
const tooLittle = 0.02;

/** Returns a small blurred copy, to be scaled up to the image's size. `strength` is 0..100. */
function blurSurroundings(pixels: Pixels, alpha: Uint8Array, strength: number): Pixels {
  const { colours, alpha: cover, width, height } = shrinkWithAlpha(pixels, alpha, longEdge);
  const share = narrowestShare + (widestShare - narrowestShare) * (strength / 100);
  const sigma = share * Math.max(width, height);
  // The subject's edge hardly counts, because its pixels are mixtures.
  const weights = cover.map(value => (1 - value) ** 4);
  const near = blurPlane(weights, width, height, sigma);
  const far = blurPlane(weights, width, height, sigma * reachFurther);
  const data = new Uint8ClampedArray(width * height * 3);
  for (let k = 0; k < 3; k++) {
    const weighed = weights.map((weight, i) => weight * colours[i * 3 + k]!);
    const nearSum = blurPlane(weighed, width, height, sigma);
    const farSum = blurPlane(weighed, width, height, sigma * reachFurther);
    for (let i = 0; i < near.length; i++) {
      const trust = Math.min(1, near[i]! / tooLittle);
      const nearColour = near[i]! > 1e-4 ? nearSum[i]! / near[i]! : 0;
      const farColour = far[i]! > 1e-4 ? farSum[i]! / far[i]! : 128;
      data[i * 3 + k] = near[i]! > 1e-4 ? trust * nearColour + (1 - trust) * farColour : farColour;
    }
  }
  return { data: new Uint8Array(data.buffer), width, height };
}

export type Backdrop =
  | { readonly kind: 'colour'; readonly colour: string }
  /** From top to bottom. */
  | { readonly kind: 'gradient'; readonly from: string; readonly to: string }
  /** An image that covers the canvas, cropped at its sides. `grain` is noise in levels, against banding in gradients. */
  | { readonly kind: 'picture'; readonly start: () => Sharp; readonly grain?: number }
  /** 0..100 */
  | { readonly kind: 'blur'; readonly strength: number };

/** Writes the colours of row `y` of the canvas: red, green, blue, 0..255. */
type ReadRow = (y: number, colours: Float32Array) => void;

function fillRow(colours: Float32Array, [red, green, blue]: readonly [number, number, number]): void {
  for (let at = 0; at < colours.length; at += 3) {
    colours[at] = red;
    colours[at + 1] = green;
    colours[at + 2] = blue;
  }
}

/** Returns deterministic noise for a position, -0.5..0.5. */
function noiseAt(place: number): number {
  let hash = Math.imul(place ^ 0x9e3779b9, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32 - 0.5;
}

function readFrom({ data, width }: Pixels, left: number, top: number, grain: number): ReadRow {
  return (y, colours) => {
    const start = ((y + top) * width + left) * 3;
    for (let at = 0; at < colours.length; at++) colours[at] = data[start + at]!;
    if (grain === 0) return;
    for (let at = 0; at < colours.length; at += 3) {
      const noise = grain * noiseAt(start + at);
      for (let k = 0; k < 3; k++) colours[at + k]! += noise;
    }
  };
}

async function fillWithPicture(start: () => Sharp, canvas: Canvas): Promise<Pixels> {
  const { width, height } = canvas;
  return readPixels(start().flatten({ background: '#ffffff' }).resize(width, height, { fit: 'cover' }), 3);
}

async function growTo({ data, width, height }: Pixels, wanted: Pixels): Promise<Pixels> {
  const input = Buffer.from(data.buffer, data.byteOffset, data.length);
  const pipeline = sharp(input, { raw: { width, height, channels: 3 } });
  return readPixels(pipeline.resize(wanted.width, wanted.height, { fit: 'fill', kernel: 'cubic' }), 3);
}

/** Prepares a background. `pixels` and `alpha` are the image from which the subject was cut. */
export async function makeBackdrop(
  backdrop: Backdrop,
  pixels: Pixels,
  alpha: Uint8Array,
  canvas: Canvas,
): Promise<ReadRow> {
  switch (backdrop.kind) {
    case 'colour': {
      const colour = readColour(backdrop.colour);
      return (_, colours) => fillRow(colours, colour);
    }
    case 'gradient': {
      const from = readColour(backdrop.from);
      const to = readColour(backdrop.to);
      const last = Math.max(1, canvas.height - 1);
      const at = (k: 0 | 1 | 2, y: number) => from[k] + ((to[k] - from[k]) * y) / last;
      return (y, colours) => fillRow(colours, [at(0, y), at(1, y), at(2, y)]);
    }
    case 'picture':
      return readFrom(await fillWithPicture(backdrop.start, canvas), 0, 0, backdrop.grain ?? 0);
    case 'blur': {
      const blurred = await growTo(blurSurroundings(pixels, alpha, backdrop.strength), pixels);
      return readFrom(blurred, canvas.x, canvas.y, 1);
    }
  }
}
