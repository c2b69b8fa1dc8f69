// One run of a tool on the page: the files and links it works on, how far it is, and what may be done with it next.
import type { Task } from 'contract/task.ts';
import type { FileFacts, TaskResult } from 'ui/tool-screen.ts';
import { remediesOf } from './remedies.ts';

export type AnyOptions = Readonly<Record<string, unknown>>;

/** Why something did not work, ready to be shown. */
export interface Problem {
  readonly error: string;
  readonly msg: string;
}

/** waiting: for a free upload slot; lost: the page was reloaded and the browser could not keep the file, so it must be picked again. */
export type UploadState = 'waiting' | 'sending' | 'stored' | 'failed' | 'lost';
/** wanted: starts as soon as its inputs are stored; posting: the call is under way; working: the server has a task. */
type RunState = 'idle' | 'wanted' | 'posting' | 'working' | 'done' | 'failed' | 'cancelled';

/** One file or link of an item, with the state of its upload. */
export interface ItemInput {
  /** The key of its bytes, on this page and in the browser's storage. */
  readonly id: string;
  /** The payload field for it. Absent: the first file field of the call, whatever its name. */
  readonly field?: string;
  readonly facts: FileFacts;
  /** Absent for a file. The server fetches a link itself. */
  readonly link?: string;
  readonly upload: UploadState;
  readonly sentBytes: number;
  /** When this page began to send, in ms since 1970, and how much the store had by then. */
  readonly sending?: { readonly since: number; readonly from: number };
  /** An upload in parts that can be resumed after a reload. */
  readonly savedUpload?: { readonly key: string; readonly uploadId: string };
  /** The file's path in the store, or the link: the value that goes into the payload. */
  readonly path?: string;
}

export interface WorkItem {
  readonly id: string;
  readonly tool: string;
  readonly batchId: string;
  readonly addedAt: number;
  /** Empty for a tool that works from options alone. The first one gives the item its name and picture. */
  readonly inputs: readonly ItemInput[];
  readonly run: RunState;
  /** Absent: the item follows the options shared by all items. */
  readonly ownOptions?: AnyOptions;
  /** The options of the last run, and the payload made from them. */
  readonly ranOptions?: AnyOptions;
  readonly payload?: AnyOptions;
  /** The call that runs; absent: the tool's first. */
  readonly callName?: string;
  /** Files that the screen makes for the run, such as a mask. They exist on this page only and do not survive a reload. */
  readonly hasSideFiles?: boolean;
  /** Other items whose files this item's call lists in `field`, in their order. */
  readonly siblings?: { readonly field: string; readonly kind: 'join' | 'others'; readonly ids: readonly string[] };
  /** Counts runs, to distinguish a repeated call from a new one. */
  readonly runNumber: number;
  readonly task?: Task;
  /** When the task will have ended by what the server says, in ms since 1970. */
  readonly endsAt?: number;
  /** When the call of its last run was made, in ms since 1970, and how long its task took from there. */
  readonly postedAt?: number;
  readonly tookMs?: number;
  /** A light run: this result, made with these options, stays on the screen until the run ends. */
  readonly standing?: { readonly result: TaskResult; readonly options: AnyOptions };
  /** The ended task whose result the next run replaces; it is deleted once the new task exists, or once a light run has ended. */
  readonly replacedTaskId?: string;
  /** Cancelled while the call was under way: the task is stopped as soon as its id is known. */
  readonly isStopWanted?: boolean;
  /** The server refused another open task for now; the call is repeated when there is room. */
  readonly isHeldBack?: boolean;
  /** This run's files were uploaded a second time because the server had deleted them. */
  readonly wasSentAgain?: boolean;
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

const noFacts: FileFacts = { name: '' };

/** Facts about the item's main file; without a name if it has none. */
export const factsOf = (item: WorkItem | undefined): FileFacts => item?.inputs[0]?.facts ?? noFacts;

export const inputOf = (item: WorkItem, inputId: string): ItemInput | undefined =>
  item.inputs.find(input => input.id === inputId);

/** The upload state of all inputs together: the worst news first. An item without inputs has nothing left to upload. */
export function uploadOf(item: WorkItem): UploadState {
  const worstFirst = ['failed', 'lost', 'sending', 'waiting'] as const;
  return worstFirst.find(state => item.inputs.some(input => input.upload === state)) ?? 'stored';
}

/** Changes one input of an item. */
export const withInput = (item: WorkItem, inputId: string, patch: Partial<ItemInput>): WorkItem => ({
  ...item,
  inputs: item.inputs.map(input => (input.id === inputId ? { ...input, ...patch } : input)),
});

/** Lets uploads that failed start again. */
export const withFailedUploadsWaiting = (item: WorkItem): WorkItem =>
  item.inputs.some(input => input.upload === 'failed')
    ? {
        ...item,
        inputs: item.inputs.map(input => (input.upload === 'failed' ? { ...input, upload: 'waiting' } : input)),
      }
    : item;

/** The one word for what an item is doing, in the order a person cares about. */
export function phaseOf(item: WorkItem): Phase {
  const upload = uploadOf(item);
  if (item.run === 'done') return 'done';
  if (item.run === 'working') return item.task?.status === 'running' ? 'running' : 'queued';
  if (item.run === 'posting') return 'starting';
  if (item.run === 'failed' || upload === 'failed') return 'failed';
  if (item.run === 'cancelled') return 'cancelled';
  if (upload === 'lost') return 'lost';
  if (upload === 'sending') return 'uploading';
  if (upload === 'waiting') return 'waiting';
  if (item.isHeldBack) return 'queued';
  return item.run === 'wanted' ? 'starting' : 'ready';
}

export const isBusy = (item: WorkItem): boolean =>
  uploadOf(item) !== 'lost' && ['wanted', 'posting', 'working'].includes(item.run) && phaseOf(item) !== 'failed';

export const sameOptions = (a: AnyOptions | undefined, b: AnyOptions): boolean => {
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

/** Whether a light run is under way: its old result is still on the screen. */
export const isUpdating = (item: WorkItem): boolean => isBusy(item) && item.standing !== undefined;

export const hasFailed = (item: WorkItem): boolean => item.run === 'failed' || uploadOf(item) === 'failed';

/** Whether it failed and would fail again in the same way. A file refused on upload fails regardless of the options. */
export const isHopeless = (item: WorkItem, shared: AnyOptions): boolean =>
  hasFailed(item) &&
  !remediesOf(item).includes('retry') &&
  (uploadOf(item) === 'failed' || hasSameOptions(item, shared));

/** Whether a press on the run button should run it. */
export function isRunnable(item: WorkItem, shared: AnyOptions): boolean {
  const upload = uploadOf(item);
  if (upload === 'lost' || isHopeless(item, shared)) return false;
  if (['wanted', 'posting', 'working'].includes(item.run)) return upload === 'failed';
  return item.run !== 'done' || isOutdated(item, shared);
}

/** How much of an item's files has been sent, 0..1. */
export function sentShare(item: WorkItem): number {
  const sizeOf = (input: ItemInput) => input.facts.bytes ?? 0;
  const total = item.inputs.reduce((sum, input) => sum + sizeOf(input), 0);
  if (uploadOf(item) === 'stored') return 1;
  const sent = item.inputs.reduce(
    (sum, input) => sum + (input.upload === 'stored' ? sizeOf(input) : input.sentBytes),
    0,
  );
  return total > 0 ? Math.min(1, sent / total) : 0;
}

/** A shorter time says nothing about the speed. */
const leastSendingMs = 1500;

/** Until an item's files have been sent, at the speed so far; undefined while that is not known. */
export function sendSecondsLeft({ inputs }: WorkItem, nowMs: number): number | undefined {
  const lefts = inputs.map(({ upload, facts, sentBytes, sending }) => {
    if (upload === 'stored') return 0;
    const ms = sending ? nowMs - sending.since : 0;
    const sent = sentBytes - (sending?.from ?? 0);
    return ms < leastSendingMs || sent <= 0 ? undefined : (((facts.bytes ?? 0) - sentBytes) * ms) / sent / 1000;
  });
  return lefts.includes(undefined) ? undefined : Math.max(...(lefts as number[]));
}

/** 0..100 over upload and work together: the upload is the first third, since it is over soon and must be seen to move. */
export function overallPercent(item: WorkItem): number {
  if (item.run === 'done') return 100;
  return sentShare(item) * 33 + ((item.run === 'working' ? (item.task?.progress ?? 0) : 0) * 67) / 100;
}

/** Takes news of a task: progress never goes back, and an end stays an end. */
export function withTask(item: WorkItem, news: Task, heardAt = Date.now()): WorkItem {
  if (item.task && item.task.taskId === news.taskId && isEnded(item.task) && !isEnded(news)) return item;
  const isSame = item.task?.taskId === news.taskId;
  const progress = isSame ? Math.max(item.task?.progress ?? 0, news.progress) : news.progress;
  const task = { ...news, progress };
  const run: RunState =
    news.status === 'done' || news.status === 'failed' || news.status === 'cancelled' ? news.status : 'working';
  const tookMs = run === 'done' && item.run !== 'done' && item.postedAt ? heardAt - item.postedAt : item.tookMs;
  const endsAt = forecastEnd(isSame ? item.endsAt : undefined, news, heardAt);
  return { ...item, task, endsAt, run, tookMs, problem: news.error ?? undefined };
}

/** A later end than the announced one is shown only after that has passed: a remaining time that grows is worse than none. */
function forecastEnd(told: number | undefined, { etaSeconds }: Task, heardAt: number): number | undefined {
  if (etaSeconds == null) return undefined;
  const end = heardAt + etaSeconds * 1000;
  return told !== undefined && told > heardAt ? Math.min(told, end) : end;
}

export const isEnded = (task: Task): boolean => ['done', 'failed', 'cancelled'].includes(task.status);

type ResultFile = NonNullable<Task['result']>['files'][number];

/** The address of a picture of a result file. The preview of a locked clip is a clip. */
export const stillOf = ({ locked, contentType, previewUrl }: ResultFile): string | null =>
  locked && /^(video|audio)\//.test(contentType) ? null : previewUrl;
