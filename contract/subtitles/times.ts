// The times of a cue in a line of SRT or WebVTT, in every spelling in which they are found.
import { foldLine } from './fold.ts';

export interface Timing {
  /** In seconds; negative before the beginning of the clip. Undefined if it cannot be read. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** What follows the times: settings, or text. */
  readonly rest: string;
}

/** Hours may be missing. Programs that shift all times write a minus in front of the time, or in front of one of its parts. */
const clock = String.raw`(-?)(?:(-?\d{1,5}) ?: ?)?(-?\d{1,3}) ?: ?(-?\d{1,3})(?: ?[,.;:'] ?(-?\d{1,9}))?`;
const arrow = ' ?(?:-{0,4} ?(?:>|&gt;)|=+>) ?';
const anyArrow = /[>\uFE65\uFF1E\u2192\u27F6\u279C\u2794]|&gt;/;
const timing = new RegExp(`^(?:${clock})${arrow}(?:${clock})(?![\\w:])`);
const startAlone = new RegExp(`^(?:${clock})${arrow}`);
const endAlone = new RegExp(`^[^a-z]{0,20}--+> ?(?:${clock})$`, 'i');
/** What remains of a time that cannot be read. */
const longestRemainder = 20;

/** "5" is half a second, as in 00:00:01,5. */
function readClock([sign = '', ...parts]: (string | undefined)[]): number {
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(0, 3).map(part => Math.abs(Number(part ?? 0)));
  const value = hours * 3600 + minutes * 60 + seconds + Number(`0.${(parts[3] ?? '0').replace('-', '')}`);
  const isNegative = sign === '-' || parts.some(part => part?.startsWith('-'));
  // Thousandths, because sums of fractions are not exact.
  return (isNegative ? -1 : 1) * (Math.round(value * 1000) / 1000);
}

const clockFields = 5;

/** Returns the times of a line; undefined if it has none. A line with one of two times is a timing as well, or it would become text. */
export function readTiming(line: string): Timing | undefined {
  // Most lines are text and need no folding.
  if (!anyArrow.test(line)) return undefined;
  const folded = foldLine(line);
  const both = timing.exec(folded);
  if (both) {
    const [whole, ...fields] = both;
    return {
      start: readClock(fields.slice(0, clockFields)),
      end: readClock(fields.slice(clockFields)),
      rest: folded.slice(whole.length).trim(),
    };
  }
  if (!/--+>/.test(folded)) return undefined;
  const first = startAlone.exec(folded);
  if (first && folded.length - first[0].length <= longestRemainder)
    return { start: readClock(first.slice(1)), end: undefined, rest: '' };
  const last = endAlone.exec(folded);
  return last ? { start: undefined, end: readClock(last.slice(1)), rest: '' } : undefined;
}

/** Whether the times are unmistakable: a clock time such as 10:30 in running text has neither hours nor a fraction. */
export function isCertainTiming(line: string): boolean {
  const both = anyArrow.test(line) ? timing.exec(foldLine(line)) : null;
  return both !== null && (both[2] ?? both[5] ?? both[7] ?? both[10]) !== undefined;
}
