// The runs of AI drawing: started, followed, cancelled, and stored in the browser with thumbnails of their pictures.

import { bodyOf, type DrawingEntry, type DrawingWish, entryOf, shapes, startingWish } from 'contract/drawing-wish.ts';
import type { ErrorCode } from 'contract/errors.ts';
import type { Task } from 'contract/task.ts';
import { words } from 'tools/text-to-image/words.ts';
import { saveBlob } from 'ui/files/save-file.ts';
import { makeId } from 'ui/random-id.ts';
import { create } from 'zustand';
import { remedies } from '../catalogue/remedies.ts';
import { findTool } from '../catalogue/tool-inputs.ts';
import { client } from '../client.ts';
import { listen } from '../events.ts';
import { CallError } from '../failures/call-error.ts';
import { currentLanguage } from '../language-store.ts';
import { loadUser } from '../load-user.ts';
import { showToast } from '../notices.ts';
import { offerRun } from '../pay/offer-run.ts';
import { goOnOncePaid } from '../pay/unlock.ts';
import { settings } from '../settings.ts';
import { readStoredList, store } from '../storage.ts';
import { fetchResult, saveResult } from '../tasks/results.ts';
import { openTaskList } from '../tasks/task-list.ts';
import { workWords } from '../words/work.ts';
import { makeThumb } from './make-thumb.ts';

const mostKept = 30;

interface Start {
  readonly file: File;
  readonly address: string;
}

interface DrawingWork {
  readonly wish: DrawingWish;
  readonly start: Start | undefined;
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

function keep(): void {
  const kept = entriesNow().slice(0, mostKept);
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

const list = openTaskList<DrawingEntry>({
  read: entriesNow,
  write: entries => set({ entries }),
  keep,
  taskIdOf: (id): string | undefined => list.find(id)?.taskId,
  describe,
  failed: () => words[currentLanguage()].failed,
});
export const { cancel, remove } = list;

async function keepThumbs(id: string): Promise<void> {
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

function drawWish(wish: DrawingWish, file: File | undefined): void {
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
  else drawWish(wish, start?.file);
}

/** Repeats a request with another seed, from the same start picture. */
export function drawAgain(id: string): void {
  const entry = list.find(id);
  if (!entry) return;
  const file = starts.get(id);
  if (entry.hasStart && !file) set({ error: words[currentLanguage()].startGone });
  else drawWish({ ...entry.wish, seed: undefined }, file);
}

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
