// The shape of a page of text. Places: {brand}, {hours}, {operator}, {email}, {phone}.
import type { Language } from 'contract/words.ts';

interface TextInOneLanguage {
  title: string;
  lead: string;
  sections: readonly { title: string; paragraphs: readonly string[] }[];
  /** Where to go from here: path and label, the main one first. */
  links: readonly (readonly [string, string])[];
}

export type Text = Readonly<Record<Language, TextInOneLanguage>>;
