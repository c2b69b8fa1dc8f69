// What is done with drawings that are there: they are opened, varied, downloaded, paid for, and refreshed from the server.

import type { DrawingEntry } from 'contract/drawing-wish.ts';
import { words } from 'tools/text-to-image/words.ts';
import { saveBlob } from 'ui/files/save-file.ts';
import { client } from '../client.ts';
import { CallError } from '../failures/call-error.ts';
import { currentLanguage } from '../language-store.ts';
import { loadUser } from '../load-user.ts';
import { showToast } from '../notices.ts';
import { goOnOncePaid } from '../pay/unlock.ts';
import { settings } from '../settings.ts';
import { fetchResult, saveResult } from '../tasks/results.ts';
import { workWords } from '../words/work.ts';
import { drawWish, keep, keepThumbs, list } from './drawing-work.ts';

async function fetchFile(id: string, index: number): Promise<File> {
  const entry = list.find(id);
  const file = entry?.files[index];
  if (!entry?.taskId || !file) throw new TypeError('the picture is gone');
  // Not from the link in the entry, which may have expired; those of paid pictures expire within minutes.
  return new File([await fetchResult(entry.taskId, index)], file.name, { type: 'image/png' });
}

/** Runs `use` with the file of a drawing, and shows an error if the file is unavailable. */
export async function withFile(id: string, index: number, use: (file: File) => void | Promise<void>): Promise<void> {
  try {
    await use(await fetchFile(id, index));
  } catch (error) {
    // A failed call has already been shown; fetch throws a TypeError without a network.
    if (error instanceof CallError) return;
    if (!(error instanceof TypeError)) throw error;
    showToast(words[currentLanguage()].gone, 'error');
  }
}

/** Draws other compositions in the colours of this drawing. */
export function vary(id: string, index: number): Promise<void> {
  return withFile(id, index, file => {
    const entry = list.find(id);
    const style = entry?.style ?? entry?.wish.style ?? 'auto';
    if (entry) drawWish({ ...entry.wish, style, seed: undefined, strength: 85 }, file);
  });
}

export function download(id: string, index: number): Promise<void> {
  return withFile(id, index, file => saveBlob(file, file.name));
}

/** Pays for a drawing, once for all its pictures, downloads them, and shows them without the watermark. */
export async function unlock(id: string): Promise<void> {
  const entry = list.find(id);
  if (!entry?.taskId) return;
  try {
    await saveResult(entry.taskId, entry.files.length);
    await refresh(id);
    await loadUser();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    goOnOncePaid(error, { label: workWords[currentLanguage()].downloadOne, run: () => void unlock(id) });
  }
}

const hourMs = 3_600_000;

/** Returns whether the server may still have the pictures of a drawing. */
export const isKept = ({ at }: DrawingEntry): boolean => Date.now() - at < settings.retentionHours * hourMs;

/** Updates a drawing from the server, with working links. */
export async function refresh(id: string): Promise<void> {
  const entry = list.find(id);
  const taskId = entry && isKept(entry) ? entry.taskId : undefined;
  if (!taskId) return;
  try {
    list.show(id, await client.findTask(taskId));
  } catch (error) {
    // Deleted early on the server: the thumbnails remain.
    if (!(error instanceof CallError)) throw error;
    return;
  }
  await keepThumbs(id);
  keep();
}
