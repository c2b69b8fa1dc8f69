// The interface between tools/<name>/screen.tsx and the work flow. The flow (drop, upload, task, result) belongs to the web and knows no tool.
import type { Asks } from 'contract/asks.ts';
import type { Drawer } from 'contract/drawing.ts';
import type { StreamFacts } from 'contract/facts.ts';
import type { MediaName } from 'contract/media.ts';
import type { SpeechEngine } from 'contract/speech.ts';
import type { Cue } from 'contract/subtitles/cues.ts';
import type { Task } from 'contract/task.ts';
import type { Language } from 'contract/words.ts';
import type { ComponentType } from 'react';

/** Facts of a picked file before its upload; a field is absent if the first bytes do not contain it. */
export interface FileFacts {
  readonly name: string;
  /** Absent for a link that was not fetched yet. */
  readonly bytes?: number;
  readonly type?: MediaName;
  /** Pixels as shown: an EXIF turn is already applied. */
  readonly width?: number;
  readonly height?: number;
  readonly hasAlpha?: boolean;
  readonly isAnimated?: boolean;
  /** Length and tracks of a clip or of sound; absent until it was uploaded and the server has looked at it. */
  readonly seconds?: number;
  readonly streams?: readonly StreamFacts[];
}

export interface OptionsProps<Options> {
  readonly options: Options;
  readonly change: (patch: Partial<Options>) => void;
  /** The picked file the person is looking at, or the first one. */
  readonly selected: FileFacts | undefined;
  /** How many files these options are for. */
  readonly count: number;
  readonly language: Language;
  /** Seconds that such a run takes on this server, by earlier ones; undefined until there was one, and for a screen without `tellsTime`. */
  readonly usualSeconds?: number | undefined;
  /** The selected file; absent for a link and after a reload that lost it. */
  readonly file: Blob | undefined;
  /** An address an <img> can show it under; absent when browsers cannot show it. */
  readonly address: string | undefined;
  /** The result of its last run, if it was made with these options. */
  readonly result: TaskResult | undefined;
  /** As in StageProps. */
  readonly ask: Ask;
  /** The engine of this server that recognises speech. */
  readonly speech: SpeechEngine | null;
  /** Engines of this server that redraw pictures, besides the built-in looks. */
  readonly drawers: readonly Drawer[];
}

/**
 * Runs another call of this tool on the selected file (uploading it first) and answers its result. Rejects with an Error whose message is
 * a sentence for a person, or with the signal's reason.
 */
export type Ask = (
  callName: string,
  payload: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  onProgress?: (percent: number) => void,
) => Promise<TaskResult>;

/** One of the files in the work place, for screens that join them. */
export interface StageFile {
  readonly id: string;
  readonly address: string | undefined;
  readonly facts: FileFacts;
}

/** A suggestion of the screen, e.g. after a result that became bigger; `patch` is applied and the file runs again. */
export interface Advice<Options> {
  readonly label: string;
  readonly patch: Partial<Options>;
}

/** A preview of the result that the browser draws before anything runs on the server. */
interface InstantPicture {
  readonly blob: Blob;
  /** Whether the size of `blob` is near what the server will answer. */
  readonly isSizeHonest: boolean;
}

/** A file that goes along with a call, e.g. a painted mask: uploaded first, its path becomes the field's value. */
export interface SideFile {
  readonly name: string;
  readonly blob: Blob;
}

export type SideFiles = Readonly<Record<string, SideFile | readonly SideFile[]>>;

export type TaskResult = NonNullable<Task['result']>;

/** Whether it is only a preview until it is paid: watermarked pictures, the beginning of a clip or a text, and few facts about them. */
export const isLocked = ({ files }: TaskResult): boolean => files.some(({ locked }) => locked);

/** A small copy of a clip that every browser plays. */
export type ClipProxy =
  | { readonly state: 'making'; readonly percent: number }
  /** A preview of a long clip holds its beginning alone. */
  | { readonly state: 'ready'; readonly address: string; readonly isWhole: boolean }
  /** With a sentence for a person. */
  | { readonly state: 'failed'; readonly message: string };

/** What the server makes of a clip so that it can be looked at. Nothing is made before it is wanted. */
export interface ClipViews {
  /** The address of the frames that `planFilm` of contract/clip/views.ts lays out. */
  readonly film?: string;
  /** How loud each of equal parts is, 0..100. */
  readonly peaks?: readonly number[];
  readonly proxy?: ClipProxy;
  readonly want: (what: 'film' | 'peaks' | 'proxy') => void;
}

/** Data passed from one tool to another in addition to the file. */
export interface HandedOn {
  readonly cues: readonly Cue[];
}

/** Props of a screen's own stage: the picture, the options and how to change them, and calls to the server. */
export interface StageProps<Options> {
  /** The picked file; absent for a link and after a reload that lost it. */
  readonly file: Blob | undefined;
  /** An address an <img> can show, as large as there is: of a clip, one frame. Absent when browsers cannot show the file. */
  readonly address: string | undefined;
  readonly facts: FileFacts;
  /** Absent for anything but a clip or sound, and for a link. */
  readonly clip: ClipViews | undefined;
  readonly options: Options;
  readonly change: (patch: Partial<Options>) => void;
  /** How many files these options are for. */
  readonly count: number;
  /** A run of this file is on its way. */
  readonly isBusy: boolean;
  /** The result of the last run, if it was made with these options. */
  readonly result: TaskResult | undefined;
  /** While a run is on its way: the last lines of a long text, as far as it has come. */
  readonly partial: Task['partial'];
  readonly language: Language;
  readonly ask: Ask;
  /** All files of the work place in their order, and a way to change it. */
  readonly files: readonly StageFile[];
  readonly reorder: (ids: readonly string[]) => void;
}

export interface ResultProps<Options> {
  readonly result: TaskResult;
  /** The picked file; absent for a link and after a reload that lost it. */
  readonly file: Blob | undefined;
  /** As in StageProps. */
  readonly clip: ClipViews | undefined;
  /** Which of several files is looked at. */
  readonly fileIndex: number;
  /** The original's address for an <img>, if browsers can show it. */
  readonly before: string | undefined;
  readonly facts: FileFacts;
  /** The options in force: those the result was made with, unless a light change has not been applied yet. */
  readonly options: Options;
  /** The options that the result was made with. */
  readonly made: Options;
  readonly language: Language;
  /** Changes the options of this file, among several of it alone. */
  readonly change: (patch: Partial<Options>) => void;
  /** Saves one file of the result, settling its cost. */
  readonly download: (fileIndex: number) => void;
  /** What opens the original in another tool, by its name. Undefined where there is no such tool, or the page has lost the file. */
  readonly findHandOn: (tool: string) => ((handed: HandedOn) => void) | undefined;
}

/** How a call names other files of the same work place. */
interface Siblings<Options> {
  /** A payload field whose rule has `many`. */
  readonly field: string;
  readonly isWanted: (options: Options) => boolean;
  /** join: one task for all files, the field lists all of them in order and there is no other input. others: each file has its task, the field lists the rest. */
  readonly kind: 'join' | 'others';
  readonly max: number;
  /** Whether the other file may go along; absent: every one. */
  readonly fits?: (own: FileFacts, other: FileFacts) => boolean;
}

export interface ToolScreen<Options> {
  /** Replaces the picture until there is a result for the current options; it fills its parent. */
  readonly Stage?: ComponentType<StageProps<Options>>;
  /** On a phone the picture stays in sight, smaller, while its options are set. */
  readonly isTunedByEye?: boolean;
  /** Replaces the before-and-after picture once there is a result; it fills its parent. */
  readonly Result?: ComponentType<ResultProps<Options>>;
  /** The call that runs; without it the first of the contract. */
  readonly callName?: (options: Options, facts: FileFacts) => string;
  /**
   * Whether a change of options after a result applies itself: `Result` draws it at once from the old result, and a run that takes under
   * a second follows without a press of the button. Any other change brings back the stage and is applied by the button. Absent: changes
   * apply themselves when the last run took under a second and the screen has no `Stage`.
   */
  readonly isLightChange?: (made: Options, now: Options, facts: FileFacts, result: TaskResult | undefined) => boolean;
  /** A result is worth running through it again: it is offered among the tools that take a result on. */
  readonly goesOn?: boolean;
  /** Its options say how long a run will take, before it starts. */
  readonly tellsTime?: boolean;
  /** A run begins by itself for a few new files, with the options as they are. For tools whose usual options are what most people want. */
  readonly startsAtOnce?: boolean;
  /** Files made from the options that go along, by payload field; a list for a field whose rule has `many`. Asked right before the call. */
  readonly sideFiles?: (options: Options, facts: FileFacts) => Promise<SideFiles>;
  readonly siblings?: Siblings<Options>;
  /** A sentence on what must be done before it can run; undefined: it can run. */
  readonly blocker?: (options: Options, facts: FileFacts, language: Language) => string | undefined;
  readonly Options: ComponentType<OptionsProps<Options>>;
  /** Options that a link to the page may preset: the `asks` of the contract. */
  readonly asks?: Asks;
  /** The options of a fresh visit, chosen by the first file. */
  readonly defaultOptions: (facts: FileFacts) => Options;
  /** The options for a file passed on by another tool, together with that tool's result. */
  readonly takeOver?: (options: Options, handed: HandedOn) => Options;
  /** The fields that go into the call's body. Without it the options go as they are. */
  readonly payload?: (
    options: Options,
    facts: FileFacts,
    /** Ids of the files that go along, in their order. */
    siblingIds: readonly string[],
  ) => Readonly<Record<string, unknown>>;
  /** The label of the run button, e.g. "Convert 3 pictures". */
  readonly runLabel: (options: Options, count: number, language: Language) => string;
  /** A few words naming what the options ask for, shown in the list, e.g. "WebP · 80". */
  readonly optionsLabel: (options: Options, language: Language) => string;
  /** Undefined: the browser cannot draw an honest preview of these options. */
  readonly instantPreview?: (
    file: Blob,
    options: Options,
    facts: FileFacts,
    signal: AbortSignal,
  ) => Promise<InstantPicture | undefined>;
  /** Suggestions for a result with this warning (a key of `result.meta.warnings`). */
  readonly advise?: (
    warning: string,
    options: Options,
    facts: FileFacts,
    language: Language,
  ) => readonly Advice<Options>[];
  /** The sentence for a warning this tool gives, for keys the flow does not know itself. */
  readonly warningSentence?: (warning: string, language: Language) => string | undefined;
}

/** Keeps the option type of a screen together while it is declared. */
export function defineScreen<Options>(screen: ToolScreen<Options>): ToolScreen<Options> {
  return screen;
}
