// Finds lines that the reading network does not know how to read: it gives them low scores, or passes over their letters.
import { emptyLimit, measureInk, measureInkHeight } from './ink.ts';
import type { Reading } from './turn.ts';

/** Mean score of a line, and score of a single letter, below which it may be of another script. */
const doubtfulScore = 0.93;
const doubtfulLetter = 0.9;
/** How far a character reaches from its middle, and how much ink outside of all characters was passed over, in letter heights. */
const reach = 0.7;
const minUnread = 0.35;

const latinLetter = /\p{Script=Latin}/u;

/** Whether there is ink in which no character was read. */
function hasUnread({ strip, characters }: Reading): boolean {
  const ink = measureInk(strip);
  const limit = emptyLimit(ink);
  const height = measureInkHeight(strip);
  const isCovered = new Uint8Array(strip.width);
  for (const { from, to } of characters) {
    const middle = (from + to) / 2;
    isCovered.fill(1, Math.max(0, Math.floor(middle - reach * height)), Math.ceil(middle + reach * height));
  }
  let unread = 0;
  for (let x = 0; x < strip.width; x++) if (!isCovered[x] && ink[x]! > limit) unread++;
  return unread > minUnread * height;
}

export interface Doubt {
  /** Whether letters may have been passed over or taken for others. */
  readonly isDoubtful: boolean;
  /** Whether single Latin letters are uncertain, as those with accents are. */
  readonly hasDoubtfulLetters: boolean;
}

export function findDoubt(reading: Reading): Doubt {
  const { characters, score } = reading;
  return {
    isDoubtful: score < doubtfulScore || hasUnread(reading),
    hasDoubtfulLetters: characters.some(one => one.score < doubtfulLetter && latinLetter.test(one.character)),
  };
}
