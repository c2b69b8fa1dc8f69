// Rotates a mark about its centre and clips it to the image, with subpixel accuracy.

import { type Point, type Size, turnedSize } from 'contract/mark/place.ts';
import type { Laid } from '../pixels/composite.ts';
import type { Sheet } from '../pixels/paint-mark.ts';

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the bounds of a rotated sheet in whole pixels, clipped to `clip`; undefined if nothing is left. */
function findEdges(sheet: Size, centre: Point, degrees: number, clip: Size | undefined): Edges | undefined {
  const turned = turnedSize(sheet, degrees);
  // Rounding errors must not add an empty row to a sheet aligned to whole pixels.
  const slack = 1e-6;
  const left = Math.floor(centre.x - turned.width / 2 + slack);
  const top = Math.floor(centre.y - turned.height / 2 + slack);
  const right = Math.ceil(centre.x + turned.width / 2 - slack);
  const bottom = Math.ceil(centre.y + turned.height / 2 - slack);
  if (!clip) return { left, top, right, bottom };
  const cut = {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(clip.width, right),
    bottom: Math.min(clip.height, bottom),
  };
  return cut.left < cut.right && cut.top < cut.bottom ? cut : undefined;
}

/**
 * Computes the weights of the four pixels around a point: cubic convolution with a = -1/2 (Keys, "Cubic Convolution Interpolation for Digital Image
 * Processing", 1981).
 */
function weigh(t: number, weights: Float64Array): void {
  weights[0] = t * (-0.5 + t * (1 - 0.5 * t));
  weights[1] = 1 + t * t * (-2.5 + 1.5 * t);
  weights[2] = t * (0.5 + t * (2 - 1.5 * t));
  weights[3] = t * t * (-0.5 + 0.5 * t);
}

const byte = (value: number) => Math.min(255, Math.max(0, Math.round(value)));

/** Makes a sampler that weights pixels by alpha, so that the colours of transparent pixels do not bleed. */
function makeSampler({ data, width, height }: Sheet) {
  const across = new Float64Array(4);
  const down = new Float64Array(4);
  return (x: number, y: number, out: Uint8Array, at: number) => {
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const alphaAt = (column: number, row: number) =>
      column < 0 || row < 0 || column >= width || row >= height ? 0 : data[(row * width + column) * 4 + 3]!;
    // All other weights are negative, or below 0.006 at the corners, so the result is empty if the inner four pixels are.
    if (alphaAt(left, top) + alphaAt(left + 1, top) + alphaAt(left, top + 1) + alphaAt(left + 1, top + 1) === 0) return;
    weigh(x - left, across);
    weigh(y - top, down);
    let [r, g, b, a] = [0, 0, 0, 0];
    for (let j = 0; j < 4; j++) {
      const row = top + j - 1;
      if (row < 0 || row >= height) continue;
      for (let i = 0; i < 4; i++) {
        const column = left + i - 1;
        if (column < 0 || column >= width) continue;
        const from = (row * width + column) * 4;
        const weight = across[i]! * down[j]! * data[from + 3]!;
        r += weight * data[from]!;
        g += weight * data[from + 1]!;
        b += weight * data[from + 2]!;
        a += weight;
      }
    }
    if (a < 0.5) return;
    out[at] = byte(r / a);
    out[at + 1] = byte(g / a);
    out[at + 2] = byte(b / a);
    out[at + 3] = byte(a);
  };
}

function copyRows({ data, width }: Sheet, from: Point, to: Sheet): void {
  for (let y = 0; y < to.height; y++) {
    const start = ((from.y + y) * width + from.x) * 4;
    to.data.set(data.subarray(start, start + to.width * 4), y * to.width * 4);
  }
}

/** Moves the centre of a mark rotated by a multiple of 90 degrees so that its corners fall on whole pixels and no pixel is interpolated. */
function settle(sheet: Size, centre: Point, degrees: number): Point {
  if (degrees % 90 !== 0) return centre;
  const { width, height } = turnedSize(sheet, degrees);
  const [wide, tall] = [Math.round(width), Math.round(height)];
  return { x: Math.round(centre.x - wide / 2) + wide / 2, y: Math.round(centre.y - tall / 2) + tall / 2 };
}

/**
 * Rotates a sheet clockwise by `degrees` about its centre, places that at `centre`, and clips the result to an image of the size `clip`. Returns
 * undefined if all of it lies outside.
 */
export function turnSheet(sheet: Sheet, centre: Point, degrees: number, clip?: Size): Laid | undefined {
  const middle = settle(sheet, centre, degrees);
  const edges = findEdges(sheet, middle, degrees, clip);
  if (!edges) return undefined;
  const { left, top } = edges;
  const [width, height] = [edges.right - left, edges.bottom - top];
  const data = new Uint8Array(width * height * 4);
  const laid: Laid = { sheet: { data, width, height }, left, top };
  if (degrees % 360 === 0) {
    const from = { x: left - (middle.x - sheet.width / 2), y: top - (middle.y - sheet.height / 2) };
    copyRows(sheet, from, laid.sheet);
    return laid;
  }
  const radians = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const sample = makeSampler(sheet);
  for (let y = 0; y < height; y++) {
    const dy = top + y + 0.5 - middle.y;
    for (let x = 0; x < width; x++) {
      const dx = left + x + 0.5 - middle.x;
      const sourceX = dx * cos + dy * sin + sheet.width / 2 - 0.5;
      const sourceY = dy * cos - dx * sin + sheet.height / 2 - 0.5;
      if (sourceX <= -1.5 || sourceY <= -1.5 || sourceX >= sheet.width + 0.5 || sourceY >= sheet.height + 0.5) continue;
      sample(sourceX, sourceY, data, (y * width + x) * 4);
    }
  }
  return laid;
}
