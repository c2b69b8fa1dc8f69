// Button handlers for saving, sharing and passing on results, with their messages. Locked results are paid first.
import { fill } from 'contract/words.ts';
import { CallError } from '../../api.ts';
import { currentLanguage } from '../../language-store.ts';
import { showDialog, showToast } from '../../notices.ts';
import { settings } from '../../settings.ts';
import type { WorkItem } from '../items/item.ts';
import type { AnyScreen } from './actions.ts';
import { settle } from './changes.ts';
import { copyResultLink, downloadBatch, downloadResult, unlock } from './downloads.ts';
import { pickFolder, saveToFolder } from './save-to-folder.ts';
import { workWords } from './words.ts';

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
export function saveDone(done: readonly WorkItem[], fileIndex?: number): Promise<void> {
  const batchIds = new Set(done.map(({ batchId }) => batchId));
  const [only] = done;
  return afterPayment(done, workWords[currentLanguage()].downloadOne, () =>
    done.length === 1 && only ? downloadResult(only, fileIndex) : Promise.all([...batchIds].map(downloadBatch)),
  );
}

/** Saves these items once their light changes have been applied: several as a zip; of a single item all files, or the given one. */
export async function saveShown(items: readonly WorkItem[], screen: AnyScreen, fileIndex?: number): Promise<void> {
  await saveDone(await settle(items, screen), fileIndex);
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
  const settled = await settle(items, screen);
  const save = async () => {
    showToast(fill(t.savedToFolder, { count: await saveToFolder(folder, settled) }), 'success');
  };
  await afterPayment(settled, t.saveToFolder, () => save().catch(tellFailure));
}

export async function shareShown(item: WorkItem, screen: AnyScreen): Promise<void> {
  const t = workWords[currentLanguage()];
  const [settled] = await settle([item], screen);
  if (!settled) return;
  await afterPayment([settled], t.copyLink, async () => {
    const link = await copyResultLink(settled);
    // Paid results have links that expire within minutes.
    const isPaid = settled.task?.charge.kind !== 'none' && settings.membership;
    if (link === true)
      showToast(isPaid ? t.linkCopiedSoon : fill(t.linkCopied, { hours: settings.retentionHours }), 'success');
    else if (link) showDialog({ title: t.linkToCopy, text: link });
  });
}
