// One file on its way through a tool: what is known of it, how far it is, and what may be done with it next.
import type { Task } from 'contract/task.ts';
import type { FileFacts } from 'ui/tool-screen.ts';
import { remediesOf } from './remedies.ts';

export type AnyOptions = Readonly<Record<string, unknown>>;

/** Why something did not work, ready to be shown. */
export interface Problem {
  readonly error: string;
  readonly msg: string;
}

/** waiting: for its turn; lost: the page was reloaded and the browser could not keep the file, so it must be picked again. */
type UploadState = 'waiting' | 'sending' | 'stored' | 'failed' | 'lost';
/** wanted: runs as soon as the upload is in; posting: the call is on its way; working: the server has a task. */
type RunState = 'idle' | 'wanted' | 'posting' | 'working' | 'done' | 'failed' | 'cancelled';

export interface WorkItem {
  readonly id: string;
  readonly tool: string;
  readonly batchId: string;
  readonly addedAt: number;
  readonly facts: FileFacts;
  /** Absent for a link, which the server fetches. */
  readonly link?: string;
  readonly upload: UploadState;
  readonly sentBytes: number;
  /** What to go on with after a reload. */
  readonly savedUpload?: { readonly key: string; readonly uploadId: string };
  /** Where the store has it, or the link: the value of the call's file field. */
  readonly path?: string;
  readonly run: RunState;
  /** Options of its own; absent: it follows the options for all. */
  readonly ownOptions?: AnyOptions;
  /** What the last run was asked, and the fields that went into its call. */
  readonly ranOptions?: AnyOptions;
  readonly payload?: AnyOptions;
  /** The call that runs; absent: the tool's first. */
  readonly callName?: string;
  /** Files made for the run go along. They live in this page only. */
  readonly hasSideFiles?: boolean;
  /** The other files that its call names, in their order. */
  readonly siblings?: { readonly field: string; readonly kind: 'join' | 'others'; readonly ids: readonly string[] };
  /** Counts runs, so that a repeated call is told from a new one. */
  readonly runNumber: number;
  readonly task?: Task;
  /** When the task was last heard of, in ms since 1970: its time left counts down from there. */
  readonly heardAt?: number;
  readonly problem?: Problem;
}

export type Phase =
  | 'lost'
  | 'waiting'
  | 'uploading'
  | 'ready'
  | 'starting'
  | 'queued'
  | 'running'
  | 'done'
  | 'failed'
  | 'cancelled';

/** The one word for what an item is doing, in the order a person cares about. */
export function phaseOf(item: WorkItem): Phase {
  if (item.run === 'done') return 'done';
  if (item.run === 'working') return item.task?.status === 'running' ? 'running' : 'queued';
  if (item.run === 'posting') return 'starting';
  if (item.run === 'failed' || item.upload === 'failed') return 'failed';
  if (item.run === 'cancelled') return 'cancelled';
  if (item.upload === 'lost') return 'lost';
  if (item.upload === 'sending') return 'uploading';
  if (item.upload === 'waiting') return 'waiting';
  return item.run === 'wanted' ? 'starting' : 'ready';
}

export const isBusy = (item: WorkItem): boolean =>
  item.upload !== 'lost' && ['wanted', 'posting', 'working'].includes(item.run) && phaseOf(item) !== 'failed';

const sameOptions = (a: AnyOptions | undefined, b: AnyOptions): boolean => {
  if (!a) return false;
  const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
  // Painted marks can be long, and mostly they are the very same list.
  return [...keys].every(key => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]));
};

export const optionsOf = (item: WorkItem, shared: AnyOptions): AnyOptions => item.ownOptions ?? shared;

/** Whether its last run had the options that it has now. */
const hasSameOptions = (item: WorkItem, shared: AnyOptions): boolean =>
  sameOptions(item.ranOptions, optionsOf(item, shared));

/** Whether its result was made with options that have been changed since. */
export const isOutdated = (item: WorkItem, shared: AnyOptions): boolean =>
  item.run === 'done' && !hasSameOptions(item, shared);

export const hasFailed = (item: WorkItem): boolean => item.run === 'failed' || item.upload === 'failed';

/** Whether it failed, and would fail in the same way again. A file that was not taken in fails whatever the options. */
export const isHopeless = (item: WorkItem, shared: AnyOptions): boolean =>
  hasFailed(item) && !remediesOf(item).includes('retry') && (item.upload === 'failed' || hasSameOptions(item, shared));

/** Whether a press on the run button should run it. */
export function isRunnable(item: WorkItem, shared: AnyOptions): boolean {
  if (item.upload === 'lost' || isHopeless(item, shared)) return false;
  if (['wanted', 'posting', 'working'].includes(item.run)) return item.upload === 'failed';
  return item.run !== 'done' || isOutdated(item, shared);
}

/** 0..100 over upload and work together: the upload is the first third, since it is over soon and must be seen to move. */
export function overallPercent(item: WorkItem): number {
  if (item.run === 'done') return 100;
  const total = item.facts.bytes ?? 0;
  const sent = item.upload === 'stored' ? 1 : total > 0 ? Math.min(1, item.sentBytes / total) : 0;
  return sent * 33 + ((item.run === 'working' ? (item.task?.progress ?? 0) : 0) * 67) / 100;
}

/** Takes news of a task: progress never goes back, and an end stays an end. */
export function withTask(item: WorkItem, news: Task, heardAt = Date.now()): WorkItem {
  if (item.task && item.task.taskId === news.taskId && isEnded(item.task) && !isEnded(news)) return item;
  const isSame = item.task?.taskId === news.taskId;
  const progress = isSame ? Math.max(item.task?.progress ?? 0, news.progress) : news.progress;
  const task = { ...news, progress };
  const run: RunState =
    news.status === 'done' || news.status === 'failed' || news.status === 'cancelled' ? news.status : 'working';
  return { ...item, task, heardAt, run, problem: news.error ?? undefined };
}

export const isEnded = (task: Task): boolean => ['done', 'failed', 'cancelled'].includes(task.status);
