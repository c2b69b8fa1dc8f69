// For tests and benchmarks of marks: photographs cropped to one size, and marks of known colour and opacity blended into them.
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';

/** One opacity (0..1) per pixel, and a single colour. */
export interface TestMark {
  readonly opacity: Float32Array;
  readonly colour: readonly [number, number, number];
}

/** Reads the photograph at `path`, scaled and cropped to width x height. */
export async function readPhoto(path: string, width: number, height: number): Promise<Pixels> {
  const pipeline = sharp(path).resize(width, height, { fit: 'cover' }).toColourspace('srgb').removeAlpha();
  return { data: await pipeline.raw().toBuffer(), width, height };
}

/** Makes a mark in the shape of an SVG's white parts; the SVG has the size of the image. */
export async function drawMark(
  svg: string,
  strength: number,
  colour: TestMark['colour'] = [255, 255, 255],
): Promise<TestMark> {
  const grey = await sharp(Buffer.from(svg)).flatten({ background: '#000' }).toColourspace('b-w').raw().toBuffer();
  return { opacity: Float32Array.from(grey, value => (value / 255) * strength), colour };
}

export function blendMark({ data, width, height }: Pixels, { opacity, colour }: TestMark): Pixels {
  const blended = data.map((value, i) => {
    const a = opacity[Math.floor(i / 3)]!;
    return Math.round(a * colour[i % 3]! + (1 - a) * value);
  });
  return { data: blended, width, height };
}

/** Encodes the image as a JPEG of quality 90, like most files. */
export const encodeJpeg = ({ data, width, height }: Pixels): Promise<Buffer> =>
  sharp(Buffer.from(data), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer();

export async function decode(file: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** Returns the pixels in which the mark is visible, dilated by `rim`. */
export function maskOf({ opacity }: TestMark, width: number, rim: number): Uint8Array {
  const height = opacity.length / width;
  const mask = new Uint8Array(opacity.length);
  for (let i = 0; i < opacity.length; i++) {
    if (opacity[i]! < 0.005) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    for (let v = Math.max(0, y - rim); v <= Math.min(height - 1, y + rim); v++)
      mask.fill(1, v * width + Math.max(0, x - rim), v * width + Math.min(width, x + rim + 1));
  }
  return mask;
}

/** Returns the peak signal-to-noise ratio of the pixels in the mask, in dB. */
export function compareInside(a: Uint8Array, b: Uint8Array, mask: Uint8Array): number {
  let [squares, count] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (!mask[i]) continue;
    count += 3;
    for (let c = 0; c < 3; c++) squares += (a[i * 3 + c]! - b[i * 3 + c]!) ** 2;
  }
  return 10 * Math.log10((255 * 255 * count) / squares);
}
