// Filters one image: decodes it, applies the look, and saves it in its own or another format.
import type { Output, Run, Runs } from 'contract/run.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';
import { savePicture } from 'engines/save-picture.ts';
import type { FilterOptions, photoFilter } from './contract.ts';

const decodedPercent = 25;
const changedPercent = 75;

const filter: Run<FilterOptions> = async ({ options, inputs, folder, progress }): Promise<Output> => {
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  return refuseDamage(picture, async () => {
    const channels = (await isSeenThrough(picture)) ? 4 : 3;
    const pixels = await readPixels(picture.start({ paintsColour: true }), channels);
    progress(decodedPercent, 'working');
    applyLook({ ...pixels, channels }, options.filterType, options.strength, done =>
      progress(decodedPercent + done * (changedPercent - decodedPercent), 'working'),
    );
    progress(changedPercent, 'writing');
    const wishes = { format: options.format, followsSource: true };
    const { losses, ...saved } = await savePicture({
      picture,
      inputName: input.name,
      pixels,
      folder,
      wishes,
      suffix: `-${options.filterType}`,
    });
    progress(100, 'writing');
    const meta = { filterType: options.filterType, warnings: losses };
    return { ...saved, meta, hasNoEffect: options.strength === 0 };
  });
};

export const runs: Runs<typeof photoFilter> = { filter };
