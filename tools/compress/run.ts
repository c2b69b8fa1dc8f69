// Saves an image in fewer bytes: in its own format or another, by quality or to a target size, never larger than the input.
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { media, type PictureType } from 'contract/media.ts';
import type { Output, Run, Runs } from 'contract/run.ts';
import { checkSides, encodeAs, gifEffort } from 'engines/encode.ts';
import { type Attempt, type Fit, fitSize } from 'engines/fit-size.ts';
import { readJpegTables } from 'engines/formats/jpeg-tables.ts';
import { keepTiming, movingFormat } from 'engines/frames/moving.ts';
import { isSeenThrough, openPicture, type Picture, refuseDamage } from 'engines/image.ts';
import { writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import type { CompressOptions, compress } from './contract.ts';

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

/** An image with transparent pixels becomes a JPG only on request. */
function chooseFormat(picture: Picture, { format }: CompressOptions, showsThrough: boolean): Target {
  if (format !== 'same') return format;
  const { type } = picture;
  return movingFormat(picture, format) ?? sameFormats[type] ?? (showsThrough ? 'png' : 'jpg');
}

interface Job {
  readonly picture: Picture;
  readonly target: Target;
  readonly showsThrough: boolean;
  readonly isAnimated: boolean;
}

/** Returns the pipeline that encodes the image as `target`. */
async function encode({ picture, target, showsThrough, isAnimated }: Job, { quality, scale }: Attempt) {
  const flattens = target === 'jpg' && picture.hasAlpha;
  const started = await (isAnimated ? picture.startFrames : picture.start)({ paintsColour: flattens });
  const width = Math.max(1, Math.round(picture.width * scale));
  const sized = scale < 1 ? started.resize({ width }) : started;
  const upright = flattens ? sized.flatten({ background: '#ffffff' }) : sized;
  const solid = picture.hasAlpha && !showsThrough && !isAnimated ? upright.removeAlpha() : upright;
  // PNG and GIF become small by a palette of fewer colours.
  const colours = Math.max(8, Math.round((quality / 100) * 256));
  const pixels = picture.width * picture.height * (isAnimated ? picture.frames : 1);
  // The standard quantisation tables, from which the quality of an input is estimated too.
  if (target === 'jpg') return solid.jpeg({ quality, mozjpeg: true, quantisationTable: 0 });
  if (target === 'png')
    return quality < 100 ? solid.png({ palette: true, quality, effort: 7 }) : solid.png({ compressionLevel: 9 });
  if (target === 'gif')
    return solid.gif({
      colours,
      effort: gifEffort(pixels),
      interFrameMaxError: quality < 90 ? 8 : 0,
      ...keepTiming(picture, 'gif'),
    });
  return encodeAs(solid, target, {
    quality,
    source: picture.metadata,
    moving: isAnimated ? picture : undefined,
  });
}

/** Limits the quality to that of the input JPEG: more bytes would not restore lost detail. */
async function limitQuality({ path, type }: Picture, quality: number): Promise<number> {
  const tables = type === 'jpg' ? await readJpegTables(path) : undefined;
  return tables ? Math.min(quality, tables.quality) : quality;
}

const run: Run<CompressOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  const work = async () => {
    const showsThrough = await isSeenThrough(picture);
    const target = chooseFormat(picture, options, showsThrough);
    checkSides(target, picture.width, picture.height);
    const isAnimated = movingFormat(picture, target) !== undefined;
    const job = { picture, target, showsThrough, isAnimated };
    progress(openedPercent, 'working', { until: writtenPercent, usualMs: 2500, name: `write-${target}` });
    const pathOf = (number: number) => join(folder, `attempt-${number}.${target}`);
    const sizes = new Map<number, { width: number; height: number }>();
    const write = async (attempt: Attempt, number: number) => {
      const info = await (await encode(job, attempt)).toFile(pathOf(number));
      sizes.set(number, { width: info.width, height: info.pageHeight ?? info.height });
      return info.size;
    };
    const { targetKb } = options;
    const quality = await limitQuality(picture, targetKb === undefined ? options.quality : bestWhenFitting);
    const once = async (): Promise<Fit> => ({
      quality,
      scale: 1,
      number: 1,
      bytes: await write({ quality, scale: 1 }, 1),
    });
    const longEdge = Math.max(picture.width, picture.height);
    const search = { targetBytes: (targetKb ?? 0) * 1024, quality, longEdge, encode: write };
    // A file that is already small enough is not searched for a smaller size, which would only lose quality.
    const isSmallEnough =
      targetKb !== undefined && picture.bytes <= targetKb * 1024 && target === sameFormats[picture.type];
    const { exif, xmp, icc } = picture.metadata;
    // A file with metadata, which may include its location, is re-encoded even if that saves nothing.
    const mayStay = target === picture.type && !exif && !xmp && !icc;
    const isTooLarge = ({ bytes }: Fit) => targetKb !== undefined && bytes > search.targetBytes && !mayStay;
    const first = targetKb === undefined || isSmallEnough ? await once() : undefined;
    const fit = first && !isTooLarge(first) ? first : await fitSize(search);
    progress(writtenPercent, 'writing');
    const path = join(folder, `compressed.${media[target].extensions[0]}`);
    const isBetterAsItWas = mayStay && fit.scale === 1 && fit.bytes >= picture.bytes * worthwhileShare;
    if (isBetterAsItWas) await copyFile(picture.path, path);
    else await rename(pathOf(fit.number), path);
    const { width, height } = isBetterAsItWas ? picture : sizes.get(fit.number)!;
    const warnings = {
      'already-small': isBetterAsItWas || fit.bytes >= picture.bytes,
      'first-frame-only': picture.pages > 1 || (picture.frames > 1 && !isAnimated),
      'transparency-flattened': target === 'jpg' && showsThrough,
      'dimensions-reduced': fit.scale < 1,
    };
    const file = { path, name: nameSaved(input.name, target, '-min'), type: target, width, height };
    const meta = {
      inputBytes: picture.bytes,
      outputBytes: isBetterAsItWas ? picture.bytes : fit.bytes,
      quality: fit.quality,
      warnings: Object.entries(warnings).flatMap(([name, isTrue]) => (isTrue ? [name] : [])),
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
