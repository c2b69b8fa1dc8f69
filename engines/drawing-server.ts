// Pictures from a drawing server: requested through the worker, decoded in the sandboxed child process, written as PNG.
import { join } from 'node:path';
import type { DrawQuestion } from 'contract/asked-servers.ts';
import type { AskForPictures, Output, PartProgress } from 'contract/run.ts';
import type { Sharp } from 'sharp';
import { drawFailed, picturesOf } from './drawing-answer.ts';
import { sharp } from './sharp.ts';

const maxPixels = 36_000_000;

/** Opens a drawing. Reads of it go through `orDrawFailed`. */
export const openDrawing = (file: string | Buffer): Sharp => sharp(file, { limitInputPixels: maxPixels });

/** Reports an unreadable drawing as the server's failure, not as a fault of the user's file. */
export const orDrawFailed = <T>(read: Promise<T>): Promise<T> =>
  read.catch(cause => {
    throw drawFailed(cause);
  });

/** Usual duration of a request, in milliseconds, until a server was measured or tells its progress. */
const usualMs = 25_000;

/** Requests drawings and writes them to `folder`. Throws only DRAW_REFUSED and DRAW_FAILED. */
export async function drawOnServer(
  ask: AskForPictures,
  question: DrawQuestion,
  { folder, progress }: { readonly folder: string; readonly progress: PartProgress },
): Promise<Omit<Output['files'][number], 'name'>[]> {
  const files: Omit<Output['files'][number], 'name'>[] = [];
  progress(0, { until: 1, usualMs, name: 'server' });
  for (const [index, picture] of picturesOf(await ask(question, progress)).entries()) {
    const path = join(folder, `drawing-${index}.png`);
    const written = openDrawing(picture).toColourspace('srgb').png().toFile(path);
    const { width, height } = await orDrawFailed(written);
    files.push({ path, type: 'png', width, height });
  }
  return files;
}
