// What a caller may say about starting, following and running a task.
import type { Task } from 'contract/task.ts';
import type { Failure } from './attempt.ts';
import type { OnSent } from './uploads.ts';

export interface Stoppable {
  readonly signal?: AbortSignal;
}

export interface StartOptions extends Stoppable {
  /** The same key never starts a second task, also if another program repeats the call. Absent: a new one, so that only this call is repeated. */
  readonly idempotencyKey?: string;
  /** How many seconds the call may wait for the task's end, 0 to 15. */
  readonly waitSeconds?: number;
  /** Told how much of the files in the input has been sent. */
  readonly onSent?: OnSent;
  /** An abort during the call cancels the task as soon as its id is known. Otherwise the task goes on, if the call has reached the server. */
  readonly isCancelledByAbort?: boolean;
  /** Told before each try of the call, and the failure after which it waits for the next one. */
  readonly onTry?: (failure: Failure | undefined) => void;
}

export interface FollowOptions extends Stoppable {
  /** Told each state of the task that becomes known, the last one included. */
  readonly onChange?: (task: Task) => void;
  /** Asks for the task so often instead of opening a stream, for those who follow many at once. */
  readonly pollMs?: number;
}

/** Aborting a run cancels its task. */
export interface RunOptions extends Omit<StartOptions, 'waitSeconds' | 'isCancelledByAbort'>, FollowOptions {}

/** A file of a result: the one with this index, or all in one zip. */
export type ResultChoice = { readonly fileIndex: number } | { readonly all: true };
