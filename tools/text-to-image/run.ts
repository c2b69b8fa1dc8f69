// Draws images: with the operator's drawing server if there is one, otherwise with the illustrator.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { styleNames } from 'contract/drawing.ts';
import { AppError } from 'contract/errors.ts';
import { type AskForPictures, type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { listWarnings } from 'contract/warnings.ts';
import { drawOnServer } from 'engines/drawing-server.ts';
import { illustrate, writePicture } from 'engines/illustrator/illustrate.ts';
import { readStartPicture } from 'engines/illustrator/start-picture.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import type { DrawOptions, textToImage } from './contract.ts';

type Context = RunContext<DrawOptions>;

const newSeed = () => randomInt(0, 2_000_000_000);

/** Names a download after the beginning of the prompt. */
const nameOf = (prompt: string, index: number) =>
  `${
    prompt
      .replace(/[^\p{L}\p{N} ,，]+/gu, ' ')
      .trim()
      .slice(0, 40)
      .trim() || 'drawing'
  }-${index + 1}.png`;

async function readStart({ inputs, options }: Context) {
  const input = inputs.image_url;
  if (!input) return undefined;
  const picture = await openPicture(input.path);
  const { width, height, strength = 0.6 } = options;
  return refuseDamage(picture, () =>
    readStartPicture(() => picture.start({ paintsColour: true }), { width, height, strength }),
  );
}

async function drawByIllustrator(context: Context): Promise<Output> {
  const { options, folder, progress } = context;
  const { prompt, negativePrompt, styleId, width, height, count, seed = newSeed() } = options;
  const files: Output['files'][number][] = [];
  const seeds: number[] = [];
  progress(0, 'reading');
  const start = await readStart(context);
  const understood = await illustrate({
    prompt,
    negativePrompt,
    style: styleId,
    width,
    height,
    count,
    seed,
    start,
    onProgress: partOf(progress, start ? 6 : 1, 99, 'working'),
    onPicture: async picture => {
      const path = join(folder, `drawing-${files.length}.png`);
      await writePicture(picture.canvas, path);
      files.push({ path, name: nameOf(prompt, files.length), type: 'png', width, height });
      seeds.push(picture.seed);
    },
  });
  const { style, unknown, found } = understood;
  const warnings = listWarnings({
    'nothing-understood': found === 0,
    'words-unknown': found > 0 && unknown.length > 0,
  });
  return { files, meta: { engine: 'illustrator', seeds, style, unknown, warnings, ...conversationOf(options) } };
}

const conversationOf = ({ conversationId }: DrawOptions) => (conversationId ? { conversationId } : {});

async function drawByModel(context: Context, askForPictures: AskForPictures): Promise<Output> {
  const { options, inputs, folder, progress } = context;
  const { prompt, negativePrompt, styleId, width, height, count, seed = newSeed(), strength = 0.6 } = options;
  const style = styleId === 'auto' ? '' : `, ${styleNames[styleId].en} style`;
  const input = inputs.image_url;
  const file = input && join(folder, 'start.png');
  if (file) {
    progress(0, 'reading');
    const picture = await openPicture(input.path);
    const fit = { width, height, fit: 'cover' } as const;
    await refuseDamage(picture, () =>
      picture.start({ paintsColour: true }).flatten({ background: '#ffffff' }).resize(fit).png().toFile(file),
    );
  }
  const question = {
    prompt: `${prompt}${style}`,
    negativePrompt,
    width,
    height,
    count,
    seed,
    // Of several pictures, servers show one, or a sheet with all of them.
    previews: count === 1,
    ...(file && { file, strength }),
  };
  const report = partOf(progress, 5, 95, 'working');
  const drawn = await drawOnServer(askForPictures, { server: 'draw', ...question }, { folder, progress: report });
  const files = drawn.files.map((one, index) => ({ ...one, name: nameOf(prompt, index) }));
  const chosen = styleId === 'auto' ? {} : { style: styleId };
  return {
    files,
    meta: {
      engine: 'server',
      seeds: [seed],
      unknown: [],
      warnings: drawn.warnings,
      ...drawn.meta,
      ...chosen,
      ...conversationOf(options),
    },
  };
}

const draw: Run<DrawOptions> = context => {
  const { options, inputs, servers = [], askForPictures } = context;
  const canAsk = servers.includes(inputs.image_url ? 'redraw' : 'draw') && askForPictures !== undefined;
  if (options.modelId === 'server' && !canAsk) throw new AppError('DRAW_NOT_CONFIGURED');
  return canAsk && options.modelId !== 'illustrator'
    ? drawByModel(context, askForPictures)
    : drawByIllustrator(context);
};

export const runs: Runs<typeof textToImage> = { draw, redraw: draw, send: draw };
