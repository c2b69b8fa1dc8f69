// A second look at doubtful characters of traditional Chinese: Tesseract reads the line once more in other sizes, and the words of its dictionary that
// it finds there replace them.
import { blurPlane } from '../pixels/gaussian.ts';
import type { Pixels } from '../pixels/plane.ts';
import { cubic, makePlanes, resample } from '../pixels/resample.ts';
import type { Word } from './tesseract.ts';

/** Score of a word below which it is doubtful. */
const doubtfulScore = 0.55;
/** Minimum score of a word that replaces doubtful ones. */
const lowestScore = 0.45;

/** How a line is looked at: its height in pixels with the usual room around it, its width in usual widths, and the blur in pixels. */
interface Look {
  readonly rows: number;
  readonly stretch: number;
  readonly sigma: number;
}

/** Chosen on pages of four fonts; Tesseract has learnt from wide and blurred letters. */
const looks: readonly Look[] = [
  { rows: 28, stretch: 1.15, sigma: 0.9 },
  { rows: 32, stretch: 1.15, sigma: 0 },
];

/** Returns the strip as a look shows it. */
function show({ data, width, height }: Pixels, { rows, stretch, sigma }: Look): Pixels {
  const [newWidth, size] = [Math.max(1, Math.round(width * (rows / height) * stretch)), width * height];
  const planes = makePlanes(width, height, 3);
  for (let i = 0; i < 3 * size; i++) planes.data[(i % 3) * size + Math.floor(i / 3)] = data[i]!;
  const { data: levels } = resample(planes, newWidth, rows, cubic);
  const newSize = newWidth * rows;
  const shown = new Uint8ClampedArray(newSize * 3);
  for (let c = 0; c < 3; c++) {
    const soft = blurPlane(levels.subarray(c * newSize, (c + 1) * newSize), newWidth, rows, sigma);
    for (let i = 0; i < newSize; i++) shown[i * 3 + c] = soft[i]!;
  }
  return { data: new Uint8Array(shown.buffer), width: newWidth, height: rows };
}

const isDoubtful = (words: readonly Word[]): boolean => words.some(({ score }) => score < doubtfulScore);
const hanWord = /^\p{Script=Han}{2,}$/u;
const middleOf = ({ from, to }: Word) => (from + to) / 2;
const lettersOf = (words: readonly Word[]) => words.flatMap(({ text }) => [...text]);

/**
 * Replaces doubtful words of the first reading by words of several characters of a later one: Tesseract joins only what is in its dictionary. A word
 * replaces as many characters as it has, and brings in only characters that the network does not know (`alphabet`): the network would have read others.
 * Both readings are in columns of the same strip.
 */
export function replaceDoubtful(first: readonly Word[], later: readonly Word[], alphabet: ReadonlySet<string>): Word[] {
  const words = [...first];
  for (const word of later) {
    if (word.score < lowestScore || !hanWord.test(word.text)) continue;
    const isInside = (one: Word) => middleOf(one) >= word.from && middleOf(one) <= word.to;
    const replaced = words.filter(isInside);
    if (!isDoubtful(replaced)) continue;
    const [before, after] = [lettersOf(replaced), [...word.text]];
    const isNews = after.every((letter, i) => letter === before[i] || !alphabet.has(letter));
    if (before.length === after.length && isNews) words.splice(words.findIndex(isInside), replaced.length, word);
  }
  return words;
}

/** Returns the words of a strip with the doubtful ones looked at again. `read` reads a strip. */
export async function lookAgain(
  strip: Pixels,
  words: readonly Word[],
  { read, alphabet }: { read: (strip: Pixels) => Promise<Word[]>; alphabet: ReadonlySet<string> },
): Promise<readonly Word[]> {
  let best = words;
  for (const look of looks) {
    if (!isDoubtful(best)) break;
    const shown = show(strip, look);
    const scale = strip.width / shown.width;
    const later = (await read(shown)).map(word => ({ ...word, from: word.from * scale, to: word.to * scale }));
    best = replaceDoubtful(best, later, alphabet);
  }
  return best;
}
