// Lines of subtitle files in one spelling: invisible characters removed, digits and punctuation of all scripts as ASCII. Times and numbers are found
// in folded lines; the text of a cue is never folded.

/** A longer line is text: it is searched neither for times nor for a number. */
const longestFolded = 300;

const isDigit = /\p{Nd}/u;

/** The value of a decimal digit of any script. A script's digits begin at a code that ends in 0 or 6, as in U+0660 and U+0966. */
function digitValue(digit: string): string {
  const code = digit.codePointAt(0)!;
  const startsAtZero = isDigit.test(String.fromCodePoint((code & ~15) | 5));
  return String(startsAtZero ? code & 15 : (code & 15) - 6);
}

const spellings: readonly (readonly [RegExp, string])[] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2236\uA789\u02D0\uFE13\uFE55]/g, ':'],
  [/[\u066B\u060C\u3001]/g, ','],
  [/\u3002/g, '.'],
  [/[\u2192\u27F6\u279C\u2794]/g, '-->'],
];

/** Returns the line in ASCII spelling, without invisible characters and surrounding spaces; empty if it is too long for a time or a number. */
export function foldLine(line: string): string {
  if (line.length > longestFolded) return '';
  const seen = line
    .replace(/[\s\u2800]/g, ' ')
    .replace(/[\p{Cf}\p{Cc}]/gu, '')
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, digitValue);
  const spelled = spellings.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), seen);
  return spelled.replace(/ +/g, ' ').trim();
}

/** Whether nothing of the line can be seen. */
export const isBlankLine = (line: string): boolean => !/[^\s\p{Cf}\p{Cc}\u2800]/u.test(line);

/** The number above a cue's times, as in "12", "12." or "#12". */
export const isCueNumber = (line: string): boolean => /^[#([]?\s?\d{1,7}\s?[.):\]]?$/.test(foldLine(line));
