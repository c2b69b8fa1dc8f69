// The input and output of a tool's run.ts. A run sees files in its own folder, never a store or a table.
import type { z } from 'zod';
import type { AskedServer, DrawQuestion, SentPrompt } from './asked-servers.ts';
import type { AppError } from './errors.ts';
import type { MediaName } from './media.ts';
import type { Stage } from './stages.ts';
import type { ToolCall, ToolContract } from './tool.ts';
import type { WarningCode } from './warnings.ts';

export interface InputFile {
  /** Local path; read-only. */
  readonly path: string;
  /** The owner's name for it, from which result names are derived. */
  readonly name: string;
  readonly bytes: number;
  /** The type, detected from its magic bytes. */
  readonly type: MediaName;
  /** Of a picture that the drawing server made for this run: what the server was sent. */
  readonly sent?: SentPrompt;
}

interface OutputFile {
  /** A file inside `folder`. */
  readonly path: string;
  /** The file name for downloads. */
  readonly name: string;
  readonly type: MediaName;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** A small picture that browsers can display, inside `folder`, if the file itself cannot be displayed. */
  readonly previewPath?: string;
}

export interface RecognisedBox {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
  readonly score: number;
  readonly text?: string;
  readonly kind?: string;
  /** The page of a document, from 1. */
  readonly page?: number;
}

/** What a run says about its result besides the files. */
export interface ResultMeta extends Readonly<Record<string, unknown>> {
  readonly warnings?: readonly WarningCode[];
}

export interface Output {
  readonly files: readonly OutputFile[];
  /** A small picture of the input, inside `folder`, if browsers cannot display the input. */
  readonly inputPreviewPath?: string;
  /**
   * A file inside `folder` that pages draw or play, such as the isolated subject or the audio of a clip. It is not a result file; clients find it as
   * `meta.layerUrl`.
   */
  readonly layerPath?: string;
  readonly text?: string;
  readonly boxes?: readonly RecognisedBox[];
  readonly segments?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly meta?: ResultMeta;
  /**
   * The run gave nothing that its input did not have: the pixels are unchanged, or no text was found. Such a result costs nothing and is no trial,
   * so only a run that is sure says it.
   */
  readonly hasNoEffect?: boolean;
}

/** Model files configured by the operator, as paths; absent: the bundled engine is used. */
export interface ModelFiles {
  readonly inpaint?: string;
  readonly enlarge?: string;
  readonly matte?: string;
  readonly anime?: string;
  readonly text?: string;
  /** A model file of whisper.cpp. */
  readonly speech?: string;
}

/** A form with one file from the run's folder. */
export interface ServerQuestion {
  readonly server: 'speech';
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly file: {
    readonly field: string;
    readonly path: string;
    readonly name: string;
    readonly contentType: string;
  };
}

export interface ServerAnswer {
  /** HTTP status; 0 if the server was unreachable, dropped the connection or timed out. */
  readonly status: number;
  readonly body: string;
}

export type AskServer = (question: ServerQuestion) => Promise<ServerAnswer>;
/** Makes what is shown of an unfinished drawing, a JPEG within `maxPreview`, of the bytes that a server sent; undefined if they are no picture. */
export type MakePreview = (bytes: Uint8Array) => Promise<Uint8Array | undefined>;
/**
 * `onProgress` hears how much is done, from 0 to 1, of servers that tell it. `makePreview` is called for unfinished drawings if the question wants
 * previews.
 */
export type AskForPictures = (
  question: DrawQuestion,
  onProgress?: (fraction: number) => void,
  makePreview?: MakePreview,
) => Promise<ServerAnswer>;

/** A step that cannot report progress, since it blocks the thread or is a single library call. */
export interface SilentStep {
  /** Progress at its end, in the same units as the report that starts it. */
  readonly until: number;
  /** Expected milliseconds: with 12 megapixels on two cores, or what the same step took before. */
  readonly usualMs: number;
  /** If named, the worker measures it, and uses the measurement instead of `usualMs` from the second time on. */
  readonly name?: string;
}

/** Percent 0..100 and the stage; may be called at any rate. With `silent`, the worker advances the progress until the next call. */
type Progress = (percent: number, stage: Stage, silent?: SilentStep) => void;

/** Progress of a part, from 0 to 1. */
export type PartProgress = (fraction: number, silent?: SilentStep) => void;

/** Maps a part's progress to a range of the whole. */
export function within(whole: PartProgress, from: number, to: number): PartProgress {
  const place = (fraction: number) => from + fraction * (to - from);
  return (fraction, silent) => whole(place(fraction), silent && { ...silent, until: place(silent.until) });
}

/** Maps a part's progress to a range of the run's percentage. */
export const partOf = (run: Progress, from: number, to: number, stage: Stage): PartProgress =>
  within((percent, silent) => run(percent, stage, silent), from, to);

export interface RunContext<Options> {
  readonly options: Options;
  /** By payload field; optional fields that were not sent are absent. */
  readonly inputs: Readonly<Record<string, InputFile>>;
  /** List fields (`many`), in the order sent; empty if not sent. */
  readonly lists: Readonly<Record<string, readonly InputFile[]>>;
  readonly models: ModelFiles;
  /** An empty folder for all output of the run. */
  readonly folder: string;
  readonly progress: Progress;
  /** The model servers that the operator configured; absent: none. */
  readonly servers?: readonly AskedServer[];
  /** Queries one of them. */
  readonly askServer?: AskServer;
  readonly askForPictures?: AskForPictures;
  /** Shows the text recognised so far while the run continues; the last `shownSegments` are kept. */
  readonly showSegments?: (segments: NonNullable<Output['segments']>) => void;
}

/** Number of segments that a running task shows. */
export const shownSegments = 40;

export type Run<Options> = (context: RunContext<Options>) => Promise<Output>;

/** What a program should do. The functions are called in the child process that started it. */
interface ProgramPlan {
  /** A name on the search path, or an absolute path. Arguments do not pass through a shell. */
  readonly program: string;
  readonly args: readonly string[];
  /** Parses one line of standard output; returns the progress (0..1) if the line reports it. */
  readonly hear: (line: string) => number | undefined;
  /** The refusal that a failure means, based on the end of stderr; undefined for a fault. */
  readonly explain?: (lastWords: string) => AppError | undefined;
  /** Returns the output after a successful exit. */
  readonly finish: () => Promise<Output>;
}

/** A run whose work is done by a program, such as a video encoder. */
export interface ProgramRun<Options> {
  readonly plan: (context: RunContext<Options>) => Promise<ProgramPlan>;
}

/** The request to a model server. The functions run in the server process itself, so they must not decode files. */
export interface RemotePlan {
  /** The name under which the operator configured it. */
  readonly server: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body: unknown;
  /** Handles one event of the response; a response that is not a stream is a single event. Returns the progress (0..1) if the event reports it. */
  readonly hear: (event: unknown) => number | undefined;
  /** The refusal for a non-2xx HTTP status; undefined for a fault. */
  readonly explain?: (status: number, said: string) => AppError | undefined;
  readonly finish: () => Omit<Output, 'files' | 'inputPreviewPath' | 'layerPath'> & {
    readonly files: readonly { readonly name: string; readonly type: MediaName; readonly bytes: Uint8Array }[];
  };
}

/** A run on a model server: an entry of `export const remotes` in the tool's module for model servers. */
export interface RemoteRun<Options> {
  readonly plan: (context: Pick<RunContext<Options>, 'options' | 'inputs' | 'lists'>) => Promise<RemotePlan>;
}

type RunOf<C extends ToolCall> = C extends { readonly runner: 'program' }
  ? ProgramRun<z.output<C['options']>>
  : Run<z.output<C['options']>>;

/** The type of `export const runs` in a tool's run.ts: one entry for each call of its contract that does not run on a model server. */
export type Runs<T extends ToolContract> = {
  readonly [C in Exclude<T['calls'][number], { readonly runner: 'remote' }> as C['name']]: RunOf<C>;
};
