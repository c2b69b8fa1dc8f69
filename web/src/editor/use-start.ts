// How the editor starts: from a draft, from files, or with an empty page. Its engine is only loaded then.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { Work } from './state.ts';

type Engine = typeof import('./engine.ts');

let engine: Engine | undefined;
const watchers = new Set<() => void>();

async function loadEngine(): Promise<Engine> {
  if (engine) return engine;
  engine = await import('./engine.ts');
  engine.useEditor.subscribe(() => {
    for (const watcher of watchers) watcher();
  });
  return engine;
}

function hasArtworkNow(work: Work): boolean {
  const state = engine?.useEditor.getState();
  return state !== undefined && state.history !== null && state.work === work;
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Lists the databases without opening them, so that a first visit loads nothing for a draft. */
async function mayHaveDraft(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === 'editor-draft');
  } catch {
    // Storage is not permitted (private windows), so there is no draft.
    return false;
  }
}

/** `beginWithout` creates the artwork if there is no draft; a page that asks the user first omits it. */
export function useStart(work: Work, beginWithout?: (engine: Engine) => Promise<void>) {
  const hasArtwork = useSyncExternalStore(watch, () => hasArtworkNow(work));
  const [busyCount, setBusyCount] = useState(0);
  const during = useCallback(async (job: (engine: Engine) => Promise<void> | void) => {
    setBusyCount(count => count + 1);
    try {
      const loaded = await loadEngine();
      await job(loaded);
      for (const watcher of watchers) watcher();
    } finally {
      setBusyCount(count => count - 1);
    }
  }, []);
  const open = useCallback((files: readonly File[]) => during(({ openFiles }) => openFiles(files)), [during]);
  const begin = useCallback(
    (width: number, height: number, name: string) =>
      during(({ openArtwork, makeArtwork }) => openArtwork(makeArtwork(width, height, '#ffffff'), name)),
    [during],
  );
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries(count => count + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` changes with each retry.
  useEffect(() => {
    if (hasArtwork) return;
    // What another page left open in the editor is saved in its own draft.
    engine?.closeArtwork();
    void mayHaveDraft().then(async may => {
      if (!may && !beginWithout) return;
      await during(async loaded => {
        const isRestored = may && (await loaded.restoreDraft(work));
        if (!isRestored && !hasArtworkNow(work)) await beginWithout?.(loaded);
      });
    });
  }, [during, work, beginWithout, hasArtwork, tries]);
  return { hasArtwork, isBusy: busyCount > 0, open, begin, retry };
}
