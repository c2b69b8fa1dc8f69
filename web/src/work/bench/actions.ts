// The actions of the workflow's buttons on the items of a tool.

import { fill, type Language } from 'contract/words.ts';
import { clipWords } from 'ui/clip/words.ts';
import type { AnyOptions, AnyScreen, FileFacts } from 'ui/tool-screen.ts';
import { findTool, runsWithoutFiles } from '../../catalogue/tool-inputs.ts';
import { currentLanguage } from '../../language-store.ts';
import { showToast } from '../../notices.ts';
import { workWords } from '../../words/work.ts';
import { dropFile } from '../items/files.ts';
import {
  type Bought,
  boughtOf,
  factsOf,
  isBusy,
  isRunnable,
  optionsOf,
  uploadOf,
  type WorkItem,
} from '../items/item.ts';
import { live } from '../items/live.ts';
import {
  addItems,
  dropItems,
  getBench,
  getItem,
  itemsOf,
  makeItem,
  patchBench,
  patchItem,
  useWork,
} from '../items/store.ts';
import { abandonItem, cancelItem, runItems } from '../transfer/orders.ts';
import { keepSideFiles } from '../transfer/uploads.ts';

const readItems = (tool: string) => itemsOf(useWork.getState(), tool);

/** Returns the options that were chosen, and the defaults for the first file. */
function chosenOptions(chosen: AnyOptions | undefined, first: FileFacts | undefined, screen: AnyScreen): AnyOptions {
  const defaults = screen.defaultOptions(first ?? { name: '' });
  return chosen && Object.keys(defaults).every(name => name in chosen) ? chosen : { ...defaults, ...chosen };
}

/**
 * Returns the shared options as they apply to this number of files. Complete ones are returned as they are, because views compare them with those of
 * the result by identity.
 */
export function sharedOptions(
  chosen: AnyOptions | undefined,
  first: FileFacts | undefined,
  count: number,
  screen: AnyScreen,
): AnyOptions {
  const options = chosenOptions(chosen, first, screen);
  return count > 1 && screen.optionsForMany ? screen.optionsForMany(options) : options;
}

const firstFacts = (tool: string) => readItems(tool)[0] && factsOf(readItems(tool)[0]);

export const sharedNow = (tool: string, screen: AnyScreen) =>
  sharedOptions(getBench(tool).options, firstFacts(tool), readItems(tool).length, screen);

/** Returns the items whose files are listed in a run of this item; lost files cannot be included. */
function findSiblings(item: WorkItem, options: AnyOptions, screen: AnyScreen): WorkItem['siblings'] {
  const rule = screen.siblings;
  if (!rule?.isWanted(options)) return undefined;
  const { field, kind, max, fits } = rule;
  const ids = readItems(item.tool)
    .filter(other => other.inputs.length > 0 && uploadOf(other) !== 'lost' && (kind === 'join' || other.id !== item.id))
    .filter(other => other.id === item.id || (fits?.(factsOf(item), factsOf(other)) ?? true))
    .map(other => other.id);
  return { field, kind, ids: ids.slice(0, max) };
}

/** Why the file of an item cannot be processed with its options. */
export function refusalOf(item: WorkItem, shared: AnyOptions, screen: AnyScreen, language: Language) {
  const facts = factsOf(item);
  if (facts.isUnreadable) return clipWords[language].unreadable;
  return screen.refusal?.(optionsOf(item, shared), facts, language);
}

/** Why an item cannot run: because of its file, or because something has to be done before. */
export const hindranceOf = (item: WorkItem, shared: AnyOptions, screen: AnyScreen, language: Language) =>
  refusalOf(item, shared, screen, language) ?? screen.blocker?.(optionsOf(item, shared), factsOf(item), language);

function run(items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen, isLight = false): void {
  const language = currentLanguage();
  const blockers = new Map(items.map(item => [item.id, hindranceOf(item, shared, screen, language)]));
  const free = items.filter(item => !blockers.get(item.id));
  // Runs the items that can run; the others stay in the list, and the user is told why.
  const skipped = items.length - free.length;
  const reason = [...blockers.values()].find(Boolean);
  const t = workWords[language];
  if (reason) showToast(free.length === 0 ? reason : fill(t.skipped, { count: skipped, reason }), 'info');
  runItems(
    free.map(item => {
      const options = optionsOf(item, shared);
      const facts = factsOf(item);
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
        standing: isLight ? standingOf(item) : undefined,
      };
    }),
  );
}

const standingOf = ({ task, ranOptions }: WorkItem): WorkItem['standing'] =>
  task?.result && ranOptions ? { result: task.result, options: ranOptions, charge: task.charge } : undefined;

/** Returns the items that the run button runs: all, or only the first if all files become one result. */
export const leadingItems = (items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen) =>
  screen.siblings?.kind === 'join' && screen.siblings.isWanted(shared) ? items.slice(0, 1) : items;

/** Runs every item without a result for its current options. A tool that needs no file creates a new item for each press. */
export function runAll(tool: string, screen: AnyScreen): void {
  const shared = sharedNow(tool, screen);
  // From now on the options are fixed, even if the file that suggested them is removed.
  patchBench(tool, { options: shared });
  const needsNewItem = runsWithoutFiles(findTool(tool)) && !readItems(tool).some(item => isRunnable(item, shared));
  if (needsNewItem) addItems(tool, [makeItem(tool, [])]);
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

/** Runs items again with changed options; their old results stay visible until the new ones arrive. */
export function runAgain(items: readonly WorkItem[], screen: AnyScreen): void {
  const [first] = items;
  if (first) run(items, sharedNow(first.tool, screen), screen, true);
}

/** Discards results that were made from all files together, because the files have changed. */
export function dropJoined(tool: string): void {
  for (const item of readItems(tool)) {
    if (item.siblings?.kind !== 'join' || item.run === 'idle') continue;
    cancelItem(item.id);
    const bought = boughtOf(item);
    patchItem(item.id, { run: 'idle', task: undefined, ranOptions: undefined, siblings: undefined, bought });
  }
}

/** Reorders the files of a tool. */
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

/** Hands the paid results of all files together from removed files to the first that stays. */
function leaveJoined(tool: string, removedIds: readonly string[]): void {
  const heir = readItems(tool).find(item => !removedIds.includes(item.id));
  if (!heir) return;
  const isJoined = (one: Bought) => one.isJoined === true;
  const left = removedIds.flatMap(id => getItem(id)?.bought?.filter(isJoined) ?? []);
  if (left.length === 0) return;
  for (const id of removedIds) patchItem(id, item => ({ ...item, bought: item.bought?.filter(one => !isJoined(one)) }));
  patchItem(heir.id, item => ({ ...item, bought: [...left, ...(item.bought ?? [])] }));
}

export function removeItems(tool: string, ids: readonly string[]): void {
  dropJoined(tool);
  leaveJoined(tool, ids);
  const items = ids.flatMap(id => getItem(id) ?? []);
  for (const item of items) abandonItem(item);
  dropItems(tool, ids);
  for (const id of ids) {
    keepSideFiles(id, undefined);
    live.asks.delete(id);
  }
  for (const { id } of items.flatMap(item => item.inputs)) dropFile(id);
}

export function clearBench(tool: string): void {
  removeItems(tool, getBench(tool).order);
  patchBench(tool, { options: undefined, refusals: [] });
}

/**
 * Changes the shared options, or those of one item, which then has its own options. Before there is a file only the changed ones are fixed: the
 * others wait for the file that they depend on.
 */
export function changeOptions(tool: string, screen: AnyScreen, patch: AnyOptions, onlyId?: string): void {
  const item = onlyId ? getItem(onlyId) : undefined;
  const { options } = getBench(tool);
  // What applies to several files is not stored: with one file left, the options are again what the user chose.
  const before = readItems(tool).length > 0 ? chosenOptions(options, firstFacts(tool), screen) : options;
  if (item) patchItem(item.id, { ownOptions: { ...optionsOf(item, sharedNow(tool, screen)), ...patch } });
  else patchBench(tool, { options: { ...before, ...patch } });
}

/** Makes one item's options the shared ones. */
export function applyToAll(id: string, screen: AnyScreen): void {
  const item = getItem(id);
  if (!item) return;
  patchBench(item.tool, { options: optionsOf(item, sharedNow(item.tool, screen)) });
  for (const other of readItems(item.tool)) if (other.ownOptions) patchItem(other.id, { ownOptions: undefined });
}
