// Work in the browser's storage, which survives a reload: items and, if there is space, the bytes of their files.
import { createStore, delMany, entries, getMany, set, setMany } from 'idb-keyval';
import type { WorkItem } from '../items/item.ts';
import { type SavedItem, upgrade } from './revive.ts';
import { tabId } from './tab.ts';

/** Identifies the build of this page: the address of its first script changes with every change of the page. */
const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

let stores: { items: ReturnType<typeof createStore>; files: ReturnType<typeof createStore> } | undefined;
const open = () => {
  stores ??= { items: createStore('work-items', 'items'), files: createStore('work-files', 'files') };
  return stores;
};

/** Without storage (private windows, a full disk) work continues, but a reload loses it. */
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
      items.map(item => [item.id, { tabId: tab, build, item } satisfies SavedItem]),
      open().items,
    );
  }, undefined);

/** Separate from the item, because storing it copies the bytes. */
export const saveFile = (inputId: string, file: File): Promise<void> =>
  ifPossible(() => set(inputId, file, open().files), undefined);

export const forgetFiles = (inputIds: readonly string[]): Promise<void> =>
  ifPossible(() => delMany([...inputIds], open().files), undefined);

/** Deletes items and their files. */
export const forgetItems = (items: readonly WorkItem[]): Promise<void> =>
  ifPossible(async () => {
    const ids = items.map(item => item.id);
    const inputIds = items.flatMap(item => item.inputs.map(input => input.id));
    await Promise.all([delMany(ids, open().items), delMany(inputIds, open().files)]);
  }, undefined);

export const loadItems = (): Promise<SavedItem[]> =>
  ifPossible(
    async () =>
      (await entries<string, SavedItem>(open().items)).map(([, saved]) => ({
        ...saved,
        item: upgrade(saved.item, saved.build === build),
      })),
    [],
  );

export const loadFiles = (inputIds: readonly string[]): Promise<(File | undefined)[]> =>
  ifPossible(() => getMany<File>([...inputIds], open().files), []);
