// Writes the result of one attempt, with one function per kind of format.
import { writeFile } from 'node:fs/promises';
import { keepsDepth } from 'engines/colour.ts';
import { encodeAs } from 'engines/encode.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { writeBmp } from 'engines/formats/encode-bmp.ts';
import { bitmapUpToSide, encodeIco, type IconEntry, iconSides } from 'engines/formats/encode-ico.ts';
import { keepPalette } from 'engines/formats/palette-png.ts';
import { isSeenThrough, type Picture, readForLoss, readPixels } from 'engines/image.ts';
import { fromPixels, openOwn } from 'engines/preview.ts';
import type { ConvertOptions } from './contract.ts';
import { carriesProfile, keepsFrames, type Size, shapeAndColour, shapePicture } from './shape.ts';
import { writePdfOf } from './write-pdf.ts';
import type { Attempt, Written } from './written.ts';

const highestIconSide = Math.max(...iconSides);
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };
const lossyFormats: readonly string[] = ['jpg', 'webp', 'avif'];

/** Writes `options.format` to `attempt.path`. Must be called inside `refuseDamage`. */
export function writeResult(picture: Picture, options: ConvertOptions, attempt: Attempt): Promise<Written> {
  switch (options.format) {
    case 'bmp':
      return writeBitmap(picture, options, attempt);
    case 'ico':
      return writeIcon(picture, options, attempt);
    case 'pdf':
      return writePdfOf(picture, options, attempt);
    default:
      return writeEncoded(picture, options, options.format, attempt);
  }
}

async function writeEncoded(
  picture: Picture,
  options: ConvertOptions,
  format: 'jpg' | 'png' | 'webp' | 'avif' | 'gif' | 'tiff',
  { quality, size, path }: Attempt,
): Promise<Written> {
  const shaped = await shapeAndColour(picture, options, size, format);
  const moving = keepsFrames(picture, options) ? picture : undefined;
  const isDeep = keepsDepth(picture.metadata, format);
  const isOpaque = format === 'webp' && !(await isSeenThrough(picture));
  const isBare = !options.keepMetadata && options.colorProfile === 'srgb';
  const pipeline = format === 'webp' && !isOpaque && isBare && !moving ? await readForLoss(shaped) : shaped;
  const settings = { quality, source: picture.metadata, moving, isDeep, isOpaque };
  const info = await encodeAs(pipeline, format, settings).toFile(path);
  return {
    width: info.width,
    height: info.pageHeight ?? info.height,
    // A palette has 8 bits for each colour.
    bytes: format === 'png' && !isDeep ? await keepPalette(path, info.size, picture.metadata) : info.size,
    usesQuality: lossyFormats.includes(format),
    keepsProfile: carriesProfile(picture, options, format),
    look: openOwn,
  };
}

async function writeBitmap(picture: Picture, options: ConvertOptions, { size, path }: Attempt): Promise<Written> {
  const pixels = await readPixels(await shapePicture(picture, options, size), 3);
  const bytes = await writeBmp(path, pixels);
  return { width: pixels.width, height: pixels.height, bytes, usesQuality: false, keepsProfile: false };
}

/** Returns the side of the largest entry: the requested size, within the limits of icons. */
function iconSide({ width, height }: ConvertOptions, size: Size | null): number {
  const asked = size ? Math.max(size.width, size.height) : Math.max(width ?? 0, height ?? 0) || highestIconSide;
  return Math.max(iconSides[0], Math.min(highestIconSide, asked));
}

async function writeIcon(picture: Picture, options: ConvertOptions, { size, path }: Attempt): Promise<Written> {
  const side = iconSide(options, size);
  const { fit, background } = options;
  // Small images are enlarged regardless of `enlarge`: an icon file contains the usual sizes.
  const scale = picture.type === 'svg' ? side / Math.max(picture.width, picture.height) : 1;
  const square = picture.start({ scale, paintsColour: fit === 'contain' }).resize(side, side, {
    fit: fit === 'inside' ? 'contain' : fit,
    background: fit === 'contain' ? background : transparent,
  });
  const largest = await readPixels(square, 4);
  const sides = iconSides.filter(each => each <= side);
  const entries = await Promise.all(sides.map(each => makeEntry(largest, each)));
  const bytes = encodeIco(entries);
  await writeFile(path, bytes);
  const width = sides.at(-1)!;
  return { width, height: width, bytes: bytes.length, usesQuality: false, keepsProfile: false };
}

async function makeEntry(largest: RawPixels, side: number): Promise<IconEntry> {
  const small = fromPixels(largest).resize(side, side);
  return side <= bitmapUpToSide
    ? { side, pixels: await readPixels(small, 4) }
    : { side, png: await small.png().toBuffer() };
}
