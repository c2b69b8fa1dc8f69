// Button handlers for saving, sharing and passing on results, with their messages. Locked results are paid first.

import { fill } from 'contract/words.ts';
import type { AnyScreen } from 'ui/tool-screen.ts';
import { CallError } from '../../failures/call-error.ts';
import { currentLanguage } from '../../language-store.ts';
import { showDialog, showToast } from '../../notices.ts';
import { settings } from '../../settings.ts';
import { saveResult } from '../../tasks/results.ts';
import { workWords } from '../../words/work.ts';
import { isOutdated, type WorkItem } from '../items/item.ts';
import { live } from '../items/live.ts';
import { sharedNow } from './actions.ts';
import { settle } from './changes.ts';
import { copyResultLink, downloadBatch, pickFolder, saveToFolder, unlock } from './downloads.ts';

/**
 * Pays for results and uses them. If money is missing, the offer gets a button with this label, which does both after the payment. The call helper
 * has already shown a failed call; any other error is a bug.
 */
export async function afterPayment(
  items: readonly WorkItem[],
  label: string,
  use: () => Promise<unknown>,
): Promise<void> {
  try {
    if (await unlock(items, { label, run: () => void afterPayment(items, label, use) })) await use();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

/** Saves a single result as it is, several as a zip; items of different batches become several zips. */
async function saveFiles(done: readonly WorkItem[], fileIndex?: number): Promise<void> {
  const [only] = done;
  if (done.length !== 1) await Promise.all([...new Set(done.map(({ batchId }) => batchId))].map(downloadBatch));
  else if (only?.task) await saveResult(only.task.taskId, only.task.result?.files.length ?? 0, fileIndex);
}

/** The files of an item that a press saves. */
const filesOf = (item: WorkItem | undefined) => (item?.task?.result ?? item?.standing?.result)?.files ?? [];

/** Names what saving these items saves: all of several results, all files of a single one, or its only file. */
export function saveLabel(items: readonly WorkItem[], t: { downloadAll: string; downloadOne: string }): string {
  const count = items.length > 1 ? items.length : filesOf(items[0]).length;
  return count > 1 ? fill(t.downloadAll, { count }) : t.downloadOne;
}

/** Pays for results and saves them as they are. */
export const saveDone = (done: readonly WorkItem[]): Promise<void> =>
  afterPayment(done, saveLabel(done, workWords[currentLanguage()]), () => saveFiles(done));

/** Applies light changes, pays, applies the changes that waited for the payment, and uses the results. */
async function applyAndUse(
  items: readonly WorkItem[],
  screen: AnyScreen,
  label: string,
  use: (settled: readonly WorkItem[]) => Promise<unknown>,
): Promise<void> {
  const settled = await settle(items, screen);
  await afterPayment(settled, label, async () => {
    const shared = sharedNow(settled[0]?.tool ?? '', screen);
    if (!settled.some(item => isOutdated(item, shared))) return use(settled);
    // The whole results, which the changes are applied to.
    await Promise.all(live.unlocks);
    return use(await settle(settled, screen));
  });
}

/** Saves these items once their light changes have been applied: several as a zip; of a single item all files, or the given one. */
export async function saveShown(items: readonly WorkItem[], screen: AnyScreen, fileIndex?: number): Promise<void> {
  const t = workWords[currentLanguage()];
  const label = fileIndex === undefined ? saveLabel(items, t) : t.downloadOne;
  const name = fileIndex === undefined ? undefined : filesOf(items[0])[fileIndex]?.name;
  await applyAndUse(items, screen, label, settled => {
    // A change may have added or removed files before it.
    const index = filesOf(settled[0]).findIndex(file => file.name === name);
    return saveFiles(settled, index < 0 ? undefined : index);
  });
}

/** Saves the files of these items directly into a folder chosen by the user. */
export async function saveShownToFolder(items: readonly WorkItem[], screen: AnyScreen): Promise<void> {
  const t = workWords[currentLanguage()];
  // The disk is full, the folder is not writable, or the connection was lost.
  const tellFailure = (error: unknown) => {
    if (error instanceof CallError) throw error;
    showToast(t.folderFailed, 'error');
  };
  // Before the payment, because cancelling the folder dialog cancels everything.
  const folder = await pickFolder().catch(tellFailure);
  if (!folder) return;
  await applyAndUse(items, screen, t.saveToFolder, settled =>
    saveToFolder(folder, settled).then(count => showToast(fill(t.savedToFolder, { count }), 'success'), tellFailure),
  );
}

export async function shareShown(item: WorkItem, screen: AnyScreen): Promise<void> {
  const t = workWords[currentLanguage()];
  await applyAndUse([item], screen, t.copyLink, async ([settled]) => {
    if (!settled) return;
    const link = await copyResultLink(settled);
    // Paid results have links that expire within minutes.
    const isPaid = settled.task?.charge.kind !== 'none' && settings.membership;
    if (link === true)
      showToast(isPaid ? t.linkCopiedSoon : fill(t.linkCopied, { hours: settings.retentionHours }), 'success');
    else if (link) showDialog({ title: t.linkToCopy, text: link });
  });
}
