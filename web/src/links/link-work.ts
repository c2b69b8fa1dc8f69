// The links of the page and their tasks: started, followed, cancelled, restored after a reload, and their files downloaded.

import { findLinks } from 'contract/find-links.ts';
import { inputErrorSentence } from 'contract/input-errors.ts';
import type { Task } from 'contract/task.ts';
import { fill } from 'contract/words.ts';
import type { LinkEntry } from 'tools/video-parsing/screen.tsx';
import { words } from 'tools/video-parsing/words.ts';
import { copyText } from 'ui/clipboard.ts';
import { saveAddress } from 'ui/files/save-file.ts';
import { makeId } from 'ui/random-id.ts';
import { create } from 'zustand';
import { findTool } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { listen } from '../events.ts';
import { CallError } from '../failures/call-error.ts';
import { currentLanguage } from '../language-store.ts';
import { showDialog, showToast } from '../notices.ts';
import { readStoredList, store } from '../storage.ts';
import { pollMs } from '../tasks/calls.ts';
import { passOver } from '../tasks/problems.ts';
import { saveResult } from '../tasks/results.ts';
import { openTaskList, untilForgotten } from '../tasks/task-list.ts';
import { workWords } from '../words/work.ts';

export const mostLinks = 20;
const mostRecent = 8;

export interface RecentLink {
  readonly link: string;
  readonly title: string;
}

interface LinkWork {
  readonly entries: readonly LinkEntry[];
  readonly text: string;
  readonly error: string | undefined;
  readonly recent: readonly RecentLink[];
}

export const useLinkWork = create<LinkWork>()(() => ({
  entries: [],
  text: '',
  error: undefined,
  recent: readStoredList<RecentLink>('links.recent').slice(0, mostRecent),
}));

const set = useLinkWork.setState;
const entriesNow = () => useLinkWork.getState().entries;
const callPath = (tool: string) => findTool(tool)?.calls[0]?.path ?? '';

/** The tasks of links of an earlier page, by entry: known before the server has been asked for them. */
const restored = new Map<string, string>();
const taskIdOf = (id: string) => list.find(id)?.task?.taskId ?? restored.get(id);

/** Stores what a reload needs to find the tasks again. */
function keepEntries(): void {
  const kept = entriesNow().map(({ id, link }) => ({ id, link, taskId: taskIdOf(id) }));
  store('links.entries', JSON.stringify(kept));
}

const list = openTaskList<LinkEntry>({
  read: entriesNow,
  write: entries => set({ entries }),
  keep: keepEntries,
  taskIdOf,
  describe: task => ({ task, percent: task.progress }),
  failed: () => words[currentLanguage()].failed,
});
export const { cancel: cancelEntry, remove: removeEntry } = list;

function remember(link: string, title: string): void {
  const recent = [{ link, title }, ...useLinkWork.getState().recent.filter(one => one.link !== link)].slice(
    0,
    mostRecent,
  );
  set({ recent });
  store('links.recent', JSON.stringify(recent));
}

export function forgetRecent(): void {
  set({ recent: [] });
  store('links.recent', null);
}

const run = (id: string, link: string, begin: (signal: AbortSignal) => Promise<Task>): void =>
  void list.run(id, begin, {
    onEnd: ({ status, result }) => {
      if (status === 'done') remember(link, String(result?.meta?.title ?? ''));
    },
    onRefused: ({ status }) => {
      // The server has deleted the task of an earlier page.
      const isGone = status === 404 && restored.has(id) && !list.find(id)?.task;
      if (isGone) removeEntry(id);
      return isGone;
    },
  });

const startParsing = (link: string, idempotencyKey: string, signal: AbortSignal) =>
  client.startTask<string>(callPath('video-parsing'), { url: link }, { idempotencyKey, signal });

/** Starts parsing every link in the text, or shows an error if there is none. */
export function parseText(): void {
  const { text } = useLinkWork.getState();
  const language = currentLanguage();
  const all = findLinks(text, mostLinks + 1);
  if (all.length === 0) {
    set({ error: inputErrorSentence(text.trim() === '' ? 'LINK_EMPTY' : 'LINK_BAD', language) });
    return;
  }
  if (all.length > mostLinks) showToast(fill(words[language].tooMany, { most: mostLinks }), 'info');
  const added = all
    .slice(0, mostLinks)
    .map((link): LinkEntry => ({ id: makeId(), link, phase: 'waiting', percent: 0, saving: {} }));
  set({ text: '', error: undefined, entries: [...added, ...entriesNow()] });
  keepEntries();
  for (const { id, link } of added) run(id, link, signal => startParsing(link, id, signal));
}

export function setText(text: string): void {
  set({ text, error: undefined });
}

export function parseLink(link: string): void {
  setText(link);
  parseText();
}

export function retryEntry(id: string): void {
  const entry = list.find(id);
  if (!entry) return;
  const { task: _task, problem: _problem, ...rest } = entry;
  const fresh: LinkEntry = { ...rest, phase: 'waiting', percent: 0 };
  set({ entries: entriesNow().map(one => (one.id === id ? fresh : one)) });
  run(id, fresh.link, signal => startParsing(fresh.link, makeId(), signal));
}

let isRestored = false;

/** Restores the links of an earlier page whose tasks still exist on the server. */
export function restoreEntries(): void {
  if (isRestored) return;
  isRestored = true;
  const kept = readStoredList<{ id: string; link: string; taskId?: string }>('links.entries').slice(0, 100);
  for (const { id, link, taskId } of kept) {
    if (!taskId || list.find(id)) continue;
    set({ entries: [...entriesNow(), { id, link, phase: 'running', percent: 0, saving: {} }] });
    restored.set(id, taskId);
    run(id, link, signal => client.findTask(taskId, { signal }));
  }
}

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

/** Inserts the text of the clipboard into the field. */
export async function pasteText(): Promise<void> {
  try {
    if (!navigator.clipboard) throw new DOMException('no clipboard');
    const pasted = await navigator.clipboard.readText();
    const { text } = useLinkWork.getState();
    setText(text.trim() === '' ? pasted : `${text.trimEnd()}\n${pasted}`);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    showToast(words[currentLanguage()].pasteRefused, 'info');
  }
}

// forget-work.ts clears the storage, and does so too if this page was never opened.
listen('work:forget', () => {
  restored.clear();
  set({ entries: [], text: '', error: undefined, recent: [] });
});
