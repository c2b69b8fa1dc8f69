// Keeps what was written and edited over a reload of the page, for as long as its tab is open: an hour of subtitles must not be lost by one key.
import { useEffect } from 'react';
import { firstDraft, type VideoDraft } from './draft.ts';

/** The place of a draft, by the clip it is for. */
const placeOf = (clipName: string) => `mark-video ${clipName}`;
const restMs = 300;
/** The same object for the same clip, since it is asked for whenever the page is drawn. */
const read = new Map<string, VideoDraft>();

/** The draft of a fresh visit, or that of the clip of this name. A picture chosen as the mark has to be chosen again. */
export function readKept(clipName: string): VideoDraft {
  const known = read.get(clipName);
  if (known) return known;
  const kept = sessionStorage.getItem(placeOf(clipName));
  const draft = kept === null ? firstDraft : { ...firstDraft, ...(JSON.parse(kept) as Partial<VideoDraft>) };
  read.set(clipName, draft);
  return draft;
}

function write(clipName: string, draft: VideoDraft): void {
  const { image: _, ...mark } = draft.mark;
  read.set(clipName, { ...draft, mark });
  try {
    sessionStorage.setItem(placeOf(clipName), JSON.stringify({ ...draft, mark }));
  } catch (error) {
    // A full store keeps nothing more; the page goes on all the same.
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
