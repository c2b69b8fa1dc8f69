// Pictures of a drawing server: asked for through the worker, decoded here behind the child's walls, written as PNG.
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { AskForPictures, DrawQuestion, Output } from 'contract/run.ts';
import { z } from 'zod';
import { sharp } from './sharp.ts';

const answerSchema = z.object({ images: z.array(z.string()).min(1).max(8) });
const mostPixels = 36_000_000;
const refusedStatus = 451;

/**
 * Has the server draw, and writes its pictures into `folder`. Throws DRAW_REFUSED and DRAW_FAILED, and nothing else: a fault would be tried
 * again and cost the operator a second time.
 */
export async function drawOnServer(
  ask: AskForPictures,
  question: DrawQuestion,
  folder: string,
): Promise<Omit<Output['files'][number], 'name'>[]> {
  const answer = await ask(question);
  if (answer.status === refusedStatus) throw new AppError('DRAW_REFUSED');
  const broken = (cause: unknown) => new AppError('DRAW_FAILED', null, { cause });
  if (answer.status !== 200)
    throw broken(new Error(`the drawing server answered ${answer.status}: ${answer.body.slice(0, 300)}`));
  try {
    const { images } = answerSchema.parse(JSON.parse(answer.body));
    const files: Omit<Output['files'][number], 'name'>[] = [];
    for (const [index, image] of images.entries()) {
      const path = join(folder, `drawing-${index}.png`);
      const { width, height } = await sharp(Buffer.from(image, 'base64'), { limitInputPixels: mostPixels })
        .toColourspace('srgb')
        .png()
        .toFile(path);
      files.push({ path, type: 'png', width, height });
    }
    return files;
  } catch (cause) {
    throw broken(cause);
  }
}
