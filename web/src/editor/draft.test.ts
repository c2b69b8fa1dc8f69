// Tests that drafts survive what other tabs do to the store they share.
import type { Artwork } from 'contract/artwork/artwork.ts';
import { makeArtwork, makePictureLayer } from 'ui/artwork/make-layer.ts';
import { beforeEach, expect, test, vi } from 'vitest';

type Store = Map<string, unknown>;
const databases = new Map<string, Store>();
/** Runs before each access of the database, so that another tab can act in between. */
let between: (action: string) => Promise<void>;

const act = async (action: string, store: Store, job: () => unknown) => {
  await between(`${action} ${[...databases].find(([, one]) => one === store)?.[0]}`);
  return job();
};
const mockDatabase = () => ({
  createStore: (name: string) => databases.get(name) ?? databases.set(name, new Map()).get(name)!,
  get: (key: string, store: Store) => act('get', store, () => store.get(key)),
  getMany: (keys: string[], store: Store) => act('getMany', store, () => keys.map(key => store.get(key))),
  set: (key: string, value: unknown, store: Store) => act('set', store, () => void store.set(key, value)),
  del: (key: string, store: Store) => act('del', store, () => void store.delete(key)),
  delMany: (keys: string[], store: Store) => act('delMany', store, () => void keys.map(key => store.delete(key))),
  keys: (store: Store) => act('keys', store, () => [...store.keys()]),
  entries: (store: Store) => act('entries', store, () => [...store]),
});

/** Locks that all tabs of the browser share. */
function mockLocks() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    request: (_: string, job: () => Promise<unknown>) => {
      const done = last.then(job);
      last = done.catch(() => undefined);
      return done;
    },
  };
}

const drawingOf = (pictureId: string): Artwork => ({
  ...makeArtwork(10, 10, null),
  layers: [makePictureLayer(pictureId, { x: 5, y: 5, width: 10, height: 10 })],
});

async function openTab() {
  vi.resetModules();
  const shelf = new Map<string, { blob: Blob }>();
  const opened: string[] = [];
  let state: object = { history: null };
  let listener: (now: object, before: object) => void = () => undefined;
  let hide = () => undefined as unknown;
  vi.doMock('idb-keyval', mockDatabase);
  vi.doMock('./state.ts', () => ({
    shelf: { get: (id: string) => shelf.get(id), add: async (id: string, blob: Blob) => shelf.set(id, { blob }) },
    openArtwork: (_: Artwork, name: string) => opened.push(name),
    closeArtwork: () => {
      state = { ...state, history: null };
    },
    useEditor: {
      getState: () => state,
      subscribe: (listen: typeof listener) => {
        listener = listen;
      },
    },
  }));
  vi.stubGlobal('document', {
    addEventListener: (_: string, hear: typeof hide) => {
      hide = hear;
    },
  });
  const draft = await import('./draft.ts');
  draft.keepDraft();
  return {
    ...draft,
    opened,
    isOpen: () => (state as { history: unknown }).history !== null,
    put: (id: string) => void shelf.set(id, { blob: new Blob([id]) }),
    /** Changes the artwork, and hides the tab so that it is saved at once. */
    save(artwork: Artwork, fileName: string, work = 'editor') {
      const before = state;
      state = { work, fileName, history: { past: ['open'], present: { artwork } } };
      listener(state, before);
      hide();
    },
  };
}

const settle = () => new Promise(resolve => setTimeout(resolve, 5));

beforeEach(() => {
  databases.clear();
  between = async () => undefined;
  vi.stubGlobal('navigator', { locks: mockLocks() });
});

test('a picture that another tab deleted is written again with the next draft that uses it', async () => {
  const one = await openTab();
  one.put('p');
  one.save(drawingOf('p'), 'first');
  await settle();
  const other = await openTab();
  await other.discardWork('editor');
  expect([...databases.get('editor-pictures')!.keys()]).toEqual([]);
  one.save(drawingOf('p'), 'second');
  await settle();
  const reloaded = await openTab();
  expect(await reloaded.restoreDraft('editor')).toBe(true);
  expect(reloaded.opened).toEqual(['second']);
});

test('another tab does not delete pictures between their writing and that of their draft', async () => {
  const one = await openTab();
  const other = await openTab();
  one.put('p');
  let pruning: Promise<void> | undefined;
  between = async action => {
    if (action !== 'set editor-draft' || pruning) return;
    pruning = other.discardWork('design-x');
    await settle();
  };
  one.save(drawingOf('p'), 'mine');
  await settle();
  await settle();
  await pruning;
  const reloaded = await openTab();
  expect(await reloaded.restoreDraft('editor')).toBe(true);
  expect(reloaded.opened).toEqual(['mine']);
});

test('without locks (http), drafts are still kept', async () => {
  vi.stubGlobal('navigator', {});
  const one = await openTab();
  one.put('p');
  one.save(drawingOf('p'), 'mine');
  await settle();
  expect(await (await openTab()).restoreDraft('editor')).toBe(true);
});

test('discarding a work also closes it in the editor, and leaves another one open', async () => {
  const tab = await openTab();
  tab.save(makeArtwork(10, 10, null), 'first', 'design-own');
  await settle();
  await tab.discardWork('editor');
  expect([tab.isOpen(), [...databases.get('editor-draft')!.keys()]]).toEqual([true, ['design-own']]);
  await tab.discardWork('design-own');
  expect([tab.isOpen(), [...databases.get('editor-draft')!.keys()]]).toEqual([false, []]);
});
