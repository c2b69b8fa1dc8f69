// Saves an image in fewer bytes: in its own format or another, by quality or to a target size, never larger than the input.
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { media, type PictureType } from 'contract/media.ts';
import type { Output, Run, Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { isDeep } from 'engines/colour.ts';
import { checkSides, encodeAs, gifEffort } from 'engines/encode.ts';
import { type Attempt, fitSize } from 'engines/fit-size.ts';
import { readJpegTables } from 'engines/formats/jpeg-tables.ts';
import { countColours, minColours } from 'engines/formats/palette-png.ts';
import { keepTiming, movingFormat } from 'engines/frames/moving.ts';
import { isSeenThrough, openPicture, type Picture, readForLoss, refuseDamage } from 'engines/image.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import type { CompressOptions, compress } from './contract.ts';
import { canShrinkGif, shrinkGif } from './shrink-gif.ts';

type Target = 'jpg' | 'png' | 'webp' | 'avif' | 'gif';

const openedPercent = 5;
const writtenPercent = 92;
/** Initial quality of the search for a target size: almost no visible loss. */
const bestWhenFitting = 90;
/** Re-encoding loses quality, so it has to save at least 5 %. */
const worthwhileShare = 0.95;

const sameFormats: Readonly<Partial<Record<PictureType, Target>>> = {
  jpg: 'jpg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
  gif: 'gif',
};

/** An image with transparent pixels, or with as few colours as a scan in black and white, becomes a JPG only on request. */
function chooseFormat(picture: Picture, { format }: CompressOptions, isDrawing: boolean): Target {
  if (format !== 'same') return format;
  return movingFormat(picture, format) ?? sameFormats[picture.type] ?? (isDrawing ? 'png' : 'jpg');
}

interface Job {
  readonly picture: Picture;
  readonly target: Target;
  readonly showsThrough: boolean;
  readonly isAnimated: boolean;
  /** How many colours it has, if a palette has room for them. */
  readonly colours: number | undefined;
}

/** Returns the pipeline that encodes the image as `target`. */
async function encode(job: Job, { quality, scale }: Attempt) {
  const { picture, target, showsThrough, isAnimated } = job;
  const flattens = target === 'jpg' && picture.hasAlpha;
  const started = await (isAnimated ? picture.startFrames : picture.start)({ paintsColour: flattens });
  const width = Math.max(1, Math.round(picture.width * scale));
  const sized = scale < 1 ? started.resize({ width }) : started;
  const upright = flattens ? sized.flatten({ background: '#ffffff' }) : sized;
  const solid = picture.hasAlpha && !showsThrough && !isAnimated ? upright.removeAlpha() : upright;
  // Only of a GIF whose frames are too large to be drawn anew.
  const gifColours = Math.max(8, Math.round((quality / 100) * 256));
  const pixels = picture.width * picture.height * (isAnimated ? picture.frames : 1);
  // The standard quantisation tables, from which the quality of an input is estimated too.
  if (target === 'jpg') return solid.jpeg({ quality, mozjpeg: true, quantisationTable: 0 });
  // Resizing adds colours.
  const colours = scale === 1 && job.colours ? Math.max(minColours, job.colours) : undefined;
  if (target === 'png')
    return quality < 100
      ? solid.png({ palette: true, quality, effort: 7, ...(colours && { colours }) })
      : solid.png({ compressionLevel: 9 });
  if (target === 'gif')
    return solid.gif({
      colours: gifColours,
      effort: gifEffort(pixels),
      interFrameMaxError: quality < 90 ? 8 : 0,
      ...keepTiming(picture, 'gif'),
    });
  const spread = target === 'webp' && showsThrough && !isAnimated ? await readForLoss(solid) : solid;
  return encodeAs(spread, target, {
    quality,
    source: picture.metadata,
    isOpaque: !showsThrough,
    moving: isAnimated ? picture : undefined,
  });
}

/** Limits the quality to that of the input JPEG: more bytes would not restore lost detail. */
async function limitQuality({ path, type }: Picture, quality: number): Promise<number> {
  const tables = type === 'jpg' ? await readJpegTables(path) : undefined;
  return tables ? Math.min(quality, tables.quality) : quality;
}

/** What was written; nothing where the original cannot be improved. */
interface Made {
  readonly path: string;
  readonly bytes: number;
  readonly quality: number;
  readonly width: number;
  readonly height: number;
  readonly hasFewerColours?: boolean;
}

interface Wanted {
  readonly quality: number;
  /** Undefined: no target. */
  readonly targetBytes: number | undefined;
  /** Whether the original may be the result. */
  readonly mayStay: boolean;
  /** Whether the result must not be larger than the original. */
  readonly mayNotGrow: boolean;
  readonly folder: string;
}

async function makeGif({ picture }: Job, { quality, targetBytes, mayStay, folder }: Wanted): Promise<Made | undefined> {
  const path = join(folder, 'attempt.gif');
  const isSmallEnough = targetBytes !== undefined && picture.bytes <= targetBytes && mayStay;
  const made = await shrinkGif(picture, {
    quality,
    targetBytes: isSmallEnough ? undefined : targetBytes,
    worthwhileBytes: mayStay ? picture.bytes * worthwhileShare : picture.bytes,
    path,
  });
  return made && { ...made, path };
}

async function makeFile(
  job: Job,
  { quality, targetBytes, mayStay, mayNotGrow, folder }: Wanted,
): Promise<Made | undefined> {
  const { picture, target } = job;
  const written = new Map<number, Made>();
  const write = async (attempt: Attempt, number: number) => {
    const path = join(folder, `attempt-${number}.${target}`);
    const info = await (await encode(job, attempt)).toFile(path);
    const { size: bytes, width, pageHeight: height = info.height } = info;
    written.set(number, { path, bytes, quality: attempt.quality, width, height });
    return bytes;
  };
  const longEdge = Math.max(picture.width, picture.height);
  const search = (limit: number) => fitSize({ targetBytes: limit, quality, longEdge, encode: write });
  // A file that is already small enough is not searched for a smaller size, which would only lose quality.
  const isSmallEnough =
    targetBytes !== undefined && picture.bytes <= targetBytes && target === sameFormats[picture.type];
  if (targetBytes !== undefined && !isSmallEnough) return written.get((await search(targetBytes)).number);
  const bytes = await write({ quality, scale: 1 }, 1);
  if (mayStay && bytes >= picture.bytes * worthwhileShare) return undefined;
  const limit = targetBytes ?? (mayNotGrow ? picture.bytes : Number.POSITIVE_INFINITY);
  return written.get(bytes > limit ? (await search(limit)).number : 1);
}

const run: Run<CompressOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  const work = async () => {
    const showsThrough = await isSeenThrough(picture);
    const mayBeDrawing = picture.frames === 1 && ['png', 'bmp', 'tiff', 'ico'].includes(picture.type);
    const colours = mayBeDrawing ? await countColours(picture) : undefined;
    const target = chooseFormat(picture, options, showsThrough || colours !== undefined);
    checkSides(target, picture.width, picture.height);
    const isAnimated = movingFormat(picture, target) !== undefined;
    const job = { picture, target, showsThrough, isAnimated, colours };
    progress(openedPercent, 'working', { until: writtenPercent, usualMs: 2500, name: `write-${target}` });
    const { targetKb } = options;
    const targetBytes = targetKb === undefined ? undefined : targetKb * 1024;
    const { exif, xmp } = picture.metadata;
    // An animated PNG or AVIF becomes a WebP, which is not always smaller.
    const isSame = target === picture.type || (options.format === 'same' && isAnimated);
    // A file with metadata, which may include its location, is encoded again even if that saves nothing.
    const mayStay = isSame && !exif && !xmp && (targetBytes === undefined || picture.bytes <= targetBytes);
    const quality = await limitQuality(picture, targetKb === undefined ? options.quality : bestWhenFitting);
    const wanted = { quality, targetBytes, mayStay, mayNotGrow: isSame, folder };
    const made = await (target === 'gif' && canShrinkGif(picture) ? makeGif : makeFile)(job, wanted);
    progress(writtenPercent, 'writing');
    const type = made ? target : picture.type;
    const path = join(folder, `compressed.${media[type].extensions[0]}`);
    if (made) await rename(made.path, path);
    else await copyFile(picture.path, path);
    const { width, height, bytes } = made ?? picture;
    const warnings = listWarnings({
      'already-small': !made || bytes >= picture.bytes,
      'first-frame-only': made && (picture.pages > 1 || (picture.frames > 1 && !isAnimated)),
      'transparency-flattened': target === 'jpg' && showsThrough,
      'colours-reduced': targetKb !== undefined && made?.hasFewerColours,
      'dimensions-reduced': width < picture.width,
      'depth-reduced': made && isDeep(picture.metadata),
    });
    const file = { path, name: nameSaved(input.name, type, '-min'), type, width, height };
    const meta = {
      inputBytes: picture.bytes,
      outputBytes: bytes,
      quality: made?.quality ?? quality,
      warnings,
    };
    if (media[picture.type].shownByBrowsers) return { files: [file], meta };
    const original = picture.start().flatten({ background: '#ffffff' });
    return {
      files: [file],
      meta,
      inputPreviewPath: await writePreview(original, join(folder, 'input-preview'), false),
    };
  };
  const output = await refuseDamage(picture, work);
  progress(100, 'writing');
  return output;
};

export const runs: Runs<typeof compress> = { compress: run };
