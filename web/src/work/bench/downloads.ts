// Pays for results, downloads them as one file, as a zip or into a folder, and copies links to them.

import type { User } from 'contract/routes/accounts.ts';
import { copyText } from 'ui/clipboard.ts';
import { saveAddress } from 'ui/files/save-file.ts';
import { client } from '../../client.ts';
import { CallError } from '../../failures/call-error.ts';
import { currentLanguage } from '../../language-store.ts';
import { loadUser } from '../../load-user.ts';
import { goOnOncePaid, priceOf, type UnlockPrice, unlockNote } from '../../pay/unlock.ts';
import { useSession } from '../../session.ts';
import { type Afterwards, offerPayment } from '../../shopping.ts';
import { findBatch, settleDownload } from '../../tasks/calls.ts';
import { passOver } from '../../tasks/problems.ts';
import { workWords } from '../../words/work.ts';
import { isUpdating, type WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { getItem, patchItem } from '../items/store.ts';

/** The result that is on the screen, which stays there while a light run redraws it. */
const shownOf = (item: WorkItem) => (isUpdating(item) ? item.standing : item.task);

/** Whether the result is shown as a preview until it is paid. */
const isLocked = (item: WorkItem): boolean => shownOf(item)?.result?.files.some(file => file.locked) ?? false;

/** Returns the price of all locked results among these items, or undefined if nothing is locked. */
export function unlockPrice(items: readonly WorkItem[], user: User | null): UnlockPrice | undefined {
  const charges = items.filter(isLocked).flatMap(item => shownOf(item)?.charge ?? []);
  return charges.length === 0 ? undefined : priceOf(charges, user);
}

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
  return (await copyText(link)) || link;
}

// Folders: File System Access, which only Chromium has.

interface WritableFile {
  createWritable: () => Promise<WritableStream<Uint8Array>>;
}

interface Folder {
  getFileHandle: (name: string, options?: { create: boolean }) => Promise<WritableFile>;
}

type PickFolder = (options: { mode: 'readwrite'; id: string }) => Promise<Folder>;

// Missing in TypeScript's DOM types, because not every browser supports it.
const findPicker = () => (window as { showDirectoryPicker?: PickFolder }).showDirectoryPicker;

export const canSaveToFolder = (): boolean => findPicker() !== undefined;

/** Returns undefined if the user cancels. Must be called directly in a click handler, as browsers require. */
export async function pickFolder(): Promise<Folder | undefined> {
  try {
    return await findPicker()?.call(window, { mode: 'readwrite', id: 'results' });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return undefined;
    throw error;
  }
}

async function isTaken(folder: Folder, name: string): Promise<boolean> {
  try {
    await folder.getFileHandle(name);
    return true;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotFoundError') return false;
    // A folder with that name exists.
    if (error instanceof DOMException && error.name === 'TypeMismatchError') return true;
    throw error;
  }
}

/** Returns `a.png`, or `a (2).png` if the folder already contains an `a.png`, so that no file is overwritten. */
async function findFreeName(folder: Folder, name: string): Promise<string> {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  let free = name;
  for (let number = 2; await isTaken(folder, free); number++) free = `${stem} (${number})${extension}`;
  return free;
}

async function writeFile(folder: Folder, name: string, url: string): Promise<void> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw new Error(`the store answered ${response.status}`);
  const file = await folder.getFileHandle(await findFreeName(folder, name), { create: true });
  // Closes the file at the end, and discards it if the download fails.
  await response.body.pipeTo(await file.createWritable());
}

/** Saves every file of these results one after the other, and returns their number. */
export async function saveToFolder(folder: Folder, items: readonly WorkItem[]): Promise<number> {
  let saved = 0;
  for (const { task } of items)
    for (const [index, file] of (task?.result?.files ?? []).entries()) {
      const { url } = await settleDownload(task!.taskId, index);
      await writeFile(folder, file.name, url);
      saved += 1;
    }
  return saved;
}
