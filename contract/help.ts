// The help page of a tool: its steps, and common questions.
import type { WishName } from './wishes.ts';
import type { Language } from './words.ts';

interface HelpPage {
  /** One sentence for each step. */
  readonly steps: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}

export interface Help extends Readonly<Record<Language, HelpPage>> {
  /** Requests that the tool fulfils, for the assistant, which knows the words that people use for each. */
  readonly wishes?: readonly WishName[];
}

export const defineHelp = (help: Help): Help => help;
