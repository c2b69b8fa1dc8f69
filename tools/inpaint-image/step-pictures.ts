// The results of removals that were made one after another, kept while the page is open: undoing the last one shows the result before it, which
// the server no longer has.
import type { MaskOp } from 'ui/mask-painter/ops.ts';
import type { FileFacts, TaskResult } from 'ui/tool-screen.ts';

type Steps = readonly (readonly MaskOp[])[];

const maxPictures = 30;
/** Object URLs by file and steps, oldest first. */
const pictures = new Map<string, string>();

const keyOf = ({ name, bytes }: FileFacts, steps: Steps): string => `${name} ${bytes ?? ''} ${JSON.stringify(steps)}`;

const shownByBrowsers = /^image\/(?:png|jpeg|webp|gif|bmp|avif)$/;

/** The address of a result for an <img>: the file, or its preview if it is locked or browsers cannot show it. */
export function addressOfResult({ files: [file] }: TaskResult): string | undefined {
  if (!file) return undefined;
  return (shownByBrowsers.test(file.contentType) && file.url) || file.previewUrl || undefined;
}

/** Keeps the picture of a result. Without a connection it is not kept, and undoing shows the original with its marks. */
export async function keepPicture(facts: FileFacts, steps: Steps, result: TaskResult): Promise<void> {
  const key = keyOf(facts, steps);
  const address = addressOfResult(result);
  if (!address || pictures.has(key)) return;
  pictures.set(key, address);
  try {
    const response = await fetch(address);
    if (!response.ok) return;
    pictures.set(key, URL.createObjectURL(await response.blob()));
  } catch (error) {
    // A store on another host may not allow reading; its address works until the result is replaced.
    if (!(error instanceof TypeError)) throw error;
  }
  for (const [old, kept] of [...pictures].slice(0, Math.max(0, pictures.size - maxPictures))) {
    if (kept.startsWith('blob:')) URL.revokeObjectURL(kept);
    pictures.delete(old);
  }
}

export const findPicture = (facts: FileFacts, steps: Steps): string | undefined => pictures.get(keyOf(facts, steps));
