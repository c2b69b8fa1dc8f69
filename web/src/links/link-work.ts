// The links of the page and their tasks: started, followed, cancelled, restored after a reload, and their files downloaded.

import { findLinks } from 'contract/find-links.ts';
import { inputErrorSentence } from 'contract/input-errors.ts';
import type { Task } from 'contract/task.ts';
import { fill } from 'contract/words.ts';
import type { LinkEntry } from 'tools/video-parsing/screen.tsx';
import { words } from 'tools/video-parsing/words.ts';
import { readCopied } from 'ui/clipboard.ts';
import { makeId } from 'ui/random-id.ts';
import { create } from 'zustand';
import { findTool } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { listen } from '../events.ts';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { readStoredList, store } from '../storage.ts';
import { openTaskList } from '../tasks/task-list.ts';
import { remember } from './recent-links.ts';

export const maxLinks = 20;

interface LinkWork {
  readonly entries: readonly LinkEntry[];
  readonly text: string;
  readonly error: string | undefined;
}

export const useLinkWork = create<LinkWork>()(() => ({
  entries: [],
  text: '',
  error: undefined,
}));

const set = useLinkWork.setState;
const entriesNow = () => useLinkWork.getState().entries;
export const callPath = (tool: string) => findTool(tool)?.calls[0]?.path ?? '';

/** The tasks of links of an earlier page, by entry: known before the server has been asked for them. */
const restored = new Map<string, string>();
const taskIdOf = (id: string) => list.find(id)?.task?.taskId ?? restored.get(id);

/** Stores what a reload needs to find the tasks again. */
function keepEntries(): void {
  const kept = entriesNow().map(({ id, link }) => ({ id, link, taskId: taskIdOf(id) }));
  store('links.entries', JSON.stringify(kept));
}

export const list = openTaskList<LinkEntry>({
  read: entriesNow,
  write: entries => set({ entries }),
  keep: keepEntries,
  taskIdOf,
  describe: task => ({ task, percent: task.progress }),
  failed: () => words[currentLanguage()].failed,
});
export const { cancel: cancelEntry, remove: removeEntry } = list;

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
  const all = findLinks(text, maxLinks + 1);
  if (all.length === 0) {
    set({ error: inputErrorSentence(text.trim() === '' ? 'LINK_EMPTY' : 'LINK_BAD', language) });
    return;
  }
  if (all.length > maxLinks) showToast(fill(words[language].tooMany, { most: maxLinks }), 'info');
  const added = all
    .slice(0, maxLinks)
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

/** Inserts the text of the clipboard into the field. */
export async function pasteText(): Promise<void> {
  const pasted = await readCopied();
  const { text } = useLinkWork.getState();
  if (pasted === undefined) showToast(words[currentLanguage()].pasteRefused, 'info');
  else setText(text.trim() === '' ? pasted : `${text.trimEnd()}\n${pasted}`);
}

// forget-work.ts clears the storage, and does so too if this page was never opened.
listen('work:forget', () => {
  restored.clear();
  set({ entries: [], text: '', error: undefined });
});
