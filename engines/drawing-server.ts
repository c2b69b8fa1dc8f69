// Pictures of a drawing server: asked for through the worker, decoded here behind the child's walls, written as PNG.
import { join } from 'node:path';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { AskForPictures, Output } from 'contract/run.ts';
import type { Sharp } from 'sharp';
import { drawFailed, picturesOf } from './drawing-answer.ts';
import { sharp } from './sharp.ts';

const mostPixels = 36_000_000;

/** Opens a drawing. What is read of it goes through `orDrawFailed`. */
export const openDrawing = (file: string | Buffer): Sharp => sharp(file, { limitInputPixels: mostPixels });

/** What cannot be read is the server's failure, not that of the person's file. */
export const orDrawFailed = <T>(read: Promise<T>): Promise<T> =>
  read.catch(cause => {
    throw drawFailed(cause);
  });

/** Has the server draw, and writes its pictures into `folder`. Throws DRAW_REFUSED and DRAW_FAILED, and nothing else. */
export async function drawOnServer(
  ask: AskForPictures,
  question: DrawQuestion,
  folder: string,
): Promise<Omit<Output['files'][number], 'name'>[]> {
  const files: Omit<Output['files'][number], 'name'>[] = [];
  for (const [index, picture] of picturesOf(await ask(question)).entries()) {
    const path = join(folder, `drawing-${index}.png`);
    const written = openDrawing(picture).toColourspace('srgb').png().toFile(path);
    const { width, height } = await orDrawFailed(written);
    files.push({ path, type: 'png', width, height });
  }
  return files;
}
