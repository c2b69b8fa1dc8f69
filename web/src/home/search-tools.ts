// Searches tools by text: words of either language, with or without spaces, with filler words and typing errors.
import { unmetWishes } from 'contract/unmet-wishes.ts';

export interface Searchable {
  name: string;
  title: string;
  blurb: string;
  keywords: string;
}

const fold = (text: string) => text.normalize('NFKC').toLowerCase();

/** Words that do not distinguish tools. */
const fillers = new Set(
  'a an the my me to into as of from for in on with by and or under below than less how do i can you make change turn get please online free tool app image images picture pictures photo photos pic file files'.split(
    ' ',
  ),
);
/** The same inside a run of Chinese, longest first. */
const hanFillers =
  /转换成|转成|变成|改成|怎么|如何|在线|免费|工具|软件|一下|以内|以下|之内|左右|小于|不超过|图片|照片|图像|相片|[把将转变成为的我要想给到]/gu;

/** Sizes and numbers that stand for what a tool does to them: "200k" for compressing, "800x600" for resizing, "2寸" for a photo's size. */
const measures: readonly (readonly [RegExp, string])[] = [
  [/(?!(?<!\d)[248]k(?!b))\d+(?:\.\d+)?\s*(?:[km]b?|kilobytes?|megabytes?|兆|千字节)(?![a-z])/gu, ' kb '],
  [/\d+\s*(?:x|×|\*|乘|by)\s*\d+|\d+\s*(?:px|像素)/gu, ' pixels '],
  [/1\s*寸/gu, '一寸'],
  [/2\s*寸/gu, '二寸'],
];
const nameMeasures = (query: string): string =>
  measures.reduce((text, [measure, name]) => text.replace(measure, name), fold(query));
/** Minimum fraction of a query's Chinese characters that a tool's text must contain. */
const minCover = 0.5;

/** Splits text into Latin words, numbers and runs of Chinese; "heic转jpg" has three parts. */
const cut = (text: string): string[] => fold(text).match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];

/** Returns the edit distance between two words, including swapped neighbours (optimal string alignment). */
function editsBetween(a: string, b: string): number {
  let [twoAbove, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let edits = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (isSame ? 0 : 1));
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) edits = Math.min(edits, twoAbove[j - 2]! + 1);
      row.push(edits);
    }
    [twoAbove, above] = [above, row];
  }
  return above[b.length]!;
}

/** Maximum number of typing errors: none in short words, where they would produce other words. */
const slipsIn = (word: string) => (word.length < 4 ? 0 : word.length < 8 ? 1 : 2);

const isHan = (word: string) => /\p{Script=Han}/u.test(word);

interface Indexed {
  readonly title: string;
  readonly text: string;
  readonly words: readonly string[];
}

/** Rates how well a tool matches a Latin word, 0..1. */
function rateWord(word: string, { title, text, words }: Indexed): number {
  if (title.includes(word)) return 1;
  if (words.some(one => one.startsWith(word))) return 0.9;
  if (word.length > 2 && text.includes(word)) return 0.8;
  const max = slipsIn(word);
  const isNear = (one: string) =>
    Math.abs(one.length - word.length) <= max && one[0] === word[0] && editsBetween(word, one) <= max;
  return max > 0 && words.some(isNear) ? 0.6 : 0;
}

/** Rates how well a tool matches a run of Chinese, 0..1, by the characters covered by common pairs and by matches in the title. */
function rateRun(run: string, indexed: Indexed): number {
  const { title, text } = indexed;
  if (title.includes(run)) return 1;
  if (text.includes(run)) return 0.9;
  // What remains without filler words has to be found as well: in "旧照片" that is not "照片".
  const telling = run.replace(hanFillers, '');
  if (telling !== '' && telling !== run && rateRun(telling, indexed) === 0) return 0;
  if (run.length === 1) return 0;
  const isHeld = [...run].map(() => false);
  let inTitle = 0;
  for (let at = 0; at + 2 <= run.length; at++) {
    const pair = run.slice(at, at + 2);
    if (!text.includes(pair)) continue;
    isHeld[at] = isHeld[at + 1] = true;
    if (title.includes(pair)) inTitle += 1;
  }
  const cover = isHeld.filter(Boolean).length / run.length;
  return cover >= minCover ? 0.7 * cover + (0.1 * inTitle) / run.length : 0;
}

/** Returns the tools that match the query, best first; all of them in order if the query is empty. */
export function searchTools<T extends Searchable>(tools: readonly T[], query: string): T[] {
  const all = cut(nameMeasures(query));
  const telling = all.filter(word => !fillers.has(word) && (!isHan(word) || word.replace(hanFillers, '') !== ''));
  const words = telling.length > 0 ? telling : all;
  if (words.length === 0) return query.trim() === '' ? [...tools] : [];
  if (unmetWishes.test(fold(query))) return [];
  const rated = tools.map(tool => {
    const text = fold(`${tool.title} ${tool.blurb} ${tool.keywords} ${tool.name}`);
    const indexed = { title: fold(tool.title), text, words: cut(text) };
    const rates = words.map(word => (isHan(word) ? rateRun(word, indexed) : rateWord(word, indexed)));
    return { tool, rate: rates.some(rate => rate === 0) ? 0 : rates.reduce((sum, rate) => sum + rate, 0) };
  });
  const best = Math.max(...rated.map(({ rate }) => rate));
  // Tools rated below 60% of the best one would only be a distraction.
  return rated
    .filter(({ rate }) => rate > 0 && rate >= best * 0.6)
    .toSorted((a, b) => b.rate - a.rate)
    .map(({ tool }) => tool);
}
