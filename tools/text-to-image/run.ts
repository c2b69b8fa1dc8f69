// Draws: by the drawing server where the operator has set one, else by the illustrator.
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { type Output, partOf, type Run, type RunContext, type Runs } from 'contract/run.ts';
import { illustrate, writePicture } from 'engines/illustrator/illustrate.ts';
import { readStartPicture } from 'engines/illustrator/start-picture.ts';
import { openPicture, refuseDamage } from 'engines/image.ts';
import type { DrawOptions, textToImage } from './contract.ts';

type Context = RunContext<DrawOptions>;

const newSeed = () => randomInt(0, 2_000_000_000);

/** A name for downloads: the beginning of the prompt. */
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
  const warnings =
    understood.found === 0 ? ['nothing-understood'] : understood.unknown.length > 0 ? ['words-unknown'] : [];
  const { style, unknown } = understood;
  return { files, meta: { engine: 'illustrator', seeds, style, unknown, warnings, ...conversationOf(options) } };
}

const conversationOf = ({ conversationId }: DrawOptions) => (conversationId ? { conversationId } : {});

const draw: Run<DrawOptions> = context => {
  const { options, servers = [] } = context;
  const hasServer = (servers as readonly string[]).includes('draw');
  if (options.modelId === 'server' && !hasServer) throw new AppError('DRAW_NOT_CONFIGURED');
  return drawByIllustrator(context);
};

export const runs: Runs<typeof textToImage> = { draw, redraw: draw, send: draw };
