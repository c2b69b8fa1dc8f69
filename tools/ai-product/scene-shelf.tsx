// Caches the scenes that this tab rendered. One scene is rendered at a time, and only the latest request waits.
import type { RenderedScene } from 'engines/pixels/scenes/render-scene.ts';
import { useEffect, useState } from 'react';
import type { SceneDone, SceneJob } from './scene-worker.tsx';

const maxKept = 8;

interface Shelved extends RenderedScene {
  readonly isCoarse: boolean;
}

const shelf = new Map<string, Shelved>();
const listeners = new Set<() => void>();
let worker: Worker | undefined;
let running: string | undefined;
let waiting: SceneJob | undefined;

const keyOf = ({ id, width, height }: SceneJob): string => `${id} ${width} ${height}`;

function start(job: SceneJob): void {
  if (!worker) {
    worker = new Worker(new URL('./scene-worker.tsx', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<SceneDone>) => keep(data));
    // Its code did not load, or it ran out of memory: the next scene gets another one.
    worker.addEventListener('error', () => {
      worker?.terminate();
      worker = undefined;
      goOn();
    });
  }
  running = keyOf(job);
  worker.postMessage(job);
}

/** Starts the scene that waits, if any. */
function goOn(): void {
  running = undefined;
  const next = waiting;
  waiting = undefined;
  if (next && shelf.get(keyOf(next))?.isCoarse !== false) start(next);
}

function keep(done: SceneDone): void {
  const key = keyOf(done);
  shelf.delete(key);
  shelf.set(key, done);
  for (const old of shelf.keys()) {
    if (shelf.size <= maxKept) break;
    shelf.delete(old);
  }
  if (!done.isCoarse && running === key) goOn();
  for (const listener of listeners) listener();
}

function want(job: SceneJob): void {
  if (shelf.get(keyOf(job))?.isCoarse === false || running === keyOf(job)) return;
  if (running === undefined) start(job);
  else waiting = job;
}

/** Returns the scene at this size, coarse at first; undefined until it is rendered. */
export function useScene(id: string | undefined, width: number, height: number): Shelved | undefined {
  const [, redraw] = useState(0);
  useEffect(() => {
    const listener = () => redraw(count => count + 1);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
  useEffect(() => {
    if (id) want({ id, width, height });
  }, [id, width, height]);
  return id ? shelf.get(keyOf({ id, width, height })) : undefined;
}
