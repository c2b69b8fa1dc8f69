// Blurs pictures in known ways by direct convolution with a kernel computed here, so that no code of the product is involved.
import sharp from 'sharp';
import type { PixelRows } from '../engines/pixels/sharpen/luminance.ts';

export interface KnownBlur {
  readonly kind: 'gaussian' | 'disc' | 'motion';
  /** Standard deviation, radius, or length, in pixels. */
  readonly size: number;
  /** Direction of a motion blur; 0 is horizontal. */
  readonly degrees: number;
}

/** Margin around a picture while it is blurred, so that its borders look like those of a photograph. */
const blurMargin = 24;
const samples = 400;
const fine = 9;

/** An offset in pixels, and the weight of the pixel there. */
export type Tap = readonly [across: number, down: number, weight: number];

function drawMotion({ size, degrees }: KnownBlur): Tap[] {
  const taps: Tap[] = [];
  const turn = (degrees * Math.PI) / 180;
  for (let i = 0; i < samples; i++) {
    const along = ((i + 0.5) / samples - 0.5) * size;
    const [x, y] = [along * Math.cos(turn), along * Math.sin(turn)];
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [right, below] = [x - left, y - top];
    taps.push([left, top, (1 - right) * (1 - below)], [left + 1, top, right * (1 - below)]);
    taps.push([left, top + 1, (1 - right) * below], [left + 1, top + 1, right * below]);
  }
  return taps;
}

function drawRound({ kind, size }: KnownBlur): Tap[] {
  const reach = Math.ceil(kind === 'gaussian' ? 4 * size : size + 1);
  const levelAt = (square: number) =>
    kind === 'gaussian' ? Math.exp(-square / (2 * size * size)) : square <= size * size ? 1 : 0;
  const taps: Tap[] = [];
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      let sum = 0;
      for (let i = 0; i < fine * fine; i++)
        sum += levelAt(
          (x + ((i % fine) + 0.5) / fine - 0.5) ** 2 + (y + (Math.floor(i / fine) + 0.5) / fine - 0.5) ** 2,
        );
      taps.push([x, y, sum]);
    }
  }
  return taps;
}

/** Adds up the weights of each pixel, scaled to the sum 1. */
export function mergeTaps(taps: readonly Tap[]): Tap[] {
  const sums = new Map<string, number>();
  const total = taps.reduce((sum, [, , weight]) => sum + weight, 0);
  for (const [x, y, weight] of taps) sums.set(`${x},${y}`, (sums.get(`${x},${y}`) ?? 0) + weight / total);
  return [...sums].flatMap(([place, weight]) => {
    const [x = 0, y = 0] = place.split(',').map(Number);
    return weight > 1e-6 ? [[x, y, weight] as const] : [];
  });
}

/** The merged weights of a blur; their sum is 1. */
export const drawTaps = (blur: KnownBlur): Tap[] =>
  mergeTaps(blur.kind === 'motion' ? drawMotion(blur) : drawRound(blur));

/** Returns a deterministic generator of normally distributed numbers with standard deviation 1. */
function createNoise(): () => number {
  let seed = 3;
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** The picture without its margin of `blurMargin` pixels, unblurred. */
export function cutMargin({ data, width, height, channels }: PixelRows): PixelRows {
  const [w, h] = [width - 2 * blurMargin, height - 2 * blurMargin];
  const out = new Uint8Array(w * h * channels);
  for (let y = 0; y < h; y++) {
    const from = ((y + blurMargin) * width + blurMargin) * channels;
    out.set(data.subarray(from, from + w * channels), y * w * channels);
  }
  return { data: out, width: w, height: h, channels };
}

/** The picture without its margin, blurred, with noise of a standard deviation of `noise` levels added. Three channels. */
export const blurKnown = (picture: PixelRows, blur: KnownBlur, noise = 0): PixelRows =>
  blurByTaps(picture, drawTaps(blur), noise);

/** The same with the weights of any kernel that reaches no further than the margin. */
export function blurByTaps(picture: PixelRows, taps: readonly Tap[], noise = 0): PixelRows {
  const { data, width } = picture;
  const out = cutMargin(picture);
  const next = createNoise();
  const row = new Float64Array(out.width * 3);
  for (let y = 0; y < out.height; y++) {
    row.fill(0);
    for (const [across, down, weight] of taps) {
      const from = ((y + blurMargin + down) * width + blurMargin + across) * 3;
      for (let i = 0; i < row.length; i++) row[i]! += weight * data[from + i]!;
    }
    for (let x = 0; x < out.width; x++) {
      const off = noise * next();
      for (let i = x * 3; i < x * 3 + 3; i++)
        out.data[y * row.length + i] = Math.max(0, Math.min(255, Math.round(row[i]! + off)));
    }
  }
  return out;
}

/** The picture after JPEG compression at this quality. */
export async function passJpeg({ data, width, height, channels }: PixelRows, quality: number): Promise<PixelRows> {
  const jpeg = await sharp(data, { raw: { width, height, channels } }).jpeg({ quality }).toBuffer();
  return { data: await sharp(jpeg).raw().toBuffer(), width, height, channels };
}
