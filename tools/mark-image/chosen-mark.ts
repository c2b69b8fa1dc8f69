// Stores which mark the handles and the options apply to. It is not an option: selecting another mark does not outdate a result.
import { useSyncExternalStore } from 'react';
import { type DraftMark, firstMark } from 'ui/mark-options/draft-mark.ts';
import type { MarkDraft } from './draft.ts';

let chosenId: string | undefined;
let isNew = false;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** `isAdded`: the mark was just added, without a text. */
export function chooseMark(id: string, isAdded = false): void {
  chosenId = id;
  isNew = isAdded;
  for (const listener of listeners) listener();
}

/** Returns the selected mark, otherwise the topmost one. */
export function useChosenMark({ marks }: MarkDraft): DraftMark {
  const id = useSyncExternalStore(listen, () => chosenId);
  return marks.find(mark => mark.id === id) ?? marks.at(-1) ?? firstMark;
}

/** Returns whether a mark was just added, so that its text is typed next. Ends when a mark is selected. */
export const isNewMark = (id: string): boolean => isNew && id === chosenId;

export const useIsNew = (id: string): boolean => useSyncExternalStore(listen, () => isNewMark(id));
