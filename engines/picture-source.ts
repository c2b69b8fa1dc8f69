// What sharp reads of each type of picture: the file itself, or pixels of a decoder of our own where libvips has none or reads the type incorrectly.
import type { FileHandle } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import type { PictureType } from 'contract/media.ts';
import type { Metadata, SharpInput, SharpOptions } from 'sharp';
import { showDeep } from './colour.ts';
import { showPngColours, wrapDeclared } from './declared-input.ts';
import { checkSvg } from './formats/check-svg.ts';
import { type DeclaredColours, isHdr } from './formats/declared-colours.ts';
import { decodeBmp, readBmpProfile } from './formats/decode-bmp.ts';
import type { RawPixels } from './formats/decode-dib.ts';
import { decodeHeic } from './formats/decode-heic.ts';
import { decodeIco } from './formats/decode-ico.ts';
import { readHeifColours } from './formats/heif-colours.ts';
import { checkPixels, maxPixels } from './formats/picture-limits.ts';
import { readPngColours } from './formats/png-colours.ts';
import type { FrameReader } from './frames/frame-reader.ts';
import { claimsFrames, readApng } from './frames/read-apng.ts';
import { readAvif } from './frames/read-avif.ts';
import { readGif } from './frames/read-gif.ts';
import { sharp } from './sharp.ts';
import { openTiff } from './tiff-input.ts';

/** What sharp reads of a picture. */
export interface Source {
  readonly input: SharpInput;
  readonly options?: SharpOptions;
  readonly isUpright?: boolean;
  /** The header of the file, where `input` is something else. */
  readonly header?: Metadata;
  readonly hasAlpha?: boolean;
  /** The number of pages in the file, where `input` is one of them. */
  readonly pages?: number;
  /** The frames of an animation that libvips does not read correctly. */
  readonly frames?: FrameReader;
}

/** `error` refuses truncated and damaged files, and accepts files that every browser shows, such as those with junk after the end. */
export const failOn = 'error';
const fromPixels = ({ data, width, height, channels }: RawPixels): Source => ({
  input: data,
  options: { raw: { width, height, channels } },
  isUpright: true,
});

export async function readHeader({ input, options }: Source): Promise<Metadata> {
  try {
    return await sharp(input, { ...options, failOn, limitInputPixels: false }).metadata();
  } catch (cause) {
    throw new AppError('FILE_CORRUPT', null, { cause });
  }
}

async function openHeic(path: string, file: FileHandle): Promise<Source> {
  const header = await readHeader({ input: path });
  checkPixels(header.width, header.height);
  const declared = await readHeifColours(file);
  const codes = typeof declared === 'string' ? undefined : declared;
  const isDeep = codes !== undefined && isHdr(codes);
  const pixels = await decodeHeic(await file.readFile(), { isDeep, readsColours: declared === 'nothing' });
  // The decoder has applied the file's own transformations; an EXIF orientation beside them only repeats them.
  return { input: wrapDeclared(pixels, codes ?? pixels.colours, header), isUpright: true };
}

async function openGif(path: string, file: FileHandle): Promise<Source> {
  const header = await readHeader({ input: path });
  const size = { width: header.width, height: header.pageHeight ?? header.height };
  checkPixels(size.width, size.height);
  const frames = readGif(await readWhole(file), size, header.loop ?? 0);
  if (frames.isPlain) return { input: path };
  const data = await frames.compose(1);
  return { ...fromPixels({ ...size, data, channels: 4 }), header, hasAlpha: frames.hasAlpha, frames };
}

/** Reads one frame of an animated PNG as a PNG of its own, whose colours the file declares. */
async function decodeFrame(png: Buffer, colours: DeclaredColours | undefined): Promise<Uint8Array> {
  const input = colours ? await showPngColours(png, colours) : png;
  const header = await readHeader({ input });
  checkPixels(header.width, header.height);
  const pipeline = sharp(input, { failOn, limitInputPixels: maxPixels });
  try {
    return await showDeep(pipeline, header).toColourspace('srgb').ensureAlpha().raw().toBuffer();
  } catch (cause) {
    throw new AppError('FILE_CORRUPT', { why: 'frame' }, { cause });
  }
}

async function openPng(path: string, file: FileHandle): Promise<Source> {
  if (!(await claimsFrames(file))) return { input: path };
  const colours = await readPngColours(file);
  const frames = readApng(await readWhole(file), png => decodeFrame(png, colours));
  return frames ? { input: path, frames } : { input: path };
}

function openBmp(bytes: Buffer): Source {
  const pixels = decodeBmp(bytes);
  const icc = readBmpProfile(bytes);
  return icc ? { input: wrapDeclared({ ...pixels, highest: 255 }, undefined, { icc }) } : fromPixels(pixels);
}

/** The brand of an image sequence, in place of which libvips opens only that of a still. */
const stillBrand = { at: 8, name: 'avif' } as const;

/** The still of an image sequence is an item of its own; where there is none, it is the first frame. */
async function openAvif(path: string, file: FileHandle): Promise<Source> {
  const moving = await readAvif(path, file);
  if (!moving) return { input: path };
  const input = await readWhole(file);
  input.write(stillBrand.name, stillBrand.at, 'latin1');
  try {
    const { width, height, hasAlpha } = await readHeader({ input });
    return { input, hasAlpha: hasAlpha || moving.hasAlpha, frames: moving.at({ width, height }) };
  } catch {
    const { width, height } = moving;
    checkPixels(width, height);
    const frames = moving.at(moving);
    const data = await frames.compose(1);
    return { input: wrapDeclared({ data, width, height, channels: 4, highest: 255 }, undefined, {}), frames };
  }
}

/** Throws FILE_CORRUPT, PIXELS_TOO_MANY, and for SVG FILE_TOO_LARGE and DEADLINE. */
export async function openSource(path: string, type: PictureType, file: FileHandle, page: number): Promise<Source> {
  if (type === 'heic') return openHeic(path, file);
  if (type === 'gif') return openGif(path, file);
  if (type === 'png') return openPng(path, file);
  if (type === 'avif') return openAvif(path, file);
  if (type === 'bmp') return openBmp(await readWhole(file));
  if (type === 'ico') {
    const icon = decodeIco(await readWhole(file));
    return 'png' in icon ? { input: icon.png } : fromPixels(icon.pixels);
  }
  if (type === 'tiff') return openTiff(path, file, page);
  if (type === 'svg') {
    // Passed from memory, never by path: with a path the renderer would follow references to adjacent files.
    return { input: await checkSvg(await readWhole(file)) };
  }
  return { input: path };
}

/** Reads from the first byte, whatever the handle's position. */
async function readWhole(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat();
  const bytes = Buffer.allocUnsafe(size);
  const { bytesRead } = await file.read(bytes, 0, size, 0);
  return bytes.subarray(0, bytesRead);
}
