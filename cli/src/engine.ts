// What runs an input: a server, or the engines of this machine. Both end with a result whose files are then saved.
import type { Task } from 'contract/task.ts';
import type { Input } from './inputs.ts';
import type { MadeFile } from './target.ts';

type Result = NonNullable<Task['result']>;

export interface Made extends Pick<Result, 'text' | 'segments' | 'boxes' | 'meta'> {
  readonly files: readonly MadeFile[];
  /** Absent: there is no server. */
  readonly taskId?: string;
  /** Called once the files are saved. */
  readonly dispose?: () => Promise<void>;
}

export interface RunListener {
  readonly signal: AbortSignal;
  /** What happens to the input: `stage` in the language of the person, and percent if known. */
  readonly tell: (stage: string, percent?: number, etaSeconds?: number | null) => void;
}

export interface Engine {
  /** Runs an input to its end. Throws why there is no result. */
  readonly run: (input: Input, listener: RunListener) => Promise<Made>;
  readonly close: () => Promise<void>;
}
