// Files that a screen creates for a call, such as a painted mask: created right before the call and uploaded once.
import type { SideFile, SideFiles } from 'ui/tool-screen.ts';
import { client } from '../../client.ts';
import { live } from '../items/live.ts';

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
