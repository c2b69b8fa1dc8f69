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

type FocusPlace = 'line' | 'text';
/** Where the subtitle that is being opened receives the focus, until it is drawn. */
let focusPlace: FocusPlace | undefined;

/** Opens a subtitle in the list and on the timeline. */
export function openCue(id: string | undefined, focus?: FocusPlace): void {
  focusPlace = focus;
  openId = id;
  notify();
}

/** Where the subtitle that has just been opened should receive the focus; undefined from the second time on. */
export function takeFocusPlace(): FocusPlace | undefined {
  const place = focusPlace;
  focusPlace = undefined;
  return place;
}

export const useOpenCue = (): string | undefined => useSyncExternalStore(listen, () => openId);
