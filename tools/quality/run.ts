// Sharpens one image: measures its blur, reverses it, and saves the result in the input's or another format.
import type { Output, Run, Runs } from 'contract/run.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import { savePicture } from 'engines/save-picture.ts';
import type { quality, SharpenOptions } from './contract.ts';
import type { PixelRows } from './luminance.ts';
import { isBeyondReach, measurePicture, planSharpening, sharpenPixels } from './sharpen.ts';

const decodedPercent = 15;
const measuredPercent = 25;
const sharpenedPercent = 85;

const oneDigit = (value: number) => Math.round(value * 10) / 10;

const sharpen: Run<SharpenOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  // A profile that fits a WebP is an RGB profile and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const channels: 3 | 4 = (await isSeenThrough(picture)) ? 4 : 3;
    const started = picture.start({ keepsProfile, paintsColour: true });
    const pixels: PixelRows = {
      ...(await readPixels(keepsProfile ? started.keepIccProfile() : started, channels)),
      channels,
    };
    progress(decodedPercent, 'working');
    const measured = await measurePicture(pixels, () => undefined);
    const plan = planSharpening(measured, options);
    progress(measuredPercent, 'working');
    const report = (share: number) =>
      progress(measuredPercent + share * (sharpenedPercent - measuredPercent), 'working');
    if (options.blurStrength > 0) await sharpenPixels(pixels, plan, report);
    progress(sharpenedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile };
    const saved = await savePicture({ picture, inputName: input.name, pixels, folder, wishes, suffix: '-sharp' });
    progress(100, 'writing');
    const isLeft = !plan.blur && options.blurStrength > 0;
    const warnings = {
      'already-sharp': isLeft && measured.blur !== undefined && !measured.isUnsure,
      'blur-unsure': isLeft && measured.isUnsure === true,
      'nothing-measured': measured.blur === undefined && options.blurStrength > 0,
      'too-blurred': plan.blur !== undefined && isBeyondReach(plan.blur),
      'first-frame-only': picture.frames > 1 || picture.pages > 1,
      'transparency-flattened': channels === 4 && saved.files[0]?.type === 'jpg',
    };
    const told = Object.entries(warnings).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
    const { blur } = plan;
    const found = blur && {
      blur: blur.kind,
      // The radius of a disc, the standard deviation of a Gaussian, or the length of a motion, in pixels.
      size: oneDigit(blur.size),
      ...(blur.kind === 'motion' && { degrees: Math.round(blur.degrees) % 180 }),
    };
    return { ...saved, meta: { engine: 'deconvolution', noise: oneDigit(measured.noise), ...found, warnings: told } };
  });
};

export const runs: Runs<typeof quality> = { sharpen };
