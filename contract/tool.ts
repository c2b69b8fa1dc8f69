// The contract of a tool: its route, its inputs and options, and the cost and deadline of each call.
import type { z } from 'zod';
import type { Asks } from './asks.ts';
import type { ErrorCode } from './errors.ts';
import type { RunFacts, RunSize } from './facts.ts';
import type { KeyCode } from './key-codes.ts';
import type { MediaName } from './media.ts';
import type { Language } from './words.ts';

export const categories = ['ai', 'picture', 'design', 'video'] as const;
export type Category = (typeof categories)[number];

/**
 * Queue lanes by the resource their tasks exhaust: other servers' patience (links are fetched here before a task enters its own lane),
 * pixels, a model for seconds, a model for minutes, a video encoder, or a model server.
 */
export const lanes = ['link', 'image', 'model', 'model-long', 'video', 'remote'] as const;
export type Lane = (typeof lanes)[number];
/** How many tasks of a lane run side by side; a lane that is left out is not served. */
export type LaneWidths = Readonly<Partial<Record<Lane, number>>>;

/** The price of one successful run. */
export type Cost =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'use' | 'coins';
      readonly amount: number;
      /** Anyone may run it and see the locked preview, so often a day, without a hold and without counting as a trial; the file costs this much. */
      readonly isFreeToSee?: boolean;
    };

/** What a run on trial is measured by: the operator sets the longest and the largest in dictionaries. */
export type TrialKind = 'speech' | 'clip' | 'auto-clip';

/** One payload field that names a file: an upload's path or an http(s) link. */
export interface InputFileRule {
  readonly field: string;
  /** one: of the fields of the call that say so, exactly one is sent. */
  readonly required: boolean | 'one';
  readonly accept: readonly MediaName[];
  /** Limit for each file. */
  readonly maxBytes: number;
  /** The file says where to work, it is not worked on itself. */
  readonly isMask?: boolean;
  /** The run does not read it. Naming it keeps it for as long as the task, so that the next run finds it. A link is not fetched for this. */
  readonly isUnread?: boolean;
  /** The field is a list of this many files, in their order. */
  readonly many?: { readonly min: number; readonly max: number };
}

/** A public list of choices of a tool: GET `path` answers `{id, name, cover}` for each in the language of the request. */
export interface Lookup {
  readonly path: string;
  readonly entries: readonly {
    readonly id: string;
    readonly name: Readonly<Record<Language, string>>;
    /** A small picture in the tool's `covers/` folder, e.g. "noir.webp". */
    readonly cover: string;
  }[];
}

export interface ToolCall {
  /** The key of the function in the tool's run.ts. */
  readonly name: string;
  readonly path: string;
  readonly keyCode: KeyCode;
  readonly lane: Lane;
  /** Absent: a function in a child process. `program` and `remote` are described in run.ts. */
  readonly runner?: 'program' | 'remote';
  /** A function where the price depends on the options or the files. Read it with `measureRun` of server/src/tasks/measure.ts. */
  readonly cost: Cost | ((run: RunSize) => Cost);
  /** What is held against the longest run on trial: the seconds that are worked on, undefined while they are not known. */
  readonly trial?: { readonly kind: TrialKind; readonly seconds: (run: RunSize) => number | undefined };
  /** A free run that is counted: who is no member has so many a day, by the dictionary `video_parsing`. */
  readonly isCounted?: boolean;
  /** How long a run may take, from the moment a child has it. */
  readonly deadlineMs: number | ((run: RunSize) => number);
  /** Percent shown as soon as work starts (docs/product.md). */
  readonly startPercent: number;
  readonly inputs: readonly InputFileRule[];
  /** Limit of the body, where the options may hold a whole text. Absent: that of every other body. */
  readonly maxBodyBytes?: number;
  /** The fields beside the input files, fileName, fileSize, batchId and wait. */
  readonly options: z.ZodObject;
  /** Tells runs of different speed apart when the time of the next one is estimated, e.g. the output format. No facts of a link before its fetch. */
  readonly pace?: (options: Readonly<Record<string, unknown>>, facts: RunFacts) => string;
  /**
   * How much there is to do, in a unit of the call's own such as megapixels: the time of a run is estimated as a straight line over
   * it. Absent: the bytes of the input files. Undefined: the files do not tell.
   */
  readonly amount?: (run: RunSize) => number | undefined;
  /** Milliseconds such a run takes on a usual machine, for as long as none was measured here. */
  readonly usualMs?: (run: RunSize) => number | undefined;
}

/** What a tool without calls opens: the type and size of each file. */
type OpenedFiles = Pick<InputFileRule, 'accept' | 'maxBytes'>;

/** Remedies of a refusal. file: another file; options: other options; picture: other strokes or marks on it; retry: the same once more. */
export type Remedy = 'file' | 'options' | 'picture' | 'retry';

/** The best one first. */
export type Remedies = Readonly<Partial<Record<ErrorCode, readonly Remedy[]>>>;

export interface ToolContract {
  /** The tool's folder: its route in kebab case. */
  readonly name: string;
  readonly route: `/editor/${string}`;
  readonly category: Category;
  /** A lucide icon, kebab case. */
  readonly icon: string;
  /** Without it no call of the tool runs. speech: an engine that recognises speech, and ffmpeg. */
  readonly needs?: 'ffmpeg' | 'speech';
  /** Files that the page itself opens, of a tool that works in the browser and has no call. */
  readonly opens?: OpenedFiles;
  /** The first is the one the page runs unless its screen names another. */
  readonly calls: readonly ToolCall[];
  readonly lookups?: readonly Lookup[];
  /** Remedies of the refusals that only this tool gives. */
  readonly remedies?: Remedies;
  /** What a link to its page may set; its screen names the same. */
  readonly asks?: Asks;
}

export const defineTool = <const T extends ToolContract>(tool: T): T => tool;

/** The part of a call that the page knows: data only, so that no schema and no function reaches the browser. Prices come from the quote. */
type CatalogueCall = Pick<ToolCall, 'name' | 'path' | 'keyCode' | 'startPercent' | 'inputs'>;

/** The part of a tool that the page knows. */
export type CatalogueTool = Pick<ToolContract, 'name' | 'route' | 'category' | 'icon' | 'needs' | 'opens'> & {
  readonly calls: readonly CatalogueCall[];
};
