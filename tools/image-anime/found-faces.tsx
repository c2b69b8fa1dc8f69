// The faces and the matte of each picture as the server found them, so that the page draws its preview with them.
import type { Ask } from 'ui/tool-screen.ts';
import { arePacked, type PackedFaces } from './pack-faces.ts';

const found = new WeakMap<Blob, Promise<PackedFaces>>();

/** Has the server look for faces, once for each file. */
export function askForFaces(file: Blob, ask: Ask): void {
  if (found.has(file)) return;
  const asked = ask('find', {}, new AbortController().signal).then(({ meta }) =>
    arePacked(meta?.faces) ? meta.faces : [],
  );
  // Without an answer the preview is drawn without faces, and the next visit asks again.
  found.set(
    file,
    asked.catch(() => {
      found.delete(file);
      return [];
    }),
  );
}

const mattes = new WeakMap<Blob, Promise<Blob | undefined>>();

/** Has the server tell the subject from the background, once for each file. */
export function askForMatte(file: Blob, ask: Ask): void {
  if (mattes.has(file)) return;
  const read = async () => {
    const { files } = await ask('find', { matte: true }, new AbortController().signal);
    const address = files[0]?.url ?? files[0]?.previewUrl;
    const answer = address ? await fetch(address) : undefined;
    return answer?.ok ? answer.blob() : undefined;
  };
  mattes.set(
    file,
    read().catch(() => {
      mattes.delete(file);
      return undefined;
    }),
  );
}

/** Undefined when the server has none; then no preview is better than one with the old background. */
export const matteOf = (file: Blob): Promise<Blob | undefined> => mattes.get(file) ?? Promise.resolve(undefined);

/** Long enough for the upload of a photo over a good line; then the preview is drawn without. */
const patienceMs = 6000;

export const facesOf = (file: Blob): Promise<PackedFaces> =>
  Promise.race([
    found.get(file) ?? Promise.resolve([]),
    new Promise<PackedFaces>(resolve => setTimeout(resolve, patienceMs, [])),
  ]);
