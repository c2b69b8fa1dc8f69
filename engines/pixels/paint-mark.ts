// Paints a watermark: colour, outline and shadow, with identical pixels in the browser and on the server.
import type { Size } from 'contract/mark/place.ts';
import { measureDistance } from './distance.ts';
import { blurCoverage } from './gaussian.ts';
import { readColour } from './read-colour.ts';

/** Coverage of each pixel by a text: 0..255, rows from the top. */
export interface Coverage extends Size {
  readonly data: Uint8Array;
}

/** Red, green, blue and straight (not premultiplied) alpha. */
export interface Sheet extends Size {
  readonly data: Uint8Array;
}

/** Lengths are in units of the mark: the em of a text, or the shorter side of a picture. */
export interface Finish {
  readonly outlineWidth: number;
  /** #rrggbb */
  readonly outlineColor: string;
  /** Opacity of the shadow, 0..1. */
  readonly shadow: number;
  readonly shadowColor: string;
  readonly shadowBlur: number;
  /** Offset to the right and downwards. */
  readonly shadowDistance: number;
}

/** A painted mark. `inset` pixels on every side, beyond the box by which the mark is placed, hold outline and shadow. */
export interface PaintedMark {
  readonly sheet: Sheet;
  readonly inset: number;
}

/** Returns a text in one colour (#rrggbb) on a transparent background. */
export function tintCoverage({ data, width, height }: Coverage, color: string): Sheet {
  const [r, g, b] = readColour(color);
  const out = new Uint8Array(width * height * 4);
  for (let i = 0, at = 0; i < data.length; i++, at += 4) {
    out[at] = r;
    out[at + 1] = g;
    out[at + 2] = b;
    out[at + 3] = data[i]!;
  }
  return { data: out, width, height };
}

function growSheet({ data, width, height }: Sheet, inset: number): Sheet {
  if (inset === 0) return { data: data.slice(), width, height };
  const wide = width + 2 * inset;
  const out = new Uint8Array(wide * (height + 2 * inset) * 4);
  for (let y = 0; y < height; y++)
    out.set(data.subarray(y * width * 4, (y + 1) * width * 4), ((y + inset) * wide + inset) * 4);
  return { data: out, width: wide, height: height + 2 * inset };
}

function readAlpha({ data, width, height }: Sheet): Uint8Array {
  const alpha = new Uint8Array(width * height);
  for (let i = 0; i < alpha.length; i++) alpha[i] = data[i * 4 + 3]!;
  return alpha;
}

/** Composites one colour behind the sheet, with its coverage shifted right and down by `shift` pixels. */
function putBehind({ data, width, height }: Sheet, coverage: Uint8Array, color: string, strength = 1, shift = 0): void {
  const rgb = readColour(color);
  for (let y = shift; y < height; y++)
    for (let x = shift; x < width; x++) {
      const at = (y * width + x) * 4;
      const over = data[at + 3]! / 255;
      const under = ((coverage[(y - shift) * width + x - shift]! * strength) / 255) * (1 - over);
      if (under === 0) continue;
      const alpha = over + under;
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.round((data[at + channel]! * over + rgb[channel]! * under) / alpha);
      data[at + 3] = Math.round(alpha * 255);
    }
}

function addOutline(sheet: Sheet, width: number, color: string): void {
  const distance = measureDistance(readAlpha(sheet), sheet.width, sheet.height, width + 1);
  const coverage = new Uint8Array(distance.length);
  for (let i = 0; i < coverage.length; i++) {
    coverage[i] = Math.round(255 * Math.min(1, Math.max(0, width + 0.5 - distance[i]!)));
  }
  putBehind(sheet, coverage, color);
}

function addShadow(sheet: Sheet, { shadow, shadowColor, shadowBlur, shadowDistance }: Finish, unit: number): void {
  const blurred = blurCoverage(readAlpha(sheet), sheet.width, sheet.height, shadowBlur * unit);
  putBehind(sheet, blurred, shadowColor, shadow, Math.round(shadowDistance * unit));
}

/** Adds outline and shadow; returns a new, larger sheet. `unit` is the number of pixels per unit of the finish's lengths. */
export function finishMark(plain: Sheet, finish: Finish, unit: number): PaintedMark {
  const { outlineWidth, shadow, shadowBlur, shadowDistance } = finish;
  const outlineReach = outlineWidth > 0 ? Math.ceil(outlineWidth * unit) + 1 : 0;
  const shadowReach = shadow > 0 ? Math.ceil((3 * shadowBlur + shadowDistance) * unit) + 1 : 0;
  const inset = outlineReach + shadowReach;
  const sheet = growSheet(plain, inset);
  if (outlineWidth > 0) addOutline(sheet, outlineWidth * unit, finish.outlineColor);
  if (shadow > 0) addShadow(sheet, finish, unit);
  return { sheet, inset };
}
