// The interface that runs an assignment, for any kind of work: a child process, a program that a child starts, or a model server. All end
// alike at a deadline, a cancellation or a crash.
import type { Output, SilentStep } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';
import type { Assignment } from './messages.ts';

export interface RunControl {
  /** How long it may take without a step of progress; see run-deadline.ts. */
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Called once when the work begins, with the time that the run had to wait. */
  readonly onBegin?: (waitedMs: number) => void;
  readonly onProgress: (percent: number, stage: Stage, silent?: SilentStep) => void;
  /** Called with the last segments of a long text as it grows. */
  readonly onSegments?: (segments: NonNullable<Output['segments']>) => void;
  /** Called with the unfinished picture, a small JPEG in base64. */
  readonly onPreview?: (picture: string) => void;
}

export interface Runner {
  /** Throws AppError for a refusal, RunFault for a fault, Stopped when `signal` aborts. */
  run: (assignment: Assignment, control: RunControl) => Promise<Output>;
}

/** The work was stopped from outside: the task was cancelled, or this server is stopping. */
export class Stopped extends Error {}

/** The run ended without an answer, or with an unexpected error. */
export class RunFault extends Error {}

/** No process could be started for the run: its files were not looked at and are not to blame. */
export class StartFault extends RunFault {}
