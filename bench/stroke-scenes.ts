// Pictures with a known matte, a matte that is wrong in one place, and the short stroke with which a person would correct it.
import { dilate } from 'engines/pixels/morphology.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { type KnownMatte, startRandom } from './known-mattes.ts';

const [width, height] = [1200, 900];

/** What is wrong: the piece is missing or half missing, or it is background that is kept, whole or half. */
export const faults = ['missing', 'half missing', 'left over', 'half left over'] as const;
export type Fault = (typeof faults)[number];

export interface StrokeScene {
  readonly name: string;
  readonly fault: Fault;
  readonly pixels: Pixels;
  /** 0..255, as the engine should answer, and as it is before the stroke. */
  readonly truth: Uint8Array;
  readonly given: Uint8Array;
  /** 255 where the person painted. */
  readonly stroke: Uint8Array;
}

/** Colours and alpha on the canvas. */
interface Layer {
  readonly rgba: Buffer;
}

/** Scales a cutout to `share` of the canvas's height and puts its centre at (x, y), both 0..1. */
async function place(matte: KnownMatte, share: number, x: number, y: number): Promise<Layer> {
  const scaled = sharp(matte.subject, { raw: { width: matte.width, height: matte.height, channels: 4 } }).trim({
    background: '#00000000',
    threshold: 1,
  });
  const { data, info } = await scaled
    .resize(Math.round(width * 0.6), Math.round(height * share), { fit: 'inside' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top] = [Math.round(x * width - info.width / 2), Math.round(y * height - info.height / 2)];
  const rgba = Buffer.alloc(width * height * 4);
  for (let v = Math.max(0, -top); v < Math.min(info.height, height - top); v++) {
    const from = Math.max(0, -left);
    const end = Math.min(info.width, width - left);
    data.copy(rgba, ((top + v) * width + left + from) * 4, (v * info.width + from) * 4, (v * info.width + end) * 4);
  }
  return { rgba };
}

const over = (below: Uint8Array, { rgba }: Layer) => {
  for (let i = 0; i < width * height; i++) {
    const share = rgba[i * 4 + 3]! / 255;
    for (let k = 0; k < 3; k++)
      below[i * 3 + k] = Math.round(rgba[i * 4 + k]! * share + below[i * 3 + k]! * (1 - share));
  }
};

/** 0..255: the first layer below the second. */
const join = (below: Layer, above: Layer, keepsAbove: (i: number) => number) =>
  Uint8Array.from({ length: width * height }, (_, i) => {
    const [a, b] = [below.rgba[i * 4 + 3]! / 255, above.rgba[i * 4 + 3]! / 255];
    return Math.round(255 * (a * (1 - b) + b * keepsAbove(i)));
  });

/** Distance in pixels to the nearest pixel outside of `inside`, by two passes. */
function measureDepth(inside: Uint8Array): Float32Array {
  const depth = Float32Array.from(inside, flag => (flag ? 1e6 : 0));
  const relax = (i: number, near: number, length: number) => {
    depth[i] = Math.min(depth[i]!, (depth[near] ?? 0) + length);
  };
  for (let y = 0; y < height; y++)
    for (let x = 0, i = y * width; x < width; x++, i++) {
      relax(i, x > 0 ? i - 1 : -1, 1);
      relax(i, i - width, 1);
      relax(i, x > 0 ? i - width - 1 : -1, Math.SQRT2);
      relax(i, x < width - 1 ? i - width + 1 : -1, Math.SQRT2);
    }
  for (let y = height - 1; y >= 0; y--)
    for (let x = width - 1, i = y * width + x; x >= 0; x--, i--) {
      relax(i, x < width - 1 ? i + 1 : -1, 1);
      relax(i, i + width, 1);
      relax(i, x < width - 1 ? i + width + 1 : -1, Math.SQRT2);
      relax(i, x > 0 ? i + width - 1 : -1, Math.SQRT2);
    }
  return depth;
}

/** Radii in pixels that people paint with, and the longest line. */
const [minRadius, maxRadius, longest] = [5, 14, 150];
/** Gaps of up to twice this many pixels, as between leaves, do not stop a hand. */
const sloppiness = 5;

/** A straight stroke through the middle of the wrong region, along its longest way, as a person paints it. */
function paintStroke(wrong: Uint8Array): Uint8Array {
  const grown = dilate(wrong, width, height, sloppiness);
  const closed = dilate(
    grown.map(flag => (flag ? 0 : 1)),
    width,
    height,
    sloppiness,
  ).map(flag => (flag ? 0 : 1));
  const depth = measureDepth(closed);
  let middle = 0;
  for (let i = 1; i < depth.length; i++) if (depth[i]! > depth[middle]!) middle = i;
  const radius = Math.min(maxRadius, Math.max(minRadius, 0.6 * depth[middle]!));
  const [cx, cy] = [middle % width, Math.floor(middle / width)];
  let best = { from: 0, to: 0, angle: 0 };
  for (let n = 0; n < 36; n++) {
    const angle = (n * Math.PI) / 36;
    const walk = (sign: number) => {
      let way = 0;
      for (; way < longest / 2; way++) {
        const x = Math.round(cx + sign * way * Math.cos(angle));
        const y = Math.round(cy + sign * way * Math.sin(angle));
        if (x < 0 || y < 0 || x >= width || y >= height || depth[y * width + x]! < 0.7 * radius) break;
      }
      return way;
    };
    const [from, to] = [walk(-1), walk(1)];
    if (from + to > best.from + best.to) best = { from, to, angle };
  }
  const [ux, uy] = [Math.cos(best.angle), Math.sin(best.angle)];
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [dx, dy] = [(i % width) - cx, Math.floor(i / width) - cy];
    const along = Math.min(best.to, Math.max(-best.from, dx * ux + dy * uy));
    return Math.hypot(dx - along * ux, dy - along * uy) <= radius ? 255 : 0;
  });
}

export interface Cast {
  readonly name: string;
  /** The subject, what is missing or left over beside it, and a photograph behind both. */
  readonly subject: KnownMatte;
  readonly piece: KnownMatte;
  readonly ground: string;
  readonly blur: number;
}

/** Composes one scene; the same for the same seed. */
export async function makeScene(
  { name, subject, piece, ground, blur }: Cast,
  fault: Fault,
  seed: number,
): Promise<StrokeScene> {
  const random = startRandom(seed * 7919 + 17);
  for (let n = 0; n < 5; n++) random();
  const isLeft = random() < 0.5;
  const side = (x: number) => (isLeft ? x : 1 - x);
  const below = await place(subject, 0.85, side(0.66), 0.56);
  const above = await place(piece, 0.5 + 0.2 * random(), side(0.3 + 0.08 * random()), 0.5 + 0.15 * random());
  const data = new Uint8Array(
    await sharp(ground)
      .resize(width, height, { fit: 'cover' })
      .blur(blur)
      .flatten()
      .toColourspace('srgb')
      .raw()
      .toBuffer(),
  );
  over(data, below);
  over(data, above);
  // What pictures have been through when people send them.
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();
  const pixels = { data: new Uint8Array(await sharp(jpeg).raw().toBuffer()), width, height };
  const isHalf = fault.startsWith('half');
  let [mass, sumX, sumY] = [0, 0, 0];
  for (let i = 0; i < width * height; i++) {
    const weight = above.rgba[i * 4 + 3]!;
    mass += weight;
    sumX += weight * (i % width);
    sumY += weight * Math.floor(i / width);
  }
  const angle = random() * 2 * Math.PI;
  const faulty = (i: number) => {
    const way = ((i % width) - sumX / mass) * Math.cos(angle) + (Math.floor(i / width) - sumY / mass) * Math.sin(angle);
    return isHalf ? Math.min(1, Math.max(0, 0.5 + way / 30)) : 1;
  };
  const isMissing = fault.endsWith('missing');
  const truth = join(below, above, () => (isMissing ? 1 : 0));
  const given = join(below, above, i => (isMissing ? 1 - faulty(i) : faulty(i)));
  const wrong = truth.map((value, i) => (Math.abs(value - given[i]!) > 127 ? 1 : 0));
  return { name, fault, pixels, truth, given, stroke: paintStroke(wrong) };
}

export interface Correction {
  /** Share of the error in the wrong region that is gone. */
  readonly healed: number;
  /** New error elsewhere, as a share of the error that was to be corrected. */
  readonly harm: number;
}

/** Pixels within this distance of the wrong region count as part of it, since its edge is soft. */
const rim = 2;

export function judgeCorrection({ truth, given }: StrokeScene, after: Uint8Array): Correction {
  const wrong = dilate(
    truth.map((value, i) => (Math.abs(value - given[i]!) > 127 ? 1 : 0)),
    width,
    height,
    rim,
  );
  let [before, left, harm] = [0, 0, 0];
  for (let i = 0; i < truth.length; i++) {
    const [was, is] = [Math.abs(given[i]! - truth[i]!), Math.abs(after[i]! - truth[i]!)];
    if (wrong[i]) {
      before += was;
      left += is;
    } else harm += Math.max(0, is - was);
  }
  return { healed: 1 - left / before, harm: harm / before };
}
