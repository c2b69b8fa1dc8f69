// Finds the subject of an image for cropping: faces, and a coarse saliency map.
// Saliency is computed from low-level features: difference from the image's mean colour (Achanta et al., "Frequency-tuned Salient Region Detection",
// CVPR 2009), detail, saturation, and skin, weighted slightly towards the middle, where photographers place their subject.
import type { RawPixels } from '../formats/decode-dib.ts';
import { type Picture, readPixels } from '../image.ts';
import type { Pixels } from '../pixels/plane.ts';
import { findFaces } from './faces.ts';

/** In fractions of the image's sides; may extend beyond the image. */
export interface FaceBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export interface Focus {
  readonly faces: readonly FaceBox[];
  /** 0..255, width * height. */
  readonly interest: { readonly width: number; readonly height: number; readonly values: Uint8Array };
}

const faceSide = 1100;
const mapSide = 192;
const gridSide = 64;

const weights = { unlike: 0.45, detail: 0.3, colour: 0.15, skin: 0.1 } as const;
/** Weight at the image border; the middle has 1. */
const borderShare = 0.6;

const fitInside = (width: number, height: number, side: number) => {
  const scale = Math.min(1, side / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

async function readSized(picture: Picture, side: number): Promise<Pixels> {
  const { width, height } = fitInside(picture.width, picture.height, side);
  const sized = picture.start({ paintsColour: true }).resize(width, height, { fit: 'fill' });
  const flat = picture.hasAlpha ? sized.flatten({ background: '#808080' }) : sized;
  const read: RawPixels = await readPixels(flat, 3);
  return { data: read.data, width: read.width, height: read.height };
}

/** Divides all values by the largest one; a map of zeros stays zero. */
function normalise(values: Float32Array): Float32Array {
  let max = 0;
  for (const value of values) if (value > max) max = value;
  return max > 1e-6 ? values.map(value => value / max) : values;
}

/** Opponent colours: lightness, red against green, yellow against blue. Close enough to Lab for measuring differences. */
function toOpponents({ data }: Pixels, i: number): [number, number, number] {
  const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
  return [(r + g + b) / 3, r - g, (r + g) / 2 - b];
}

function measureUnlikeness(pixels: Pixels): Float32Array {
  const count = pixels.width * pixels.height;
  const mean: [number, number, number] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const colours = toOpponents(pixels, i);
    for (let k = 0; k < 3; k++) mean[k]! += colours[k]! / count;
  }
  return new Float32Array(count).map((_, i) => {
    const colours = toOpponents(pixels, i);
    return Math.hypot(colours[0] - mean[0], colours[1] - mean[1], colours[2] - mean[2]);
  });
}

function measureDetail({ data, width, height }: Pixels): Float32Array {
  const detail = new Float32Array(width * height);
  const light = (x: number, y: number) => data[(y * width + x) * 3 + 1]!;
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++)
      detail[y * width + x] = Math.hypot(light(x + 1, y) - light(x - 1, y), light(x, y + 1) - light(x, y - 1));
  return detail;
}

/** Saturation, 0 for nearly black and nearly white pixels. */
function measureColour({ data }: Pixels, i: number): number {
  const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
  const [max, min] = [Math.max(r, g, b), Math.min(r, g, b)];
  return max < 25 || min > 235 ? 0 : (max - min) / max;
}

/** The usual range of skin in RGB (Peer, Kovac, Solina 2003), for daylight. */
function isSkin({ data }: Pixels, i: number): boolean {
  const [r, g, b] = [data[i * 3]!, data[i * 3 + 1]!, data[i * 3 + 2]!];
  return r > 95 && g > 40 && b > 20 && Math.max(r, g, b) - Math.min(r, g, b) > 15 && r - g > 15 && r > b;
}

const nearMiddle = (at: number, length: number) =>
  borderShare + (1 - borderShare) * (1 - Math.abs((2 * (at + 0.5)) / length - 1));

/** Returns the saliency on a grid of at most 64 cells per side. */
function mapInterest(pixels: Pixels): Focus['interest'] {
  const { width, height } = pixels;
  const unlike = normalise(measureUnlikeness(pixels));
  const detail = normalise(measureDetail(pixels));
  const grid = fitInside(width, height, gridSide);
  const sums = new Float32Array(grid.width * grid.height);
  const counts = new Float32Array(sums.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const value =
        weights.unlike * unlike[i]! ** 1.5 +
        weights.detail * detail[i]! +
        weights.colour * measureColour(pixels, i) +
        (isSkin(pixels, i) ? weights.skin : 0);
      const cell = Math.floor((y * grid.height) / height) * grid.width + Math.floor((x * grid.width) / width);
      sums[cell]! += value * nearMiddle(x, width) * nearMiddle(y, height);
      counts[cell]!++;
    }
  const means = normalise(sums.map((sum, i) => sum / Math.max(1, counts[i]!)));
  return { ...grid, values: Uint8Array.from(means, value => Math.round(value * 255)) };
}

/** Finds the faces in the first frame. Must run inside `refuseDamage`. */
export async function findFaceBoxes(picture: Picture): Promise<FaceBox[]> {
  const large = await readSized(picture, faceSide);
  return (await findFaces(large)).map(({ box: { x, y, w, h } }) => ({
    x: x / large.width,
    y: y / large.height,
    w: w / large.width,
    h: h / large.height,
  }));
}

/** Finds faces and saliency in the first frame. Must run inside `refuseDamage`. */
export async function findFocus(picture: Picture): Promise<Focus> {
  return { faces: await findFaceBoxes(picture), interest: mapInterest(await readSized(picture, mapSide)) };
}
