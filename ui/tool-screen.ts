// The interface between tools/<name>/screen.tsx and the workflow. The workflow (drop, upload, task, result) belongs to the web and knows no tool.
import type { Asked, Asks } from 'contract/asks.ts';
import type { Drawer } from 'contract/drawing.ts';
import type { Chapter, StreamFacts } from 'contract/facts.ts';
import type { MediaName } from 'contract/media.ts';
import type { SpeechEngine } from 'contract/speech.ts';
import type { Cue } from 'contract/subtitles/cues.ts';
import type { Task } from 'contract/task.ts';
import type { WarningCode } from 'contract/warnings.ts';
import type { Language } from 'contract/words.ts';
import type { ComponentType, ReactNode } from 'react';

/** Facts about a picked file before its upload. A field is absent if the first bytes do not contain it. */
export interface FileFacts {
  readonly name: string;
  /** Absent for a link that has not been fetched yet. */
  readonly bytes?: number;
  readonly type?: MediaName;
  /** In pixels as shown, after applying the EXIF orientation. */
  readonly width?: number;
  readonly height?: number;
  readonly hasAlpha?: boolean;
  readonly isAnimated?: boolean;
  /** Length and tracks of a clip or sound; absent until the server has analysed the upload. */
  readonly seconds?: number;
  readonly streams?: readonly StreamFacts[];
  readonly chapters?: readonly Chapter[];
  /** The server could not read the upload. */
  readonly isUnreadable?: boolean;
}

export interface OptionsProps<Options> {
  readonly options: Options;
  readonly change: (patch: Partial<Options>) => void;
  /** The facts of the selected file, or of the first one. */
  readonly selected: FileFacts | undefined;
  /** The number of files these options apply to. */
  readonly count: number;
  readonly language: Language;
  /** Seconds that such a run takes on this server, estimated from earlier runs; undefined if there were none, or if the screen lacks `tellsTime`. */
  readonly usualSeconds?: number | undefined;
  /** The size of the result as measured by the server; null while it is measured, undefined if the screen asks for none or it could not be measured. */
  readonly measuredBytes?: number | null | undefined;
  /** The selected file; absent for a link, and after a reload that lost the file. */
  readonly file: Blob | undefined;
  /** An address for an <img>; absent if browsers cannot show the file. */
  readonly address: string | undefined;
  /** The result of the last run, if it was made with the current options. */
  readonly result: TaskResult | undefined;
  /** See StageProps. */
  readonly ask: Ask;
  /** See ResultProps; undefined too as long as there is no file. */
  readonly findHandOn: FindHandOn;
  /** The speech recognition engine of this server. */
  readonly speech: SpeechEngine | null;
  /** The engines of this server that redraw pictures, in addition to the built-in looks. */
  readonly drawers: readonly Drawer[];
  /** Whether the drawing server of this server can also draw a part of a picture, inside a mask. */
  readonly serverFills: boolean;
}

/**
 * Runs another call of this tool on the selected file, uploading it first, and returns the result. Rejects with an Error whose message is meant for
 * the user, or with the signal's reason.
 */
export type Ask = (
  callName: string,
  payload: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  onProgress?: (percent: number) => void,
) => Promise<TaskResult>;

/** One of the files in the workspace, for screens that join them. */
export interface StageFile {
  readonly id: string;
  readonly address: string | undefined;
  readonly facts: FileFacts;
  /** Runs another call on this file. */
  readonly ask: Ask;
}

/** A suggestion by the screen, e.g. after a result that became larger. `patch` is applied, and the file runs again. */
export interface Advice<Options> {
  readonly label: string;
  readonly patch: Partial<Options>;
}

/** A preview of the result that the browser draws before anything runs on the server. */
interface InstantPicture {
  readonly blob: Blob;
  /** Whether the size of `blob` is close to that of the server's result. */
  readonly isSizeHonest: boolean;
}

/** A file sent along with a call, e.g. a painted mask: it is uploaded first, and its path becomes the value of the field. */
export interface SideFile {
  readonly name: string;
  readonly blob: Blob;
}

export type SideFiles = Readonly<Record<string, SideFile | readonly SideFile[]>>;

export type TaskResult = NonNullable<Task['result']>;

/** Returns whether the result is only a preview until it is paid: watermarked pictures, the start of a clip or text, and few facts about them. */
export const isLocked = ({ files }: TaskResult): boolean => files.some(({ locked }) => locked);

/** A small copy of a clip that every browser can play. */
export type ClipProxy =
  | { readonly state: 'making'; readonly percent: number }
  /** `isWhole` is false for a long clip, whose preview contains only the beginning. */
  | { readonly state: 'ready'; readonly address: string; readonly isWhole: boolean }
  /** `message` is a sentence for the user. */
  | { readonly state: 'failed'; readonly message: string };

/** What the server derives from a clip for display. Nothing is made before it is requested. */
export interface ClipViews {
  /** The address of the film strip, laid out by `planFilm` of contract/clip/views.ts. */
  readonly film?: string;
  /** The loudness of equal parts of the clip, 0..100. */
  readonly peaks?: readonly number[];
  readonly proxy?: ClipProxy;
  readonly want: (what: 'film' | 'peaks' | 'proxy') => void;
}

/** Data passed from one tool to another in addition to the file. */
export interface HandedOn {
  readonly cues: readonly Cue[];
}

type FindHandOn = (tool: string) => ((handed?: HandedOn) => void) | undefined;

/** Props of a screen's own stage: the picture, the options and how to change them, and calls to the server. */
export interface StageProps<Options> {
  /** The selected file; absent for a link, and after a reload that lost the file. */
  readonly file: Blob | undefined;
  /** An address for an <img>, in the largest available size; for a clip, a single frame. Absent if browsers cannot show the file. */
  readonly address: string | undefined;
  readonly facts: FileFacts;
  /** Absent unless the file is a clip or sound, and for a link. */
  readonly clip: ClipViews | undefined;
  readonly options: Options;
  readonly change: (patch: Partial<Options>) => void;
  /** The number of files these options apply to. */
  readonly count: number;
  /** A run of this file is in progress. */
  readonly isBusy: boolean;
  /** The result of the last run, if it was made with the current options. */
  readonly result: TaskResult | undefined;
  /** The result of the last run, whatever the options are now, with those it was made with. */
  readonly last: { readonly result: TaskResult; readonly made: Options } | undefined;
  /** Runs this file with the current options. */
  readonly run: () => void;
  /** During a run: the last lines of a long text as produced so far. */
  readonly partial: Task['partial'];
  readonly language: Language;
  readonly ask: Ask;
  /** All files of the workspace in order, and a function to reorder them. */
  readonly files: readonly StageFile[];
  readonly reorder: (ids: readonly string[]) => void;
}

export interface ResultProps<Options> {
  readonly result: TaskResult;
  /** The selected file; absent for a link, and after a reload that lost the file. */
  readonly file: Blob | undefined;
  /** See StageProps. */
  readonly clip: ClipViews | undefined;
  /** The index of the file shown, if the result has several. */
  readonly fileIndex: number;
  /** The original's address for an <img>, if browsers can show it. */
  readonly before: string | undefined;
  readonly facts: FileFacts;
  /** The current options: those the result was made with, unless a light change has not been applied yet. */
  readonly options: Options;
  /** The options that the result was made with. */
  readonly made: Options;
  /** The size of the result, or that it is a preview until it is paid. */
  readonly note: ReactNode;
  readonly language: Language;
  /** Changes the options of this file only. */
  readonly change: (patch: Partial<Options>) => void;
  /** Downloads one file of the result and settles its cost. */
  readonly download: (fileIndex: number) => void;
  /**
   * Returns a function that opens the original in another tool, by the tool's name. Undefined if there is no such tool or the page has lost the file.
   */
  readonly findHandOn: FindHandOn;
}

/** How a call refers to other files of the same workspace. */
interface Siblings<Options> {
  /** A payload field whose rule has `many`. */
  readonly field: string;
  readonly isWanted: (options: Options) => boolean;
  /**
   * join: one task for all files; the field lists all of them in order, and there is no other input. others: each file has its own task, and the
   * field lists the other files.
   */
  readonly kind: 'join' | 'others';
  readonly max: number;
  /** Whether the other file may be included; absent: always. */
  readonly fits?: (own: FileFacts, other: FileFacts) => boolean;
}

export interface OwnPart<Options> {
  readonly option: keyof Options & string;
  /** Options that no result depends on, such as whether all files share one entry. */
  readonly irrelevant: readonly (keyof Options & string)[];
  /** Returns the key of a file's entry. */
  readonly keyOf: (options: Options, facts: FileFacts) => string;
}

export interface WarnedResult<Options> {
  readonly language: Language;
  /** The options that the result was made with. */
  readonly options: Options;
  readonly facts: FileFacts;
  readonly meta: TaskResult['meta'];
}

/**
 * What a tool says about its warnings instead of contract/warnings.ts, such as the option that helps; what it leaves out stays. A remedy that is
 * undefined: nothing helps. Null: the page does not show the warning, because the screen does, or because there is nothing to know.
 */
export type OwnWarnings = Readonly<
  Partial<Record<WarningCode, { readonly sentence?: string; readonly remedy?: string | undefined } | null>>
>;

/** Options of a tool that the caller does not know. */
export type AnyOptions = Readonly<Record<string, unknown>>;
export type AnyScreen = ToolScreen<AnyOptions>;

export interface ToolScreen<Options> {
  /** Replaces the picture until there is a result for the current options. Fills its parent. */
  readonly Stage?: ComponentType<StageProps<Options>>;
  /** On a phone, the picture stays visible at a smaller size while its options are being changed. */
  readonly isTunedByEye?: boolean;
  /** On a phone, the stage is taller, because it has rows of controls above and below a picture that is painted on. */
  readonly hasTallStage?: boolean;
  /** Replaces the before-and-after view once there is a result. Fills its parent. */
  readonly Result?: ComponentType<ResultProps<Options>>;
  /** The call to run; absent: the first one in the contract. */
  readonly callName?: (options: Options, facts: FileFacts) => string;
  /**
   * Whether a change of options after a result is applied automatically: `Result` draws it at once from the old result, and a run that takes less
   * than a second starts without a button press. Any other change brings back the stage and is applied by the button. Absent: changes are applied
   * automatically if the last run took less than a second and the screen has no `Stage`.
   */
  readonly isLightChange?: (made: Options, now: Options, facts: FileFacts, result: TaskResult | undefined) => boolean;
  /** A locked result shows too little to apply light changes to: they are applied once it is paid, before it is downloaded. */
  readonly isChangedOncePaid?: boolean;
  /** An option that is a record by file, such as what was painted on each: the other entries do not matter for a file's result. */
  readonly ownPart?: OwnPart<Options>;
  /** After a run the stage stays, for the next mark; the result is one press away. Absent: the result replaces the stage. */
  readonly staysOnStage?: (options: Options) => boolean;
  /** The tool can usefully run again on its own result, so it is also offered among the tools for a result. */
  readonly goesOn?: boolean;
  /** For a result that is only a sample of the whole: the leading button, which changes the options and starts the run of the whole. */
  readonly goOn?: (made: Options, language: Language) => Advice<Options> | undefined;
  /** The options show how long a run will take before it starts. */
  readonly tellsTime?: boolean;
  /** Returns the options with which the size of a converted clip is measured before a run; undefined: there is nothing to measure. */
  readonly measure?: (options: Options, facts: FileFacts) => Readonly<Record<string, unknown>> | undefined;
  /**
   * Where runs are free, a run starts automatically for a few new files, with the current options. For tools whose default options suit most users.
   */
  readonly startsAtOnce?: boolean;
  /** Files created from the options, by payload field; a list for a field whose rule has `many`. Called right before the run. */
  readonly sideFiles?: (options: Options, facts: FileFacts) => Promise<SideFiles>;
  readonly siblings?: Siblings<Options>;
  /**
   * Returns why this file cannot be processed with these options; undefined: nothing is known against it. It is shown at the file, and the run button
   * is disabled where it holds for all files.
   */
  readonly refusal?: (options: Options, facts: FileFacts, language: Language) => string | undefined;
  /** Returns a sentence about what must be done before a run, apart from refusals; undefined: ready to run. */
  readonly blocker?: (options: Options, facts: FileFacts, language: Language) => string | undefined;
  readonly Options: ComponentType<OptionsProps<Options>>;
  /** Options that a link to the page may set: the `asks` of the contract. */
  readonly asks?: Asks;
  /** Returns the options with what a link sets. Absent: each value is set under its own name. */
  readonly takeAsked?: (options: Options, asked: Asked) => Options;
  /** The initial options for the first file. */
  readonly defaultOptions: (facts: FileFacts) => Options;
  /** The shared options as they apply to several files, e.g. without a preview. Returns the same object if nothing differs. Absent: unchanged. */
  readonly optionsForMany?: (options: Options) => Options;
  /** The options for a file passed on by another tool, given that tool's data. */
  readonly takeOver?: (options: Options, handed: HandedOn) => Options;
  /** Returns the fields of the call's body; absent: the options are sent unchanged. */
  readonly payload?: (
    options: Options,
    facts: FileFacts,
    /** Ids of the other files, in order. */
    siblingIds: readonly string[],
  ) => Readonly<Record<string, unknown>>;
  /** The label of the run button, e.g. "Convert 3 pictures". */
  readonly runLabel: (options: Options, count: number, language: Language) => string;
  /** A short summary of the options for the file list, e.g. "WebP · 80". */
  readonly optionsLabel: (options: Options, language: Language) => string;
  /** Undefined: the browser cannot draw an accurate preview with these options. */
  readonly instantPreview?: (
    file: Blob,
    options: Options,
    facts: FileFacts,
    signal: AbortSignal,
  ) => Promise<InstantPicture | undefined>;
  /** Returns suggestions for a result with this warning. */
  readonly advise?: (
    warning: WarningCode,
    options: Options,
    facts: FileFacts,
    language: Language,
  ) => readonly Advice<Options>[];
  readonly ownWarnings?: (warned: WarnedResult<Options>) => OwnWarnings;
}

/** Infers the option type of a screen where it is declared. */
export function defineScreen<Options>(screen: ToolScreen<Options>): ToolScreen<Options> {
  return screen;
}
