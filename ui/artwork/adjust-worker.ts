// Applies adjustments to pictures in a worker, so that the page stays responsive.
import type { Adjustments } from 'contract/artwork/artwork.ts';
import type { LookId } from 'contract/looks.ts';
import { adjustPicture } from 'engines/pixels/adjust.ts';
import { applyLook } from 'engines/pixels/looks/apply-look.ts';

export interface AdjustJob {
  readonly id: number;
  readonly bitmap: ImageBitmap;
  readonly adjustments: Adjustments;
  readonly look: { readonly id: LookId; readonly strength: number } | null;
}

export interface AdjustDone {
  readonly id: number;
  /** Absent if there was not enough memory. */
  readonly bitmap?: ImageBitmap;
}

function adjust({ bitmap, adjustments, look }: AdjustJob): ImageBitmap {
  const { width, height } = bitmap;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const pixels = context.getImageData(0, 0, width, height);
  const data = new Uint8Array(pixels.data.buffer);
  adjustPicture({ data, width, height }, adjustments);
  if (look) applyLook({ data, channels: 4, width, height }, look.id, look.strength);
  context.putImageData(pixels, 0, 0);
  return canvas.transferToImageBitmap();
}

globalThis.addEventListener('message', ({ data }: MessageEvent<AdjustJob>) => {
  let done: AdjustDone = { id: data.id };
  try {
    done = { id: data.id, bitmap: adjust(data) };
  } catch (error) {
    // The canvas is too large for this device.
    if (!(error instanceof DOMException || error instanceof RangeError || error instanceof TypeError)) throw error;
  }
  globalThis.postMessage(done, { transfer: done.bitmap ? [done.bitmap] : [] });
});
