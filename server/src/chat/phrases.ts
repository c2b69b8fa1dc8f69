// Finds phrases of both languages in a question, regardless of inflections, typos and spelling variants.
import { stem } from './split-words.ts';
import { simplifyCharacters } from './traditional.ts';

/** English: phrases separated by `|`, with `…` for up to four words. Chinese: a pattern, with `…` for up to six characters. */
export interface Phrases {
  readonly zh: string;
  readonly en: string;
}

/** A question in the form in which phrases are searched. */
export interface ReadText {
  /** Chinese, without spaces. */
  readonly zh: string;
  /** Words without endings, surrounded by spaces. */
  readonly en: string;
}

/** The position of a phrase, in characters of its language's text. */
export interface Found {
  readonly at: number;
  readonly end: number;
  readonly language: 'zh' | 'en';
}

/** Maximum length of the part of a question that is searched, in characters. What follows is a story, and patterns would take seconds on it. */
export const maxLetters = 600;

/** The part of a question that is searched, with plain characters in lower case. */
export const readStart = (question: string): string => question.normalize('NFKC').toLowerCase().slice(0, maxLetters);

/** Common confusions with characters that sound or look alike, and traditional forms in common words. */
const misspelt: readonly (readonly [RegExp, string])[] = [
  [/[视示事]屏(?!幕)|示频|视平|影频/g, '视频'],
  [/扣(?=图|出|像|掉背景)/g, '抠'],
  [/水[映应影引]/g, '水印'],
  [/[像象]片/g, '照片'],
  [/压[索宿锁]/g, '压缩'],
  [/[证正]件[照找]/g, '证件照'],
  [/字[慕目]/g, '字幕'],
  [/马塞克|马赛可/g, '马赛克'],
  [/背[影境](?=换|去|变|改|透)/g, '背景'],
  [/登陆/g, '登录'],
  [/帐号|帐户/g, '账号'],
  [/高青/g, '高清'],
];
export const simplify = (text: string): string =>
  misspelt.reduce((now, [pattern, right]) => now.replace(pattern, right), simplifyCharacters(text));

/** Comparatives whose stems the index would treat as `large` and `small`, losing the wish to enlarge or shrink. */
const compared = new Set([
  'larger',
  'bigger',
  'big',
  'smaller',
  'tiny',
  'enlarge',
  'shrink',
  'drawing',
  'drawings',
  'painting',
  'reading',
]);
const stemWord = (word: string) => (compared.has(word) ? word : stem(word));

const splitEnglish = (text: string): string[] => text.replace(/['’]/g, '').match(/[a-z0-9&:]+/g) ?? [];

/** Number of letters to change, insert, delete or swap with their neighbour, up to a small limit. */
function countSlips(a: string, b: string): number {
  let [twoAbove, above] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      let slips = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, twoAbove[j - 2]! + 1);
      row.push(slips);
    }
    [twoAbove, above] = [above, row];
  }
  return above[b.length]!;
}

const isSwapped = (a: string, b: string): boolean =>
  a.length === b.length && [...a].toSorted().join() === [...b].toSorted().join();

/** Returns a function that corrects an unknown word to a known one that is one or two typos away. */
export function openSpelling(known: ReadonlySet<string>): (word: string) => string {
  const byLetter = Map.groupBy(known, word => word[0]);
  return word => {
    if (word.length < 5 || /\d/.test(word) || known.has(word) || known.has(stem(word))) return word;
    const max = word.length >= 9 ? 2 : 1;
    const near = (byLetter.get(word[0]) ?? []).find(
      one =>
        Math.abs(one.length - word.length) <= max &&
        one.length >= 5 &&
        countSlips(word, one) <= max &&
        (word.length >= 6 || isSwapped(word, one)),
    );
    return near ?? word;
  };
}

export function readText(question: string, mend: (word: string) => string): ReadText {
  const text = readStart(question);
  return {
    zh: simplify(text.replace(/(?<=\p{Script=Han})\s+|\s+(?=\p{Script=Han})/gu, '')),
    en: ` ${splitEnglish(text)
      .map(word => stemWord(mend(word)))
      .join(' ')} `,
  };
}

const patternOfEnglish = (phrases: string): RegExp => {
  const all = phrases.split('|').map(phrase =>
    phrase
      .split(' ')
      .map(part => (part === '…' ? '…' : /\\/.test(part) ? part : splitEnglish(part).map(stemWord).join(' ')))
      .join(' ')
      .replaceAll(' … ', '(?: \\S+){0,4}? '),
  );
  return new RegExp(`(?<= )(?:${all.toSorted((a, b) => b.length - a.length).join('|')})(?= )`, 'g');
};

const patternOfChinese = (phrases: string): RegExp => new RegExp(phrases.replaceAll('…', '.{0,6}?'), 'gu');

/** The words of English phrases, unstemmed. */
export const wordsOf = ({ en }: Phrases): string[] => splitEnglish(en.replaceAll('\\d', '').replaceAll('\\w', ''));

/** Returns a function that finds the positions of the phrases in a question. */
export function openPhrases({ zh, en }: Phrases): (text: ReadText) => Found[] {
  const patterns = { zh: patternOfChinese(zh), en: patternOfEnglish(en) };
  return text =>
    (['zh', 'en'] as const).flatMap(language =>
      [...text[language].matchAll(patterns[language])].map(({ 0: whole, index: at }) => ({
        at,
        end: at + whole.length,
        language,
      })),
    );
}
