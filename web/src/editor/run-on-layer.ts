// Runs one of the product's tools on the picture of a layer: uploads it, follows the task, pays, downloads the result and replaces the picture.

import type { PictureLayer } from 'contract/artwork/artwork.ts';
import { media, mediaOfContentType } from 'contract/media.ts';
import type { Task } from 'contract/task.ts';
import { makeLayerId } from 'ui/artwork/make-layer.ts';
import { addLayers } from 'ui/artwork/operations.ts';
import { isLocked } from 'ui/tool-screen.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { CallError } from '../failures/call-error.ts';
import { loadUser } from '../load-user.ts';
import { discardTask, pollMs } from '../tasks/calls.ts';
import { fetchResult } from '../tasks/results.ts';
import { artworkNow, change, changeLayers, shelf } from './state.ts';

export type LayerTool = 'cutout-image' | 'inpaint-image';

/** Unpaid results by the picture they were made from, so that closing the dialog loses none. */
const waiting = new WeakMap<Blob, Map<LayerTool, Task>>();

const waitingOf = ({ pictureId }: PictureLayer) => {
  const picture = shelf.get(pictureId);
  return picture && waiting.get(picture.blob);
};

export const findWaiting = (layer: PictureLayer, tool: LayerTool): Task | undefined => waitingOf(layer)?.get(tool);

/** Discards an unpaid result and releases the amount held for it. */
export function dropWaiting(layer: PictureLayer, tool: LayerTool): void {
  const task = findWaiting(layer, tool);
  waitingOf(layer)?.delete(tool);
  if (task) discardTask(task.taskId);
}

export const pathOf = (tool: LayerTool): string => findTool(tool)?.calls[0]?.path ?? '';
export const layerOptions = { format: 'png' } as const;

/** Returns whether a result is shown as a preview until it is paid. */
export const isPreview = ({ result }: Task): boolean => result !== null && isLocked(result);

interface LayerRun {
  readonly layer: PictureLayer;
  readonly tool: LayerTool;
  /** White where content is to be removed. */
  readonly mask?: Blob;
  readonly signal: AbortSignal;
  /** 0..100 */
  readonly onProgress: (percent: number) => void;
}

/** Returns the finished task. Throws a CallError with the sentence to show, or the signal's reason. */
export async function runOnLayer({ layer, tool, mask, signal, onProgress }: LayerRun): Promise<Task> {
  const picture = shelf.get(layer.pictureId);
  const path = pathOf(tool);
  if (!picture || !path) throw new Error(`${tool} cannot run on layer ${layer.id}`);
  const type = mediaOfContentType(picture.blob.type);
  const name = `${layer.name || 'layer'}.${type ? media[type].extensions[0] : 'png'}`;
  const input = {
    imageUrl: new File([picture.blob], name, { type: picture.blob.type }),
    ...(mask && { imageBrushUrl: new File([mask], 'mask.png', { type: mask.type }) }),
    ...layerOptions,
  };
  const task = await client.runTask<string>(path, input, {
    onSent: (sentBytes, allBytes) => onProgress((sentBytes / Math.max(1, allBytes)) * 25),
    onChange: ({ progress }) => onProgress(25 + progress * 0.7),
    pollMs,
    signal,
  });
  if (task.status !== 'done')
    throw new CallError({
      status: 422,
      code: 422,
      error: task.error?.error ?? 'UNKNOWN',
      msg: task.error?.msg ?? '',
      details: null,
      retryAfterSeconds: null,
    });
  if (isPreview(task)) waiting.set(picture.blob, (waiting.get(picture.blob) ?? new Map()).set(tool, task));
  return task;
}

/**
 * Settles the price of a result, downloads it and replaces the layer's picture. If the layer has another picture by then, that one is kept and the
 * result becomes a layer above it.
 */
export async function putInLayer(layer: PictureLayer, tool: LayerTool, task: Task, signal: AbortSignal): Promise<void> {
  const added = await shelf.add(makeLayerId(), await fetchResult(task.taskId, 0, signal));
  waitingOf(layer)?.delete(tool);
  const deed = tool === 'cutout-image' ? 'cutout' : 'erase';
  const now = artworkNow()?.layers.find(({ id }) => id === layer.id);
  if (now?.type === 'picture' && now.pictureId === layer.pictureId)
    changeLayers(deed, [layer.id], () => ({ pictureId: added.id }));
  else if (now) {
    const result = { ...layer, id: makeLayerId(), pictureId: added.id };
    change(deed, artwork => addLayers(artwork, [result], layer.id), { selection: [result.id] });
  }
  if (isPreview(task)) await loadUser();
}
