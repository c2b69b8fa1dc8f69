// Undo and redo: the artworks before and after the current one. Unchanged layers are shared between them.
import type { Artwork, Layer } from 'contract/artwork/artwork.ts';

export const maxSteps = 100;
/** Changes with the same key within this many milliseconds, such as a slider drag, are merged into one step. */
const mergeMs = 1200;

interface Step {
  readonly artwork: Artwork;
  /** The action that led to this state; the page has a name for each. */
  readonly deed: string;
}

export interface History {
  readonly past: readonly Step[];
  readonly present: Step;
  readonly future: readonly Step[];
  /** The key and time of the last change; the next one with the same key is merged into it. */
  readonly merging: { readonly key: string; readonly atMs: number } | null;
}

export const beginHistory = (artwork: Artwork, deed: string): History => ({
  past: [],
  present: { artwork, deed },
  future: [],
  merging: null,
});

interface Change {
  readonly deed: string;
  /** Consecutive changes with the same key are merged into one step. Absent: always a separate step. */
  readonly mergeKey?: string | undefined;
  readonly nowMs: number;
}

export function recordStep(history: History, artwork: Artwork, { deed, mergeKey, nowMs }: Change): History {
  if (artwork === history.present.artwork) return history;
  const merging = mergeKey === undefined ? null : { key: mergeKey, atMs: nowMs };
  const isSame = mergeKey !== undefined && history.merging?.key === mergeKey && nowMs - history.merging.atMs < mergeMs;
  const past = isSame ? history.past : [...history.past, history.present].slice(-maxSteps);
  return { past, present: { artwork, deed }, future: [], merging };
}

/** Corrects all states without a new step, e.g. the height of texts once their font has loaded. States keep sharing their layers. */
export function amendLayers(history: History, amend: (layer: Layer) => Layer): History {
  const amended = new Map<Layer, Layer>();
  const amendOnce = (layer: Layer) => {
    const known = amended.get(layer) ?? amend(layer);
    amended.set(layer, known);
    return known;
  };
  const amendStep = (step: Step): Step => {
    const layers = step.artwork.layers.map(amendOnce);
    return layers.every((layer, index) => layer === step.artwork.layers[index])
      ? step
      : { ...step, artwork: { ...step.artwork, layers } };
  };
  const { past, present, future } = history;
  return { ...history, past: past.map(amendStep), present: amendStep(present), future: future.map(amendStep) };
}

/** Moves back (negative) or forward by up to this many steps. */
export function travel(history: History, steps: number): History {
  const all = [...history.past, history.present, ...history.future];
  const at = Math.min(all.length - 1, Math.max(0, history.past.length + steps));
  if (at === history.past.length) return history;
  return { past: all.slice(0, at), present: all[at]!, future: all.slice(at + 1), merging: null };
}
