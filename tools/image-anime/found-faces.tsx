// The faces of each picture as the server found them, so that the page draws its preview with them.
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

/** Long enough for the upload of a photo over a good line; then the preview is drawn without. */
const patienceMs = 6000;

export const facesOf = (file: Blob): Promise<PackedFaces> =>
  Promise.race([
    found.get(file) ?? Promise.resolve([]),
    new Promise<PackedFaces>(resolve => setTimeout(resolve, patienceMs, [])),
  ]);
