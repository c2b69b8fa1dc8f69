// Cuts the subject out of one image: computes its matte, composes the result and writes it.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import { type InputFile, type Output, partOf, type RunContext, type Runs } from 'contract/run.ts';
import type { WarningCode } from 'contract/warnings.ts';
import type { Backdrop } from 'engines/cutout/backdrop.ts';
import { type ComposedCutout, composeCutout } from 'engines/cutout/compose-cutout.ts';
import { checkSides } from 'engines/encode.ts';
import { packPng } from 'engines/formats/pack-png.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import { keepFaces } from 'engines/matte/keep-faces.ts';
import { findMatte } from 'engines/matte/matte.ts';
import { readPaintedInputs } from 'engines/matte/painted.ts';
import { findSubjectBox } from 'engines/matte/subject-box.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { spreadColours } from 'engines/pixels/spread-colours.ts';
import { fromPixels, openOwn, writePreview } from 'engines/preview.ts';
import { lossesOf, nameSaved } from 'engines/save-picture.ts';
import { readSeenPixels } from 'engines/seen-pixels.ts';
import { sharp } from 'engines/sharp.ts';
import { isPhotoId } from './backgrounds.ts';
import type { CutoutCallOptions, cutoutImage } from './contract.ts';
import { drawBackground } from './draw-background.ts';
import { photoBackgrounds } from './photo-backgrounds.ts';

/** Multiplies the second alpha (0..255) into the first, of the same size. */
function multiplyAlpha(alpha: Uint8Array, by: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.round((alpha[i]! * by[i]!) / 255);
}

/** Limits the first alpha (0..255) to the second, of the same size. */
function limitAlpha(alpha: Uint8Array, max: Uint8Array): void {
  for (let i = 0; i < alpha.length; i++) alpha[i] = Math.min(alpha[i]!, max[i]!);
}

type ReturnType = NonNullable<CutoutCallOptions['returnType']>;

/** Share of the image below which what an unsure matte keeps is crumbs, at half of full alpha. */
const minKept = 0.002;
const halfAlpha = 128;

function isCrumbs(alpha: Uint8Array): boolean {
  let kept = 0;
  for (const value of alpha) if (value >= halfAlpha) kept++;
  return kept < minKept * alpha.length;
}

/** Longest side of a rendered background in pixels; it is soft, so more would not be visible. */
const maxDrawnPixels = 1200;
/** Amplitude of noise added to the built-in photographs: they are blurred and, enlarged, would lack sensor noise. */
const photoGrain = 4;

/** Returns the default for a missing return type. Refuses TRANSPARENCY_UNSUPPORTED for a transparent result as jpg. */
function chooseReturnType(options: CutoutCallOptions, hasBackgroundPicture: boolean): ReturnType {
  const { returnType, format, backgroundBlur, backgroundColor, backgroundId } = options;
  const hasBackground = hasBackgroundPicture || !!(backgroundBlur || backgroundColor || backgroundId);
  if (returnType === 'rgba' && format === 'jpg') throw new AppError('TRANSPARENCY_UNSUPPORTED', { format: 'JPG' });
  return returnType ?? (hasBackground || format === 'jpg' ? 'composite' : 'rgba');
}

async function openBackground(input: InputFile): Promise<Backdrop> {
  const picture = await openPicture(input.path);
  // Decodes it once, so that damage is reported for this image and not for the one that is cut out.
  await refuseDamage(picture, () => picture.start().resize(8, 8, { fit: 'fill' }).raw().toBuffer());
  return { kind: 'picture', start: () => picture.start({ paintsColour: true }) };
}

/** Returns the first given background, in the order upload, built-in, blur, colour; white if there is none. */
async function chooseBackground(
  options: CutoutCallOptions,
  input: InputFile | undefined,
  { width, height }: Pixels,
): Promise<Backdrop> {
  const { backgroundId, backgroundBlur, backgroundColor = '#ffffff' } = options;
  if (input) return openBackground(input);
  if (backgroundId && isPhotoId(backgroundId)) {
    const path = fileURLToPath(photoBackgrounds[backgroundId]);
    return { kind: 'picture', start: () => openOwn(path), grain: photoGrain };
  }
  if (backgroundId) {
    const { svg, grain } = drawBackground(backgroundId, width, height, maxDrawnPixels);
    return { kind: 'picture', start: () => openOwn(Buffer.from(svg)), grain };
  }
  if (backgroundBlur) return { kind: 'blur', strength: backgroundBlur };
  return { kind: 'colour', colour: backgroundColor };
}

type Context = RunContext<CutoutCallOptions>;

const readPercent = 8;
const foundPercent = 75;
const composedPercent = 88;
const webpQuality = 92;
const jpgQuality = 92;

const suffixes = { rgba: '-cutout', mask: '-mask', composite: '-cutout' } as const;

async function write(composed: ComposedCutout, { options, inputs, folder }: Context, suffix: string) {
  const { width, height, channels, data } = composed;
  const { format } = options;
  checkSides(format, width, height);
  const path = join(folder, `cutout.${media[format].extensions[0]}`);
  if (format === 'webp' && channels === 4) spreadColours(data, width, height);
  const drawn = sharp(data, { raw: { width, height, channels } });
  const pipeline = channels === 1 ? drawn.toColourspace('b-w') : drawn;
  if (format === 'png') await writeFile(path, await packPng(composed));
  else if (format === 'jpg') await pipeline.jpeg({ quality: jpgQuality, chromaSubsampling: '4:4:4' }).toFile(path);
  else await pipeline.webp({ quality: webpQuality, effort: 3 }).toFile(path);
  return { path, name: nameSaved(inputs.imageUrl!.name, format, suffix), type: format, width, height };
}

/** Returns the image's pixels and its matte, in which transparent input pixels stay transparent. */
async function find({ options, inputs, models, progress }: Context, input: InputFile) {
  const picture = await openPicture(input.path);
  return refuseDamage(picture, async () => {
    const { pixels, seen } = await readSeenPixels(picture);
    progress(readPercent, 'working');
    const { extent } = options;
    const { alpha, engine, doubts } = await findMatte(pixels, {
      modelFile: models.matte,
      extent,
      ...(await readPaintedInputs(inputs)),
      spreads: options.strokesSpread,
      progress: partOf(progress, readPercent, foundPercent, 'working'),
    });
    // A given matte was already multiplied; strokes may have made it more opaque than the image.
    if (seen && inputs.matteUrl) limitAlpha(alpha, seen);
    else if (seen) multiplyAlpha(alpha, seen);
    const warnings: WarningCode[] = lossesOf(picture);
    const isPersonWanted = options.subject === 'person' && !inputs.matteUrl;
    const people = isPersonWanted ? await keepFaces(pixels, alpha) : 0;
    // Someone who painted what to keep has said what the subject is.
    const isUnsure = doubts?.isUnsure && people === 0 && !inputs.keepUrl;
    if (extent !== 'usual') warnings.push(extent === 'more' ? 'more-kept' : 'one-kept');
    else if (isUnsure) warnings.push('subject-unsure');
    else if (doubts?.mayMissParts) warnings.push('parts-half-seen');
    else if (doubts?.isSeveral) warnings.push('several-subjects');
    if (isPersonWanted && people === 0) warnings.push('no-person-found');
    const isEmpty = isUnsure && extent === 'usual' && isCrumbs(alpha);
    if (isEmpty || !findSubjectBox(alpha, pixels.width, pixels.height)) throw new AppError('SUBJECT_NOT_FOUND');
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
    meta: { ...(engine && { engine }), returnType, warnings },
  };
}

export const runs: Runs<typeof cutoutImage> = { cut };
