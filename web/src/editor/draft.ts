// The draft: the artwork as it is now, kept in this browser, so that a reload or a closed tab loses nothing.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { createStore, del, delMany, get, getMany, keys, set } from 'idb-keyval';
import { pictureIdsOf } from './project-file.ts';
import { openArtwork, shelf, useEditor } from './state.ts';

interface Draft {
  readonly artwork: unknown;
  readonly fileName: string;
}

const draftKey = 'draft';
const saveAfterMs = 800;

let stores: { drafts: ReturnType<typeof createStore>; pictures: ReturnType<typeof createStore> } | undefined;
const open = () => {
  stores ??= {
    drafts: createStore('editor-draft', 'draft'),
    pictures: createStore('editor-pictures', 'pictures'),
  };
  return stores;
};

/** Without storage (private windows, a full disk) work goes on, and only a reload loses it. */
async function ifPossible<T>(job: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return otherwise;
    throw error;
  }
}

/** Pictures that are in the store already: their bytes are written once. */
const saved = new Set<string>();

const saveDraft = (artwork: Artwork, fileName: string): Promise<void> =>
  ifPossible(async () => {
    const { drafts, pictures } = open();
    const ids = pictureIdsOf(artwork);
    for (const id of ids) {
      const picture = shelf.get(id);
      if (!picture || saved.has(id)) continue;
      await set(id, picture.blob, pictures);
      saved.add(id);
    }
    await set(draftKey, { artwork, fileName } satisfies Draft, drafts);
    const unused = (await keys<string>(pictures)).filter(id => !ids.includes(id));
    await delMany(unused, pictures);
    for (const id of unused) saved.delete(id);
  }, undefined);

export const dropDraft = (): Promise<void> =>
  ifPossible(async () => {
    const { drafts, pictures } = open();
    await del(draftKey, drafts);
    await delMany(await keys(pictures), pictures);
    saved.clear();
  }, undefined);

/** Opens the draft of an earlier page. Answers whether there was one. */
export async function restoreDraft(): Promise<boolean> {
  const found = await ifPossible(() => get<Draft>(draftKey, open().drafts), undefined);
  if (!found) return false;
  const { readArtwork } = await import('contract/artwork/schema.ts');
  const artwork = readArtwork(found.artwork);
  if (!artwork) return false;
  const ids = pictureIdsOf(artwork);
  const blobs = await ifPossible(() => getMany<Blob>(ids, open().pictures), []);
  if (blobs.length < ids.length || blobs.some(blob => !(blob instanceof Blob))) return false;
  try {
    for (const [index, id] of ids.entries()) {
      await shelf.add(id, blobs[index]!);
      saved.add(id);
    }
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return false;
    throw error;
  }
  // A file that was opened meanwhile comes first.
  if (useEditor.getState().history) return false;
  openArtwork(artwork, found.fileName);
  return true;
}

/** Saves the draft a moment after each change. Answers how to stop; what is waiting is saved then. */
export function keepDraft(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const { history, fileName } = useEditor.getState();
    if (history) void saveDraft(history.present.artwork, fileName);
  };
  const stop = useEditor.subscribe((now, before) => {
    if (now.history?.present.artwork === before.history?.present.artwork) return;
    clearTimeout(timer);
    timer = now.history ? setTimeout(save, saveAfterMs) : undefined;
  });
  const saveNow = () => {
    if (timer !== undefined) save();
  };
  document.addEventListener('visibilitychange', saveNow);
  return () => {
    stop();
    document.removeEventListener('visibilitychange', saveNow);
    saveNow();
  };
}
