// Keeps the draft over a page reload as long as the tab is open, so that an hour of subtitling is not lost by one key press.
import type { FileFacts } from 'ui/tool-screen.ts';
import { firstDraft, parseDraft, type VideoDraft } from './draft.ts';

/** Storage key of a draft. Different clips often have the same name, so the size is part of it; a link has none. */
const placeOf = ({ name, bytes }: FileFacts) => `mark-video ${bytes ?? ''} ${name}`;
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

/** Returns the stored draft of this clip, otherwise a new one. An image chosen as the mark is not stored. */
export function readKept(clip: FileFacts): VideoDraft {
  const place = placeOf(clip);
  const known = read.get(place);
  if (known) return known;
  const text = readText(place);
  const draft = text === null ? firstDraft : parseDraft(text);
  read.set(place, draft);
  return draft;
}

function write(place: string, draft: VideoDraft): void {
  const { image: _, ...mark } = draft.mark;
  read.set(place, { ...draft, mark });
  try {
    sessionStorage.setItem(place, JSON.stringify({ ...draft, mark }));
  } catch (error) {
    // If the storage is full, nothing is stored, and the page goes on.
    if (!(error instanceof DOMException)) throw error;
  }
}

let pending: { place: string; draft: VideoDraft; timer: ReturnType<typeof setTimeout> } | undefined;

/** Stores the change that is waiting, if there is one. */
export function saveNow(): void {
  if (!pending) return;
  const { place, draft, timer } = pending;
  clearTimeout(timer);
  pending = undefined;
  write(place, draft);
}

/** Stores a draft after a short rest, so that thousands of lines are not written at each key press. */
export function saveSoon(clip: FileFacts, draft: VideoDraft): void {
  const place = placeOf(clip);
  if (pending?.place === place) clearTimeout(pending.timer);
  else saveNow();
  pending = { place, draft, timer: setTimeout(saveNow, restMs) };
}
