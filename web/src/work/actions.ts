// What the buttons of the work flow do to the items of a tool.
import type { FileFacts, ToolScreen } from 'ui/tool-screen.ts';
import { abandonItem, cancelItem, runItems } from './conductor.ts';
import { dropFile } from './files.ts';
import { type AnyOptions, isBusy, isRunnable, optionsOf, type WorkItem } from './work-item.ts';
import { dropItems, getBench, getItem, itemsOf, patchBench, patchItem, useWork } from './work-store.ts';

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

function run(items: readonly WorkItem[], shared: AnyOptions, screen: AnyScreen): void {
  runItems(
    items.map(item => {
      const options = optionsOf(item, shared);
      return { id: item.id, options, payload: screen.payload?.(options, item.facts) ?? options };
    }),
  );
}

/** Runs everything that has no result for its present options yet. */
export function runAll(tool: string, screen: AnyScreen): void {
  const shared = sharedNow(tool, screen);
  // From here on the options stay, even when the file that suggested them is removed.
  patchBench(tool, { options: shared });
  run(
    readItems(tool).filter(item => isRunnable(item, shared)),
    shared,
    screen,
  );
}

export function runOne(id: string, screen: AnyScreen): void {
  const item = getItem(id);
  if (item) run([item], sharedNow(item.tool, screen), screen);
}

export function cancelAll(tool: string): void {
  for (const item of readItems(tool)) if (isBusy(item)) cancelItem(item.id);
}

export function removeItems(tool: string, ids: readonly string[]): void {
  for (const id of ids) {
    const item = getItem(id);
    if (item) abandonItem(item);
  }
  dropItems(tool, ids);
  for (const id of ids) dropFile(id);
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
