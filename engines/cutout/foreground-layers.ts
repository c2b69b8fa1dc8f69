// Separates a small image into the colours of its subject and those of its background, both defined everywhere. Source: Germer, Uelwer, Conrad,
// Harmeling, "Fast Multi-Level Foreground Estimation" (ICPR 2020).
import { dilate } from '../pixels/morphology.ts';
import type { Layered } from './shrink-with-alpha.ts';

export interface Layers {
  /** Red, green, blue, 0..255, interleaved. */
  readonly foreground: Float32Array;
  readonly background: Float32Array;
}

/** Coarse levels, up to this side, get more iterations because their solution is passed down; numbers of iterations for both. */
const smallSide = 32;
const smallRounds = 10;
const largeRounds = 2;
/** Weights of smoothness, in general and where alpha changes, as in the paper. */
const smoothness = 1e-5;
const smoothnessAcrossAlpha = 0.1;

/** Reach around mixed pixels: farther away a colour has no visible effect. */
const countingReach = 8;

function flagMixed({ alpha, width }: Layered, y: number, mixed: Uint8Array): void {
  const above = y > 0 ? -width : 0;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    const value = alpha[i]!;
    const isMixed = value > 0 && value < 1;
    if (isMixed || value !== alpha[x > 0 ? i - 1 : i] || value !== alpha[i + above]) mixed[i] = 1;
  }
}

/** Flags the pixels that are solved at the image's full size. */
function findCounting(picture: Layered): Uint8Array {
  const { width, height } = picture;
  const mixed = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) flagMixed(picture, y, mixed);
  return dilate(mixed, width, height, countingReach);
}

/** Resamples by nearest neighbour. */
function resample(
  from: Float32Array,
  fromWidth: number,
  fromHeight: number,
  width: number,
  height: number,
  channels: number,
) {
  const to = new Float32Array(width * height * channels);
  const columns = Int32Array.from({ length: width }, (_, x) => Math.floor((x * fromWidth) / width) * channels);
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * fromHeight) / height) * fromWidth * channels;
    pickRow(from, row, columns, to, y * width * channels, channels);
  }
  return to;
}

function pickRow(
  from: Float32Array,
  start: number,
  columns: Int32Array,
  to: Float32Array,
  toStart: number,
  channels: number,
) {
  for (let x = 0, at = toStart; x < columns.length; x++)
    for (let source = start + columns[x]!, end = source + channels; source < end; source++, at++)
      to[at] = from[source]!;
}

/** Sets each pair of colours in row `y` to the optimum given its four neighbours; only flagged pixels if `counts` is given. */
function improveRow({ foreground, background }: Layers, picture: Layered, y: number, counts: Uint8Array | undefined) {
  const { colours, alpha, width, height } = picture;
  const up = y > 0 ? -width : 0;
  const down = y < height - 1 ? width : 0;
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (counts && counts[i] === 0) continue;
    const front = alpha[i]!;
    const behind = 1 - front;
    const left = i - (x > 0 ? 1 : 0);
    const right = i + (x < width - 1 ? 1 : 0);
    const above = i + up;
    const below = i + down;
    const wLeft = smoothness + smoothnessAcrossAlpha * Math.abs(front - alpha[left]!);
    const wRight = smoothness + smoothnessAcrossAlpha * Math.abs(front - alpha[right]!);
    const wAbove = smoothness + smoothnessAcrossAlpha * Math.abs(front - alpha[above]!);
    const wBelow = smoothness + smoothnessAcrossAlpha * Math.abs(front - alpha[below]!);
    const weight = wLeft + wRight + wAbove + wBelow;
    const a = front * front + weight;
    const b = front * behind;
    const c = behind * behind + weight;
    const scale = 1 / (a * c - b * b);
    for (let k = 0; k < 3; k++) {
      const colour = colours[i * 3 + k]!;
      const f =
        front * colour +
        wLeft * foreground[left * 3 + k]! +
        wRight * foreground[right * 3 + k]! +
        wAbove * foreground[above * 3 + k]! +
        wBelow * foreground[below * 3 + k]!;
      const g =
        behind * colour +
        wLeft * background[left * 3 + k]! +
        wRight * background[right * 3 + k]! +
        wAbove * background[above * 3 + k]! +
        wBelow * background[below * 3 + k]!;
      const newFront = (c * f - b * g) * scale;
      const newBehind = (a * g - b * f) * scale;
      foreground[i * 3 + k] = Math.min(255, Math.max(0, newFront));
      background[i * 3 + k] = Math.min(255, Math.max(0, newBehind));
    }
  }
}

/** Returns both layers of `picture` at its size. Time: about 0.1 s per megapixel. */
export function solveLayers(picture: Layered): Layers {
  const { width, height } = picture;
  const levels = Math.max(1, Math.ceil(Math.log2(Math.max(width, height))));
  let layers: Layers = { foreground: new Float32Array(3), background: new Float32Array(3) };
  let size = { width: 1, height: 1 };
  for (let level = 0; level <= levels; level++) {
    const next = {
      width: Math.max(1, Math.round(width ** (level / levels))),
      height: Math.max(1, Math.round(height ** (level / levels))),
    };
    const scaled: Layered =
      level === levels
        ? picture
        : {
            colours: resample(picture.colours, width, height, next.width, next.height, 3),
            alpha: resample(picture.alpha, width, height, next.width, next.height, 1),
            ...next,
          };
    layers = {
      foreground: resample(layers.foreground, size.width, size.height, next.width, next.height, 3),
      background: resample(layers.background, size.width, size.height, next.width, next.height, 3),
    };
    const counting = level === levels ? findCounting(picture) : undefined;
    const isSmall = Math.max(next.width, next.height) <= smallSide;
    for (let round = 0; round < (isSmall ? smallRounds : largeRounds); round++)
      for (let y = 0; y < next.height; y++) improveRow(layers, scaled, y, counting);
    size = next;
  }
  return layers;
}
