// What goes to the server before a call: the files of items, those that a screen creates for the call, and the questions for what is in clips.

import { type MediaName, media } from 'contract/media.ts';
import type { SideFile, SideFiles } from 'ui/tool-screen.ts';
import { client } from '../../client.ts';
import { findFacts } from '../../tasks/calls.ts';
import { problemOf } from '../../tasks/problems.ts';
import { fileOf } from '../items/files.ts';
import { type ItemInput, type WorkItem, withInput } from '../items/item.ts';
import { live } from '../items/live.ts';
import { patchItem } from '../items/store.ts';

/** The type that the bytes have; browsers know few types and go by the name. */
const contentTypeOf = (file: File, type: MediaName | undefined) => (type ? media[type].contentType : file.type);

/** Sends a file of an item, and tells its item how far it is. */
export async function sendInput(itemId: string, { id, facts, savedUpload }: ItemInput): Promise<void> {
  const file = fileOf(id);
  if (!file) return;
  const stop = new AbortController();
  const { transfers } = live;
  transfers.set(id, stop);
  let sending: ItemInput['sending'];
  const patch = (change: Partial<ItemInput>) => patchItem(itemId, item => withInput(item, id, change));
  patchItem(itemId, item => ({ ...withInput(item, id, { upload: 'sending' }), problem: undefined }));
  try {
    const { path } = await client.upload(file, {
      name: facts.name,
      contentType: contentTypeOf(file, facts.type),
      saved: savedUpload,
      onSaved: saved => patch({ savedUpload: saved }),
      onSent: sentBytes => {
        sending ??= { since: Date.now(), from: sentBytes };
        patch({ sentBytes, sending });
      },
      signal: stop.signal,
    });
    patch({ upload: 'stored', path, sentBytes: file.size, savedUpload: undefined });
  } catch (error) {
    if (!stop.signal.aborted) {
      const problem = problemOf(error, 'UPLOAD_FAILED');
      patchItem(itemId, item => ({ ...withInput(item, id, { upload: 'failed' }), problem }));
    }
  } finally {
    transfers.delete(id);
  }
}

const isClip = ({ facts }: ItemInput) => {
  const kind = facts.type && media[facts.type].kind;
  return kind === 'video' || kind === 'sound';
};

/** Returns whether the facts of a clip are missing and have not been requested on this page. */
const isDue = (input: ItemInput) =>
  input.upload === 'stored' &&
  input.path !== undefined &&
  input.link === undefined &&
  input.facts.streams === undefined &&
  isClip(input) &&
  !live.factsAsked.has(input.id);

async function learn(itemId: string, inputId: string, key: string): Promise<void> {
  // The clip can be processed without a response; only the forecast is missing.
  const found = await findFacts(key).catch(() => undefined);
  if (!found) return;
  const { width, height, seconds, streams, chapters } = found;
  const learnt = {
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(seconds !== undefined && { seconds }),
    ...(streams ? { streams } : { isUnreadable: true }),
    ...(chapters && { chapters }),
  };
  patchItem(itemId, item =>
    withInput(item, inputId, {
      facts: { ...(item.inputs.find(({ id }) => id === inputId)?.facts ?? { name: '' }), ...learnt },
    }),
  );
}

/** Requests the facts of an item's clips, once for each. */
export function learnFacts({ id, inputs }: WorkItem): void {
  for (const input of inputs.filter(isDue)) {
    live.factsAsked.add(input.id);
    void learn(id, input.id, input.path!);
  }
}

// Side files, such as a painted mask, are created right before the call and uploaded once.

/** Sets the function that creates the side files of an item's next call. */
export function keepSideFiles(id: string, make: (() => Promise<SideFiles>) | undefined): void {
  if (make) live.sideFileMakers.set(id, make);
  else live.sideFileMakers.delete(id);
}

/** The server has deleted uploads, so every side file is sent again. */
export function forgetSentBlobs(): void {
  live.sentBlobs = new WeakMap();
}

function send({ name, blob }: SideFile, signal: AbortSignal): Promise<string> {
  const { sentBlobs } = live;
  const known = sentBlobs.get(blob);
  if (known) return known;
  const contentType = blob.type || 'application/octet-stream';
  const path = client.upload(blob, { name, contentType, signal }).then(stored => stored.path);
  sentBlobs.set(blob, path);
  path.catch(() => sentBlobs.delete(blob));
  return path;
}

/** Creates and uploads the side files of an item's call; returns their paths by payload field. */
export async function sendSideFiles(
  id: string,
  signal: AbortSignal,
): Promise<Record<string, string | readonly string[]>> {
  const files = (await live.sideFileMakers.get(id)?.()) ?? {};
  const sendAll = (sent: SideFile | readonly SideFile[]) =>
    'blob' in sent ? send(sent, signal) : Promise.all(sent.map(file => send(file, signal)));
  const fields = Object.entries(files).map(async ([field, sent]) => [field, await sendAll(sent)] as const);
  return Object.fromEntries(await Promise.all(fields));
}
