// The preview of sharpening: the server's own code in the browser, at a resolution that keeps up with a slider.

import { type Measured, measurePicture, planSharpening, sharpenPixels } from 'engines/pixels/sharpen/sharpen.ts';
import { readPicturePixels, writePicture } from 'ui/picture/picture-pixels.ts';
import type { SharpenOptions } from './contract.ts';

const previewPixels = 2_000_000;
/** Maximum time in ms between two pauses, so that the page stays responsive. */
const workMs = 12;

interface Prepared {
  readonly pixels: ImageData;
  readonly measured: Measured;
}

/** The last decoded picture, because a moving slider sharpens the same one repeatedly. */
let last: { readonly file: Blob; readonly prepared: Promise<Prepared | undefined> } | undefined;

const asRows = ({ data, width, height }: ImageData) =>
  ({ data: new Uint8Array(data.buffer, data.byteOffset, data.length), channels: 4, width, height }) as const;

async function prepare(file: Blob): Promise<Prepared | undefined> {
  const pixels = await readPicturePixels(file, { maxPixels: previewPixels });
  // The measurement is completed even if the slider has moved on: every later preview needs it.
  return pixels && { pixels, measured: await measurePicture(asRows(pixels), takeTurns()) };
}

/** Returns a function that yields to other work every few milliseconds; it throws the signal's reason. */
function takeTurns(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) return;
    await new Promise(resolve => setTimeout(resolve));
    signal?.throwIfAborted();
    since = performance.now();
  };
}

/** Returns the preview; undefined if this browser cannot read the file, or if nothing would change. */
export async function previewSharpening(file: Blob, options: SharpenOptions, signal: AbortSignal) {
  if (last?.file !== file) last = { file, prepared: prepare(file) };
  const prepared = await last.prepared;
  signal.throwIfAborted();
  if (!prepared || options.blurStrength === 0) return undefined;
  const plan = planSharpening(prepared.measured, options);
  const { data, width, height } = prepared.pixels;
  const pixels = new ImageData(new Uint8ClampedArray(data), width, height);
  await sharpenPixels(asRows(pixels), plan, takeTurns(signal));
  const blob = await writePicture(pixels);
  signal.throwIfAborted();
  return { blob, isSizeHonest: false };
}
