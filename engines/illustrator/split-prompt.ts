// Splits a prompt into words that the illustrator knows and words that it does not: the longest known word first, in Chinese and English alike.

import { type Meaning, singularsOf, vocabulary } from './vocabulary.ts';
import { counters } from './words/surroundings.ts';

export interface Word {
  readonly text: string;
  readonly language: 'zh' | 'en';
  /** Empty for an unknown word. */
  readonly meanings: readonly Meaning[];
  /** Whether a comma, a full stop or a line break precedes it. */
  readonly isAfterPause: boolean;
  /** 的, which makes the words before it an attribute of those after it. */
  readonly isOf: boolean;
  /** "and", 和 or 、 */
  readonly isAnd: boolean;
  readonly isPlural: boolean;
}

const isHan = (character: string) => /\p{Script=Han}/u.test(character);
const pause = /[,，.。;；!！?？\n:：()（）]/;
const ands = new Set(['和', '与', '跟', '及', '以及', '、', 'and', '&', 'plus']);
const longestPhrase = 4;

/** Segments unknown Chinese by the rules of the platform, so that it is reported in words and not character by character. */
const chinese = new Intl.Segmenter('zh', { granularity: 'word' });

interface Found {
  readonly text: string;
  readonly meanings: readonly Meaning[];
  readonly isPlural?: boolean;
}

/** Returns the platform's segment for each character. */
function listSegments(text: string): { readonly start: number; readonly word: string }[] {
  return Array.from(chinese.segment(text)).flatMap(({ segment, index }) =>
    Array.from(segment, () => ({ start: index, word: segment })),
  );
}

/** Returns the longest known word at the given position of a Chinese text. */
function findChinese(text: string, from: number): Found | undefined {
  const longest = Math.min(vocabulary.longestZh, text.length - from);
  for (let length = longest; length > 0; length--) {
    const word = text.slice(from, from + length);
    const meanings = vocabulary.zh.get(word);
    if (meanings) return { text: word, meanings };
  }
  return undefined;
}

const isThing = ({ kind }: Meaning) => kind === 'thing' || kind === 'scene';

/** Returns the longest known phrase beginning with the word at `from`; its last word may be a plural. */
function findEnglish(words: readonly string[], from: number): (Found & { readonly length: number }) | undefined {
  for (let length = Math.min(longestPhrase, words.length - from); length > 0; length--) {
    const phrase = words.slice(from, from + length);
    const text = phrase.join(' ');
    const exact = vocabulary.en.get(text);
    const last = phrase.at(-1)!;
    if (exact) return { text, length, meanings: exact, isPlural: /[^s]s$/.test(last) };
    for (const single of singularsOf(last)) {
      const meanings = vocabulary.en.get([...phrase.slice(0, -1), single].join(' '))?.filter(isThing) ?? [];
      if (meanings.length > 0) return { text, length, meanings, isPlural: true };
    }
  }
  return undefined;
}

function splitEnglish(text: string): Omit<Word, 'isAfterPause'>[] {
  const said = text
    .toLowerCase()
    .replace(/[’']s\b/g, '')
    .split(/[^\p{L}\p{N}&-]+/u)
    .filter(Boolean);
  const words: Omit<Word, 'isAfterPause'>[] = [];
  for (let at = 0; at < said.length; ) {
    const found = findEnglish(said, at);
    const shown = found?.text ?? said[at]!;
    words.push({
      text: shown,
      language: 'en',
      meanings: found?.meanings ?? [],
      isOf: false,
      isAnd: ands.has(shown),
      isPlural: found?.isPlural ?? false,
    });
    at += found?.length ?? 1;
  }
  return words;
}

/** A counter such as 只 follows a number and has no meaning of its own. */
const isNumber = (word: Omit<Word, 'isAfterPause'> | undefined) =>
  word?.meanings.some(({ kind }) => kind === 'number') ?? false;

/** Chinese compounds end with their head: 流浪猫 is a 猫. The rest of an unknown compound is reported as not understood. */
function splitUnknown(text: string): Omit<Word, 'isAfterPause'>[] {
  const plain = { language: 'zh', isOf: false, isAnd: false, isPlural: false } as const;
  return Array.from(chinese.segment(text), ({ segment }) => ({ ...plain, text: segment, meanings: [] as Meaning[] }));
}

function splitChinese(text: string): Omit<Word, 'isAfterPause'>[] {
  const words: Omit<Word, 'isAfterPause'>[] = [];
  const segments = listSegments(text);
  let unknown = '';
  const flush = () => {
    if (unknown) words.push(...splitUnknown(unknown));
    unknown = '';
  };
  for (let at = 0; at < text.length; ) {
    const isCounter = counters.includes(text[at]!) && unknown === '' && isNumber(words.at(-1));
    const found = findChinese(text, at);
    // 一条小河: the counter is not part of a word here. 一双鞋 and 一束花 are words themselves and were matched whole.
    if (isCounter && (!found || found.text.length === 1)) {
      at += 1;
      continue;
    }
    const { start, word } = segments[at]!;
    // 火锅 is no fire: a single character of a longer unknown word counts only at its end, where Chinese puts the head.
    const isInside = found?.text.length === 1 && found.meanings.some(isThing) && at + 1 < start + word.length;
    if (!found || isInside) {
      const length = isInside ? start + word.length - at : 1;
      unknown += text.slice(at, at + length);
      at += length;
      continue;
    }
    flush();
    words.push({
      text: found.text,
      language: 'zh',
      meanings: found.meanings,
      isOf: found.text === '的' || (found.text.endsWith('的') && found.text.length > 1),
      isAnd: ands.has(found.text),
      isPlural: false,
    });
    at += found.text.length;
  }
  flush();
  return words;
}

/** Returns all words of a prompt in order. */
export function splitPrompt(prompt: string): Word[] {
  const words: Word[] = [];
  for (const part of prompt.normalize('NFKC').split(pause)) {
    let isAfterPause = words.length > 0;
    for (const [run] of part.matchAll(/[\p{Script=Han}、]+|[^\p{Script=Han}、]+/gu)) {
      const pieces = run.split(/(、)/).flatMap(piece =>
        piece === '、'
          ? [
              {
                text: piece,
                language: 'zh',
                meanings: [{ kind: 'silent' }],
                isOf: false,
                isAnd: true,
                isPlural: false,
              } as const,
            ]
          : isHan(piece[0] ?? '')
            ? splitChinese(piece)
            : splitEnglish(piece),
      );
      for (const piece of pieces) {
        words.push({ ...piece, isAfterPause });
        isAfterPause = false;
      }
    }
  }
  return words;
}
