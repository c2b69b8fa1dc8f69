// Caches the faces and the matte that the server found in each picture, for the page's preview.
import type { Ask } from 'ui/tool-screen.ts';
import { arePacked, type PackedFaces } from './pack-faces.ts';

const found = new WeakMap<Blob, Promise<PackedFaces>>();

/** Asks the server for the faces, once per file. */
export function askForFaces(file: Blob, ask: Ask): void {
  if (found.has(file)) return;
  const asked = ask('find', {}, new AbortController().signal).then(({ meta }) =>
    arePacked(meta?.faces) ? meta.faces : [],
  );
  // On failure the preview is drawn without faces, and the next call asks again.
  found.set(
    file,
    asked.catch(() => {
      found.delete(file);
      return [];
    }),
  );
}

const mattes = new WeakMap<Blob, Promise<Blob | undefined>>();

/** Asks the server for the matte of the subject, once per file. */
export function askForMatte(file: Blob, ask: Ask): void {
  if (mattes.has(file)) return;
  const read = async () => {
    const { files } = await ask('find', { matte: true }, new AbortController().signal);
    const address = files[0]?.url ?? files[0]?.previewUrl;
    const answer = address ? await fetch(address) : undefined;
    if (answer && !answer.ok) throw new TypeError(`the matte answered ${answer.status}`);
    return answer?.blob();
  };
  mattes.set(
    file,
    read().catch(() => {
      mattes.delete(file);
      return undefined;
    }),
  );
}

/** Undefined if the server has none; then there is no preview, rather than one with the old background. */
export const matteOf = (file: Blob): Promise<Blob | undefined> => mattes.get(file) ?? Promise.resolve(undefined);

/** Timeout in ms, enough to upload a photo over a good connection; after it, the preview is drawn without faces. */
const patienceMs = 6000;

export const facesOf = (file: Blob): Promise<PackedFaces> =>
  Promise.race([
    found.get(file) ?? Promise.resolve([]),
    new Promise<PackedFaces>(resolve => setTimeout(resolve, patienceMs, [])),
  ]);
