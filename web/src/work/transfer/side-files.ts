// Files that a screen makes for a call, such as a painted mask: made right before the call and uploaded once.
import type { SideFile } from 'ui/tool-screen.ts';
import { uploadCalls } from './calls.ts';
import { uploadFile } from './upload.ts';

type Maker = () => Promise<Readonly<Record<string, SideFile>>>;

const makers = new Map<string, Maker>();
/** Where a blob lies on the server: the same picture for fifty files is sent once. */
let sent = new WeakMap<Blob, Promise<string>>();

/** What makes the files of an item's next call. */
export function keepSideFiles(id: string, make: Maker | undefined): void {
  if (make) makers.set(id, make);
  else makers.delete(id);
}

/** The server has deleted uploads: whatever was sent is sent again. */
export function forgetSent(): void {
  sent = new WeakMap();
}

function send({ name, blob }: SideFile, signal: AbortSignal): Promise<string> {
  const known = sent.get(blob);
  if (known) return known;
  const file = new File([blob], name, { type: blob.type });
  const path = uploadFile(
    {
      file,
      name,
      contentType: blob.type || 'application/octet-stream',
      saved: undefined,
      keep: () => undefined,
      onSent: () => undefined,
      signal,
    },
    uploadCalls,
  ).then(stored => stored.path);
  sent.set(blob, path);
  path.catch(() => sent.delete(blob));
  return path;
}

/** Makes and uploads the files that go along with an item's call; answers payload field → path. */
export async function sendSideFiles(id: string, signal: AbortSignal): Promise<Record<string, string>> {
  const files = (await makers.get(id)?.()) ?? {};
  const fields = Object.entries(files).map(async ([field, file]) => [field, await send(file, signal)] as const);
  return Object.fromEntries(await Promise.all(fields));
}
