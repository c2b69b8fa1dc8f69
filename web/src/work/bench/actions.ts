// What the buttons of the work flow do to the items of a tool.
import type { FileFacts, ToolScreen } from 'ui/tool-screen.ts';
import { currentLanguage } from '../../language-store.ts';
import { showToast } from '../../notices.ts';
import { dropFile } from '../items/files.ts';
import { type AnyOptions, isBusy, isRunnable, optionsOf, type WorkItem } from '../items/item.ts';
import { dropItems, getBench, getItem, itemsOf, patchBench, patchItem, useWork } from '../items/store.ts';
import { abandonItem, cancelItem, runItems } from '../transfer/conductor.ts';
import { keepSideFiles } from '../transfer/side-files.ts';

export type AnyScreen = ToolScreen<AnyOptions>;

const readItems = (tool: string) => itemsOf(useWork.getState(), tool);

/** The options for all: what somebody chose, or what the first file suggests. */
export function sharedOptions(
  chosen: AnyOptions | undefined,
  first: FileFacts | undefined,
  screen: AnyScreen,
): AnyOptions {
  return chosen ?? screen.defaultOptions(first ?? { name: '' });
}

const sharedNow = (tool: string, screen: AnyScreen) =>
  sharedOptions(getBench(tool).options, readItems(tool)[0]?.facts, screen);

/** The other files that a run of this item names; lost ones cannot go along. */
function findSiblings(item: WorkItem, options: AnyOptions, screen: AnyScreen): WorkItem['siblings'] {
  const rule = screen.siblings;
  if (!rule?.isWanted(options)) return undefined;
  const { field, kind, max, fits } = rule;
  const ids = readItems(item.tool)
    .filter(other => other.upload !== 'lost' && (kind === 'join' || other.id !== item.id))
    .filter(other => other.id === item.id || (fits?.(item.facts, other.facts) ?? true))
    .map(other => other.id);
  return { field, kind, ids: ids.slice(0, max) };
}

function run(items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen): void {
  const language = currentLanguage();
  const blockers = new Map(
    items.map(item => [item.id, screen.blocker?.(optionsOf(item, shared), item.facts, language)]),
  );
  const free = items.filter(item => !blockers.get(item.id));
  // One that can run runs; the others say in the list that they wait for something.
  const told = items.length > 0 && free.length === 0 ? blockers.get(items[0]!.id) : undefined;
  if (told) showToast(told, 'info');
  runItems(
    free.map(item => {
      const options = optionsOf(item, shared);
      const { facts } = item;
      const siblings = findSiblings(item, options, screen);
      const makeFiles = screen.sideFiles && (() => screen.sideFiles!(options, facts));
      keepSideFiles(item.id, makeFiles);
      return {
        id: item.id,
        options,
        payload: screen.payload?.(options, facts, siblings?.ids ?? []) ?? options,
        callName: screen.callName?.(options, facts),
        hasSideFiles: makeFiles !== undefined,
        siblings,
      };
    }),
  );
}

/** The items that a press on the run button is about: all, or the first alone where all become one result. */
export const leadingItems = (items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen) =>
  screen.siblings?.kind === 'join' && screen.siblings.isWanted(shared) ? items.slice(0, 1) : items;

/** Runs everything that has no result for its present options yet. */
export function runAll(tool: string, screen: AnyScreen): void {
  const shared = sharedNow(tool, screen);
  // From here on the options stay, even when the file that suggested them is removed.
  patchBench(tool, { options: shared });
  const items = leadingItems(readItems(tool), shared, screen);
  run(
    items.filter(item => isRunnable(item, shared)),
    shared,
    screen,
  );
}

export function runOne(id: string, screen: AnyScreen): void {
  const item = getItem(id);
  if (item) run([item], sharedNow(item.tool, screen), screen);
}

/** A result that was made of several files is none any more when these change. */
export function dropJoined(tool: string): void {
  for (const item of readItems(tool)) {
    if (item.siblings?.kind !== 'join' || item.run === 'idle') continue;
    cancelItem(item.id);
    patchItem(item.id, { run: 'idle', task: undefined, ranOptions: undefined, siblings: undefined });
  }
}

/** Puts the files of a tool into another order. */
export function reorderItems(tool: string, ids: readonly string[]): void {
  const { order } = getBench(tool);
  const next = [...ids.filter(id => order.includes(id)), ...order.filter(id => !ids.includes(id))];
  if (next.join() === order.join()) return;
  dropJoined(tool);
  patchBench(tool, { order: next });
}

export function cancelAll(tool: string): void {
  for (const item of readItems(tool)) if (isBusy(item)) cancelItem(item.id);
}

export function removeItems(tool: string, ids: readonly string[]): void {
  dropJoined(tool);
  for (const id of ids) {
    const item = getItem(id);
    if (item) abandonItem(item);
  }
  dropItems(tool, ids);
  for (const id of ids) {
    dropFile(id);
    keepSideFiles(id, undefined);
  }
}

export function clearBench(tool: string): void {
  removeItems(tool, getBench(tool).order);
  patchBench(tool, { options: undefined, refusals: [] });
}

/** Changes the options for all, or those of one item, which from then on has its own. */
export function changeOptions(tool: string, screen: AnyScreen, patch: AnyOptions, onlyId?: string): void {
  const shared = sharedNow(tool, screen);
  const item = onlyId ? getItem(onlyId) : undefined;
  if (item) patchItem(item.id, { ownOptions: { ...optionsOf(item, shared), ...patch } });
  else patchBench(tool, { options: { ...shared, ...patch } });
}

/** Makes one item's options those of all. */
export function applyToAll(id: string, screen: AnyScreen): void {
  const item = getItem(id);
  if (!item) return;
  patchBench(item.tool, { options: optionsOf(item, sharedNow(item.tool, screen)) });
  for (const other of readItems(item.tool)) if (other.ownOptions) patchItem(other.id, { ownOptions: undefined });
}
