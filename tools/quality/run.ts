// Sharpens one image: measures its blur, reverses it, by deconvolution or with a network, and saves the result in the input's or another format.
import { type Output, type PartProgress, partOf, type Run, type Runs, within } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { canKeepProfile } from 'engines/colour.ts';
import type { FoundScale } from 'engines/deblur/find-scale.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import {
  isBeyondReach,
  type Measured,
  measurePicture,
  planSharpening,
  sharpenPixels,
} from 'engines/pixels/sharpen/sharpen.ts';
import type { SharpenPlan } from 'engines/pixels/sharpen/sharpen-plane.ts';
import { savePicture } from 'engines/save-picture.ts';
import type { quality, SharpenOptions } from './contract.ts';
import { restoreByNetwork } from './restore-by-network.ts';

const decodedPercent = 15;
const measuredPercent = 25;
const sharpenedPercent = 85;
/** Share of the network in the time of both ways; the deconvolution takes seconds. */
const networkShare = 0.9;

const oneDigit = (value: number) => Math.round(value * 10) / 10;

interface Sharpened {
  readonly measured: Measured;
  readonly plan: SharpenPlan;
  /** The blur that the network undid. */
  readonly undone?: FoundScale;
  /** Whether the picture looks blurred, whatever was found. */
  readonly isBlurred: boolean;
}

/** Sharpens the pixels in place. */
async function sharpenWhole(pixels: RawPixels, options: SharpenOptions, progress: PartProgress): Promise<Sharpened> {
  const measured = await measurePicture(pixels, () => undefined);
  const planned = planSharpening(measured, options);
  if (options.blurStrength === 0) return { measured, plan: planned, isBlurred: false };
  const { undone, isBlurred, isWrong } = await restoreByNetwork(
    pixels,
    measured,
    planned,
    options,
    within(progress, 0, networkShare),
  );
  const plan = isWrong ? { ...planned, blur: undefined } : planned;
  // A restored picture has neither its blur nor its noise left.
  const rest = undone ? { ...plan, blur: undefined, noise: 1 } : plan;
  await sharpenPixels(pixels, rest, share => progress(networkShare + share * (1 - networkShare)));
  return { measured, plan, isBlurred: isBlurred || isWrong, ...(undone && { undone }) };
}

/** A blur at least this many times as long as it is wide is told as a motion. */
const motionFrom = 2.5;

/** What a result says about the blur: the radius of a disc, the standard deviation of a Gaussian, or the length of a motion, in pixels. */
function describeBlur({ plan: { blur }, undone }: Sharpened) {
  if (undone && undone.length < motionFrom * undone.width)
    return { blur: 'gaussian', size: oneDigit(Math.sqrt((undone.length * undone.width) / 12)) };
  if (undone) return { blur: 'motion', size: oneDigit(undone.length), degrees: Math.round(undone.degrees) % 180 };
  if (!blur) return {};
  const degrees = blur.kind === 'motion' && { degrees: Math.round(blur.degrees) % 180 };
  return { blur: blur.kind, size: oneDigit(blur.size), ...degrees };
}

const sharpen: Run<SharpenOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  // A profile that fits a WebP is an RGB profile and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const channels: 3 | 4 = (await isSeenThrough(picture)) ? 4 : 3;
    const started = picture.start({ keepsProfile, paintsColour: true });
    const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
    progress(decodedPercent, 'working');
    const part = partOf(progress, measuredPercent, sharpenedPercent, 'working');
    const sharpened = await sharpenWhole(pixels, options, part);
    const { measured, plan, undone, isBlurred } = sharpened;
    progress(sharpenedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile };
    const { losses, ...saved } = await savePicture({
      picture,
      inputName: input.name,
      pixels,
      folder,
      wishes,
      suffix: '-sharp',
    });
    progress(100, 'writing');
    const isUnsure = isBlurred || measured.isUnsure === true;
    const hasNoEffect = !undone && plan.bite === 0 && (!plan.blur || options.blurStrength === 0);
    const isLeft = hasNoEffect && options.blurStrength > 0;
    const found = listWarnings({
      'already-sharp': isLeft && measured.blur !== undefined && !isUnsure,
      'blur-unsure': isLeft && isUnsure,
      'nothing-measured': isLeft && measured.blur === undefined && !isUnsure,
      'too-blurred': !undone && plan.blur !== undefined && isBeyondReach(plan.blur),
    });
    const engine = undone ? 'maxim' : 'deconvolution';
    const meta = {
      engine,
      noise: oneDigit(measured.noise),
      ...describeBlur(sharpened),
      warnings: [...found, ...losses],
    };
    return { ...saved, meta, hasNoEffect };
  });
};

export const runs: Runs<typeof quality> = { sharpen };
