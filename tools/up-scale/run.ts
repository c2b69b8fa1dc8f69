// Enlarges one image: with a network, or with resampling on request; vector drawings are rendered at the new size.
import { AppError } from 'contract/errors.ts';
import { type ModelFiles, type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { checkSides } from 'engines/encode.ts';
import { cleanJpeg } from 'engines/enlarge/clean-jpeg.ts';
import { findEarlierJpeg } from 'engines/enlarge/earlier-jpeg.ts';
import { enlarge } from 'engines/enlarge/enlarge.ts';
import { openNetwork } from 'engines/enlarge/network.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { type JpegTables, readJpegTables } from 'engines/formats/jpeg-tables.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { sameFormat, savePicture } from 'engines/save-picture.ts';
import { type EnlargeOptions, maxMegapixels, maxOperatorPixels, type upScale } from './contract.ts';
import { isPossible, possibleScales } from './limits.ts';

const decodedPercent = 5;
const openedPercent = 8;
const cleanedPercent = 20;
const enlargedPercent = 92;
const openingStep = { until: openedPercent, usualMs: 1000, name: 'open-network' } as const;

/** JPEG quality from which artefacts are too small to see, even enlarged. */
const cleanBelow = 88;
/** JPEG quality from which the pixels count as undistorted. */
const faithfulFrom = 96;

/** Formats that are nearly always saved with small errors. */
const lossyTypes: readonly string[] = ['heic', 'avif', 'webp'];

/** Returns whether the image has compression artefacts, and the tables of the JPEG in which they are visible: the file itself, or an earlier one. */
async function judgeLoss(
  { path, type }: Picture,
  pixels: RawPixels,
): Promise<{ isLossy: boolean; tables?: JpegTables }> {
  const own = type === 'jpg' ? await readJpegTables(path) : undefined;
  const earlier = findEarlierJpeg(pixels);
  const tables = earlier && earlier.quality < (own?.quality ?? 100) ? earlier : own;
  const isLossy = tables ? tables.quality < faithfulFrom : lossyTypes.includes(type);
  return { isLossy, ...(tables && tables.quality < cleanBelow && { tables }) };
}

/** Returns the operator's network, unless the image is too large for a network of unknown speed. */
function chooseNetwork({ width, height }: Picture, { enlarge: file }: ModelFiles) {
  const isTooLarge = file !== undefined && width * height > maxOperatorPixels;
  return { isTooLarge, file: isTooLarge ? undefined : file };
}

interface Enlarged {
  readonly pixels: RawPixels;
  readonly engine: string;
  /** Whether the image was too large for the operator's network. */
  readonly isTooLarge: boolean;
}

/** Refuses ENLARGED_TOO_LARGE, ALREADY_LARGE and SIDE_TOO_LONG before decoding. */
function checkSize({ width, height, type, hasAlpha }: Picture, { upscale, format }: EnlargeOptions): void {
  if (!isPossible(width, height, upscale)) {
    const possible = possibleScales(width, height).at(-1);
    const megapixels = Math.round((width * height * upscale ** 2) / 1_000_000);
    throw possible
      ? new AppError('ENLARGED_TOO_LARGE', { upscale, megapixels, maxMegapixels, possible })
      : new AppError('ALREADY_LARGE', { maxMegapixels, maxInputMegapixels: maxMegapixels / 4 });
  }
  checkSides(format === 'same' ? sameFormat(type, hasAlpha) : format, width * upscale, height * upscale);
}

async function enlargePixels(
  picture: Picture,
  { options, progress }: RunContext<EnlargeOptions>,
  keepsProfile: boolean,
  models: ModelFiles,
): Promise<Enlarged> {
  const { upscale, mode } = options;
  const channels = (await isSeenThrough(picture)) ? 4 : 3;
  if (picture.type === 'svg') {
    const size = { width: picture.width * upscale, height: picture.height * upscale, fit: 'fill' } as const;
    const drawn = picture.start({ scale: upscale }).resize(size);
    return { pixels: await readPixels(drawn, channels), engine: 'vector', isTooLarge: false };
  }
  const started = picture.start({ keepsProfile, paintsColour: true });
  const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
  const { file, isTooLarge } = chooseNetwork(picture, models);
  const isByNetwork = options.detail === 'best';
  progress(decodedPercent, 'working', isByNetwork ? openingStep : undefined);
  const { isLossy, tables } = await judgeLoss(picture, pixels);
  const network = isByNetwork ? await openNetwork(file, { scale: upscale, isLossy }) : undefined;
  const cleaning = partOf(progress, openedPercent, cleanedPercent, 'working');
  const isCleaned = tables !== undefined && channels === 3;
  const cleaned = isCleaned ? cleanJpeg(pixels, tables, cleaning) : pixels;
  const report = partOf(progress, isCleaned ? cleanedPercent : openedPercent, enlargedPercent, 'working');
  const request = { scale: upscale, mode, isLossy, progress: report, ...(network && { network }) };
  return {
    pixels: await enlarge(cleaned, request),
    engine: network?.name ?? 'lanczos',
    isTooLarge: isByNetwork && isTooLarge,
  };
}

const enlargeOne: Run<EnlargeOptions> = async (context): Promise<Output> => {
  const { options, inputs, models, folder, progress } = context;
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  checkSize(picture, options);
  // A profile that fits a WebP is an RGB profile and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const { pixels, engine, isTooLarge } = await enlargePixels(picture, context, keepsProfile, models);
    progress(enlargedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile };
    const suffix = `-x${options.upscale}`;
    const { losses, ...saved } = await savePicture({ picture, inputName: input.name, pixels, folder, wishes, suffix });
    progress(100, 'writing');
    const warnings = [...listWarnings({ 'too-large-for-network': isTooLarge }), ...losses];
    return { ...saved, meta: { engine, upscale: options.upscale, mode: options.mode, warnings } };
  });
};

export const runs: Runs<typeof upScale> = { enlarge: enlargeOne };
