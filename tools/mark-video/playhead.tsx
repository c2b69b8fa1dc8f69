// What the stage and the options beside it share: where the clip stands, and which line of the subtitles is open.
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

/** Makes the playback of the stage known; answers how to forget it. */
export function sharePlayback(shared: Playback): () => void {
  playback = shared;
  const stop = shared.subscribe(notify);
  notify();
  return () => {
    stop();
    if (playback === shared) playback = undefined;
  };
}

/** In seconds of the clip. */
export const readPlayhead = (): number => playback?.moment().seconds ?? 0;
export const usePlayhead = (): number => useSyncExternalStore(listen, readPlayhead);

/** Into the frame that begins there: players may show the one before at its very beginning. */
export const seekTo = (seconds: number): void => playback?.seek(seconds + 0.01);

let openId: string | undefined;

/** Opens a line of the subtitles, in the list and on the timeline. */
export function openCue(id: string | undefined): void {
  openId = id;
  notify();
}

export const useOpenCue = (): string | undefined => useSyncExternalStore(listen, () => openId);
