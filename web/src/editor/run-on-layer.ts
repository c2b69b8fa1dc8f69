// Runs one of the product's tools on the picture of a layer: sent, followed, fetched, put in its place.
import type { PictureLayer } from 'contract/artwork/artwork.ts';
import { media, mediaOfContentType } from 'contract/media.ts';
import { makeLayerId } from 'ui/artwork/make-layer.ts';
import { CallError } from '../api.ts';
import { makeId } from '../random-id.ts';
import { findTool } from '../work/items/tool-inputs.ts';
import { settleDownload, uploadCalls } from '../work/transfer/calls.ts';
import { followTask, startAlone } from '../work/transfer/follow-task.ts';
import { uploadFile } from '../work/transfer/upload.ts';
import { artworkNow, changeLayers, shelf } from './state.ts';

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
  const started = await startAlone(call.path, body, makeId(), signal);
  const task = await followTask(started, ({ progress }) => onProgress(25 + progress * 0.7), signal);
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
