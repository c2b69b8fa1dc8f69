// Enlarges one picture: by a network where that is wanted and affordable, else by exact resampling; drawings of lines are rendered anew.
import { AppError } from 'contract/errors.ts';
import { type ModelFiles, type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { checkSides } from 'engines/encode.ts';
import { enlarge } from 'engines/enlarge/enlarge.ts';
import { openNetwork } from 'engines/enlarge/network.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { isSeenThrough, openPicture, type Picture, readPixels, refuseDamage } from 'engines/image.ts';
import { sameFormat, savePicture } from 'engines/save-picture.ts';
import { type EnlargeOptions, maxMegapixels, type upScale } from './contract.ts';
import { isPossible, possibleScales, usesNetwork } from './limits.ts';

const decodedPercent = 5;
const openedPercent = 8;
const enlargedPercent = 92;
const openingStep = { until: openedPercent, usualMs: 1000, name: 'open-network' } as const;

interface Enlarged {
  readonly pixels: RawPixels;
  readonly engine: string;
}

/** Refuses ENLARGED_TOO_LARGE, ALREADY_LARGE and SIDE_TOO_LONG before anything is decoded. */
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
    return { pixels: await readPixels(picture.start({ scale: upscale }).resize(size), channels), engine: 'vector' };
  }
  const started = picture.start({ keepsProfile, paintsColour: true });
  const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
  const isByNetwork = usesNetwork(picture.width, picture.height, options);
  progress(decodedPercent, 'working', isByNetwork ? openingStep : undefined);
  const network = isByNetwork ? await openNetwork(models.enlarge) : undefined;
  const report = partOf(progress, openedPercent, enlargedPercent, 'working');
  const request = { scale: upscale, mode, progress: report, ...(network && { network }) };
  return { pixels: await enlarge(pixels, request), engine: network?.name ?? 'lanczos' };
}

const enlargeOne: Run<EnlargeOptions> = async (context): Promise<Output> => {
  const { options, inputs, models, folder, progress } = context;
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  checkSize(picture, options);
  // A profile that a WebP can hold is one of RGB, and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const { pixels, engine } = await enlargePixels(picture, context, keepsProfile, models);
    progress(enlargedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile };
    const suffix = `-x${options.upscale}`;
    const saved = await savePicture({ picture, inputName: input.name, pixels, folder, wishes, suffix });
    progress(100, 'writing');
    const warnings = {
      'too-large-for-network': options.detail === 'best' && engine === 'lanczos',
      'first-frame-only': picture.frames > 1 || picture.pages > 1,
      'transparency-flattened': pixels.channels === 4 && saved.files[0]?.type === 'jpg',
    };
    const told = Object.entries(warnings).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
    return { ...saved, meta: { engine, upscale: options.upscale, mode: options.mode, warnings: told } };
  });
};

export const runs: Runs<typeof upScale> = { enlarge: enlargeOne };
