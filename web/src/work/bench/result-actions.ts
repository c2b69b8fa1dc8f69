// Saving and sharing the result on the screen by a button, with the messages about it.
import { fill } from 'contract/words.ts';
import { CallError } from '../../api.ts';
import { currentLanguage } from '../../language-store.ts';
import { showDialog, showToast } from '../../notices.ts';
import { settings } from '../../settings.ts';
import type { WorkItem } from '../items/item.ts';
import type { AnyScreen } from './actions.ts';
import { settle } from './changes.ts';
import { copyResultLink, downloadBatch, downloadResult } from './downloads.ts';
import { pickFolder, saveToFolder } from './save-to-folder.ts';
import { goOnOncePaid } from './unlock.ts';
import { workWords } from './words.ts';

/** The call helper has shown a failed call already; anything else is a fault and surfaces. Once something refused is paid, `again` runs. */
const alreadyShown =
  (again: () => void) =>
  (error: unknown): void => {
    if (!(error instanceof CallError)) throw error;
    goOnOncePaid(error, again);
  };

/** One file as it is, several as a zip; files that were begun in different batches come as several zips. */
export function saveDone(done: readonly WorkItem[], fileIndex?: number): void {
  const [only] = done;
  const again = alreadyShown(() => saveDone(done, fileIndex));
  if (done.length === 1 && only) downloadResult(only, fileIndex).catch(again);
  else
    for (const [batchId, items] of Map.groupBy(done, item => item.batchId)) downloadBatch(batchId, items).catch(again);
}

/** Saves these items once their light changes have been applied; of a single one all files, or the one that is named. */
export async function saveShown(items: readonly WorkItem[], screen: AnyScreen, fileIndex?: number): Promise<void> {
  saveDone(await settle(items, screen), fileIndex);
}

/** The files of these items straight into a folder that the person chooses. */
export async function saveShownToFolder(items: readonly WorkItem[], screen: AnyScreen): Promise<void> {
  const t = workWords[currentLanguage()];
  try {
    const folder = await pickFolder();
    if (!folder) return;
    const count = await saveToFolder(folder, await settle(items, screen));
    showToast(fill(t.savedToFolder, { count }), 'success');
  } catch (error) {
    if (error instanceof CallError) return;
    // The disk is full, the folder may not be written to, or the line broke.
    showToast(t.folderFailed, 'error');
  }
}

export async function shareShown(item: WorkItem, screen: AnyScreen): Promise<void> {
  const [settled] = await settle([item], screen);
  if (!settled) return;
  const link = await copyResultLink(settled).catch(alreadyShown(() => void shareShown(item, screen)));
  const t = workWords[currentLanguage()];
  // Paid results are opened through links that expire within minutes.
  const isPaid = settled.task?.charge.kind !== 'none' && settings.membership;
  if (link === true)
    showToast(isPaid ? t.linkCopiedSoon : fill(t.linkCopied, { hours: settings.retentionHours }), 'success');
  else if (link) showDialog({ title: t.linkToCopy, text: link });
}
