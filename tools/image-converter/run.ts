// Converts one image: opens it, writes it in the requested format, and adds previews of files that browsers cannot show.
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media, mediaOfName } from 'contract/media.ts';
import { type Output, partOf, type RunContext, type Runs, type SilentStep, within } from 'contract/run.ts';
import { listWarnings, type WarningCode } from 'contract/warnings.ts';
import { isDeep, keepsDepth } from 'engines/colour.ts';
import { fitSize, maxAttempts } from 'engines/fit-size.ts';
import { isSeenThrough, openPicture, type Picture, refuseDamage, warnOfPages } from 'engines/image.ts';
import { writePreview } from 'engines/preview.ts';
import { type ConvertOptions, type imageConverter, lossyFormats } from './contract.ts';
import { canFitGif, fitGifFile } from './fit-gif-file.ts';
import { checkResult, flattens, keepsFrames, startFor } from './shape.ts';
import { writeResult } from './write.ts';
import type { Attempt, Written } from './written.ts';

/** Progress in percent after reading the header, and after writing the file, when only previews are left. */
const startedPercent = 10;
const writtenPercent = 80;
/** Milliseconds per megapixel. */
const slowPace: Partial<Record<ConvertOptions['format'], number>> = { avif: 375, gif: 290 };
const usualPace = 80;
/** Minimum duration in ms of a step that needs a forecast, which costs every task a few queries. */
const noticeableMs = 1500;
/** Growth below this factor gives no warning: a container may add a few hundred bytes. */
const noticeablyBigger = 1.02;

type Context = RunContext<ConvertOptions>;

interface Result extends Written {
  readonly path: string;
  readonly quality: number;
  readonly isReduced: boolean;
  /** Of a GIF that had to stay below a size. */
  readonly hasFewerColours?: boolean;
}

/** Returns the name of the result: `holiday.photo.HEIC` becomes `holiday.photo.webp`. Only extensions of media files are removed. */
export function nameResult(inputName: string, type: MediaName): string {
  const lastDot = inputName.lastIndexOf('.');
  const base = lastDot >= 0 && mediaOfName(inputName) ? inputName.slice(0, lastDot) : inputName;
  return `${base.replace(/[.\s]+$/, '') || 'picture'}.${media[type].extensions[0]}`;
}

/** Describes the writing step: a single library call that reports no progress. */
function writing(picture: Picture, { format }: ConvertOptions, until: number): SilentStep | undefined {
  const usualMs = ((slowPace[format] ?? usualPace) * picture.width * picture.height) / 1e6;
  return usualMs < noticeableMs ? undefined : { until, usualMs, name: 'write' };
}

async function writeOnce(picture: Picture, { options, folder }: Context): Promise<Result> {
  const { quality } = options;
  const path = join(folder, `result.${media[options.format].extensions[0]}`);
  return { ...(await writeResult(picture, options, { quality, size: null, path })), path, quality, isReduced: false };
}

/** The progress of a search: every attempt is a step of it. */
function followAttempts(picture: Picture, { options, progress }: Context): (number: number) => void {
  const attempts = within(partOf(progress, startedPercent, writtenPercent, 'working'), 0, 1 / maxAttempts);
  return number => attempts(number - 1, writing(picture, options, number));
}

async function writeGifToFit(picture: Picture, context: Context, targetBytes: number): Promise<Result> {
  const { options, folder } = context;
  const path = join(folder, 'result.gif');
  const onAttempt = followAttempts(picture, context);
  const written = await fitGifFile(picture, options, { targetBytes, path, onAttempt });
  return { ...written, path, quality: options.quality };
}

/** Encodes repeatedly until the file fits. */
async function writeToFit(picture: Picture, context: Context, targetBytes: number): Promise<Result> {
  const { options, folder } = context;
  if (options.format === 'gif' && canFitGif(picture, options)) return writeGifToFit(picture, context, targetBytes);
  const onAttempt = followAttempts(picture, context);
  const extension = media[options.format].extensions[0];
  const written: Written[] = [];
  const pathOf = (number: number) => join(folder, `attempt-${number}.${extension}`);
  const fit = await fitSize({
    targetBytes,
    quality: lossyFormats.includes(options.format) || options.format === 'pdf' ? options.quality : null,
    longEdge: Math.max(picture.width, picture.height),
    encode: async ({ quality, scale }, number) => {
      onAttempt(number);
      const first = written[0];
      const size =
        scale === 1 || !first
          ? null
          : {
              width: Math.max(1, Math.round(first.width * scale)),
              height: Math.max(1, Math.round(first.height * scale)),
            };
      const attempt: Attempt = { quality, size, path: pathOf(number) };
      const result = await writeResult(picture, options, attempt);
      written.push(result);
      return result.bytes;
    },
  });
  const path = join(folder, `result.${extension}`);
  await rename(pathOf(fit.number), path);
  await Promise.all(written.map((_, i) => rm(pathOf(i + 1), { force: true })));
  const { look, ...result } = written[fit.number - 1]!;
  return { ...result, path, quality: fit.quality, isReduced: fit.scale < 1, ...(look && { look }) };
}

/** Returns the warnings about this result. */
async function findWarnings(picture: Picture, options: ConvertOptions, result: Result): Promise<WarningCode[]> {
  const { format, keepMetadata, colorProfile } = options;
  const { exif, xmp, icc } = picture.metadata;
  const carriesNothing = ['gif', 'bmp', 'ico', 'pdf'].includes(format);
  // The frames of these are composed without the file's metadata.
  const losesInFrames = keepsFrames(picture, options) && picture.type !== 'webp';
  return listWarnings({
    'bigger-than-input': result.bytes > picture.bytes * noticeablyBigger,
    'first-frame-only':
      (picture.pages > 1 && format !== 'pdf') || (picture.frames > 1 && !keepsFrames(picture, options)),
    ...(format === 'pdf' && warnOfPages(picture)),
    'transparency-flattened': flattens(picture, options) && (await isSeenThrough(picture)),
    'metadata-dropped':
      keepMetadata !== false &&
      ((carriesNothing && !!(exif || xmp)) || (format === 'tiff' && !!exif) || (losesInFrames && !!(exif || xmp))),
    'profile-dropped': colorProfile === 'keep' && !!icc && !result.keepsProfile,
    'depth-reduced': isDeep(picture.metadata) && !keepsDepth(picture.metadata, format),
    'not-enlarged': isBelowAsked(options, result),
    'dimensions-reduced': result.isReduced,
    'colours-reduced': result.hasFewerColours === true,
  });
}

/** Whether the image is smaller than the requested size and was not enlarged. */
function isBelowAsked({ format, width, height }: ConvertOptions, result: Result): boolean {
  if (result.isReduced || format === 'ico' || !(width || height)) return false;
  return (!width || result.width < width) && (!height || result.height < height);
}

async function makePreviews(picture: Picture, { options, folder, progress }: Context, result: Result) {
  const previews: { previewPath?: string; inputPreviewPath?: string } = {};
  if (!media[options.format].shownByBrowsers && result.look) {
    progress(writtenPercent, 'writing');
    previews.previewPath = await writePreview(
      result.look(result.path),
      join(folder, 'preview'),
      picture.hasAlpha && !flattens(picture, options),
    );
  }
  if (!media[picture.type].shownByBrowsers) {
    progress(90, 'writing');
    previews.inputPreviewPath = await writePreview(
      picture.start().flatten({ background: '#ffffff' }),
      join(folder, 'input-preview'),
      false,
    );
  }
  return previews;
}

async function convert(context: Context): Promise<Output> {
  const { options, inputs, progress } = context;
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  checkResult(picture, options);
  progress(startedPercent, 'working', writing(picture, options, writtenPercent));
  const work = async () => {
    const { targetKb } = options;
    const result = await (targetKb ? writeToFit(picture, context, targetKb * 1024) : writeOnce(picture, context));
    return { result, previews: await makePreviews(picture, context, result) };
  };
  const { result, previews } = await refuseDamage(picture, work, {
    ...startFor(picture, options),
    animated: keepsFrames(picture, options),
  });
  progress(100, 'writing');
  const { width, height, path } = result;
  const { previewPath, inputPreviewPath } = previews;
  return {
    files: [
      {
        path,
        name: nameResult(input.name, options.format),
        type: options.format,
        width,
        height,
        ...(previewPath && { previewPath }),
      },
    ],
    ...(inputPreviewPath && { inputPreviewPath }),
    meta: {
      inputBytes: picture.bytes,
      inputType: picture.type,
      inputWidth: picture.width,
      inputHeight: picture.height,
      frames: picture.frames,
      outputBytes: result.bytes,
      ...(result.usesQuality && { quality: result.quality }),
      warnings: await findWarnings(picture, options, result),
    },
  };
}

export const runs: Runs<typeof imageConverter> = { convert };
