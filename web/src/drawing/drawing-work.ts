// The runs of AI drawing: started, followed, cancelled, and stored in the browser with thumbnails of their pictures.

import {
  bodyOf,
  type DrawingEntry,
  type DrawingWish,
  entryOf,
  shapes,
  startingWish,
  startsFromPicture,
} from 'contract/drawing-wish.ts';
import type { ErrorCode } from 'contract/errors.ts';
import type { Task } from 'contract/task.ts';
import { words } from 'tools/text-to-image/words.ts';
import { makeId } from 'ui/random-id.ts';
import { create } from 'zustand';
import { remedies } from '../catalogue/remedies.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { listen } from '../events.ts';
import type { CallError } from '../failures/call-error.ts';
import { currentLanguage } from '../language-store.ts';
import { showToast } from '../notices.ts';
import { offerRun } from '../pay/offer-run.ts';
import { settings } from '../settings.ts';
import { readStoredList, store } from '../storage.ts';
import { openTaskList } from '../tasks/task-list.ts';
import { makeThumb } from './make-thumb.ts';

const maxKept = 30;

interface DrawingWork {
  readonly wish: DrawingWish;
  readonly start: { readonly file: File; readonly address: string } | undefined;
  readonly entries: readonly DrawingEntry[];
  readonly error: string | undefined;
}

/** Keys in the browser's storage: drawings from a prompt alone, and from a picture. */
const listNames = ['textToImage', 'imageToImage'] as const;

const readKept = (): DrawingEntry[] =>
  listNames
    .flatMap(name => readStoredList<DrawingEntry>(name))
    .filter(entry => entry.wish && entry.wish.shape in shapes)
    .sort((a, b) => b.at - a.at);

export const useDrawing = create<DrawingWork>()(() => ({
  wish: startingWish,
  start: undefined,
  entries: readKept(),
  error: undefined,
}));

const set = useDrawing.setState;
const entriesNow = () => useDrawing.getState().entries;

export function keep(): void {
  const kept = entriesNow()
    .slice(0, maxKept)
    .map(({ preview, ...entry }): DrawingEntry => entry);
  store('textToImage', JSON.stringify(kept.filter(({ hasStart }) => !hasStart)));
  store('imageToImage', JSON.stringify(kept.filter(({ hasStart }) => hasStart)));
}

export const changeWish = (change: Partial<DrawingWish>): void =>
  set(({ wish }) => ({ wish: { ...wish, ...change }, error: undefined }));

export function setStart(file: File | undefined): void {
  if (file && !file.type.startsWith('image/')) {
    showToast(words[currentLanguage()].startType, 'error');
    return;
  }
  const { start } = useDrawing.getState();
  if (start) URL.revokeObjectURL(start.address);
  set({ start: file && { file, address: URL.createObjectURL(file) } });
}

const describe = (task: Task): Partial<DrawingEntry> => ({
  ...entryOf(task),
  ...(task.error && { needsChange: remedies[task.error.error as ErrorCode]?.includes('options') ?? false }),
});

export const list = openTaskList<DrawingEntry>({
  read: entriesNow,
  write: entries => set({ entries }),
  keep,
  taskIdOf: (id): string | undefined => list.find(id)?.taskId,
  describe,
  failed: () => words[currentLanguage()].failed,
});
export const { cancel, remove } = list;

export async function keepThumbs(id: string): Promise<void> {
  const files = list.find(id)?.files ?? [];
  const thumbs = await Promise.all(files.map(({ url, previewUrl }) => makeThumb(url ?? previewUrl ?? '')));
  list.patch(id, { thumbs: thumbs.filter(thumb => thumb !== undefined) });
}

const run = (id: string, begin: (signal: AbortSignal) => Promise<Task>): void =>
  void list.run(id, begin, {
    onEnd: () => keepThumbs(id),
    onRefused: error => {
      if (error.status === 402) void refuse(id, error);
      return error.status === 402;
    },
  });

/** A drawing that must be paid first leaves nothing in the list: it is offered, and drawn once it is paid. */
async function refuse(id: string, { msg }: CallError): Promise<void> {
  const entry = list.find(id);
  list.drop(id);
  if (!entry) return;
  const file = starts.get(id);
  starts.delete(id);
  const afterwards = { label: words[currentLanguage()].draw, run: () => drawWish(entry.wish, file) };
  await offerRun(callPath('draw'), bodyOf(entry.wish), msg, afterwards);
}

const callPath = (name: string) => findTool('text-to-image')?.calls.find(call => call.name === name)?.path ?? '';

/** The start pictures of this page's drawings, by entry. They do not survive a reload. */
const starts = new Map<string, File>();

export function drawWish(wish: DrawingWish, file: File | undefined): void {
  const id = makeId();
  if (file) starts.set(id, file);
  const fresh: DrawingEntry = {
    id,
    wish,
    at: Date.now(),
    phase: 'waiting',
    percent: 0,
    files: [],
    seeds: [],
    unknown: [],
    thumbs: [],
    hasStart: file !== undefined,
  };
  set({ entries: [fresh, ...entriesNow()], error: undefined });
  run(id, signal => {
    const start = file && { image_url: file, strength: wish.strength / 100 };
    const input = { ...bodyOf(wish), ...start };
    return client.startTask<string>(callPath(start ? 'redraw' : 'draw'), input, { idempotencyKey: id, signal });
  });
}

export function draw(): void {
  const { wish, start } = useDrawing.getState();
  if (wish.prompt.trim() === '') set({ error: words[currentLanguage()].promptMissing });
  else drawWish(start ? { ...wish, model: modelFor(wish) } : wish, start?.file);
}

/** The chosen model. One that starts from no picture was chosen before the picture; the page no longer offers it. */
const modelFor = ({ model }: DrawingWish) => (startsFromPicture(model, settings.drawers) ? model : startingWish.model);

/** Repeats a request with another seed, from the same start picture. */
export function drawAgain(id: string): void {
  const entry = list.find(id);
  if (!entry) return;
  const file = starts.get(id);
  if (entry.hasStart && !file) set({ error: words[currentLanguage()].startGone });
  else drawWish({ ...entry.wish, seed: undefined }, file);
}

export function reuse(id: string): void {
  const entry = list.find(id);
  if (entry) changeWish(entry.wish);
  scrollTo({ top: 0, behavior: 'smooth' });
}

export function clearAll(): void {
  for (const { id } of entriesNow()) remove(id);
}

let isRestored = false;

/** Resumes following runs that were in progress when the page was left. */
export function restore(): void {
  if (isRestored) return;
  isRestored = true;
  for (const { id, phase, taskId } of entriesNow()) {
    if (phase !== 'waiting' && phase !== 'running') continue;
    if (taskId) run(id, signal => client.findTask(taskId, { signal }));
    else list.patch(id, { phase: 'failed' });
  }
}

// forget-work.ts clears the storage, and does so too if this page was never opened.
listen('work:forget', () => {
  setStart(undefined);
  starts.clear();
  set({ entries: [], wish: startingWish, error: undefined });
});
