// Work kept in the browser over a reload: items and, where there is room, the bytes of their files.
import { createStore, delMany, entries, getMany, set, setMany } from 'idb-keyval';
import type { WorkItem } from '../items/item.ts';
import { tabId } from './tab.ts';

interface SavedItem {
  readonly tabId: string;
  readonly item: WorkItem;
}

let stores: { items: ReturnType<typeof createStore>; files: ReturnType<typeof createStore> } | undefined;
const open = () => {
  stores ??= { items: createStore('work-items', 'items'), files: createStore('work-files', 'files') };
  return stores;
};

/** Storage is a comfort: without it (private windows, a full disk) work goes on, and only a reload would lose it. */
async function ifPossible<T>(job: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await job();
  } catch (error) {
    if (error instanceof DOMException || error instanceof ReferenceError) return otherwise;
    throw error;
  }
}

export const saveItems = (items: readonly WorkItem[]): Promise<void> =>
  ifPossible(async () => {
    const tab = await tabId();
    await setMany(
      items.map(item => [item.id, { tabId: tab, item } satisfies SavedItem]),
      open().items,
    );
  }, undefined);

/** Apart from the item, since writing it copies the bytes. */
export const saveFile = (id: string, file: File): Promise<void> =>
  ifPossible(() => set(id, file, open().files), undefined);

export const forgetItems = (ids: readonly string[]): Promise<void> =>
  ifPossible(async () => {
    await Promise.all([delMany([...ids], open().items), delMany([...ids], open().files)]);
  }, undefined);

export const loadItems = (): Promise<SavedItem[]> =>
  ifPossible(async () => (await entries<string, SavedItem>(open().items)).map(([, saved]) => saved), []);

export const loadFiles = (ids: readonly string[]): Promise<(File | undefined)[]> =>
  ifPossible(() => getMany<File>([...ids], open().files), []);
