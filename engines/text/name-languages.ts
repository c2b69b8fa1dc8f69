// Names the languages of lines that a network of many languages has read.
import {
  countJapanese,
  countSimplified,
  countTraditional,
  countWords,
  isMadeOfCodes,
  type LatinLanguage,
} from './languages.ts';
import { languageNames, type TextLanguage } from './other-languages.ts';

const han = /\p{Script=Han}/u;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/gu;
/** Share of kana among the characters of a page from which its lines without any are Japanese, too. */
const kanaShare = 0.1;

const matches = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

function nameWide(text: string, page: string): TextLanguage {
  if (kana.test(text) || countJapanese(text) > 0) return 'ja';
  if (matches(page, kana) > kanaShare * matches(page, /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu))
    return 'ja';
  const lead = (some: string) => countTraditional(some) - countSimplified(some);
  return (lead(text) || lead(page)) > 0 ? 'zh-Hant' : 'zh';
}

/** Letters and signs that only one of the languages has. */
const ownLetters = { eng: /(?!)/g, deu: /[äöüß]/gi, fra: /[àâçèêëîïôùûœæ]/gi, spa: /[áíóúñ¿¡]/gi } as const;
/** What a language needs of frequent words and letters of its own, and how far it must be ahead of the next. */
const minEvidence = 2;
const minLead = 1.5;

function guess(text: string, min: number): LatinLanguage | undefined {
  if (isMadeOfCodes(text)) return undefined;
  const words = countWords(text);
  const weights = (Object.keys(words) as LatinLanguage[])
    .map(language => [language, words[language] + matches(text, ownLetters[language])] as const)
    .sort(([, a], [, b]) => b - a);
  const [[first, max], [, next]] = [weights[0]!, weights[1]!];
  return max >= min && max > minLead * next ? first : undefined;
}

const tag = (language: LatinLanguage): TextLanguage => (language === 'eng' ? 'en' : languageNames[language]);

/** Returns the language of each line, by its own characters and words, and by those of the page where they say too little. */
export function nameLanguages(texts: readonly string[]): TextLanguage[] {
  const latin = texts.filter(text => !han.test(text));
  const page = texts.join('\n');
  const ofPage = guess(latin.join(' '), 1);
  return texts.map(text => {
    if (han.test(text) || matches(text, kana) > 0) return nameWide(text, page);
    return tag(guess(text, minEvidence) ?? ofPage ?? 'eng');
  });
}
