// Finds the number of a page, which stands alone above or below its text: between two columns it would hide the gutter.
import type { LevelLine } from './frame.ts';

const number = String.raw`(?:\d{1,4}|[ivx]{1,5})`;
const pageNumber = new RegExp(
  String.raw`^[-–—·•|\s]*(?:第\s*${number}\s*[页頁]|(?:page|p\.)?\s*${number}(?:\s*(?:of|[/／])\s*\d{1,4})?)[-–—·•|\s]*$`,
  'i',
);
/** Distance from the text, in heights of its lines. */
const minDistance = 0.5;
/** With fewer lines a number is more likely to be a part of the text. */
const fewestLines = 6;

interface Numbered {
  readonly above: readonly LevelLine[];
  readonly text: readonly LevelLine[];
  readonly below: readonly LevelLine[];
}

/** Separates a page number above and one below from the text. */
export function takePageNumbers(lines: readonly LevelLine[], height: number): Numbered {
  if (lines.length < fewestLines) return { above: [], text: lines, below: [] };
  const sorted = lines.toSorted((a, b) => a.y - b.y);
  const [first, second] = sorted;
  const last = lines.reduce((low, line) => (line.y + line.h > low.y + low.h ? line : low));
  const isNumber = ({ line }: LevelLine) => pageNumber.test(line.text);
  const above = isNumber(first!) && second!.y - (first!.y + first!.h) > minDistance * height ? [first!] : [];
  const reached = Math.max(...lines.filter(line => line !== last).map(({ y, h }) => y + h));
  const below = isNumber(last) && last.y - reached > minDistance * height ? [last] : [];
  return { above, text: lines.filter(line => !above.includes(line) && !below.includes(line)), below };
}
