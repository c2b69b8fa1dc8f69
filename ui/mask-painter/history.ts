// Undo and redo for a list of marks that can also be changed from outside.
import type { MaskOp } from './ops.ts';

type Ops = readonly MaskOp[];

export interface History {
  readonly past: readonly Ops[];
  readonly present: Ops;
  readonly future: readonly Ops[];
}

const maxPast = 200;

export const startHistory = (present: Ops): History => ({ past: [], present, future: [] });

export const record = ({ past, present }: History, next: Ops): History => ({
  past: [...past, present].slice(-maxPast),
  present: next,
  future: [],
});

/** Marks from before a page reload have no history and are undone one by one. */
export function undo(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1) ?? (present.length > 0 ? present.slice(0, -1) : undefined);
  return before ? { past: past.slice(0, -1), present: before, future: [present, ...future] } : history;
}

export function redo(history: History): History {
  const { past, present, future } = history;
  const [next, ...later] = future;
  return next ? { past: [...past, present], present: next, future: later } : history;
}

export const canUndo = ({ past, present }: History): boolean => past.length > 0 || present.length > 0;
export const canRedo = ({ future }: History): boolean => future.length > 0;
