// For tests and benches of enlarging and sharpening: crops of real photographs as pixels, exact downscaling, and comparison.
import type { RawPixels } from './formats/decode-dib.ts';
import { sharp } from './sharp.ts';

/** Crops `width` x `height` pixels from the middle of the image at `path`. */
export async function cutMiddle(path: string, width: number, height: number): Promise<RawPixels> {
  const picture = sharp(path).removeAlpha().toColourspace('srgb');
  const full = await picture.metadata();
  const left = Math.floor((full.width - width) / 2);
  const top = Math.floor((full.height - height) / 2);
  const data = await picture.extract({ left, top, width, height }).raw().toBuffer();
  return { data, width, height, channels: 3 };
}

/** Returns the means of blocks of `factor` x `factor` pixels, as a camera with fewer pixels would record them. */
export function shrinkPixels({ data, width, height, channels }: RawPixels, factor: number): RawPixels {
  const small = { width: width / factor, height: height / factor };
  const sums = new Float64Array(small.width * small.height * channels);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      for (let channel = 0; channel < channels; channel++)
        sums[(Math.floor(y / factor) * small.width + Math.floor(x / factor)) * channels + channel]! +=
          data[(y * width + x) * channels + channel]!;
  return { ...small, channels, data: Uint8Array.from(sums, sum => Math.round(sum / (factor * factor))) };
}

/** Returns the peak signal-to-noise ratio in dB, without `border` pixels on each side. */
export function comparePixels(a: RawPixels, b: RawPixels, border = 4): number {
  let squares = 0;
  let count = 0;
  for (let y = border; y < a.height - border; y++) {
    for (let i = (y * a.width + border) * a.channels; i < ((y + 1) * a.width - border) * a.channels; i++) {
      squares += (a.data[i]! - b.data[i]!) ** 2;
      count++;
    }
  }
  return 10 * Math.log10((255 * 255 * count) / squares);
}
