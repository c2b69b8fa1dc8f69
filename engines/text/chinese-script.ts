// Tells traditional from simplified Chinese by all that the network takes for likely, not only by what it writes: of a blurred traditional character
// it writes the simplified form, and knows the other as the second best; of a simplified one it is sure.
import { countSimplified, countTraditional } from './languages.ts';
import type { ReadCharacter } from './text-reader.ts';

/** How much of each script a text has, in characters. */
export interface Scripts {
  /** Sum of the likelihoods of characters that are traditional alone, whether they were written or not. */
  readonly traditional: number;
  /** Number of simplified characters that the network is sure of. */
  readonly simplified: number;
}

/** Score from which a simplified character of which no traditional one is likely speaks for a simplified text. */
const sureSimplified = 0.95;
/** What such a character counts: the network lacks two thirds of the traditional characters and writes the simplified ones instead. */
const simplifiedWeight = 0.4;
/** Least sum of likelihoods by which a line, or a page, is traditional. */
const minInLine = 0.8;
const minInPage = 0.5;
/** Sure characters by which a line is simplified although its page is not, and the most that speaks against each of them. */
const minSimplified = 2;
const maxTraditional = 0.2;

export function weighScripts(characters: readonly ReadCharacter[]): Scripts {
  let [traditional, simplified] = [0, 0];
  for (const { character, score, others = [] } of characters) {
    const likely = [{ character, score }, ...others].filter(one => countTraditional(one.character) > 0);
    for (const one of likely) traditional += one.score;
    if (likely.length === 0 && score >= sureSimplified) simplified += countSimplified(character);
  }
  return { traditional, simplified };
}

const leads = ({ traditional, simplified }: Scripts) => traditional > simplifiedWeight * simplified;

export const isLineTraditional = (line: Scripts): boolean => leads(line) && line.traditional >= minInLine;

export function isPageTraditional(lines: readonly Scripts[]): boolean {
  const sum = (key: keyof Scripts) => lines.reduce((total, line) => total + line[key], 0);
  const page = { traditional: sum('traditional'), simplified: sum('simplified') };
  return leads(page) && page.traditional >= minInPage;
}

/** Whether a line is simplified although its page is not. */
export const isSurelySimplified = ({ traditional, simplified }: Scripts): boolean =>
  simplified >= minSimplified && traditional <= maxTraditional * simplified;
