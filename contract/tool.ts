// The contract of a tool: its route, its inputs and options, and the cost and deadline of each call.
import type { z } from 'zod';
import type { AskedServer, DrawQuestion, Engines } from './asked-servers.ts';
import type { Asks } from './asks.ts';
import type { ErrorCode } from './errors.ts';
import type { RunFacts, RunSize } from './facts.ts';
import type { KeyCode } from './key-codes.ts';
import type { MediaName } from './media.ts';
import type { Language } from './words.ts';

export const categories = ['ai', 'picture', 'design', 'video'] as const;
export type Category = (typeof categories)[number];

/**
 * Queue lanes by the resource that their tasks exhaust: the patience of other servers (links are fetched here before a task enters its actual lane),
 * pixels, a model for seconds, a model for minutes, a video encoder, or a model server.
 */
export const lanes = ['link', 'image', 'model', 'model-long', 'video', 'remote'] as const;
export type Lane = (typeof lanes)[number];
/** How many tasks of a lane run concurrently; lanes not listed are not served. */
export type LaneWidths = Readonly<Partial<Record<Lane, number>>>;

/** The price of one successful run. */
export type Cost =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'use' | 'coins';
      readonly amount: number;
      /**
       * Runs are free up to a daily quota, without a hold and without using up the trial. They show the locked preview; unlocking the file costs this
       * amount.
       */
      readonly isFreeToSee?: boolean;
    };

/** The measure of a trial run; operators set its maximum duration and size in dictionaries. */
export type TrialKind = 'speech' | 'clip' | 'auto-clip';

/** One payload field that names a file: an upload's path or an http(s) link. */
export interface InputFileRule {
  readonly field: string;
  /** one: exactly one of the call's fields with this value must be sent. */
  readonly required: boolean | 'one';
  readonly accept: readonly MediaName[];
  /** Limit for each file. */
  readonly maxBytes: number;
  /** The file marks an area to process and is not processed itself. */
  readonly isMask?: boolean;
  /** The product makes this file itself, see `drawnFirst`; it is not a field of the call. */
  readonly isMade?: boolean;
  /** The run does not read it. Naming it keeps it as long as the task, for use by the next run. Links are not fetched for such a field. */
  readonly isUnread?: boolean;
  /** The field is a list of this many files, in order. */
  readonly many?: { readonly min: number; readonly max: number };
}

/** A public list of choices for a tool: GET `path` returns `{id, name, cover}` for each, in the language of the request. */
export interface Lookup {
  readonly path: string;
  readonly entries: readonly {
    readonly id: string;
    readonly name: Readonly<Record<Language, string>>;
    /** A small picture in the tool's `covers/` folder, e.g. "noir.webp". */
    readonly cover: string;
  }[];
}

/**
 * An image that the drawing server makes before a run. The task waits for it in the lane `remote`, where it occupies no child process, and enters its
 * own lane with the image as the input `field`, which clients cannot send.
 */
interface DrawnFirst {
  readonly field: string;
  /** Undefined if these options need no image. */
  readonly question: (options: Readonly<Record<string, unknown>>) => DrawQuestion | undefined;
}

/** The body of a call: its validated options, and what it names in the fields of its input files. */
export interface CallBody {
  readonly options: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string | readonly string[] | undefined>>;
}

export interface ToolCall {
  /** The key of the function in the tool's run.ts. */
  readonly name: string;
  readonly path: string;
  readonly keyCode: KeyCode;
  readonly lane: Lane;
  /**
   * Whether the run itself waits for a model server, which it does in the lane `remote`: by its options, and the configured servers. Read it with
   * `laneOf` of server/src/tasks/catalogue.ts.
   */
  readonly waits?: (run: {
    readonly options: Readonly<Record<string, unknown>>;
    readonly servers: readonly AskedServer[];
  }) => boolean;
  /** Whether runs may take minutes in a lane of seconds, such as an animation of hundreds of frames. All such runs leave a place of the lane to others. */
  readonly mayTakeMinutes?: boolean;
  readonly drawnFirst?: DrawnFirst;
  /** Absent: a function in a child process. `program` and `remote` are described in run.ts. */
  readonly runner?: 'program' | 'remote';
  /** A function if the price depends on the options or the files. Read it with `measureRun` of server/src/tasks/measure.ts. */
  readonly cost: Cost | ((run: RunSize) => Cost);
  /** Compared with the longest trial run: the processed seconds, or undefined while unknown. */
  readonly trial?: { readonly kind: TrialKind; readonly seconds: (run: RunSize) => number | undefined };
  /** A free run with a daily quota for non-members, set in the dictionary `video_parsing`. */
  readonly isCounted?: boolean;
  /** How long a run may take without progress on a machine of its own; the whole run may take four times as long (docs/decisions/deadlines.md). */
  readonly deadlineMs: number | ((run: RunSize) => number);
  /** Percentage shown as soon as work starts (docs/product.md). */
  readonly startPercent: number;
  readonly inputs: readonly InputFileRule[];
  /** Limit of the request body, for options that hold a whole text. Absent: the general limit. */
  readonly maxBodyBytes?: number;
  /** The fields besides the input files, fileName, fileSize, batchId and wait. */
  readonly options: z.ZodObject;
  /** The possible types of the result's files; a function if the options determine them. Absent: the call is no step of a pipeline. */
  readonly gives?: readonly MediaName[] | ((options: Readonly<Record<string, unknown>>) => readonly MediaName[]);
  /**
   * Throws the AppError of a body that no file can make right, such as a removal without an area or an engine that this server lacks. The server asks
   * it before it makes a task; a quote, which may come before the files, does not. The page's counterpart is `blocker` of ui/tool-screen.ts.
   */
  readonly refuse?: (body: CallBody, engines: Engines) => void;
  /** Distinguishes runs of different speed when estimating durations, e.g. by output format. Facts about a link are missing before its fetch. */
  readonly pace?: (options: Readonly<Record<string, unknown>>, facts: RunFacts) => string;
  /**
   * The amount of work, in a unit of the call's choice such as megapixels; durations are estimated as a linear function of it. Absent: the bytes of
   * the input files. Undefined: unknown.
   */
  readonly amount?: (run: RunSize) => number | undefined;
  /** Milliseconds that such a run takes on a typical machine, used until one was measured here. */
  readonly usualMs?: (run: RunSize) => number | undefined;
}

/** For tools without calls: types and maximum size of the files they open. */
type OpenedFiles = Pick<InputFileRule, 'accept' | 'maxBytes'>;

/** Remedies for a refusal. file: another file; options: other options; picture: other strokes or marks; retry: the same again. */
export type Remedy = 'file' | 'options' | 'picture' | 'retry';

/** Best first. */
export type Remedies = Readonly<Partial<Record<ErrorCode, readonly Remedy[]>>>;

export interface ToolContract {
  /** The tool's folder: its route in kebab case. */
  readonly name: string;
  readonly route: `/editor/${string}`;
  readonly category: Category;
  /** A lucide icon, kebab case. */
  readonly icon: string;
  /** Required by every call of the tool. speech: an engine that recognises speech, and ffmpeg. */
  readonly needs?: 'ffmpeg' | 'speech';
  /** Files opened by the page itself, for a tool that works in the browser and has no call. */
  readonly opens?: OpenedFiles;
  /** The page runs the first one unless its screen names another. */
  readonly calls: readonly ToolCall[];
  readonly lookups?: readonly Lookup[];
  /** Remedies for refusals that only this tool gives. */
  readonly remedies?: Remedies;
  /** Options that a link to its page may preset; its screen declares the same. */
  readonly asks?: Asks;
}

export const defineTool = <const T extends ToolContract>(tool: T): T => tool;

/** The part of a call that the page knows: only data, so that neither schemas nor functions reach the browser. Prices come from the quote. */
type CatalogueCall = Pick<ToolCall, 'name' | 'path' | 'keyCode' | 'startPercent' | 'inputs'> & {
  /** The call can be a step of a pipeline. */
  readonly isStep?: true;
};

/** The part of a tool that every page knows, to list it and lead to it. */
export type ListedTool = Pick<ToolContract, 'name' | 'route' | 'category' | 'icon' | 'needs' | 'opens'>;

/** The part of a tool that the pages of tools know. */
export type CatalogueTool = ListedTool & {
  readonly calls: readonly CatalogueCall[];
};
