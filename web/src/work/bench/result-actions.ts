// Saving and sharing results by a button, with the messages about it.
import { fill } from 'contract/words.ts';
import { CallError } from '../../api.ts';
import { currentLanguage } from '../../language-store.ts';
import { showDialog, showToast } from '../../notices.ts';
import { settings } from '../../settings.ts';
import type { WorkItem } from '../items/item.ts';
import { copyResultLink, downloadBatch, downloadResult } from './downloads.ts';
import { workWords } from './words.ts';

/** The call helper has shown a failed call already; anything else is a fault and surfaces. */
function alreadyShown(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
}

/** One file of the result, or all of them. */
export function saveResult(item: WorkItem, fileIndex?: number): void {
  downloadResult(item, fileIndex).catch(alreadyShown);
}

/** One file as it is, several as a zip; files that were begun in different batches come as several zips. */
export function saveAll(done: readonly WorkItem[]): void {
  const [only] = done;
  if (done.length === 1 && only) saveResult(only);
  else for (const batchId of new Set(done.map(item => item.batchId))) downloadBatch(batchId).catch(alreadyShown);
}

export function shareResult(item: WorkItem): void {
  copyResultLink(item).then(link => {
    const t = workWords[currentLanguage()];
    if (link === undefined) showToast(fill(t.linkCopied, { hours: settings.retentionHours }), 'success');
    else showDialog({ title: t.linkToCopy, text: link });
  }, alreadyShown);
}
