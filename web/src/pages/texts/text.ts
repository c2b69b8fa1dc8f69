// The shape of a page of text. Places: {brand}, {hours}, {operator}, {email}, {phone}.
import type { Language } from 'contract/words.ts';

interface TextInOneLanguage {
  title: string;
  lead: string;
  /** Paragraphs with a place that the operator has not filled are left out; `otherwise` stands where none is left. */
  sections: readonly {
    title: string;
    paragraphs: readonly string[];
    otherwise?: string;
    /** Only on servers that sell memberships, or only on those that do not. */
    where?: 'sold' | 'free';
  }[];
  /** Where to go from here: path and label, the main one first. */
  links: readonly (readonly [string, string])[];
}

export type Text = Readonly<Record<Language, TextInOneLanguage>>;
