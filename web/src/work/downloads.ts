// Getting results out: one file, all as a zip, or a link to share.
import { findBatch, findDownload } from './calls.ts';
import type { WorkItem } from './work-item.ts';

/** Lets the browser save what an address answers as an attachment. */
function follow(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

export async function downloadResult(item: WorkItem, fileIndex = 0): Promise<void> {
  if (!item.task) return;
  follow((await findDownload(item.task.taskId, fileIndex)).url);
}

/** Every result of a batch so far. Answers whether there was one. */
export async function downloadBatch(batchId: string): Promise<boolean> {
  const { zipUrl } = await findBatch(batchId);
  if (zipUrl) follow(zipUrl);
  return zipUrl !== null;
}

/** Puts the link of a result on the clipboard. Answers the link when the browser does not allow it, to be shown instead. */
export async function copyResultLink(item: WorkItem, fileIndex = 0): Promise<string | undefined> {
  if (!item.task) return undefined;
  const { url } = await findDownload(item.task.taskId, fileIndex);
  const link = new URL(url, location.href).href;
  // Absent on plain http.
  if (!navigator.clipboard) return link;
  try {
    await navigator.clipboard.writeText(link);
    return undefined;
  } catch (error) {
    if (error instanceof DOMException) return link;
    throw error;
  }
}
