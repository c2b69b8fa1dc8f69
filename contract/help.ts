// What a tool's help page says: how to go about it, and what people ask.
import type { Language } from './words.ts';

interface HelpPage {
  /** What to do, one sentence a step. */
  readonly steps: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}

export type Help = Readonly<Record<Language, HelpPage>>;

export const defineHelp = (help: Help): Help => help;
