// Getting results out: one file, all as a zip, or a link to share.

import { saveAddress } from 'ui/save-file.ts';
import { loadUser } from '../../load-user.ts';
import type { WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { patchItem } from '../items/store.ts';
import { findBatch, findTask, settleDownload, settleDownloadOfAll } from '../transfer/calls.ts';
import { isLocked } from './unlock.ts';

/** One file of a result; without a number all of them, as a zip when there are several. */
export async function downloadResult(item: WorkItem, fileIndex?: number): Promise<void> {
  const { task } = item;
  if (!task) return;
  const isSeveral = (task.result?.files.length ?? 0) > 1;
  const { url } = await (fileIndex === undefined && isSeveral
    ? settleDownloadOfAll(task.taskId)
    : settleDownload(task.taskId, fileIndex ?? 0));
  saveAddress(url);
  if (isLocked(item)) await showUnlocked(item);
}

/** Shows the result of a task that was just paid, and the remaining balance. */
async function showUnlocked({ id, task }: WorkItem): Promise<void> {
  if (!task) return;
  const paid = await findTask(task.taskId, new AbortController().signal);
  patchItem(id, item => (item.task?.taskId === paid.taskId ? { ...item, task: paid } : item));
  await loadUser();
}

/** Every result of a batch so far, those of `items` paid first. Answers whether there was one. */
export async function downloadBatch(batchId: string, items: readonly WorkItem[]): Promise<boolean> {
  for (const item of items.filter(isLocked)) {
    if (item.task) await settleDownload(item.task.taskId, 0);
    await showUnlocked(item);
  }
  // The zip holds every result that the server still has.
  await Promise.all(live.removals);
  const { zipUrl } = await findBatch(batchId);
  if (zipUrl) saveAddress(zipUrl);
  return zipUrl !== null;
}

/** Puts the link of a result on the clipboard: true. Answers the link when the browser does not allow it, to be shown instead. */
export async function copyResultLink(item: WorkItem, fileIndex = 0): Promise<string | true | undefined> {
  if (!item.task) return undefined;
  const { url } = await settleDownload(item.task.taskId, fileIndex);
  const link = new URL(url, location.href).href;
  // Absent on plain http.
  if (!navigator.clipboard) return link;
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return link;
    throw error;
  }
}
