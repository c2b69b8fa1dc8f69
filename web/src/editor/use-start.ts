// How the editor begins: with a draft, with files, or with a blank page. Its engine is fetched for that, not before.
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';

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

const hasArtworkNow = () => engine !== undefined && engine.useEditor.getState().history !== null;

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Browsers list databases without opening them, so that a first visit fetches nothing for a draft. */
async function mayHaveDraft(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases();
    return databases.some(({ name }) => name === 'editor-draft');
  } catch {
    // Storage is refused here (private windows): then there is no draft.
    return false;
  }
}

export function useStart() {
  const hasArtwork = useSyncExternalStore(watch, hasArtworkNow);
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
  useEffect(() => {
    if (hasArtworkNow()) return;
    void mayHaveDraft().then(async may => {
      if (may)
        await during(async ({ restoreDraft }) => {
          await restoreDraft();
        });
    });
  }, [during]);
  return { hasArtwork, isBusy: busyCount > 0, open, begin };
}
