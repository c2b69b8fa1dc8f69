// What a tool's screen.tsx gives to the work flow and gets from it. The flow (drop, upload, task, result) belongs to the web and knows no tool.
import type { MediaName } from 'contract/media.ts';
import type { Language } from 'contract/words.ts';
import type { ComponentType } from 'react';

/** What is known of a picked file before it is uploaded; whatever its first bytes do not tell is absent. */
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
}

export interface OptionsProps<Options> {
  readonly options: Options;
  readonly change: (patch: Partial<Options>) => void;
  /** The picked file the person is looking at, or the first one. */
  readonly selected: FileFacts | undefined;
  /** How many files these options are for. */
  readonly count: number;
  readonly language: Language;
}

/** A way out that the screen offers, e.g. after a result that became bigger; `patch` is applied and the file runs again. */
export interface Advice<Options> {
  readonly label: string;
  readonly patch: Partial<Options>;
}

/** What the browser alone can show of the result, before anything runs on the server. */
interface InstantPicture {
  readonly blob: Blob;
  /** Whether the size of `blob` is near what the server will answer. */
  readonly isSizeHonest: boolean;
}

export interface ToolScreen<Options> {
  readonly Options: ComponentType<OptionsProps<Options>>;
  /** What a fresh visit starts with, judged from the first file. */
  readonly defaultOptions: (facts: FileFacts) => Options;
  /** The fields that go into the call's body. Without it the options go as they are. */
  readonly payload?: (options: Options, facts: FileFacts) => Readonly<Record<string, unknown>>;
  /** The label of the run button, e.g. "Convert 3 pictures". */
  readonly runLabel: (options: Options, count: number, language: Language) => string;
  /** A few words naming what the options ask for, shown in the list, e.g. "WebP · 80". */
  readonly optionsLabel: (options: Options, language: Language) => string;
  /** Absent answer: this choice has no honest preview in a browser. */
  readonly instantPreview?: (
    file: Blob,
    options: Options,
    facts: FileFacts,
    signal: AbortSignal,
  ) => Promise<InstantPicture | undefined>;
  /** What to try when a result carries this warning (a key of `result.meta.warnings`). */
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
