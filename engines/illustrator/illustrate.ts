// The illustrator: draws the things named in a prompt from vector drawings, in one of twelve styles. It is no model, and reports words that it did
// not understand.
import { type StyleName, styleIds } from 'contract/drawing.ts';
import { AppError } from 'contract/errors.ts';
import type { PartProgress } from 'contract/run.ts';
import { sharp } from '../sharp.ts';
import { composeScene } from './compose.ts';
import { readPrompt } from './read-prompt.ts';
import { type StartPicture, startFrom } from './start-picture.ts';
import type { Canvas } from './styles/canvas.ts';
import { paintScene } from './styles/paint-scene.ts';

interface Illustration {
  readonly canvas: Canvas;
  readonly seed: number;
}

export interface IllustrateOptions {
  readonly prompt: string;
  readonly negativePrompt: string;
  readonly style: StyleName | 'auto';
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly seed: number;
  readonly start?: StartPicture | undefined;
  readonly onProgress: PartProgress;
  /** Called with each picture as soon as it is finished. */
  readonly onPicture: (picture: Illustration) => Promise<void>;
}

export interface Understanding {
  readonly style: StyleName;
  /** Words of the prompt without any match. */
  readonly unknown: readonly string[];
  /** Number of things, places and the like that were found. */
  readonly found: number;
}

const isStyle = (name: string | undefined): name is StyleName =>
  (styleIds as readonly (string | undefined)[]).includes(name);

/** Estimated milliseconds per megapixel, until a measurement exists. */
const usualMs = 2500;

/** Spaces the seeds of one call far enough apart for unrelated compositions. */
const seedOf = (seed: number, index: number) => (seed + index * 7919) % 2_147_483_648;

/** Draws the pictures one after the other. Throws PROMPT_NOT_UNDERSTOOD where neither the prompt nor a start image says what to draw. */
export async function illustrate(options: IllustrateOptions): Promise<Understanding> {
  const { prompt, negativePrompt, width, height, count, onProgress } = options;
  const wish = readPrompt(prompt, negativePrompt);
  const around = [wish.time, wish.weather, wish.season, wish.mood].filter(Boolean).length;
  const found = wish.things.length + wish.scenes.length + around;
  if (found === 0 && !options.start) throw new AppError('PROMPT_NOT_UNDERSTOOD');
  const style = options.style === 'auto' ? (isStyle(wish.style) ? wish.style : 'flat') : options.style;
  for (let index = 0; index < count; index++) {
    onProgress(index / count, { until: (index + 1) / count, usualMs: (usualMs * width * height) / 1e6, name: style });
    const seed = seedOf(options.seed, index);
    const composed = composeScene(wish, { width, height, seed });
    const scene = options.start ? startFrom(composed, options.start) : composed;
    await options.onPicture({ canvas: await paintScene(scene, style, { width, height }, seed), seed });
  }
  onProgress(1);
  return { style, unknown: wish.unknown, found };
}

/** Writes a picture as PNG. */
export async function writePicture({ data, width, height }: Canvas, path: string): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 7 })
    .toFile(path);
}
