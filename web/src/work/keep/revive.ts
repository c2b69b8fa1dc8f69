// The rules for restoring work: which stored items a page continues, and in which state.
import type { AnyOptions } from 'ui/tool-screen.ts';
import { type ItemInput, isEnded, uploadOf, type WorkItem } from '../items/item.ts';

export interface SavedItem {
  readonly tabId: string;
  /** The build of the page that stored the item. */
  readonly build?: string;
  readonly item: WorkItem;
}

/** The shared options of a tool in a tab. */
export interface SavedOptions {
  readonly tabId: string;
  readonly build: string;
  readonly tool: string;
  /** Absent: the options were cleared, or stored by another build. */
  readonly options?: AnyOptions | undefined;
  /** Unix time in ms. */
  readonly changedAt: number;
}

/** An item stored by older pages, when each item had exactly one file and contained its fields. */
type OldItem = Omit<WorkItem, 'inputs'> & Omit<ItemInput, 'field'>;

/**
 * Migrates an item stored by an older page. Options of another build may not match the tool's current screen, so they are replaced by defaults.
 * Anything already sent to the server continues unchanged.
 */
export function upgrade(item: WorkItem | OldItem, isOfThisBuild: boolean): WorkItem {
  if (!('inputs' in item)) {
    const { facts, link, upload, sentBytes, savedUpload, path, ...rest } = item;
    return upgrade({ ...rest, inputs: [{ id: item.id, facts, link, upload, sentBytes, savedUpload, path }] }, false);
  }
  if (isOfThisBuild) return item;
  const { ownOptions: _own, ranOptions: _ran, standing: _standing, ...rest } = item;
  return rest;
}

/** Whether this tab continues work of `tabId`: another open tab continues its own. If open tabs are not reported, a tab only continues its own. */
export const isContinued = (
  { tabId: owner }: { readonly tabId: string },
  ownTab: string,
  open: ReadonlySet<string> | undefined,
): boolean => owner === ownTab || (open !== undefined && !open.has(owner));

/** Returns the stored items that this tab continues, oldest first, and the expired ones. */
export function sortSaved(
  saved: readonly SavedItem[],
  ownTab: string,
  open: ReadonlySet<string> | undefined,
  now: number,
  retentionMs: number,
): { mine: WorkItem[]; expired: WorkItem[] } {
  const isExpired = (item: WorkItem) => now - item.addedAt > retentionMs;
  return {
    mine: saved
      .filter(one => isContinued(one, ownTab, open) && !isExpired(one.item))
      .map(one => one.item)
      .toSorted((a, b) => a.addedAt - b.addedAt),
    expired: saved.filter(one => isExpired(one.item)).map(one => one.item),
  };
}

/** Repeats a call in progress, unless its side files were lost with the page. */
function reviveRun(item: WorkItem): WorkItem['run'] {
  if (item.run !== 'posting' && item.run !== 'wanted') return item.run;
  return item.hasSideFiles ? 'idle' : 'wanted';
}

function reviveInput(input: ItemInput, hasFile: boolean): ItemInput {
  const mustUpload = input.upload !== 'stored' && !input.link;
  return { ...input, upload: mustUpload ? (hasFile ? 'waiting' : 'lost') : input.upload, sentBytes: 0 };
}

/** Returns the state of an item after its page was closed: transfers have stopped, and a pending call is repeated. */
export function revive(item: WorkItem, hasFile: (inputId: string) => boolean): WorkItem {
  return {
    ...item,
    inputs: item.inputs.map(input => reviveInput(input, hasFile(input.id))),
    run: reviveRun(item),
    problem: uploadOf(item) === 'stored' ? item.problem : undefined,
  };
}

/** Returns the part of an item that is stored. Progress is not, so that an item is not stored repeatedly. */
export const worthSaving = (item: WorkItem): WorkItem => ({
  ...item,
  inputs: item.inputs.map(input => ({ ...input, sentBytes: 0 })),
  endsAt: undefined,
  lateAt: undefined,
  standing: undefined,
  task: item.task && {
    ...item.task,
    progress: isEnded(item.task) ? 100 : 0,
    stage: 'waiting',
    etaSeconds: null,
    queuePosition: null,
  },
});
