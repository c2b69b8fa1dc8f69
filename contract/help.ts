// The help page of a tool: its steps, and common questions.
import type { Language } from './words.ts';

interface HelpPage {
  /** One sentence for each step. */
  readonly steps: readonly string[];
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}

export type Help = Readonly<Record<Language, HelpPage>>;

export const defineHelp = (help: Help): Help => help;
