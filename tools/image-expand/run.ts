// Continues one image beyond its frame, from patches of itself, or far beyond it with the operator's network.
import { type Output, partOf, type Run, type Runs } from 'contract/run.ts';
import { canKeepProfile } from 'engines/colour.ts';
import { checkSides } from 'engines/encode.ts';
import { expand } from 'engines/expand/expand.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import { sameFormat, savePicture } from 'engines/save-picture.ts';
import { type ExpandOptions, type imageExpand, soundShare } from './contract.ts';
import { farthest, planSides, resultSize } from './plan-sides.ts';

const decodedPercent = 8;
const expandedPercent = 92;

const expandOne: Run<ExpandOptions> = async (context): Promise<Output> => {
  const { options, inputs, models, folder, progress } = context;
  progress(0, 'reading');
  const input = inputs.imageUrl!;
  const picture = await openPicture(input.path);
  const sides = planSides(picture, options);
  const size = resultSize(picture, sides);
  const { format } = options;
  checkSides(format === 'same' ? sameFormat(picture.type, picture.hasAlpha) : format, size.width, size.height);
  // A profile that fits a WebP is an RGB profile and fits every format written here.
  const keepsProfile = canKeepProfile(picture.metadata, 'webp');
  return refuseDamage(picture, async () => {
    const channels = (await isSeenThrough(picture)) ? 4 : 3;
    const started = picture.start({ keepsProfile, paintsColour: true });
    const pixels = await readPixels(keepsProfile ? started.keepIccProfile() : started, channels);
    progress(decodedPercent, 'working');
    // Patches of the image are sharper than a network's output, and near the frame they are plausible.
    const isFar = farthest(pixels, sides) > soundShare;
    const report = partOf(progress, decodedPercent, expandedPercent, 'working');
    const { engine, ...expanded } = await expand(pixels, sides, {
      ...(isFar && models.inpaint && { modelFile: models.inpaint }),
      progress: report,
    });
    progress(expandedPercent, 'writing');
    const saved = await savePicture({
      picture,
      inputName: input.name,
      pixels: expanded,
      folder,
      wishes: { format, keepsProfile },
      suffix: '-expanded',
    });
    progress(100, 'writing');
    const warnings = {
      'far-out': isFar && engine === 'pieces',
      'first-frame-only': picture.frames > 1 || picture.pages > 1,
      'transparency-flattened': channels === 4 && saved.files[0]?.type === 'jpg',
    };
    const told = Object.entries(warnings).flatMap(([name, isTrue]) => (isTrue ? [name] : []));
    return { ...saved, meta: { engine, sides, warnings: told } };
  });
};

export const runs: Runs<typeof imageExpand> = { expand: expandOne };
