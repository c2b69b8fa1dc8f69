// Composes a cutout: alone, as a mask, or over a background with shadow and outline.

import type { Pixels } from '../pixels/plane.ts';
import { readColour } from '../pixels/read-colour.ts';
import { type Backdrop, makeBackdrop } from './backdrop.ts';
import { type Canvas, chooseCanvas } from './canvas.ts';
import { type ForegroundRows, openForeground } from './foreground.ts';
import { drawOutline, type Outline } from './outline.ts';
import type { Layer } from './plane.ts';
import { drawShadow, type Shadow } from './shadow.ts';

export interface CutoutRequest {
  /** The original image. */
  readonly pixels: Pixels;
  /** 0..255, width * height. */
  readonly alpha: Uint8Array;
  /** rgba: the subject on transparency. mask: the matte as greyscale. composite: the subject on a background. */
  readonly returnType: 'rgba' | 'mask' | 'composite';
  /** For composite; white by default. */
  readonly background?: Backdrop | undefined;
  readonly shadow?: Shadow | undefined;
  readonly outline?: Outline | undefined;
  /** Crops to the subject with this margin, in percent of its longer side. */
  readonly crop?: { readonly marginPercent: number } | undefined;
}

export interface ComposedCutout {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** 1 for a mask, 3 for a composite, 4 for rgba (not premultiplied). */
  readonly channels: 1 | 3 | 4;
}

const white: Backdrop = { kind: 'colour', colour: '#ffffff' };

/** Returns the matte on the canvas; beyond the image there is no subject. */
function cutMask(alpha: Uint8Array, pictureWidth: number, canvas: Canvas): ComposedCutout {
  const { width, height, inside } = canvas;
  const data = new Uint8Array(width * height);
  for (let y = inside.y; y < inside.y + inside.h; y++) {
    const from = (y + canvas.y) * pictureWidth + inside.x + canvas.x;
    data.set(alpha.subarray(from, from + inside.w), y * width + inside.x);
  }
  return { data, width, height, channels: 1 };
}

/** Colours and coverage of one row, premultiplied, 0..255 and 0..1. */
interface Row {
  readonly colours: Float32Array;
  readonly coverage: Float32Array;
}

/** The subject's colours in a row of the image. */
interface OwnRow {
  readonly colours: Uint8ClampedArray;
  readonly pictureWidth: number;
}

function layOver(row: Row, colour: readonly [number, number, number], coverage: Float32Array): void {
  for (let x = 0, at = 0; x < coverage.length; x++, at += 3) {
    const over = coverage[x]!;
    if (over === 0) continue;
    for (let k = 0; k < 3; k++) row.colours[at + k] = row.colours[at + k]! * (1 - over) + colour[k]! * over;
    row.coverage[x] = row.coverage[x]! * (1 - over) + over;
  }
}

/** Returns the subject alone, with colours that are not premultiplied. */
function cutSubject({ readRow }: ForegroundRows, canvas: Canvas): ComposedCutout {
  const { width, height, inside } = canvas;
  const data = new Uint8ClampedArray(width * height * 4);
  const left = inside.x + canvas.x;
  for (let y = inside.y; y < inside.y + inside.h; y++)
    readRow(y + canvas.y, [left, left + inside.w], data, (y * width + inside.x) * 4, 4);
  return { data: new Uint8Array(data.buffer), width, height, channels: 4 };
}

/** Composites the subject's pixels over row `y` of the canvas. `own` is scratch space as long as a row of the image. */
function laySubject(row: Row, { readRow }: ForegroundRows, alpha: Uint8Array, canvas: Canvas, y: number, own: OwnRow) {
  const { inside } = canvas;
  if (y < inside.y || y >= inside.y + inside.h) return;
  const left = inside.x + canvas.x;
  readRow(y + canvas.y, [left, left + inside.w], own.colours, 0, 3);
  let from = (y + canvas.y) * own.pictureWidth + left;
  for (let x = inside.x, at = 0; x < inside.x + inside.w; x++, from++, at += 3) {
    const over = alpha[from]! / 255;
    if (over === 0) continue;
    for (let k = 0; k < 3; k++) {
      row.colours[x * 3 + k] = row.colours[x * 3 + k]! * (1 - over) + own.colours[at + k]! * over;
    }
    row.coverage[x] = row.coverage[x]! * (1 - over) + over;
  }
}

function writeRow({ colours, coverage }: Row, to: Uint8ClampedArray, start: number, channels: 3 | 4): void {
  for (let x = 0, at = start; x < coverage.length; x++, at += channels) {
    const whole = coverage[x]!;
    if (channels === 4) {
      if (whole === 0) continue;
      to[at + 3] = whole * 255;
    }
    // Division by a tiny coverage would amplify noise.
    const share = channels === 4 ? 1 / Math.max(whole, 1 / 255) : 1;
    for (let k = 0; k < 3; k++) to[at + k] = colours[x * 3 + k]! * share;
  }
}

/** Returns the result's pixels. Throws the errors of the background's pipeline. `pixels` and `alpha` must have the same size. Memory: the result. */
export async function composeCutout(request: CutoutRequest): Promise<ComposedCutout> {
  const { pixels, alpha, returnType, background = white, shadow, outline, crop } = request;
  // A blurred background comes from the image itself, so there is none beyond its border.
  const mayGrow = !(returnType === 'composite' && background.kind === 'blur');
  const canvas = chooseCanvas(alpha, pixels.width, pixels.height, crop && { ...crop, mayGrow });
  if (returnType === 'mask') return cutMask(alpha, pixels.width, canvas);
  const isOpaque = returnType === 'composite';
  const readBackdrop = isOpaque ? await makeBackdrop(background, pixels, alpha, canvas) : undefined;
  const subject = openForeground(pixels, alpha);
  if (!isOpaque && !shadow && !outline) return cutSubject(subject, canvas);
  const layers: Layer[] = [];
  if (shadow) layers.push(drawShadow(shadow, alpha, pixels.width, pixels.height, canvas));
  if (outline) layers.push(drawOutline(outline, alpha, pixels.width, canvas, readColour(outline.colour)));
  const channels = isOpaque ? 3 : 4;
  const { width, height } = canvas;
  const out = new Uint8ClampedArray(width * height * channels);
  const row: Row = { colours: new Float32Array(width * 3), coverage: new Float32Array(width) };
  const coverage = new Float32Array(width);
  const own = { colours: new Uint8ClampedArray(pixels.width * 3), pictureWidth: pixels.width };
  for (let y = 0; y < height; y++) {
    row.colours.fill(0);
    row.coverage.fill(0);
    readBackdrop?.(y, row.colours);
    for (const layer of layers) {
      layer.readRow(y, coverage);
      layOver(row, layer.colour, coverage);
    }
    laySubject(row, subject, alpha, canvas, y, own);
    writeRow(row, out, y * width * channels, channels);
  }
  return { data: new Uint8Array(out.buffer), width, height, channels };
}
