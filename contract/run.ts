// The input and output of a tool's run.ts. A run sees files in a folder of its own, never a store or a table.
import type { z } from 'zod';
import type { AppError } from './errors.ts';
import type { MediaName } from './media.ts';
import type { Stage } from './stages.ts';
import type { ToolCall, ToolContract } from './tool.ts';

export interface InputFile {
  /** Path on this machine; read only. */
  readonly path: string;
  /** The name its owner knows it by, for naming results. */
  readonly name: string;
  readonly bytes: number;
  /** The type, by its first bytes. */
  readonly type: MediaName;
}

interface OutputFile {
  /** A file inside `folder`. */
  readonly path: string;
  /** The name it is downloaded under. */
  readonly name: string;
  readonly type: MediaName;
  readonly width?: number;
  readonly height?: number;
  readonly durationSeconds?: number;
  /** A small picture a browser can show, inside `folder`, when the file itself cannot be shown. */
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
}

export interface Output {
  readonly files: readonly OutputFile[];
  /** A small picture of the input, inside `folder`, when browsers cannot show what was sent. */
  readonly inputPreviewPath?: string;
  /**
   * A file inside `folder` that pages draw or play from, such as the subject alone or the sound of a clip. It is no file of the result;
   * clients find it as `meta.layerUrl`.
   */
  readonly layerPath?: string;
  readonly text?: string;
  readonly boxes?: readonly RecognisedBox[];
  readonly segments?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Weights the operator set by file, as paths of ONNX files; absent: the engine that ships with the product works. */
export interface ModelFiles {
  readonly inpaint?: string;
  readonly enlarge?: string;
  readonly matte?: string;
  readonly anime?: string;
  /** A model file of whisper.cpp. */
  readonly speech?: string;
}

/** Model servers that a run may ask through the worker, which alone knows their addresses and keys. */
export type AskedServer = 'speech' | 'draw';

/** A form with one file of the run's folder. */
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

/** A wish for pictures. */
export interface DrawQuestion {
  readonly server: 'draw';
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Pixels; a server may draw another size of about this aspect. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly seed: number;
  /** 0..1: how far the pictures may go from the one in `file`. */
  readonly strength?: number;
  /** A PNG of the run's folder to start from. */
  readonly file?: string;
}

export interface ServerAnswer {
  /** Of HTTP; 0: the server was not reached, broke off, or took too long. */
  readonly status: number;
  readonly body: string;
}

export type AskServer = (question: ServerQuestion) => Promise<ServerAnswer>;
export type AskForPictures = (question: DrawQuestion) => Promise<ServerAnswer>;

/** A step that cannot say how far it is, since it holds the thread or a library does it in one piece. */
export interface SilentStep {
  /** Progress at its end, in the units of the report that starts it. */
  readonly until: number;
  /** Milliseconds it is expected to take: with 12 megapixels on two cores, or what the same took a moment ago. */
  readonly usualMs: number;
  /** With a name, the worker measures it, and from its second time on believes that instead of `usualMs`. */
  readonly name?: string;
}

/** Percent 0..100 and the stage; may be called as often as one likes. With `silent`, the worker moves it on until the next call. */
type Progress = (percent: number, stage: Stage, silent?: SilentStep) => void;

/** Progress of a part, which runs from 0 to 1. */
export type PartProgress = (fraction: number, silent?: SilentStep) => void;

/** A part that lies between two values of a whole. */
export function within(whole: PartProgress, from: number, to: number): PartProgress {
  const place = (fraction: number) => from + fraction * (to - from);
  return (fraction, silent) => whole(place(fraction), silent && { ...silent, until: place(silent.until) });
}

/** A part of a run, between two percents. */
export const partOf = (run: Progress, from: number, to: number, stage: Stage): PartProgress =>
  within((percent, silent) => run(percent, stage, silent), from, to);

export interface RunContext<Options> {
  readonly options: Options;
  /** By payload field; an optional field that was not sent is absent. */
  readonly inputs: Readonly<Record<string, InputFile>>;
  /** Fields that are lists (`many`), in the order they were sent; empty when not sent. */
  readonly lists: Readonly<Record<string, readonly InputFile[]>>;
  readonly models: ModelFiles;
  /** An empty folder for everything the run writes. */
  readonly folder: string;
  readonly progress: Progress;
  /** The model servers that the operator set; absent: none. */
  readonly servers?: readonly AskedServer[];
  /** Asks one of them. */
  readonly askServer?: AskServer;
  readonly askForPictures?: AskForPictures;
  /** Shows people what is known of a long text while the run goes on; the last `shownSegments` of these are kept. */
  readonly showSegments?: (segments: NonNullable<Output['segments']>) => void;
}

/** Segments that a running task shows. */
export const shownSegments = 40;

export type Run<Options> = (context: RunContext<Options>) => Promise<Output>;

/** What a program is to do. Its functions are called in the child that started it. */
interface ProgramPlan {
  /** A name on the search path, or an absolute path. No shell reads the arguments. */
  readonly program: string;
  readonly args: readonly string[];
  /** Reads one line of its standard output; answers how far it is, 0..1, when the line says so. */
  readonly hear: (line: string) => number | undefined;
  /** The refusal that a failure means, told by the end of its standard error; undefined for a fault. */
  readonly explain?: (lastWords: string) => AppError | undefined;
  /** What it wrote, once it has ended well. */
  readonly finish: () => Promise<Output>;
}

/** A run whose work is a program's, such as a video encoder. */
export interface ProgramRun<Options> {
  readonly plan: (context: RunContext<Options>) => Promise<ProgramPlan>;
}

/** What a model server is asked. Its functions run in the server itself, so they decode nothing. */
export interface RemotePlan {
  /** The name that the operator knows it by. */
  readonly server: string;
  readonly path: string;
  /** Sent as JSON. */
  readonly body: unknown;
  /**
   * Reads one event of the answer; all of an answer that is no stream is one event. Answers how far it is, 0..1, when the event says so.
   */
  readonly hear: (event: unknown) => number | undefined;
  /** The refusal that an HTTP status other than 2xx means; undefined for a fault. */
  readonly explain?: (status: number, said: string) => AppError | undefined;
  readonly finish: () => Omit<Output, 'files' | 'inputPreviewPath' | 'layerPath'> & {
    readonly files: readonly { readonly name: string; readonly type: MediaName; readonly bytes: Uint8Array }[];
  };
}

/** A run whose work is a model server's: an entry of `export const remotes` in the tool's module for model servers. */
export interface RemoteRun<Options> {
  readonly plan: (context: Pick<RunContext<Options>, 'options' | 'inputs' | 'lists'>) => Promise<RemotePlan>;
}

type RunOf<C extends ToolCall> = C extends { readonly runner: 'program' }
  ? ProgramRun<z.output<C['options']>>
  : Run<z.output<C['options']>>;

/** The shape of `export const runs` in a tool's run.ts: one for every call of its contract that no model server runs. */
export type Runs<T extends ToolContract> = {
  readonly [C in Exclude<T['calls'][number], { readonly runner: 'remote' }> as C['name']]: RunOf<C>;
};
