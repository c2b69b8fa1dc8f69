// What a worker and its child processes say to each other. A child knows no store, no database and no secret.
import type { InputFile, ModelFiles, Output, SilentStep } from 'contract/run.ts';
import type { Stage } from 'contract/stages.ts';

export interface Assignment {
  readonly kind: 'run';
  readonly tool: string;
  readonly call: string;
  readonly options: Record<string, unknown>;
  readonly inputs: Readonly<Record<string, InputFile>>;
  readonly lists: Readonly<Record<string, readonly InputFile[]>>;
  readonly models: ModelFiles;
  readonly folder: string;
}

/** Loads these tools before the first assignment, so that it does not wait for that. */
interface WarmUp {
  readonly kind: 'warm-up';
  readonly tools: readonly string[];
}

export type ToChild = Assignment | WarmUp;

export type FromChild =
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'progress';
      readonly percent: number;
      readonly stage: Stage;
      readonly silent?: SilentStep | undefined;
    }
  | { readonly kind: 'done'; readonly output: Output }
  | { readonly kind: 'refused'; readonly code: string; readonly details: Readonly<Record<string, unknown>> | null }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string };
