// Every warning about a result: its code in `meta.warnings`, what it says in both languages, and what helps.
// A code without both languages does not compile, and neither does a run that gives a code which is not here.
import type { Loss } from './clip/loss-words.ts';
import { clipWarnings } from './warnings/clips.ts';
import { editWarnings } from './warnings/edits.ts';
import { pictureWarnings } from './warnings/pictures.ts';
import { subjectWarnings } from './warnings/subjects.ts';
import { textWarnings } from './warnings/texts.ts';
import { fill, type Language } from './words.ts';

export const warnings = { ...pictureWarnings, ...editWarnings, ...subjectWarnings, ...textWarnings, ...clipWarnings };

export type WarningCode = keyof typeof warnings;

export const warningCodes = Object.keys(warnings) as WarningCode[];

/** Whether it is a code of this catalogue; results of another version may have others. */
export const isWarning = (code: unknown): code is WarningCode =>
  typeof code === 'string' && Object.hasOwn(warnings, code);

/** The codes of what was found, in the order in which they are written. */
export const listWarnings = (found: Readonly<Partial<Record<WarningCode, boolean | undefined>>>): WarningCode[] =>
  (Object.keys(found) as WarningCode[]).filter(code => found[code]);

/** Whether the engine does not know if a result with these warnings is right. */
export const hasDoubt = (codes: readonly WarningCode[] = []): boolean => codes.some(code => warnings[code].isDoubt);

export interface WarningWords {
  readonly sentence: string;
  /** What the person can do next. */
  readonly remedy?: string;
}

interface Details {
  /** The numbers of what a clip lost. */
  readonly leftOut?: readonly Loss[];
  /** Of a drawing. */
  readonly sizes?: { readonly wanted: Size; readonly drawn: Size };
  readonly sent?: { readonly unknown?: readonly string[] };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const sizeOf = (size: Size | undefined) => size && `${size.width} × ${size.height}`;

/** What stands for details that a client does not pass on. */
const unsaid = {
  zh: { wanted: '所选尺寸', drawn: '另一种尺寸', words: '…' },
  en: { wanted: 'the chosen size', drawn: 'another size', words: '…' },
};

/** What a warning says, and what helps. `meta` is that of the result, which has the details. */
export function warningWords(code: WarningCode, language: Language, meta: unknown = {}): WarningWords {
  const { remedy, isDoubt: _, ...sentence } = warnings[code];
  const { leftOut = [], sizes, sent } = (meta ?? {}) as Details;
  const count = leftOut.find(({ what }) => what === code)?.count ?? 1;
  const words = sent?.unknown?.join(language === 'zh' ? '、' : ', ');
  const { [language]: instead } = unsaid;
  const values = {
    count,
    wanted: sizeOf(sizes?.wanted) ?? instead.wanted,
    drawn: sizeOf(sizes?.drawn) ?? instead.drawn,
    words: words || instead.words,
  };
  return { sentence: fill(sentence[language], values), ...(remedy && { remedy: remedy[language] }) };
}
