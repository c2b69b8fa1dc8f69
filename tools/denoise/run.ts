// Takes the noise out of one image and saves the result in the input's or another format.
import { type Output, type PartProgress, partOf, type Run, type Runs, within } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { planDenoising } from 'engines/denoise/denoise.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import { readColours, withAlphaOf } from 'engines/maxim/colours.ts';
import { savePicture } from 'engines/save-picture.ts';
import { asMeasured, type DenoiseOptions, type denoise } from './contract.ts';

const decodedPercent = 8;
const denoisedPercent = 90;
/** Share of the time in which the noise is measured, in four of up to 36 tiles. */
const measuredShare = 0.15;

const oneDigit = (value: number) => Math.round(value * 10) / 10;

interface Made {
  readonly pixels: RawPixels;
  readonly hasNoEffect: boolean;
  /** Standard deviations in levels; absent if nothing could be measured. */
  readonly noise?: { readonly luma: number; readonly colour: number };
}

async function reduceNoise(picture: RawPixels, strength: number, progress: PartProgress): Promise<Made> {
  if (strength === 0) return { pixels: picture, hasNoEffect: true };
  const colours = readColours(picture);
  const plan = await planDenoising(colours, within(progress, 0, measuredShare));
  if (!plan) return { pixels: picture, hasNoEffect: true };
  const { noise, isClean, remove } = plan;
  if (strength <= asMeasured && isClean) return { pixels: picture, hasNoEffect: true, noise };
  const made = await remove(Math.max(1, strength / asMeasured), within(progress, measuredShare, 1));
  const share = Math.min(1, strength / asMeasured);
  const { data } = made;
  if (share < 1)
    for (let i = 0; i < data.length; i++)
      data[i] = Math.round(colours.data[i]! + share * (data[i]! - colours.data[i]!));
  return { pixels: withAlphaOf(picture, made), hasNoEffect: false, noise };
}

const runDenoise: Run<DenoiseOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  // A profile that fits a WebP is an RGB profile and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const channels = (await isSeenThrough(picture)) ? 4 : 3;
    const started = picture.start({ keepsProfile, paintsColour: true });
    const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
    progress(decodedPercent, 'working');
    const report = partOf(progress, decodedPercent, denoisedPercent, 'working');
    const made = await reduceNoise(pixels, options.strength, report);
    progress(denoisedPercent, 'writing');
    const { losses, ...saved } = await savePicture({
      picture,
      inputName: input.name,
      pixels: made.pixels,
      folder,
      wishes: { format: options.format, keepsProfile },
      suffix: '-clean',
    });
    progress(100, 'writing');
    const { hasNoEffect, noise } = made;
    const isLeft = hasNoEffect && options.strength > 0;
    const found = listWarnings({ 'little-noise': isLeft && !!noise, 'noise-not-measured': isLeft && !noise });
    const measured = noise && { noise: oneDigit(noise.luma), colourNoise: oneDigit(noise.colour) };
    return { ...saved, meta: { engine: 'maxim', ...measured, warnings: [...found, ...losses] }, hasNoEffect };
  });
};

export const runs: Runs<typeof denoise> = { denoise: runDenoise };
