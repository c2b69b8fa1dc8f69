// Reads a mask image from the server as outlines, which can be edited like hand-drawn marks.
import type { Path } from './path.ts';
import { traceMask } from './trace-mask.ts';

/** Phones may not support a larger canvas, and outlines need no more detail. */
const maxPixels = 3_000_000;
/** Threshold out of 255: thin lines fade when a mask is reduced, so a quarter of white still counts. */
const minWhite = 64;

/**
 * Returns the outlines of the white parts of the mask at `address`, in pixels of a picture of `width` x `height`. Rejects if the mask cannot be
 * fetched or decoded, and with the signal's reason.
 */
export async function readOutlines(
  address: string,
  width: number,
  height: number,
  signal: AbortSignal,
): Promise<Path[]> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(`the mask was answered with ${answer.status}`);
  const bitmap = await createImageBitmap(await answer.blob());
  try {
    signal.throwIfAborted();
    const scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
    const columns = Math.max(1, Math.round(bitmap.width * scale));
    const rows = Math.max(1, Math.round(bitmap.height * scale));
    const canvas = document.createElement('canvas');
    canvas.width = columns;
    canvas.height = rows;
    const context = canvas.getContext('2d')!;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, columns, rows);
    const { data } = context.getImageData(0, 0, columns, rows);
    const mask = new Uint8Array(columns * rows);
    for (let i = 0; i < mask.length; i += 1) mask[i] = data[i * 4]! >= minWhite ? 1 : 0;
    const [ratioX, ratioY] = [width / columns, height / rows];
    return traceMask(mask, columns, rows).map(ring =>
      ring.map((value, index) => Math.round(value * (index % 2 === 0 ? ratioX : ratioY))),
    );
  } finally {
    bitmap.close();
  }
}
