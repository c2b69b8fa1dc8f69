// Undo for changes of a draft, made on the canvas or in the options.
import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Changes within this many milliseconds are one step. */
const restMs = 350;
const maxSteps = 100;

interface Steps<Draft> {
  readonly past: readonly Draft[];
  readonly present: Draft;
  readonly future: readonly Draft[];
}

const keyOf = (draft: object) => JSON.stringify(draft);

/** Returns the patch from one state to another; fields missing in the new state are set to undefined. */
const patchTo = <Draft extends object>(from: Draft, to: Draft): Partial<Draft> => ({
  ...(Object.fromEntries(Object.keys(from).map(name => [name, undefined])) as Partial<Draft>),
  ...to,
});

const record = <Draft extends object>(steps: Steps<Draft>, draft: Draft): Steps<Draft> =>
  keyOf(steps.present) === keyOf(draft)
    ? steps
    : { past: [...steps.past, steps.present].slice(-maxSteps), present: draft, future: [] };

/** Fields that undo their own typing. */
const typed = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, [contenteditable]';

/** Returns the steps to undo and redo; unless locked, Ctrl+Z takes them wherever the focus is, except while typing. */
export function useHistory<Draft extends object>(
  draft: Draft,
  change: (patch: Partial<Draft>) => void,
  isLocked: boolean,
) {
  const [steps, setSteps] = useState<Steps<Draft>>({ past: [], present: draft, future: [] });
  const latest = useRef(draft);
  latest.current = draft;
  const key = keyOf(draft);

  // biome-ignore lint/correctness/useExhaustiveDependencies: key represents the draft, which is a new object each time.
  useEffect(() => {
    const timer = setTimeout(() => setSteps(known => record(known, latest.current)), restMs);
    return () => clearTimeout(timer);
  }, [key]);

  function go(find: (known: Steps<Draft>) => Steps<Draft> | undefined) {
    const known = record(steps, latest.current);
    const next = find(known);
    if (!next) return;
    setSteps(next);
    change(patchTo(latest.current, next.present));
  }
  const isChanged = keyOf(steps.present) !== key;
  const history = {
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
  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = event.key.toLowerCase();
    const isOurs = (event.ctrlKey || event.metaKey) && !event.altKey && (letter === 'z' || letter === 'y');
    if (!isOurs || isLocked || event.defaultPrevented || (event.target as Element).matches(typed)) return;
    event.preventDefault();
    (letter === 'y' || event.shiftKey ? history.redo : history.undo)();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  return history;
}
