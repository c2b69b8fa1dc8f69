// Getting results out: paying for them, and then one file, all as a zip, or a link to share.
import { saveAddress } from 'ui/save-file.ts';
import { CallError } from '../../call-error.ts';
import { currentLanguage } from '../../language-store.ts';
import { loadUser } from '../../load-user.ts';
import { type Afterwards, offerPayment } from '../../pay/shopping.ts';
import { useSession } from '../../session.ts';
import type { WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { getItem, patchItem } from '../items/store.ts';
import { findBatch, findTask, settleDownload, settleDownloadOfAll } from '../transfer/calls.ts';
import { passOver } from '../transfer/problems.ts';
import { goOnOncePaid, isLocked, unlockNote, unlockPrice } from './unlock.ts';
import { workWords } from './words.ts';

/** Shows the results of tasks that were just paid, and the remaining balance. */
async function showUnlocked(items: readonly WorkItem[]): Promise<void> {
  const show = async ({ id, task }: WorkItem) => {
    const paid = task && (await findTask(task.taskId, new AbortController().signal));
    if (paid) patchItem(id, item => (item.task?.taskId === paid.taskId ? { ...item, task: paid } : item));
  };
  await Promise.all([loadUser(), ...items.map(show)]);
}

/** Offers to pay for several results at once where not all of them can be paid: a part of them would be charged and not saved. */
async function offerMissing(locked: readonly WorkItem[], afterwards: Afterwards): Promise<boolean> {
  // What is owned may have changed in another tab.
  await loadUser();
  const price = unlockPrice(locked, useSession.getState().user);
  if (price?.kind !== 'missing') return false;
  offerPayment({ coins: price.amount, reason: unlockNote(price, workWords[currentLanguage()]) }, afterwards);
  return true;
}

/**
 * Pays for the locked ones of these results, and returns whether all of them may be used now. If money is missing, the offer is open and
 * `afterwards` follows the payment; any other refusal has been shown.
 */
export async function unlock(items: readonly WorkItem[], afterwards: Afterwards): Promise<boolean> {
  const locked = items.flatMap(({ id }) => getItem(id) ?? []).filter(isLocked);
  if (locked.length === 0) return true;
  if (locked.length > 1 && (await offerMissing(locked, afterwards))) return false;
  try {
    for (const { task } of locked) if (task) await settleDownload(task.taskId, 0);
    return true;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    goOnOncePaid(error, afterwards);
    return false;
  } finally {
    // Not awaited: browsers allow the clipboard only soon after a press.
    showUnlocked(locked).catch(passOver);
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

/** Every result of a batch that is not locked. Answers whether there was one. */
export async function downloadBatch(batchId: string): Promise<boolean> {
  // The zip holds every result that the server still has.
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
