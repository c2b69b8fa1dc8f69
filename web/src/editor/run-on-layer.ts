// Runs one of the product's tools on the picture of a layer: sent, followed, fetched, put in its place.
import type { PictureLayer } from 'contract/artwork/artwork.ts';
import { media, mediaOfContentType } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import { makeLayerId } from 'ui/artwork/make-layer.ts';
import { CallError } from '../api.ts';
import { makeId } from '../random-id.ts';
import { findTool } from '../work/items/tool-inputs.ts';
import { findTask, settleDownload, startTask, stopTask, uploadCalls } from '../work/transfer/calls.ts';
import { uploadFile } from '../work/transfer/upload.ts';
import { artworkNow, changeLayers, shelf } from './state.ts';

const pollMs = 500;
const callMs = 60_000;

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

async function send(blob: Blob, name: string, signal: AbortSignal, onSent: (share: number) => void): Promise<string> {
  const { path } = await uploadFile(
    {
      file: blob,
      name,
      contentType: blob.type,
      keep: () => undefined,
      onSent: bytes => onSent(blob.size > 0 ? bytes / blob.size : 1),
      signal,
    },
    uploadCalls,
  );
  return path;
}

interface LayerRun {
  readonly layer: PictureLayer;
  readonly tool: 'cutout-image' | 'inpaint-image';
  readonly options: Readonly<Record<string, unknown>>;
  /** White where something is to be removed. */
  readonly mask?: Blob;
  readonly signal: AbortSignal;
  /** 0..100 */
  readonly onProgress: (percent: number) => void;
}

async function follow(started: Task, { signal, onProgress }: LayerRun): Promise<Task> {
  let task = started;
  try {
    while (task.status === 'queued' || task.status === 'running') {
      onProgress(25 + task.progress * 0.7);
      await wait(pollMs, signal);
      task = await findTask(task.taskId, signal);
    }
  } catch (error) {
    // Left before its end: the server need not go on. It sweeps what this call cannot reach.
    if (signal.aborted) stopTask(started.taskId).catch(() => undefined);
    throw error;
  }
  return task;
}

/** Puts the result in the layer's place. Throws a CallError with the sentence to show, or the signal's reason. */
export async function runOnLayer(run: LayerRun): Promise<void> {
  const { layer, tool, options, mask, signal, onProgress } = run;
  const picture = shelf.get(layer.pictureId);
  const call = findTool(tool)?.calls[0];
  if (!picture || !call) throw new Error(`${tool} cannot run on layer ${layer.id}`);
  const type = mediaOfContentType(picture.blob.type);
  const name = `layer.${type ? media[type].extensions[0] : 'png'}`;
  const imageUrl = await send(picture.blob, name, signal, share => onProgress(share * (mask ? 18 : 25)));
  const imageBrushUrl = mask && (await send(mask, 'mask.png', signal, share => onProgress(18 + share * 7)));
  const body = { imageUrl, ...(imageBrushUrl && { imageBrushUrl }), ...options };
  const started = await startTask(call.path, body, makeId(), AbortSignal.any([signal, AbortSignal.timeout(callMs)]));
  const task = await follow(started, run);
  if (task.status !== 'done')
    throw new CallError({
      status: 422,
      code: 422,
      error: task.error?.error ?? 'UNKNOWN',
      msg: task.error?.msg ?? '',
      details: null,
      retryAfterSeconds: null,
    });
  const { url } = await settleDownload(task.taskId, 0);
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new TypeError(`the result answered ${answer.status}`);
  const added = await shelf.add(makeLayerId(), await answer.blob());
  onProgress(100);
  if (artworkNow()?.layers.some(({ id }) => id === layer.id))
    changeLayers(tool === 'cutout-image' ? 'cutout' : 'erase', [layer.id], () => ({ pictureId: added.id }));
}
