// Opens pictures of all supported types safely: limits are checked from the header, then pipelines read upright pixels. Every picture tool starts
// here.
import { open } from 'node:fs/promises';
import { AppError } from 'contract/errors.ts';
import { describeMisfit } from 'contract/foreign-files.ts';
import { type MediaName, type PictureType, pictureTypes, sniffBytes, sniffFile } from 'contract/media.ts';
import type { WarningCode } from 'contract/warnings.ts';
import type { Metadata, Sharp, SharpOptions } from 'sharp';
import { canKeepProfile, isGrey, showDeep } from './colour.ts';
import { showDeclared } from './declared-input.ts';
import { checkContainer } from './formats/check-container.ts';
import type { RawPixels } from './formats/decode-dib.ts';
import {
  checkFrames,
  checkPixels,
  checkTotal,
  maxAnimationPixels,
  maxPixels,
  maxSide,
} from './formats/picture-limits.ts';
import { unpackHead } from './formats/unpack-svg.ts';
import { type Carrier, carryMetadata, type KeptMetadata } from './metadata/carry-metadata.ts';
import { failOn, openSource, readHeader, type Source } from './picture-source.ts';
import { spreadColours } from './pixels/spread-colours.ts';
import { fromPixels } from './preview.ts';
import { sharp } from './sharp.ts';

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
  /** The delay of each frame in ms, possibly a fraction, and the number of plays, 0 for ever; undefined for a still. */
  readonly timing: Timing | undefined;
  /** Pages of a document such as TIFF. This picture is one of them. */
  readonly pages: number;
  readonly hasAlpha: boolean;
  /** sharp's metadata of the source. */
  readonly metadata: Metadata;
  /** Starts a pipeline over upright pixels of the first frame. Each call decodes again. */
  readonly start: (how?: StartOptions) => Sharp;
  /**
   * Starts a pipeline over all frames of an animation, stacked vertically; each is complete. Encoders do not know their delays: pass `timing`. Each
   * call decodes again. Throws PIXELS_TOO_MANY, FRAMES_TOO_MANY, FILE_CORRUPT.
   */
  readonly startFrames: (how?: StartOptions) => Promise<Sharp>;
}

interface Timing {
  readonly delaysMs: readonly number[];
  readonly loop: number;
}

export interface StartOptions {
  /** SVG only: factor on its requested size. */
  readonly scale?: number;
  /** For a pipeline that keeps the embedded profile to the end. Otherwise pixels are converted to sRGB. */
  readonly keepsProfile?: boolean;
  /** A colour will be painted behind or around the picture, so greyscale is converted to three channels first. */
  readonly paintsColour?: boolean;
  /** For a pipeline that ends in a result: the EXIF and XMP to write to it. Default: none. */
  readonly keeps?: KeptMetadata;
}

const highestDensity = 100_000;
const defaultDensity = 72;

const formatsInside: Readonly<Record<PictureType, readonly string[]>> = {
  jpg: ['jpeg'],
  png: ['png'],
  webp: ['webp'],
  gif: ['gif'],
  bmp: ['raw', 'png'],
  avif: ['heif', 'png'],
  tiff: ['tiff', 'png'],
  heic: ['png'],
  svg: ['svg'],
  ico: ['png', 'raw'],
};

function isPictureType(type: MediaName | null): type is PictureType {
  return (pictureTypes as readonly (string | null)[]).includes(type);
}

/**
 * Opens the file at `path`; of a TIFF the page with this number, from 0. Throws TYPE_UNSUPPORTED, FILE_CORRUPT, PIXELS_TOO_MANY, SIDE_TOO_LONG, and for SVG FILE_TOO_LARGE and DEADLINE. Damage
 * after the header appears only when a pipeline runs: run it inside `refuseDamage`.
 */
export async function openPicture(path: string, page = 0): Promise<Picture> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const head = Buffer.alloc(Math.min(size, sniffBytes));
    await file.read(head, 0, head.length, 0);
    const type = await sniffFile(async (start, length) => head.subarray(start, start + length), unpackHead);
    if (!isPictureType(type))
      throw new AppError('TYPE_UNSUPPORTED', describeMisfit(head, pictureTypes.join(', ').toUpperCase(), type));
    await checkContainer(file, type);
    const source = await openSource(path, type, file, page);
    const input = await showDeclared(source.input, type, file);
    return await describe(path, type, size, { ...source, input });
  } finally {
    await file.close();
  }
}

/** Maximum number of pages of one file that a document has: every page is searched from the beginning of the file. */
const maxPages = 100;

/** Opens the pages of a TIFF, one after the other; of any other picture only itself. Throws PIXELS_TOO_MANY for all pages together. */
export async function* openPages(first: Picture): AsyncGenerator<Picture> {
  let pixels = first.width * first.height;
  yield first;
  const count = first.type === 'tiff' ? Math.min(first.pages, maxPages) : 1;
  for (let number = 1; number < count; number++) {
    const page = await openPicture(first.path, number);
    pixels += page.width * page.height;
    checkTotal(pixels);
    yield page;
  }
}

/** Warnings about pages and frames that a document of all pages lacks. */
export const warnOfPages = ({ type, frames, pages }: Picture) =>
  ({
    'first-frame-only': frames > 1 || (pages > 1 && type !== 'tiff'),
    'pages-left-out': type === 'tiff' && pages > maxPages,
  }) satisfies Partial<Record<WarningCode, boolean>>;

/** Browsers show frames that claim to be shorter for this long. */
const unsaidDelayMs = 100;
/** The delay with which browsers show a frame. */
export const showDelay = (delayMs: number) => (delayMs <= 10 ? unsaidDelayMs : delayMs);

async function describe(path: string, type: PictureType, bytes: number, source: Source): Promise<Picture> {
  const metadata = source.header ?? (await readHeader(source));
  if (!formatsInside[type].includes(metadata.format)) throw new AppError('FILE_CORRUPT');
  const isAnimation = (type === 'gif' || type === 'webp') && (metadata.pages ?? 1) > 1;
  const frames = source.frames?.count ?? (isAnimation ? metadata.pages! : 1);
  const { width, height } = source.isUpright ? metadata : metadata.autoOrient;
  checkPixels(width, height);
  if (Math.max(width, height) > maxSide) throw new AppError('SIDE_TOO_LONG', { format: type.toUpperCase(), maxSide });
  const carriers = new Map<KeptMetadata, Carrier>();
  const carrierFor = (keeps: KeptMetadata) => {
    const carrier = carriers.get(keeps) ?? carryMetadata(source.input, metadata, keeps);
    carriers.set(keeps, carrier);
    return carrier;
  };
  const hasAlpha = source.hasAlpha ?? metadata.hasAlpha;
  const begin = (pipeline: Sharp, { keepsProfile = false, paintsColour = false }: StartOptions) => {
    // A profile of 8-bit grey makes three channels itself, and would not be applied to three.
    const isShown = !keepsProfile && metadata.space === 'b-w' && canKeepProfile(metadata, 'png');
    if (paintsColour && isGrey(metadata) && !isShown) pipeline.pipelineColourspace('srgb');
    return keepsProfile ? pipeline : showDeep(pipeline, metadata);
  };
  const open = (how: StartOptions, options: SharpOptions) => {
    const { input, keep } = carrierFor(how.keeps ?? false);
    const pipeline = keep(sharp(input, { ...source.options, ...options, failOn, autoOrient: !source.isUpright }));
    // Pixels of our own decoders have four channels.
    return begin(source.header && !hasAlpha ? pipeline.removeAlpha() : pipeline, how);
  };
  const start = (how: StartOptions = {}) => {
    const density = Math.min(highestDensity, Math.max(1, defaultDensity * (how.scale ?? 1)));
    return open(how, { limitInputPixels: maxPixels, ...(type === 'svg' && { density }) });
  };
  const startFrames = async (how: StartOptions = {}) => {
    checkPixels(width, height, frames);
    if (!source.frames) return open(how, { limitInputPixels: maxAnimationPixels, animated: true });
    checkFrames(width, height, frames, Number.POSITIVE_INFINITY);
    const data = await source.frames.compose(frames);
    const raw = { width, height: height * frames, channels: 4 as const, pageHeight: height };
    const pipeline = sharp(data, { raw, limitInputPixels: false, animated: true });
    return hasAlpha ? pipeline : pipeline.removeAlpha();
  };
  const { delaysMs = metadata.delay ?? [], loop = metadata.loop ?? 0 } = source.frames ?? {};
  const timing = frames > 1 ? { delaysMs: delaysMs.map(showDelay), loop } : undefined;
  const pages = isAnimation ? 1 : (source.pages ?? metadata.pages ?? 1);
  return { path, type, bytes, width, height, frames, timing, pages, hasAlpha, metadata, start, startFrames };
}

/**
 * Runs `work`, which runs pipelines of `picture`. When it fails and the picture alone cannot be decoded either, throws FILE_CORRUPT; otherwise
 * rethrows the error. Costs nothing unless something fails.
 */
export async function refuseDamage<T>(
  picture: Picture,
  work: () => Promise<T>,
  how?: StartOptions & { readonly animated?: boolean },
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const again = await (how?.animated ? picture.startFrames : picture.start)(how);
    await again
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

/** Decodes a picture with transparent pixels for an encoder that loses detail: hidden colours would show at its edges. */
export async function readForLoss(pipeline: Sharp): Promise<Sharp> {
  const { data, width, height } = await readPixels(pipeline, 4);
  spreadColours(data, width, height);
  return fromPixels({ data, width, height, channels: 4 });
}
