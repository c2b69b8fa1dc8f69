// Links to paid files expire within minutes. When a link cannot be loaded, the page requests new ones.

import type { Task } from 'contract/task.ts';
import { client } from '../../client.ts';
import { CallError } from '../../failures/call-error.ts';
import { patchItem, useWork } from '../items/store.ts';

/** Links are valid longer than this, so a link that fails earlier has not expired. */
const holdMs = 4 * 60_000;

/** When the links of a task were last requested. */
const askedAt = new Map<string, number>();

const links = (task: Task): string[] =>
  (task.result?.files ?? []).flatMap(({ url, previewUrl }) => [url ?? '', previewUrl]).filter(Boolean);

const isSame = (link: string, address: string) => new URL(link, location.href).href === address;

/** `address` could not be loaded. */
async function renewLinks(address: string): Promise<void> {
  const items = Object.values(useWork.getState().items);
  const item = items.find(
    ({ task }) => task?.charge.state === 'settled' && links(task).some(link => isSame(link, address)),
  );
  const taskId = item?.task?.taskId;
  if (!item || !taskId || Date.now() - (askedAt.get(taskId) ?? 0) < holdMs) return;
  askedAt.set(taskId, Date.now());
  try {
    const task = await client.findTask(taskId);
    patchItem(item.id, now => (now.task?.taskId === taskId ? { ...now, task } : now));
  } catch (error) {
    // Deleted, or without a network: what could not be loaded is missing as before.
    if (!(error instanceof CallError)) throw error;
  }
}

/** For the element around all that is shown of results: failed loads do not bubble, but are heard on their way down. */
export function onLoadFailed({ target }: { readonly target: EventTarget }): void {
  if (target instanceof HTMLImageElement || target instanceof HTMLMediaElement) void renewLinks(target.currentSrc);
}
