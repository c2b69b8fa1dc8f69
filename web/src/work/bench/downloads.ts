// Pays for results, downloads them as one file or as a zip, and copies links to them.
import { saveAddress } from 'ui/files/save-file.ts';
import { client } from '../../client.ts';
import { CallError } from '../../failures/call-error.ts';
import { currentLanguage } from '../../language-store.ts';
import { loadUser } from '../../load-user.ts';
import { type Afterwards, offerPayment } from '../../pay/shopping.ts';
import { useSession } from '../../session.ts';
import type { Bought, WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { getItem, patchItem } from '../items/store.ts';
import { findBatch, settleDownload, settleDownloadOfAll } from '../transfer/calls.ts';
import { passOver } from '../transfer/problems.ts';
import { goOnOncePaid, isLocked, unlockNote, unlockPrice } from './unlock.ts';
import { workWords } from './words.ts';

/** Updates the results of tasks that have just been paid, and the remaining balance. */
async function showUnlocked(items: readonly WorkItem[]): Promise<void> {
  const show = async ({ id, task }: WorkItem) => {
    const paid = task && (await client.findTask(task.taskId));
    if (paid) patchItem(id, item => (item.task?.taskId === paid.taskId ? { ...item, task: paid } : item));
  };
  await Promise.all([loadUser(), ...items.map(show)]);
}

/** At once, so that a run that begins before the paid result has been fetched does not delete it. */
const notePaid = (id: string, taskId: string) =>
  patchItem(id, item =>
    item.task?.taskId === taskId
      ? { ...item, task: { ...item.task, charge: { ...item.task.charge, state: 'settled' } } }
      : item,
  );

/** If several results cannot all be paid, offers to pay for them at once: otherwise some would be charged and not saved. */
async function offerMissing(locked: readonly WorkItem[], afterwards: Afterwards): Promise<boolean> {
  // The balance may have changed in another tab.
  await loadUser();
  const price = unlockPrice(locked, useSession.getState().user);
  if (price?.kind !== 'missing') return false;
  offerPayment({ coins: price.amount, reason: unlockNote(price, workWords[currentLanguage()]) }, afterwards);
  return true;
}

/**
 * Pays for the locked ones among these results, and returns whether all of them can be used now. If money is missing, the offer is open and
 * `afterwards` runs after the payment; any other error has already been shown.
 */
export async function unlock(items: readonly WorkItem[], afterwards: Afterwards): Promise<boolean> {
  const locked = items.flatMap(({ id }) => getItem(id) ?? []).filter(isLocked);
  if (locked.length === 0) return true;
  if (locked.length > 1 && (await offerMissing(locked, afterwards))) return false;
  try {
    for (const { id, task } of locked) {
      if (!task) continue;
      await settleDownload(task.taskId, 0);
      notePaid(id, task.taskId);
    }
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    goOnOncePaid(error, afterwards);
    return false;
  } finally {
    // Not awaited, because browsers only allow clipboard access shortly after a press.
    const { unlocks } = live;
    const shown = showUnlocked(locked)
      .catch(passOver)
      .finally(() => unlocks.delete(shown));
    unlocks.add(shown);
  }
}

/** Downloads one file of a result, or without an index all of them, as a zip if there are several. */
export async function downloadResult(item: WorkItem, fileIndex?: number): Promise<void> {
  const { task } = item;
  if (!task) return;
  const isSeveral = (task.result?.files.length ?? 0) > 1;
  const { url } = await (fileIndex === undefined && isSeveral
    ? settleDownloadOfAll(task.taskId)
    : settleDownload(task.taskId, fileIndex ?? 0));
  saveAddress(url);
}

/** Downloads a paid result of an earlier run. */
export async function downloadBought({ taskId, fileCount }: Bought): Promise<void> {
  const { url } = await (fileCount > 1 ? settleDownloadOfAll(taskId) : settleDownload(taskId, 0));
  saveAddress(url);
}

/** Downloads every unlocked result of a batch. Returns whether there was one. */
export async function downloadBatch(batchId: string): Promise<boolean> {
  // The zip contains every result that still exists on the server.
  await Promise.all(live.removals);
  const { zipUrl } = await findBatch(batchId);
  if (zipUrl) saveAddress(zipUrl);
  return zipUrl !== null;
}

/** Copies the link of a result and returns true; returns the link itself if the browser does not allow copying. */
export async function copyResultLink(item: WorkItem, fileIndex = 0): Promise<string | true | undefined> {
  if (!item.task) return undefined;
  const { url } = await settleDownload(item.task.taskId, fileIndex);
  const link = new URL(url, location.href).href;
  // Unavailable on plain http.
  if (!navigator.clipboard) return link;
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch (error) {
    if (error instanceof DOMException) return link;
    throw error;
  }
}
