// Keeps the draft over a page reload as long as the tab is open, so that an hour of subtitling is not lost by one key press.
import { useEffect } from 'react';
import { firstDraft, parseDraft, type VideoDraft } from './draft.ts';

/** Storage key of a draft, by the name of its clip. */
const placeOf = (clipName: string) => `mark-video ${clipName}`;
const restMs = 300;
/** Returns a stable object for the same clip, because it is read at every render. */
const read = new Map<string, VideoDraft>();

/** Without storage (private windows), there is none. */
function readText(place: string): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return null;
  }
}

/** Returns the stored draft of the clip with this name, otherwise a new one. An image chosen as the mark is not stored. */
export function readKept(clipName: string): VideoDraft {
  const known = read.get(clipName);
  if (known) return known;
  const text = readText(placeOf(clipName));
  const draft = text === null ? firstDraft : parseDraft(text);
  read.set(clipName, draft);
  return draft;
}

function write(clipName: string, draft: VideoDraft): void {
  const { image: _, ...mark } = draft.mark;
  read.set(clipName, { ...draft, mark });
  try {
    sessionStorage.setItem(placeOf(clipName), JSON.stringify({ ...draft, mark }));
  } catch (error) {
    // If the storage is full, nothing is stored, and the page goes on.
    if (!(error instanceof DOMException)) throw error;
  }
}

export function useKeptDraft(clipName: string | undefined, draft: VideoDraft): void {
  useEffect(() => {
    if (clipName === undefined || draft === firstDraft) return;
    const timer = setTimeout(() => write(clipName, draft), restMs);
    return () => clearTimeout(timer);
  }, [clipName, draft]);
}
