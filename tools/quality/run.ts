// Sharpens one picture: measures its blur, undoes it, and saves the result in the format of the input.
import type { Output, Run, Runs } from 'contract/run.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import { savePicture } from 'engines/save-picture.ts';
import type { quality, SharpenOptions } from './contract.ts';
import type { PixelRows } from './luminance.ts';
import { measurePicture, planSharpening, sharpenPixels } from './sharpen.ts';

const decodedPercent = 15;
const measuredPercent = 25;
const sharpenedPercent = 85;

const oneDigit = (value: number) => Math.round(value * 10) / 10;

const sharpen: Run<SharpenOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  // A profile that a WebP can hold is one of RGB, and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const channels: 3 | 4 = (await isSeenThrough(picture)) ? 4 : 3;
    const started = picture.start({ keepsProfile, paintsColour: true });
    const pixels: PixelRows = {
      ...(await readPixels(keepsProfile ? started.keepIccProfile() : started, channels)),
      channels,
    };
    progress(decodedPercent, 'working');
    const measured = measurePicture(pixels);
    const plan = planSharpening(measured, options);
    progress(measuredPercent, 'working');
    const report = (share: number) =>
      progress(measuredPercent + share * (sharpenedPercent - measuredPercent), 'working');
    if (plan) await sharpenPixels(pixels, plan, report);
    progress(sharpenedPercent, 'writing');
    const wishes = { format: options.format, keepsProfile };
    const saved = await savePicture({ picture, inputName: input.name, pixels, folder, wishes, suffix: '-sharp' });
    progress(100, 'writing');
    const warnings = {
      'already-sharp': !plan && options.blurStrength > 0,
      'first-frame-only': picture.frames > 1 || picture.pages > 1,
      'transparency-flattened': channels === 4 && saved.files[0]?.type === 'jpg',
    };
    const told = Object.entries(warnings).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
    const found = plan && {
      blur: plan.blur.kind,
      radius: oneDigit(plan.blur.radius),
      ...(plan.blur.kind === 'motion' && { degrees: Math.round(plan.blur.degrees) }),
    };
    return { ...saved, meta: { engine: 'deconvolution', noise: oneDigit(measured.noise), ...found, warnings: told } };
  });
};

export const runs: Runs<typeof quality> = { sharpen };
