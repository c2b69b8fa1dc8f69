// Undo for changes of the mark, made on the canvas or in the options.
import { useEffect, useRef, useState } from 'react';
import type { MarkDraft } from './draft.ts';

/** Changes within this many milliseconds are one step. */
const restMs = 350;
const mostSteps = 100;

interface Steps {
  readonly past: readonly MarkDraft[];
  readonly present: MarkDraft;
  readonly future: readonly MarkDraft[];
}

const keyOf = (draft: MarkDraft) => JSON.stringify(draft);

/** The patch from one state to another: fields that the other one lacks are set to undefined. */
const patchTo = (from: MarkDraft, to: MarkDraft): Partial<MarkDraft> => ({
  ...Object.fromEntries(Object.keys(from).map(name => [name, undefined])),
  ...to,
});

const record = (steps: Steps, draft: MarkDraft): Steps =>
  keyOf(steps.present) === keyOf(draft)
    ? steps
    : { past: [...steps.past, steps.present].slice(-mostSteps), present: draft, future: [] };

export function useHistory(draft: MarkDraft, change: (patch: Partial<MarkDraft>) => void) {
  const [steps, setSteps] = useState<Steps>({ past: [], present: draft, future: [] });
  const latest = useRef(draft);
  latest.current = draft;
  const key = keyOf(draft);

  useEffect(() => {
    const timer = setTimeout(() => setSteps(known => record(known, latest.current)), restMs);
    return () => clearTimeout(timer);
  }, [key]);

  function go(find: (known: Steps) => Steps | undefined) {
    const known = record(steps, latest.current);
    const next = find(known);
    if (!next) return;
    setSteps(next);
    change(patchTo(latest.current, next.present));
  }
  const isChanged = keyOf(steps.present) !== key;
  return {
    canUndo: steps.past.length > 0 || isChanged,
    canRedo: steps.future.length > 0 && !isChanged,
    undo: () =>
      go(({ past, present, future }) => {
        const before = past.at(-1);
        return before && { past: past.slice(0, -1), present: before, future: [present, ...future] };
      }),
    redo: () =>
      go(({ past, present, future }) => {
        const [next, ...later] = future;
        return next && { past: [...past, present], present: next, future: later };
      }),
  };
}
