// Work in the browser's storage, which survives a reload: items, the shared options of their tools and, if there is space, the bytes of their files.

import { clear, createStore, delMany, entries, getMany, set, setMany } from 'idb-keyval';
import type { AnyOptions } from 'ui/tool-screen.ts';
import { readInTab, storeInTab } from '../../storage.ts';
import type { WorkItem } from '../items/item.ts';
import { type SavedItem, type SavedOptions, upgrade } from './revive.ts';
import { tabId } from './tab.ts';

/** Identifies the build of this page: the address of its first script changes with every change of the page. */
const build = document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? '';

let stores: Record<'items' | 'files' | 'options', ReturnType<typeof createStore>> | undefined;
const open = () => {
  stores ??= {
    items: createStore('work-items', 'items'),
    files: createStore('work-files', 'files'),
    options: createStore('work-options', 'options'),
  };
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

/** Writes that have not ended yet. */
const writes = new Set<Promise<void>>();

function write(job: () => Promise<void>): Promise<void> {
  const done = ifPossible(job, undefined);
  writes.add(done);
  const end = () => void writes.delete(done);
  done.then(end, end);
  return done;
}

/** Waits for the writes that have begun, failed ones included. */
export const settleWrites = async (): Promise<void> => void (await Promise.allSettled(writes));

export const saveItems = (items: readonly WorkItem[]): Promise<void> =>
  write(async () => {
    const tab = await tabId();
    await setMany(
      items.map(item => [item.id, { tabId: tab, build, item } satisfies SavedItem]),
      open().items,
    );
  });

/** Separate from the item, because storing it copies the bytes. */
export const saveFile = (inputId: string, file: File): Promise<void> => write(() => set(inputId, file, open().files));

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

/** Stores a tool's shared options, painted strokes included. Options that the browser cannot copy are not kept. */
export const saveOptions = (tool: string, options: AnyOptions | undefined): Promise<void> =>
  write(async () => {
    const tab = await tabId();
    const saved: SavedOptions = { tabId: tab, build, tool, options, changedAt: Date.now() };
    await set(`${tab} ${tool}`, saved, open().options);
  });

const leftKey = 'work.options';

interface LeftOptions {
  readonly build: string;
  readonly tool: string;
  readonly options: AnyOptions | undefined;
}

/** Whether JSON keeps a value, as it does not keep a chosen picture. */
function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value !== 'object' || value === null) return typeof value !== 'function';
  return Object.getPrototypeOf(value) === Object.prototype && Object.values(value).every(isPlain);
}

/** Notes options while the page is being left: the database would not finish in time. The next page in this tab stores them. */
export function leaveOptions(tools: Iterable<string>, optionsOf: (tool: string) => AnyOptions | undefined): void {
  const left = [...tools].map((tool): LeftOptions => ({ build, tool, options: optionsOf(tool) }));
  const plain = left.filter(isPlain);
  // Also what was noted when the page was left before, if it came back from the browser's cache.
  storeInTab(leftKey, plain.length > 0 ? JSON.stringify(plain) : null);
}

async function storeLeftOptions(): Promise<void> {
  const text = readInTab(leftKey);
  if (text === null) return;
  storeInTab(leftKey, null);
  const left = (JSON.parse(text) as LeftOptions[]).filter(one => one.build === build);
  await Promise.all(left.map(({ tool, options }) => saveOptions(tool, options)));
}

/** Returns what is stored, without the options themselves if another build of the page stored them: they may not match the tool's current screen. */
export const loadOptions = (): Promise<SavedOptions[]> =>
  ifPossible(async () => {
    await storeLeftOptions();
    return (await entries<string, SavedOptions>(open().options)).map(([, saved]) =>
      saved.build === build ? saved : { ...saved, options: undefined },
    );
  }, []);

export const forgetOptions = (of: readonly SavedOptions[]): Promise<void> =>
  ifPossible(
    () =>
      delMany(
        of.map(({ tabId: tab, tool }) => `${tab} ${tool}`),
        open().options,
      ),
    undefined,
  );

export function forgetAllOptions(): Promise<void> {
  storeInTab(leftKey, null);
  return ifPossible(() => clear(open().options), undefined);
}
