// State shared by the stage and the options: the position of the clip, and the open subtitle.
import { useSyncExternalStore } from 'react';
import type { Playback } from 'ui/clip/playback.ts';

let playback: Playback | undefined;
const listeners = new Set<() => void>();
const notify = () => {
  for (const listener of listeners) listener();
};

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Registers the stage's playback; returns a function that removes it. */
export function sharePlayback(shared: Playback): () => void {
  playback = shared;
  const stop = shared.subscribe(notify);
  notify();
  return () => {
    stop();
    if (playback === shared) playback = undefined;
  };
}

/** Returns the position in seconds of the clip. */
export const readPlayhead = (): number => playback?.moment().seconds ?? 0;
export const usePlayhead = (): number => useSyncExternalStore(listen, readPlayhead);

/** Seeks slightly into the frame, because at its very start players may show the previous one. */
export const seekTo = (seconds: number): void => playback?.seek(seconds + 0.01);

let openId: string | undefined;

/** Opens a subtitle in the list and on the timeline. */
export function openCue(id: string | undefined): void {
  openId = id;
  notify();
}

export const useOpenCue = (): string | undefined => useSyncExternalStore(listen, () => openId);
