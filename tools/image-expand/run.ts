// Continues one image beyond its frame, from patches of itself, or far beyond it with the operator's network.
import { AppError } from 'contract/errors.ts';
import { type Output, type PartProgress, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { canKeepProfile } from 'engines/colour.ts';
import type { Drawn } from 'engines/drawing-server.ts';
import { checkSides } from 'engines/encode.ts';
import { isUnsure } from 'engines/expand/doubt.ts';
import { expand } from 'engines/expand/expand.ts';
import { networkPainter, type Painter } from 'engines/expand/painter.ts';
import { serverPainter } from 'engines/expand/server-painter.ts';
import { isSeenThrough, openPicture, readPixels, refuseDamage } from 'engines/image.ts';
import { sameFormat, savePicture } from 'engines/save-picture.ts';
import { type ExpandOptions, type imageExpand, soundShare } from './contract.ts';
import { farthest, planSides, resultSize } from './plan-sides.ts';

const decodedPercent = 8;
const expandedPercent = 92;

type Context = RunContext<ExpandOptions>;

interface PainterChoice {
  readonly isFar: boolean;
  readonly progress: PartProgress;
  readonly onDrawn: (drawn: Pick<Drawn, 'warnings' | 'meta'>) => void;
}

/**
 * Returns the painter of the new area, or undefined for pieces of the image, which are sharper than what a network or server draws and plausible near
 * the frame. Throws DRAW_NOT_CONFIGURED.
 */
function choosePainter(
  { options, models, folder, servers = [], askForPictures }: Context,
  { isFar, progress, onDrawn }: PainterChoice,
): Painter | undefined {
  const { modelId, prompt } = options;
  const ask = servers.includes('fill') ? askForPictures : undefined;
  if (modelId === 'server' && !ask) throw new AppError('DRAW_NOT_CONFIGURED');
  const asksServer = ask && (modelId === 'server' || (modelId === 'auto' && isFar));
  if (asksServer) return serverPainter({ ask, folder, prompt, progress, onDrawn });
  return isFar && models.inpaint ? networkPainter(models.inpaint) : undefined;
}

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
    const isFar = farthest(pixels, sides) > soundShare;
    const report = partOf(progress, decodedPercent, expandedPercent, 'working');
    let told: Pick<Drawn, 'warnings' | 'meta'> = { warnings: [], meta: {} };
    const onDrawn = (drawn: typeof told) => {
      told = drawn;
    };
    const painter = choosePainter(context, { isFar, progress: report, onDrawn });
    // Further out every result is a guess, as the page says before the start; a doubt would make all of them free.
    const { engine, signs, ...expanded } = await expand(pixels, sides, {
      painter,
      judges: !isFar,
      matteFile: models.matte,
      progress: report,
    });
    progress(expandedPercent, 'writing');
    const { losses, ...saved } = await savePicture({
      picture,
      inputName: input.name,
      pixels: expanded,
      folder,
      wishes: { format, keepsProfile },
      suffix: '-expanded',
    });
    progress(100, 'writing');
    const ours = listWarnings({
      'far-out': isFar && engine === 'pieces',
      'expansion-unsure': signs && isUnsure(signs),
    });
    const warnings = [...ours, ...told.warnings, ...losses];
    return { ...saved, meta: { engine, sides, warnings, ...told.meta } };
  });
};

export const runs: Runs<typeof imageExpand> = { expand: expandOne };
