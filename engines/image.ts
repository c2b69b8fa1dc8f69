// Opens pictures of all supported types safely: limits are checked from the header, then pipelines read upright pixels. Every picture tool starts
// here.
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { type MediaName, pictureTypes, sniffBytes, sniffMedia } from 'contract/media.ts';
import type { Metadata, Sharp, SharpInput, SharpOptions } from 'sharp';
import { isGrey } from './colour.ts';
import { showDeclared, wrapDeclared } from './declared-input.ts';
import { checkContainer } from './formats/check-container.ts';
import { checkSvg } from './formats/check-svg.ts';
import { countApngFrames } from './formats/count-apng-frames.ts';
import { isHdr } from './formats/declared-colours.ts';
import { decodeBmp } from './formats/decode-bmp.ts';
import type { RawPixels } from './formats/decode-dib.ts';
import { decodeHeic } from './formats/decode-heic.ts';
import { decodeIco } from './formats/decode-ico.ts';
import { readHeifColours } from './formats/heif-colours.ts';
import { checkPixels, maxAnimationPixels, maxPixels, maxSide } from './formats/picture-limits.ts';
import { type Carrier, carryMetadata, type KeptMetadata } from './metadata/carry-metadata.ts';
import { sharp } from './sharp.ts';

export type PictureType = (typeof pictureTypes)[number];

export interface Picture {
  readonly path: string;
  /** The type detected from its first bytes. */
  readonly type: PictureType;
  readonly bytes: number;
  /** Size of one frame as displayed, with orientation applied. For SVG the requested size. */
  readonly width: number;
  readonly height: number;
  /** More than 1 for an animation. */
  readonly frames: number;
  /** Pages of a document such as TIFF, or frames of an animated PNG; only the first is used. */
  readonly pages: number;
  readonly hasAlpha: boolean;
  /** sharp's metadata of the source. */
  readonly metadata: Metadata;
  /** Starts a pipeline over upright pixels: the first frame, or all of them with `animated`. Each call decodes again. */
  readonly start: (how?: StartOptions) => Sharp;
}

export interface StartOptions {
  readonly animated?: boolean;
  /** SVG only: factor on its requested size. */
  readonly scale?: number;
  /** For a pipeline that keeps the embedded profile to the end. Otherwise pixels are converted to sRGB. */
  readonly keepsProfile?: boolean;
  /** A colour will be painted behind or around the picture, so greyscale is converted to three channels first. */
  readonly paintsColour?: boolean;
  /** For a pipeline that ends in a result: the EXIF and XMP to write to it. Default: none. */
  readonly keeps?: KeptMetadata;
}

/** The source for sharp. */
interface Source {
  readonly input: SharpInput;
  readonly options?: SharpOptions;
  readonly isUpright?: boolean;
}

/** `error` refuses truncated and damaged files, and accepts files that every browser shows, such as those with junk after the end. */
const failOn = 'error';
const highestDensity = 100_000;
const defaultDensity = 72;

const fromPixels = ({ data, width, height, channels }: RawPixels): Source => ({
  input: data,
  options: { raw: { width, height, channels } },
  isUpright: true,
});

async function readHeader({ input, options }: Source): Promise<Metadata> {
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

async function openSource(path: string, type: PictureType, file: FileHandle): Promise<Source> {
  if (type === 'heic') return openHeic(path, file);
  if (type === 'bmp') return fromPixels(decodeBmp(await readWhole(file)));
  if (type === 'ico') {
    const icon = decodeIco(await readWhole(file));
    return 'png' in icon ? { input: icon.png } : fromPixels(icon.pixels);
  }
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

const formatsInside: Readonly<Record<PictureType, readonly string[]>> = {
  jpg: ['jpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  bmp: ['raw'],
  avif: ['heif', 'png'],
  tiff: ['tiff'],
  heic: ['png'],
  svg: ['svg'],
  ico: ['png', 'raw'],
};

function isPictureType(type: MediaName | null): type is PictureType {
  return (pictureTypes as readonly (string | null)[]).includes(type);
}

/**
 * Opens the file at `path`. Throws TYPE_UNSUPPORTED, FILE_CORRUPT, PIXELS_TOO_MANY, SIDE_TOO_LONG, and for SVG FILE_TOO_LARGE and DEADLINE. Damage
 * after the header appears only when a pipeline runs: run it inside `refuseDamage`.
 */
export async function openPicture(path: string): Promise<Picture> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, sniffBytes));
    await file.read(head, 0, head.length, 0);
    const type = sniffMedia(head);
    if (!isPictureType(type)) throw new AppError('TYPE_UNSUPPORTED', { accepted: pictureTypes.join(', ') });
    await checkContainer(file, type);
    const source = await openSource(path, type, file);
    const input = await showDeclared(source.input, type, file);
    const picture = await describe(path, type, size, { ...source, input });
    return type === 'png' ? { ...picture, pages: await countApngFrames(file) } : picture;
  } finally {
    await file.close();
  }
}

async function describe(path: string, type: PictureType, bytes: number, source: Source): Promise<Picture> {
  const metadata = await readHeader(source);
  if (!formatsInside[type].includes(metadata.format)) throw new AppError('FILE_CORRUPT');
  const isAnimation = (type === 'gif' || type === 'webp') && (metadata.pages ?? 1) > 1;
  const frames = isAnimation ? metadata.pages! : 1;
  const { width, height } = source.isUpright ? metadata : metadata.autoOrient;
  checkPixels(width, height);
  if (Math.max(width, height) > maxSide) throw new AppError('SIDE_TOO_LONG', { format: type.toUpperCase(), maxSide });
  const carriers = new Map<KeptMetadata, Carrier>();
  const carrierFor = (keeps: KeptMetadata) => {
    const carrier = carriers.get(keeps) ?? carryMetadata(source.input, metadata, keeps);
    carriers.set(keeps, carrier);
    return carrier;
  };
  const start = (how: StartOptions = {}) => {
    const { animated = false, scale = 1, keepsProfile = false, paintsColour = false, keeps = false } = how;
    if (animated) checkPixels(width, height, frames);
    const { input, keep } = carrierFor(keeps);
    const options: SharpOptions = {
      ...source.options,
      failOn,
      limitInputPixels: animated ? maxAnimationPixels : maxPixels,
      autoOrient: !source.isUpright,
      ...(animated && { animated: true }),
      ...(type === 'svg' && { density: Math.min(highestDensity, Math.max(1, defaultDensity * scale)) }),
    };
    const pipeline = keep(sharp(input, options));
    if (paintsColour && isGrey(metadata)) pipeline.pipelineColourspace('srgb');
    // sharp converts 16-bit pixels with a profile to Display P3 on input; only an explicit profile converts them back.
    const isDeep = metadata.hasProfile && metadata.depth === 'ushort';
    return isDeep && !keepsProfile ? pipeline.withIccProfile('srgb', { attach: false }) : pipeline;
  };
  const { hasAlpha, pages = 1 } = metadata;
  return { path, type, bytes, width, height, frames, pages: isAnimation ? 1 : pages, hasAlpha, metadata, start };
}

/**
 * Runs `work`, which runs pipelines of `picture`. When it fails and the picture alone cannot be decoded either, throws FILE_CORRUPT; otherwise
 * rethrows the error. Costs nothing unless something fails.
 */
export async function refuseDamage<T>(picture: Picture, work: () => Promise<T>, how?: StartOptions): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    await picture
      .start(how)
      .resize(8, 8, { fit: 'fill' })
      .raw()
      .toBuffer()
      .catch((cause: unknown) => {
        throw new AppError('FILE_CORRUPT', null, { cause });
      });
    throw error;
  }
}

/** Decodes to sRGB bytes, row by row: three channels, or four with alpha. Memory: width x height x channels. */
export async function readPixels(pipeline: Sharp, channels: 3 | 4): Promise<RawPixels> {
  const upright = pipeline.toColourspace('srgb');
  const shaped = channels === 4 ? upright.ensureAlpha() : upright.removeAlpha();
  const { data, info } = await shaped.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels };
}

/** Alpha below which a pixel counts as transparent; resampling may reduce it slightly at edges. */
const seeThroughBelow = 250;

/** Whether any pixel is transparent: many files have an alpha channel that is opaque everywhere. Decodes the first frame. */
export async function isSeenThrough(picture: Picture): Promise<boolean> {
  if (!picture.hasAlpha) return false;
  const small = picture.start().resize(256, 256, { fit: 'inside', withoutEnlargement: true });
  const { data } = await readPixels(small, 4);
  return data.some((value, i) => i % 4 === 3 && value < seeThroughBelow);
}
