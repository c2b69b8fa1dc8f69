// Stores which mark the handles and the options apply to. It is not an option: selecting another mark does not outdate a result.
import { useSyncExternalStore } from 'react';
import { type DraftMark, firstMark } from 'ui/mark-options/draft-mark.ts';
import type { MarkDraft } from './draft.ts';

let chosenId: string | undefined;
const listeners = new Set<() => void>();

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function chooseMark(id: string): void {
  chosenId = id;
  for (const listener of listeners) listener();
}

/** Returns the selected mark, otherwise the topmost one. */
export function useChosenMark({ marks }: MarkDraft): DraftMark {
  const id = useSyncExternalStore(listen, () => chosenId);
  return marks.find(mark => mark.id === id) ?? marks.at(-1) ?? firstMark;
}
