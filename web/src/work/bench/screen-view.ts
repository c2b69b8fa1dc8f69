// The props about the selected item for a tool's own components.
import { media } from 'contract/media.ts';
import type { StageFile, TaskResult } from 'ui/tool-screen.ts';
import { addressOf, fileOf } from '../items/files.ts';
import { type AnyOptions, factsOf, isOutdated, type WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { posterAddress } from '../transfer/calls.ts';
import { askFor } from './ask.ts';

/** Returns an address of the original for an <img>; for a clip, of one frame. */
export function findBefore(item: WorkItem): string | undefined {
  const [input] = item.inputs;
  const type = input?.facts.type;
  const address = input && type && media[type].shownByBrowsers ? addressOf(input.id) : undefined;
  if (address) return address;
  if (type && media[type].kind === 'video' && input.path !== undefined && !input.link) return posterAddress(input.path);
  const made = item.task?.result?.meta?.inputPreviewUrl;
  return typeof made === 'string' ? made : undefined;
}

/** Returns the result if it was made with the current options. */
const findResult = (item: WorkItem, shared: AnyOptions): TaskResult | undefined =>
  item.run === 'done' && !isOutdated(item, shared) ? (item.task?.result ?? undefined) : undefined;

export const describeFiles = (items: readonly WorkItem[]): StageFile[] =>
  items.map(item => ({ id: item.id, address: findBefore(item), facts: factsOf(item) }));

/** Returns the props of a screen's components for the selected item. */
export function viewItem(item: WorkItem, shared: AnyOptions) {
  const ask = live.asks.get(item.id) ?? askFor(item.id);
  live.asks.set(item.id, ask);
  return { file: fileOf(item.inputs[0]?.id), address: findBefore(item), result: findResult(item, shared), ask };
}
