// The files behind links: downloaded, joined from playlists, and their addresses copied.

import type { Task } from 'contract/task.ts';
import type { LinkEntry } from 'tools/video-parsing/screen.tsx';
import { words } from 'tools/video-parsing/words.ts';
import { copyText } from 'ui/clipboard.ts';
import { saveAddress } from 'ui/files/save-file.ts';
import { client } from '../client.ts';
import { CallError } from '../failures/call-error.ts';
import { currentLanguage } from '../language-store.ts';
import { showDialog, showToast } from '../notices.ts';
import { pollMs } from '../tasks/calls.ts';
import { passOver } from '../tasks/problems.ts';
import { saveResult } from '../tasks/results.ts';
import { untilForgotten } from '../tasks/task-list.ts';
import { workWords } from '../words/work.ts';
import { callPath, list } from './link-work.ts';

function patchSaving(id: string, fileIndex: number, percent: number | undefined): void {
  const { [fileIndex]: _, ...others } = list.find(id)?.saving ?? {};
  list.patch(id, { saving: percent === undefined ? others : { ...others, [fileIndex]: percent } });
}

/** Lets the server join the segments of a playlist, and downloads the clip or its sound. */
async function saveJoined(id: string, fileIndex: number, path: string, format: 'mp4' | 'm4a'): Promise<void> {
  patchSaving(id, fileIndex, 0);
  const signal = untilForgotten();
  try {
    const started = await client.startTask<string>(callPath('video-converter'), { videoUrl: path, format }, { signal });
    const onChange = (task: Task) => patchSaving(id, fileIndex, task.progress);
    const ended = await client.followTask(started, { pollMs, onChange, signal });
    if (ended.status === 'done') await saveResult(ended.taskId, 1);
    else if (ended.error) showToast(ended.error.msg, 'error');
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof CallError)) throw error;
    showToast(error.msg, 'error');
  } finally {
    patchSaving(id, fileIndex, undefined);
  }
}

const itemOf = (entry: LinkEntry | undefined, fileIndex: number) => {
  const items = (entry?.task?.result?.meta?.items ?? []) as { isPlaylist: boolean; link: string; kind: string }[];
  return items[fileIndex];
};

export function downloadFile(id: string, fileIndex: number): void {
  const entry = list.find(id);
  const file = entry?.task?.result?.files[fileIndex];
  if (!file) return;
  const item = itemOf(entry, fileIndex);
  if (item?.isPlaylist) void saveJoined(id, fileIndex, file.url ?? file.path, item.kind === 'sound' ? 'm4a' : 'mp4');
  else if (file.url) saveAddress(file.url);
}

export async function downloadAll(id: string): Promise<void> {
  const { taskId, result } = list.find(id)?.task ?? {};
  // The call has already shown its error.
  if (taskId) await saveResult(taskId, result?.files.length ?? 0).catch(passOver);
}

export function downloadCover(id: string): void {
  const cover = list.find(id)?.task?.result?.meta?.cover;
  if (typeof cover === 'string') saveAddress(cover.replace(/\?inline=1$/, ''));
}

/** Copies the original address of a file to the clipboard. */
export async function copyLink(id: string, fileIndex: number): Promise<void> {
  const link = itemOf(list.find(id), fileIndex)?.link;
  if (!link) return;
  if (await copyText(link)) showToast(words[currentLanguage()].copied, 'success');
  else showDialog({ title: workWords[currentLanguage()].linkToCopy, text: link });
}
