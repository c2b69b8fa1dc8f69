// One run of a tool on the page: its files and links, its state, and which actions are possible.

import type { Task } from 'contract/task.ts';
import type { AnyOptions, FileFacts, OwnPart, TaskResult } from 'ui/tool-screen.ts';
import { remediesOf } from '../../catalogue/remedies.ts';
import type { Problem } from '../../tasks/problems.ts';

/** waiting: for a free upload slot; lost: the page was reloaded and the browser could not store the file, so it must be picked again. */
export type UploadState = 'waiting' | 'sending' | 'stored' | 'failed' | 'lost';
/** wanted: starts as soon as its inputs are stored; posting: the call is in progress; working: the server has a task. */
type RunState = 'idle' | 'wanted' | 'posting' | 'working' | 'done' | 'failed' | 'cancelled';

/** A file or link of an item, with the state of its upload. */
export interface ItemInput {
  /** The key of its bytes, on this page and in the browser's storage. */
  readonly id: string;
  /** The payload field of the input. Absent: the first file field of the call. */
  readonly field?: string;
  readonly facts: FileFacts;
  /** Absent for a file. The server fetches a link itself. */
  readonly link?: string;
  readonly upload: UploadState;
  readonly sentBytes: number;
  /** When this page started sending (Unix time in ms), and how many bytes had been stored by then. */
  readonly sending?: { readonly since: number; readonly from: number };
  /** A multipart upload that can be resumed after a reload. */
  readonly savedUpload?: { readonly key: string; readonly uploadId: string };
  /** The file's path in the storage, or the link: the value for the payload. */
  readonly path?: string;
}

/** A paid result that a later run has replaced. It can be downloaded until the server deletes it. */
export interface Bought {
  readonly taskId: string;
  /** The name of its first file, and the number of its files. */
  readonly name: string;
  readonly fileCount: number;
  /** It was made from all files together, and is not removed with one of them. */
  readonly isJoined?: true;
}

export interface WorkItem {
  readonly id: string;
  readonly tool: string;
  readonly batchId: string;
  readonly addedAt: number;
  /** Empty for a tool that needs only options. The first input provides the item's name and picture. */
  readonly inputs: readonly ItemInput[];
  readonly run: RunState;
  /** Absent: the item uses the shared options. */
  readonly ownOptions?: AnyOptions;
  /** The options of the last run, and the payload derived from them. */
  readonly ranOptions?: AnyOptions;
  readonly payload?: AnyOptions;
  /** The call to run; absent: the tool's first. */
  readonly callName?: string;
  /** Files that the screen creates for the run, such as a mask. They exist only on this page and are lost by a reload. */
  readonly hasSideFiles?: boolean;
  /** Other items whose files this item's call lists in `field`, in order. */
  readonly siblings?: { readonly field: string; readonly kind: 'join' | 'others'; readonly ids: readonly string[] };
  /** Counts runs, to distinguish a repeated call from a new one. */
  readonly runNumber: number;
  readonly task?: Task;
  /** Estimated end of the task according to the server, in Unix time (ms). */
  readonly endsAt?: number;
  /** From when on the run counts as slower than usual, by the first estimate of its end, in Unix time (ms). */
  readonly lateAt?: number;
  /** Time of the last run's call (Unix time in ms), when its task was seen to run, and its task's duration from the call. */
  readonly postedAt?: number;
  readonly beganAt?: number | undefined;
  readonly tookMs?: number;
  /** A light run: this result, made with these options at this price, stays on the screen until the run ends. */
  readonly standing?: { readonly result: TaskResult; readonly options: AnyOptions; readonly charge: Task['charge'] };
  /** The ended task whose result the next run replaces; it is deleted once the new task exists, or once a light run has ended. */
  readonly replacedTaskId?: string;
  /** Paid results of earlier runs, oldest first. */
  readonly bought?: readonly Bought[];
  /** Cancelled during the call: the task is stopped as soon as its id is known. */
  readonly isStopWanted?: boolean;
  /** The server refused another open task for now; the call is repeated when there is capacity. */
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
  | 'cancelling'
  | 'queued'
  | 'running'
  | 'done'
  | 'failed'
  | 'cancelled';

const noFacts: FileFacts = { name: '' };

/** Returns the facts about the item's main file; without a name if there is none. */
export const factsOf = (item: WorkItem | undefined): FileFacts => item?.inputs[0]?.facts ?? noFacts;

export const inputOf = (item: WorkItem, inputId: string): ItemInput | undefined =>
  item.inputs.find(input => input.id === inputId);

/** Returns the worst upload state of all inputs. An item without inputs has nothing to upload. */
export function uploadOf(item: WorkItem): UploadState {
  const worstFirst = ['failed', 'lost', 'sending', 'waiting'] as const;
  return worstFirst.find(state => item.inputs.some(input => input.upload === state)) ?? 'stored';
}

/** Changes one input of an item. */
export const withInput = (item: WorkItem, inputId: string, patch: Partial<ItemInput>): WorkItem => ({
  ...item,
  inputs: item.inputs.map(input => (input.id === inputId ? { ...input, ...patch } : input)),
});

/** Restarts failed uploads. */
export const withFailedUploadsWaiting = (item: WorkItem): WorkItem =>
  item.inputs.some(input => input.upload === 'failed')
    ? {
        ...item,
        inputs: item.inputs.map(input => (input.upload === 'failed' ? { ...input, upload: 'waiting' } : input)),
      }
    : item;

/** Returns the single phase to show for an item, the most important first. */
export function phaseOf(item: WorkItem): Phase {
  const upload = uploadOf(item);
  if (item.run === 'done') return 'done';
  if (item.run === 'working') return item.task?.status === 'running' ? 'running' : 'queued';
  if (item.run === 'posting') return item.isStopWanted ? 'cancelling' : 'starting';
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
  // Painted marks can be long, and are usually the identical list.
  return [...keys].every(key => a[key] === b[key] || JSON.stringify(a[key]) === JSON.stringify(b[key]));
};

export const optionsOf = (item: WorkItem, shared: AnyOptions): AnyOptions => item.ownOptions ?? shared;

// Options that are records by file, such as what was painted on each picture: a file's result depends on its own entry alone.

type AnyPart = OwnPart<AnyOptions>;

/** By the tool's name, known once its screen is loaded. */
const ownParts = new Map<string, AnyPart>();

export function noteOwnPart(tool: string, part: AnyPart | undefined): void {
  if (part) ownParts.set(tool, part);
}

const entriesOf = (options: AnyOptions, { option }: AnyPart) => (options[option] ?? {}) as Record<string, unknown>;

/** Returns the options that a file's result depends on. */
function dependedOn(tool: string, options: AnyOptions | undefined, facts: FileFacts): AnyOptions | undefined {
  const part = ownParts.get(tool);
  if (!part || !options) return options;
  const named = Object.entries(options).filter(([name]) => !part.irrelevant.includes(name));
  return { ...Object.fromEntries(named), [part.option]: entriesOf(options, part)[part.keyOf(options, facts)] };
}

/** Returns these shared options with the entries of other files as they are now. `made` has each file's options at its last run. */
export function withOwnParts(
  tool: string,
  { before, now }: { readonly before: AnyOptions; readonly now: AnyOptions },
  made: readonly { readonly options: AnyOptions; readonly facts: FileFacts }[],
): AnyOptions {
  const part = ownParts.get(tool);
  if (!part) return before;
  const restored = made.map(({ options, facts }) => {
    const key = part.keyOf(options, facts);
    return [key, entriesOf(options, part)[key]] as const;
  });
  return { ...before, [part.option]: { ...entriesOf(now, part), ...Object.fromEntries(restored) } };
}

/** Returns whether its last run used its current options. */
const hasSameOptions = (item: WorkItem, shared: AnyOptions): boolean =>
  item.ranOptions !== undefined &&
  sameOptions(
    dependedOn(item.tool, item.ranOptions, factsOf(item)),
    dependedOn(item.tool, optionsOf(item, shared), factsOf(item))!,
  );

/** Returns whether its result was made with different options. */
export const isOutdated = (item: WorkItem, shared: AnyOptions): boolean =>
  item.run === 'done' && !hasSameOptions(item, shared);

/** Returns whether a light run is in progress, during which the old result stays visible. */
export const isUpdating = (item: WorkItem): boolean => isBusy(item) && item.standing !== undefined;

export const hasFailed = (item: WorkItem): boolean => item.run === 'failed' || uploadOf(item) === 'failed';

/** Returns whether it failed and would fail again in the same way. A file refused on upload fails regardless of the options. */
export const isHopeless = (item: WorkItem, shared: AnyOptions): boolean =>
  hasFailed(item) &&
  !remediesOf(item).includes('retry') &&
  (uploadOf(item) === 'failed' || hasSameOptions(item, shared));

/** Returns whether the run button should run it. */
export function isRunnable(item: WorkItem, shared: AnyOptions): boolean {
  const upload = uploadOf(item);
  if (upload === 'lost' || isHopeless(item, shared)) return false;
  if (['wanted', 'posting', 'working'].includes(item.run)) return upload === 'failed';
  return item.run !== 'done' || isOutdated(item, shared);
}

/** Returns the paid results of earlier runs, and the current one if it is paid: they survive the next run. */
export function boughtOf({ bought, task, siblings }: WorkItem): WorkItem['bought'] {
  const files = task?.status === 'done' && task.charge.state === 'settled' ? task.result?.files : undefined;
  if (!task || !files?.[0] || bought?.some(one => one.taskId === task.taskId)) return bought;
  const { taskId } = task;
  const joined = siblings?.kind === 'join' && ({ isJoined: true } as const);
  return [...(bought ?? []), { taskId, name: files[0].name, fileCount: files.length, ...joined }];
}

/** Applies an update of a task: progress never decreases, and an ended task stays ended. */
export function withTask(item: WorkItem, news: Task, heardAt = Date.now()): WorkItem {
  if (item.task && item.task.taskId === news.taskId && isEnded(item.task) && !isEnded(news)) return item;
  const isSame = item.task?.taskId === news.taskId;
  const progress = isSame ? Math.max(item.task?.progress ?? 0, news.progress) : news.progress;
  const task = { ...news, progress };
  const run: RunState =
    news.status === 'done' || news.status === 'failed' || news.status === 'cancelled' ? news.status : 'working';
  const tookMs = run === 'done' && item.run !== 'done' && item.postedAt ? heardAt - item.postedAt : item.tookMs;
  const beganAt = (isSame ? item.beganAt : undefined) ?? (news.status === 'running' ? heardAt : undefined);
  const endsAt = forecastEnd(isSame ? item.endsAt : undefined, news, heardAt);
  const lateAt =
    (isSame ? item.lateAt : undefined) ?? (news.status === 'running' ? lateFrom(endsAt, heardAt) : undefined);
  return { ...item, task, endsAt, lateAt, beganAt, run, tookMs, problem: news.error ?? undefined };
}

/** Postpones the estimated end only after it has passed, because an increasing remaining time is worse than none. */
function forecastEnd(told: number | undefined, { etaSeconds }: Task, heardAt: number): number | undefined {
  if (etaSeconds == null) return undefined;
  const end = heardAt + etaSeconds * 1000;
  return told !== undefined && told > heardAt ? Math.min(told, end) : end;
}

/** A run is not slow as soon as an estimate was a little too short. */
const lateShare = 0.25;
const minLateMs = 5000;

const lateFrom = (endsAt: number | undefined, heardAt: number): number | undefined =>
  endsAt === undefined ? undefined : endsAt + Math.max(minLateMs, (endsAt - heardAt) * lateShare);

/** Whether a run takes longer than estimated. Then its remaining time is not told: it would grow with the time that passes. */
export const isSlow = ({ lateAt }: WorkItem, now: number): boolean => lateAt !== undefined && now >= lateAt;

export const isEnded = (task: Task): boolean => ['done', 'failed', 'cancelled'].includes(task.status);

type ResultFile = NonNullable<Task['result']>['files'][number];

/** Returns the address of an image of a result file. Null for a sound and a locked clip, whose previews are played, and for a file without one. */
export function stillOf({ locked, contentType, previewUrl }: ResultFile): string | null {
  const isPlayed = contentType.startsWith('audio/') || (locked && contentType.startsWith('video/'));
  return isPlayed ? null : previewUrl || null;
}
