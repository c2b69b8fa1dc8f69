// What runs an assignment, whatever kind of work it is: a child process, a program that a child starts, or a model server. All of
// them end alike at a deadline, a cancellation or a crash.
import type { Output, SilentStep } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';
import type { Assignment } from './messages.ts';

export interface RunControl {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Called once when the work begins, with how long the run had to wait for that. */
  readonly onBegin?: (waitedMs: number) => void;
  readonly onProgress: (percent: number, stage: Stage, silent?: SilentStep) => void;
  /** A piece of the result that can be shown before the rest is there. */
  readonly onPartial?: (text: string) => void;
}

export interface Runner {
  /** Throws AppError for a refusal, RunFault for a fault, Stopped when `signal` was raised. */
  run: (assignment: Assignment, control: RunControl) => Promise<Output>;
}

/** The work was stopped from outside: cancelled, or this server is going down. */
export class Stopped extends Error {}

/** The run ended without an answer, or with an error that nobody expected. */
export class RunFault extends Error {}
