// What a tool promises: where it lives, what it takes, what each of its calls costs and how long it may run.
import type { z } from 'zod';
import type { KeyCode } from './key-codes.ts';
import type { MediaName } from './media.ts';

export const categories = ['ai', 'picture', 'design', 'video'] as const;
export type Category = (typeof categories)[number];

/** Queue lanes by the resource they exhaust: pixels, a big model, a video encoder, or somebody else's server. */
export const lanes = ['image', 'model', 'video', 'remote'] as const;
export type Lane = (typeof lanes)[number];

/** What one successful run costs its owner. */
type Cost = { readonly kind: 'none' } | { readonly kind: 'use' | 'coins'; readonly amount: number };

/** One payload field that names a file: an upload's path or an http(s) link. */
export interface InputFileRule {
  readonly field: string;
  readonly required: boolean;
  readonly accept: readonly MediaName[];
  readonly maxBytes: number;
}

export interface ToolCall {
  /** The key of the function in the tool's run.ts. */
  readonly name: string;
  readonly path: string;
  readonly keyCode: KeyCode;
  readonly lane: Lane;
  readonly cost: Cost;
  readonly deadlineMs: number;
  /** Percent shown as soon as work starts (SPEC 9). */
  readonly startPercent: number;
  readonly inputs: readonly InputFileRule[];
  /** The fields beside the input files, fileName, fileSize, batchId and wait. */
  readonly options: z.ZodObject;
  /** Tells runs of different speed apart when the time of the next one is estimated, e.g. the output format. */
  readonly pace?: (options: Readonly<Record<string, unknown>>) => string;
}

export interface ToolContract {
  /** The tool's folder: its route in kebab case. */
  readonly name: string;
  readonly route: `/editor/${string}`;
  readonly category: Category;
  /** A lucide icon, kebab case. */
  readonly icon: string;
  readonly calls: readonly ToolCall[];
}

export const defineTool = <const T extends ToolContract>(tool: T): T => tool;
