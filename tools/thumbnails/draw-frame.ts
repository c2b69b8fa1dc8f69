// Draws one thumbnail from the decoded image: cropped to its frame, or whole with a border.

import { fitQuality } from 'engines/fit-quality.ts';
import { readPixels } from 'engines/image.ts';
import type { Box } from 'engines/pixels/choose-crop.ts';
import { spreadColours } from 'engines/pixels/spread-colours.ts';
import { fromPixels } from 'engines/preview.ts';
import type { ThumbnailOptions } from './contract.ts';
import type { FrameSize } from './sizes.ts';

type RawPixels = Awaited<ReturnType<typeof readPixels>>;
type Pipeline = ReturnType<typeof fromPixels>;

const bytesInKb = 1024;
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const blurSigma = 24;

/** Converts a crop to whole pixels of the image, at least one. */
function toPixels({ x, y, w, h }: Box, { width, height }: RawPixels) {
  const left = Math.min(width - 1, Math.round(x * width));
  const top = Math.min(height - 1, Math.round(y * height));
  return {
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(w * width))),
    height: Math.max(1, Math.min(height - top, Math.round(h * height))),
  };
}

export function cutTo(picture: RawPixels, crop: Box, { width, height }: FrameSize): Pipeline {
  return fromPixels(picture).extract(toPixels(crop, picture)).resize(width, height, { fit: 'fill' });
}

/** Draws the whole image centred in the frame. */
export async function padTo(
  picture: RawPixels,
  { width, height }: FrameSize,
  { border, background, format }: ThumbnailOptions,
): Promise<Pipeline> {
  const keepsAlpha = picture.channels === 4 && format !== 'jpg';
  if (border === 'colour')
    return fromPixels(picture).resize(width, height, {
      fit: 'contain',
      background: keepsAlpha ? transparent : background,
    });
  const inside = await readPixels(fromPixels(picture).resize(width, height, { fit: 'inside' }), 4);
  // Downscaling and upscaling is as soft as a wide blur and much cheaper.
  const small = { width: Math.max(1, Math.round(width / 8)), height: Math.max(1, Math.round(height / 8)) };
  const soft = await readPixels(
    fromPixels(picture)
      .flatten({ background })
      .resize(small.width, small.height, { fit: 'cover' })
      .blur(Math.max(0.5, blurSigma / 8)),
    3,
  );
  const behind = await readPixels(fromPixels(soft).resize(width, height, { fit: 'fill', kernel: 'cubic' }), 3);
  return fromPixels(behind).composite([
    { input: Buffer.from(inside.data), raw: { width: inside.width, height: inside.height, channels: 4 } },
  ]);
}

function encode(pipeline: Pipeline, format: ThumbnailOptions['format'], quality: number): Promise<Buffer> {
  if (format === 'jpg') return pipeline.jpeg({ quality }).toBuffer();
  if (format === 'webp') return pipeline.webp({ quality }).toBuffer();
  // A PNG is true-colour as long as it fits; lower quality reduces it to a palette.
  return pipeline.png(quality === 100 ? {} : { palette: true, quality }).toBuffer();
}

/** Returns the file of a thumbnail. Refuses TARGET_SIZE_IMPOSSIBLE. */
export async function encodeFrame(drawn: Pipeline, options: ThumbnailOptions): Promise<Buffer> {
  const { format, background, maxKb } = options;
  const pixels = await readPixels(format === 'jpg' ? drawn.flatten({ background }) : drawn, format === 'jpg' ? 3 : 4);
  if (format === 'webp') spreadColours(pixels.data, pixels.width, pixels.height);
  const best = format === 'png' ? 100 : options.quality;
  const encodeAt = (quality: number) => encode(fromPixels(pixels), format, quality);
  if (maxKb === undefined) return encodeAt(best);
  return fitQuality({ limitBytes: maxKb * bytesInKb, best, worst: format === 'png' ? 5 : 20, encode: encodeAt });
}
