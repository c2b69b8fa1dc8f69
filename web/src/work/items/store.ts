// All work of this page by tool: its items, their state, and the shared options. State that is not plain data is in live.ts.

import { makeId } from 'ui/random-id.ts';
import type { AnyOptions, FileFacts, HandedOn } from 'ui/tool-screen.ts';
import { create } from 'zustand';
import type { Refusal } from '../../files/check-input.ts';
import type { ItemInput, WorkItem } from './item.ts';
import { live, resetLive } from './live.ts';

/** The workspace of a tool. */
export interface Bench {
  readonly batchId: string;
  /** Item ids in order. */
  readonly order: readonly string[];
  /** The options of items without their own: those changed before there was a file, then all; absent until one is changed or an item runs. */
  readonly options?: AnyOptions;
  readonly selectedId?: string;
  /** The number of files being checked before they become items. */
  readonly checkingCount: number;
  readonly refusals: readonly Refusal[];
  /** Data from another tool about a file that has not arrived yet. */
  readonly handed?: { readonly fileName: string; readonly bytes: number; readonly what: HandedOn } | undefined;
}

interface Work {
  readonly benches: Readonly<Record<string, Bench>>;
  readonly items: Readonly<Record<string, WorkItem>>;
}

export const useWork = create<Work>(() => ({ benches: {}, items: {} }));

const emptyBench: Bench = { batchId: '', order: [], checkingCount: 0, refusals: [] };

export const benchOf = (work: Work, tool: string): Bench => work.benches[tool] ?? emptyBench;
export const getBench = (tool: string): Bench => benchOf(useWork.getState(), tool);
export const getItem = (id: string): WorkItem | undefined => useWork.getState().items[id];
export const itemsOf = (work: Work, tool: string): WorkItem[] =>
  benchOf(work, tool).order.flatMap(id => work.items[id] ?? []);

export function patchBench(tool: string, patch: Partial<Bench>): void {
  useWork.setState(work => ({ benches: { ...work.benches, [tool]: { ...benchOf(work, tool), ...patch } } }));
}

/** Changes an item, unless it has been removed. */
export function patchItem(id: string, patch: Partial<WorkItem> | ((item: WorkItem) => WorkItem)): void {
  useWork.setState(work => {
    const item = work.items[id];
    if (!item) return work;
    const next = typeof patch === 'function' ? patch(item) : { ...item, ...patch };
    return next === item ? work : { items: { ...work.items, [id]: next } };
  });
}

/** Returns the batch of a tool's new items: the same one until it is full. Free tries are counted by batch, so an emptied list does not start another. */
function ensureBatchId(tool: string): string {
  const known = getBench(tool).batchId;
  if (known) return known;
  const batchId = makeId();
  patchBench(tool, { batchId });
  return batchId;
}

/** Moves an item from a full batch to the tool's next one. */
export function moveToNextBatch(id: string): void {
  const item = getItem(id);
  if (!item) return;
  if (getBench(item.tool).batchId === item.batchId) patchBench(item.tool, { batchId: '' });
  patchItem(id, { batchId: ensureBatchId(item.tool) });
}

export const makeInput = (
  given: { facts: FileFacts; upload: ItemInput['upload'] } & Partial<ItemInput>,
): ItemInput => ({ id: makeId(), sentBytes: 0, ...given });

export function makeItem(tool: string, inputs: readonly ItemInput[], given: Partial<WorkItem> = {}): WorkItem {
  // Strictly increasing, so that the order survives a reload.
  live.lastAddedAt = Math.max(Date.now(), live.lastAddedAt + 1);
  return {
    id: makeId(),
    tool,
    batchId: given.batchId ?? ensureBatchId(tool),
    addedAt: live.lastAddedAt,
    inputs,
    run: 'idle',
    runNumber: 0,
    ...given,
  };
}

export function addItems(tool: string, items: readonly WorkItem[]): void {
  if (items.length === 0) return;
  useWork.setState(work => {
    const bench = benchOf(work, tool);
    const added = items.filter(item => !work.items[item.id]);
    const order = [...bench.order, ...added.map(item => item.id)];
    return {
      items: { ...work.items, ...Object.fromEntries(added.map(item => [item.id, item])) },
      benches: { ...work.benches, [tool]: { ...bench, order, selectedId: bench.selectedId ?? order[0] } },
    };
  });
}

export function dropItems(tool: string, ids: readonly string[]): void {
  useWork.setState(work => {
    const gone = new Set(ids);
    const bench = benchOf(work, tool);
    const order = bench.order.filter(id => !gone.has(id));
    const wasSelectedAt = bench.order.indexOf(bench.selectedId ?? '');
    const isSelectionGone = gone.has(bench.selectedId ?? '');
    const selectedId = isSelectionGone ? order[Math.min(wasSelectedAt, order.length - 1)] : bench.selectedId;
    return {
      items: Object.fromEntries(Object.entries(work.items).filter(([id]) => !gone.has(id))),
      benches: { ...work.benches, [tool]: { ...bench, order, selectedId } },
    };
  });
}

/** Clears the page: items, files and transfers. The server keeps its data. */
export function resetWork(): void {
  resetLive();
  useWork.setState({ benches: {}, items: {} });
}
