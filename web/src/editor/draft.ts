// Drafts: the current artwork, stored in this browser, so that a reload or a closed tab loses nothing. Each design has its own draft.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { createStore, del, delMany, entries, get, getMany, keys, set } from 'idb-keyval';
import { pictureIdsOf } from 'ui/artwork/operations.ts';
import { closeArtwork, openArtwork, shelf, useEditor, type Work } from './state.ts';

interface Draft {
  readonly artwork: unknown;
  readonly fileName: string;
  readonly savedAtMs?: number;
}

const keyOf = (work: Work) => (work === 'editor' ? 'draft' : work);
const saveAfterMs = 800;
const maxDesigns = 20;

let stores: { drafts: ReturnType<typeof createStore>; pictures: ReturnType<typeof createStore> } | undefined;
const open = () => {
  stores ??= {
    drafts: createStore('editor-draft', 'draft'),
    pictures: createStore('editor-pictures', 'pictures'),
  };
  return stores;
};

/** Without storage (private windows, a full disk) editing continues, but a reload loses the work. */
async function ifPossible<T>(job: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return otherwise;
    throw error;
  }
}

/** Runs a job that must not overlap with one of another tab. Browsers have no locks over http; there, jobs of two tabs may overlap. */
const alone = <T>(job: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('editor-draft', job) : job();

const saveDraft = (artwork: Artwork, fileName: string, work: Work): Promise<void> => {
  // Collected before the first await, because the shelf may be cleared for another artwork.
  const blobs = pictureIdsOf(artwork).flatMap(id => {
    const blob = shelf.get(id)?.blob;
    return blob ? [[id, blob] as const] : [];
  });
  const write = async () => {
    const { drafts, pictures } = open();
    // Bytes are written only once, but another tab may have deleted them since.
    const stored = new Set(await keys<string>(pictures));
    for (const [id, blob] of blobs) if (!stored.has(id)) await set(id, blob, pictures);
    await set(keyOf(work), { artwork, fileName, savedAtMs: Date.now() } satisfies Draft, drafts);
  };
  return ifPossible(() => alone(write), undefined);
};

/** Deletes the least recently saved designs beyond the limit, and pictures that no draft uses. */
async function pruneDrafts(): Promise<void> {
  const { drafts, pictures } = open();
  const all = await entries<string, Draft>(drafts);
  const designs = all.filter(([key]) => key.startsWith('design-'));
  designs.sort(([, one], [, other]) => (other.savedAtMs ?? 0) - (one.savedAtMs ?? 0));
  const old = designs.slice(maxDesigns).map(([key]) => key);
  await delMany(old, drafts);
  const used = new Set(
    all.filter(([key]) => !old.includes(key)).flatMap(([, { artwork }]) => pictureIdsOf(artwork as Artwork)),
  );
  const unused = (await keys<string>(pictures)).filter(id => !used.has(id));
  await delMany(unused, pictures);
}

/** Closes the artwork if it is open in the editor, and deletes its draft. The next visit starts over. */
export function discardWork(work: Work): Promise<void> {
  if (useEditor.getState().work === work) closeArtwork();
  return ifPossible(
    () =>
      alone(async () => {
        await del(keyOf(work), open().drafts);
        await pruneDrafts();
      }),
    undefined,
  );
}

/** Reads a stored draft and its pictures; the artwork is not validated yet. */
async function readDraft(work: Work) {
  await pruneDrafts();
  const { drafts, pictures } = open();
  const draft = await get<Draft>(keyOf(work), drafts);
  if (!draft) return undefined;
  const ids = pictureIdsOf(draft.artwork as Artwork);
  const blobs = await getMany<Blob>(ids, pictures);
  if (blobs.some(blob => !(blob instanceof Blob))) return undefined;
  return { ...draft, pictures: ids.map((id, index) => [id, blobs[index]!] as const) };
}

/** Opens the draft stored by an earlier page. Returns whether there was one. */
export async function restoreDraft(work: Work): Promise<boolean> {
  const found = await ifPossible(() => alone(() => readDraft(work)), undefined);
  if (!found) return false;
  const { readArtwork } = await import('contract/artwork/schema.ts');
  const artwork = readArtwork(found.artwork);
  if (!artwork) return false;
  try {
    for (const [id, blob] of found.pictures) await shelf.add(id, blob);
  } catch (error) {
    if (error instanceof DOMException || error instanceof RangeError) return false;
    throw error;
  }
  // A file opened in the meantime takes precedence.
  if (useEditor.getState().history) return false;
  openArtwork(artwork, found.fileName, [], work);
  return true;
}

/** Saves the draft shortly after each change. Returns a function that stops this and saves pending changes. */
export function keepDraft(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    const { history, fileName, work } = useEditor.getState();
    if (history) void saveDraft(history.present.artwork, fileName, work);
  };
  const stop = useEditor.subscribe((now, before) => {
    if (now.history?.present.artwork === before.history?.present.artwork) return;
    clearTimeout(timer);
    // A template that has only been viewed is not a draft.
    const isDraft = now.work === 'editor' || (now.history?.past.length ?? 0) > 0;
    timer = now.history && isDraft ? setTimeout(save, saveAfterMs) : undefined;
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
