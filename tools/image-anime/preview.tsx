// Draws previews in a worker and caches them, so that returning to a look shows it immediately.
import { facesOf, matteOf } from './found-faces.tsx';
import type { PreviewDone, PreviewJob } from './preview-worker.tsx';

const maxKept = 24;
const kept = new WeakMap<Blob, Map<string, Blob>>();

function keep(file: Blob, key: string, blob: Blob): void {
  const own = kept.get(file) ?? new Map<string, Blob>();
  kept.set(file, own.set(key, blob));
  const [oldest] = own.keys();
  if (own.size > maxKept && oldest !== undefined) own.delete(oldest);
}

function runWorker(job: PreviewJob, signal: AbortSignal): Promise<Blob | undefined> {
  const worker = new Worker(new URL('./preview-worker.tsx', import.meta.url), { type: 'module' });
  return new Promise<Blob | undefined>((resolve, reject) => {
    // A newer request cancels the work on an older one.
    signal.addEventListener('abort', () => reject(signal.reason));
    worker.addEventListener('message', ({ data }: MessageEvent<PreviewDone>) => resolve(data.blob));
    worker.addEventListener('error', () => resolve(undefined));
    worker.postMessage(job);
  }).finally(() => worker.terminate());
}

/** Draws the preview; undefined if this browser cannot. Rejects with the signal's reason. */
export async function drawPreview(
  file: Blob,
  { styleId, strength, lineWeight, crop, background, backgroundColour }: PreviewJob['options'],
  signal: AbortSignal,
): Promise<Blob | undefined> {
  const options = { styleId, strength, lineWeight, crop, background, backgroundColour };
  const faces = await facesOf(file);
  signal.throwIfAborted();
  // Faces may arrive after the first preview was drawn without them.
  const key = JSON.stringify([options, faces.length]);
  const known = kept.get(file)?.get(key);
  if (known) return known;
  const matte = background === 'keep' ? undefined : await matteOf(file);
  signal.throwIfAborted();
  if (background !== 'keep' && !matte) return undefined;
  const blob = await runWorker({ file, faces, options, ...(matte && { matte }) }, signal);
  if (blob) keep(file, key, blob);
  return blob;
}
