// The current marks: add, undo, redo, and the covered area as text.
import { fill } from 'contract/words.ts';
import { useState } from 'react';
import { useWords } from '../language.tsx';
import { canRedo, canUndo, type History, record, redo, startHistory, undo } from './history.ts';
import { addOp, type MaskLabel, type MaskOp } from './ops.ts';
import { markedShare } from './render-mask.ts';
import { painterWords } from './words.ts';

interface Marking {
  ops: readonly MaskOp[];
  onChange: (ops: readonly MaskOp[]) => void;
  labels: readonly MaskLabel[];
  width: number;
  height: number;
  isHeld: boolean;
  say: (sentence: string) => void;
}

/** One decimal below ten; a fraction above 0 is never shown as 0. */
function toPercent(share: number): string {
  if (share === 0) return '0';
  const percent = Math.max(0.1, share * 100);
  return String(Number(percent.toFixed(percent < 10 ? 1 : 0)));
}

export function useMarks({ ops, onChange, labels, width, height, isHeld, say }: Marking) {
  const t = useWords(painterWords);
  const [kept, setKept] = useState<History>(() => startHistory(ops));
  // Marks set from outside, e.g. with another file, start a new history.
  const history = kept.present === ops ? kept : startHistory(ops);

  function sum(list: readonly MaskOp[]): string {
    const percents = labels.map(({ id }) => toPercent(markedShare(list, width, height, id)));
    if (percents.every(percent => percent === '0')) return t.nothing;
    if (labels.length === 1) return fill(t.marked, { percent: percents[0] });
    return labels.map(({ name }, index) => fill(t.markedAs, { name, percent: percents[index] })).join(' · ');
  }

  function travel(next: History): void {
    setKept(next);
    onChange(next.present);
    say(sum(next.present));
  }

  /** Returns whether all of them were added. */
  function add(added: readonly MaskOp[]): boolean {
    let list: readonly MaskOp[] | undefined = ops;
    for (const op of added) list = list && addOp(list, op);
    if (list) travel(record(history, list));
    else say(t.full);
    return list !== undefined;
  }

  return {
    summary: sum(ops),
    add,
    /** Removes the marks of these suggestions. */
    takeBack: (ids: ReadonlySet<string>) =>
      travel(
        record(
          history,
          ops.filter(({ from }) => from === undefined || !ids.has(from)),
        ),
      ),
    // Undefined: nothing to undo.
    undo: !isHeld && canUndo(history) ? () => travel(undo(history)) : undefined,
    redo: !isHeld && canRedo(history) ? () => travel(redo(history)) : undefined,
    clear: !isHeld && ops.length > 0 ? () => travel(record(history, [])) : undefined,
  };
}
