// Which of the marks the handles and the options are for. It is no option: choosing another mark leaves a result as it is.
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

/** The chosen mark, or the uppermost one. */
export function useChosenMark({ marks }: MarkDraft): DraftMark {
  const id = useSyncExternalStore(listen, () => chosenId);
  return marks.find(mark => mark.id === id) ?? marks.at(-1) ?? firstMark;
}
