// Cuts the subject out of one picture: finds its matte, puts it together with what was asked for, and writes it.
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import { type InputFile, type Output, partOf, type RunContext, type Runs } from 'contract/run.ts';
import { type ComposedCutout, composeCutout } from 'engines/cutout/compose-cutout.ts';
import { checkSides } from 'engines/encode.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import { keepPeople } from 'engines/matte/keep-people.ts';
import { findMatte } from 'engines/matte/matte.ts';
import { findSubjectBox } from 'engines/matte/subject-box.ts';
import { fromPixels, writePreview } from 'engines/preview.ts';
import { nameSaved } from 'engines/save-picture.ts';
import { sharp } from 'engines/sharp.ts';
import { chooseBackground, chooseReturnType } from './choose-result.ts';
import type { CutoutCallOptions, cutoutImage } from './contract.ts';
import { multiplyAlpha, readSeenPixels, readStrokes } from './read-inputs.ts';

type Context = RunContext<CutoutCallOptions>;

const readPercent = 8;
const foundPercent = 75;
const composedPercent = 88;
const webpQuality = 92;
const jpgQuality = 92;
/** Transparent pixels are plain black: a lower level costs 1 to 5 % of bytes and saves a tenth of the time. */
const pngLevel = 3;

const suffixes = { rgba: '-cutout', mask: '-mask', composite: '-cutout' } as const;

async function write(composed: ComposedCutout, { options, inputs, folder }: Context, suffix: string) {
  const { width, height, channels, data } = composed;
  const { format } = options;
  checkSides(format, width, height);
  const path = join(folder, `cutout.${media[format].extensions[0]}`);
  const drawn = sharp(data, { raw: { width, height, channels } });
  const pipeline = channels === 1 ? drawn.toColourspace('b-w') : drawn;
  if (format === 'jpg') await pipeline.jpeg({ quality: jpgQuality, chromaSubsampling: '4:4:4' }).toFile(path);
  else if (format === 'webp') await pipeline.webp({ quality: webpQuality, effort: 3 }).toFile(path);
  else await pipeline.png({ compressionLevel: pngLevel }).toFile(path);
  return { path, name: nameSaved(inputs.imageUrl!.name, format, suffix), type: format, width, height };
}

/** The picture's pixels and what belongs to the subject; a picture that is seen through already loses no hole. */
async function find({ options, inputs, models, progress }: Context, input: InputFile) {
  const picture = await openPicture(input.path);
  return refuseDamage(picture, async () => {
    const { pixels, seen } = await readSeenPixels(picture);
    progress(readPercent, 'working');
    const { alpha, engine } = await findMatte(pixels, {
      modelFile: models.matte,
      keep: await readStrokes(inputs.keepUrl),
      erase: await readStrokes(inputs.eraseUrl),
      spreads: options.strokesSpread,
      progress: partOf(progress, readPercent, foundPercent, 'working'),
    });
    if (seen) multiplyAlpha(alpha, seen);
    const warnings = picture.frames > 1 || picture.pages > 1 ? ['first-frame-only'] : [];
    if (options.subject === 'person' && (await keepPeople(pixels, alpha)) === 0) warnings.push('no-person-found');
    if (!findSubjectBox(alpha, pixels.width, pixels.height)) throw new AppError('SUBJECT_NOT_FOUND');
    return { picture, pixels, alpha, engine, warnings };
  });
}

async function cut(context: Context): Promise<Output> {
  const { options, inputs, folder, progress } = context;
  progress(0, 'reading');
  const returnType = chooseReturnType(options, inputs.backgroundUrl !== undefined);
  const { picture, pixels, alpha, engine, warnings } = await find(context, inputs.imageUrl!);
  progress(foundPercent, 'working');
  const { shadow, shadowStrength, outlineWidth, outlineColor, crop, cropMargin } = options;
  const isMask = returnType === 'mask';
  const compose = async () =>
    composeCutout({
      pixels,
      alpha,
      returnType,
      background:
        returnType === 'composite' ? await chooseBackground(options, inputs.backgroundUrl, pixels) : undefined,
      shadow: shadow === 'none' || isMask ? undefined : { kind: shadow, strength: shadowStrength },
      outline: outlineWidth === 0 || isMask ? undefined : { widthPercent: outlineWidth, colour: outlineColor },
      crop: crop === 'subject' ? { marginPercent: cropMargin } : undefined,
    });
  const composed = await compose();
  progress(composedPercent, 'writing');
  const file = await write(composed, context, suffixes[returnType]);
  const inputPreviewPath = media[picture.type].shownByBrowsers
    ? undefined
    : await writePreview(fromPixels({ ...pixels, channels: 3 }), join(folder, 'input-preview'), false);
  progress(100, 'writing');
  return {
    files: [file],
    ...(inputPreviewPath && { inputPreviewPath }),
    meta: { engine, returnType, warnings },
  };
}

export const runs: Runs<typeof cutoutImage> = { cut };
