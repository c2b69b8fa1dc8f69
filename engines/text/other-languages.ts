// Reads lines again whose language the reading network does not know: finds the languages of a page and reads its lines in them.
import type { PartProgress } from 'contract/run.ts';
import type { Pixels } from '../pixels/plane.ts';
import { isLineTraditional, isPageTraditional, isSurelySimplified } from './chinese-script.ts';
import {
  countTraditional,
  countWords,
  foldLetters,
  guessLatin,
  isMadeOfCodes,
  type LatinLanguage,
} from './languages.ts';
import type { TextNetwork } from './models.ts';
import { type Attempt, count, describeLines, type Line, meanScore, readAgain, writeAgain } from './reread-line.ts';
import { sidesOf } from './strip.ts';
import type { TesseractLanguage } from './tesseract.ts';
import { writeAlone } from './traditional.ts';
import type { Reading } from './turn.ts';

/** Lines that are tried in several languages, and the first of them that all fail for the search to end. */
const maxSamples = 5;
const failingSamples = 2;
/** A line with this many frequent words of English is English, however blurred. */
const minEnglish = 2;
/** Longest sample, in line heights. */
const longestSample = 25;
/** Score from which a line is in the language in which it was read, and from which no other language is tried. */
const likelyScore = 0.78;
/** Score from which a line is in a language that is known to be on the page. */
const fairScore = 0.65;
const sureScore = 0.9;
/** Below this score there is no text, but leaves, bricks or noise. */
const minScore = 0.4;
/** Score of the network from which a traditional line stands that Tesseract cannot read. */
const minAlone = 0.75;
/** Share of the letters of a line that belong to the script of its language. */
const minShare = 0.25;
/** For Cyrillic on a page that is not known to have any: some of its letters look like Latin ones. */
const cyrillicShare = 0.5;
const minCyrillic = 12;
/** Score of the network for Cyrillic letters, most of which it takes for Latin ones. */
const doubtfulLatin = 0.91;
/** Cyrillic letters that it takes for digits or capitals inside of words, as in "3a6bIIH", and the share of such words. */
const garbledWord = /\p{L}\d|\d\p{L}|\p{Ll}\p{Lu}/u;
const garbledShare = 0.3;
/** Letters that no Latin letter or digit looks like, and how many of them show that a line is Cyrillic. */
const onlyCyrillic = /[бвгджзийлпфцчшщъыьэюя]/giu;
const minOnly = 4;

/** Kana that no Chinese character looks like, as ロ and 口 do. */
const kana =
  /[\u3041-\u3078\u307a-\u3096アイウオキクケコサシスソツテナヌネノフホマムメヤユラリルレワヲンガギグゲゴザジズゼゾデドバパビピブプベペボポヴッャュョ]/gu;
/** Fewest kana that show that a line is Japanese and not Chinese. */
const minKana = 2;
const latinLanguages = ['deu', 'fra', 'spa'] as const;
const isLatin = (language: TesseractLanguage) => (latinLanguages as readonly string[]).includes(language);

const isConvincing = ({ score, share }: Attempt, min = likelyScore) => score >= min && share >= minShare;

/** Letters and signs that English lacks. */
const accents = { eng: /(?!)/, deu: /[äöüß]/i, fra: /[àâçéèêëîïôùûœ]/i, spa: /[áéíóúñü¿¡]/i } as const;

/** Languages whose letters the reading network has not learnt. */
type Lacks = TextNetwork['lacks'];

/** Whether the network read a line as words that no Latin language has. */
function isGarbled(text: string): boolean {
  const words = text.split(' ').filter(word => count(word, /\p{L}/gu) > 1);
  return words.filter(word => garbledWord.test(word)).length > garbledShare * words.length;
}

/** Whether a line shows that there is text in the language on the page. Latin languages are told from the network's misreadings by their accents. */
function isEvidence(tried: Attempt, { reading, text }: Line): boolean {
  const isReadAsLatin = tried.language === 'kir' && isGarbled(text);
  if (!isConvincing(tried, isReadAsLatin ? fairScore : likelyScore)) return false;
  if (tried.language === 'jpn') return count(tried.text, kana) >= minKana;
  if (tried.language === 'kir') {
    // Latin letters that the network is sure of look like Cyrillic ones.
    const letters = count(tried.text, /[а-яё]/giu);
    const isRussian = letters >= minCyrillic && letters === count(tried.text, /\p{Script=Cyrillic}/gu);
    if (tried.share < cyrillicShare || !isRussian) return false;
    return isGarbled(text) ? count(tried.text, onlyCyrillic) >= minOnly : reading.score < doubtfulLatin;
  }
  if (!isLatin(tried.language)) return true;
  return accents[tried.language as LatinLanguage].test(tried.text) && !isMadeOfCodes(tried.text);
}

/** The languages in which a line that was misread may be written, the likeliest first. */
function guessLanguages(line: Line, lacks: Lacks): readonly TesseractLanguage[] {
  return guessAll(line).filter(language => lacks.has(language));
}

function guessAll({ text, han, latin, hasDoubtfulLetters, isDoubtful }: Line): readonly TesseractLanguage[] {
  if (!isDoubtful) {
    if (han > 0) return [];
    return [...(isGarbled(text) ? (['kir'] as const) : []), ...(hasDoubtfulLetters ? latinLanguages : [])];
  }
  if (han === 0 && latin > 2) return ['kir', ...latinLanguages, 'kor'];
  if (countTraditional(text) > 0) return ['jpn', 'chi_tra', 'kor'];
  return ['kor', 'jpn', 'kir'];
}

const isShort = ({ reading: { quad } }: Line) => {
  const { length, height } = sidesOf(quad);
  return length <= longestSample * height;
};

/** Finds the languages of a page from some of its doubtful lines. */
async function findLanguages(lines: readonly Line[], lacks: Lacks): Promise<Map<TesseractLanguage, number>> {
  const found = new Map<TesseractLanguage, number>();
  const doubtful = lines.filter(
    line => guessLanguages(line, lacks).length > 0 && countWords(line.text).eng < minEnglish,
  );
  const short = doubtful.filter(isShort);
  const samples = (short.length > 0 ? short : doubtful)
    .toSorted((a, b) => sidesOf(b.reading.quad).length - sidesOf(a.reading.quad).length)
    .slice(0, maxSamples);
  for (const [i, line] of samples.entries()) {
    if (i === failingSamples && found.size === 0) break;
    let best: Attempt | undefined;
    const known = [...found.keys()];
    for (const language of new Set([...known, ...guessLanguages(line, lacks)])) {
      const tried = await readAgain(line, language);
      if (isEvidence(tried, line) && tried.score > (best?.score ?? 0)) best = tried;
      if (best && best.score >= sureScore) break;
    }
    if (best) found.set(best.language, (found.get(best.language) ?? 0) + best.text.length);
  }
  return found;
}

/** Whether some of these lines are in a language that only Tesseract reads. */
export async function hasOtherLanguage(
  pixels: Pixels,
  readings: readonly Reading[],
  isColumn: boolean,
  network: TextNetwork,
): Promise<boolean> {
  return (await findLanguages(await describeLines(readings, pixels, isColumn, network), network.lacks)).size > 0;
}

/** What is known of a page when its lines are read again. */
interface PageLanguages {
  readonly isTraditional: boolean;
  readonly found: ReadonlyMap<TesseractLanguage, number>;
  readonly latin: TesseractLanguage | undefined;
  /** Whether most of the lines with Chinese characters are doubtful and thus Japanese. */
  readonly isJapanese: boolean;
  /** Whether most of the lines in Latin letters, as the network read them, are doubtful and thus Cyrillic. */
  readonly isCyrillic: boolean;
  readonly lacks: Lacks;
}

/** Whether a line may be traditional Chinese. On a traditional page a line without such characters may have misread ones, as 繁 for 緊. */
const mayBeTraditional = ({ han, scripts }: Line, isPageTraditional: boolean): boolean =>
  han > 0 && (isLineTraditional(scripts) || (isPageTraditional && !isSurelySimplified(scripts)));

/** The languages in which a line is read again. */
function languagesFor(
  line: Line,
  { isTraditional, found, latin, isJapanese, isCyrillic, lacks }: PageLanguages,
): TesseractLanguage[] {
  const { text, han, isDoubtful, latin: letters } = line;
  const languages: TesseractLanguage[] = [];
  if (found.has('jpn') && (isDoubtful || (isJapanese && han > 0))) languages.push('jpn');
  if (found.has('kor') && isDoubtful) languages.push('kor');
  if (found.has('kir') && (isDoubtful || (letters > 0 && (isCyrillic || isGarbled(text))))) languages.push('kir');
  const mayBeChinese = (found.get('chi_tra') ?? 0) >= (found.get('jpn') ?? 0);
  if (mayBeChinese && mayBeTraditional(line, isTraditional)) languages.push('chi_tra');
  const own = guessLatin(text);
  if (letters > 0 && han === 0 && own !== 'eng') {
    const language = own ?? latin;
    if (language) languages.push(language);
  }
  return languages.filter(language => lacks.has(language));
}

/** Whether Tesseract read a line better than the network. */
function isBetter(tried: Attempt, { reading, text, isDoubtful }: Line): boolean {
  if (tried.score < minScore) return false;
  if (tried.language === 'chi_tra' || tried.language === 'jpn') return isDoubtful || isConvincing(tried, fairScore);
  if (isLatin(tried.language)) return tried.score >= likelyScore || foldLetters(tried.text) === foldLetters(text);
  return isConvincing(tried, fairScore) || (isDoubtful && tried.score > reading.score);
}

export interface OtherReading {
  readonly text: string;
  /** 0..1 */
  readonly score: number;
  readonly language: TextLanguage;
}

export const languageNames = {
  chi_tra: 'zh-Hant',
  jpn: 'ja',
  kor: 'ko',
  kir: 'ru',
  deu: 'de',
  fra: 'fr',
  spa: 'es',
} as const satisfies Readonly<Record<TesseractLanguage, string>>;

/** Languages that are read, as BCP 47 tags. */
export type TextLanguage = 'zh' | 'en' | (typeof languageNames)[TesseractLanguage];

/** Tesseract is too modest: of the characters of a word with a score of 0.85, about 99 of 100 are right. */
const modesty = 0.4;

/**
 * Reads again the lines of a page that are written in another language than simplified Chinese and English. Returns the texts by their readings;
 * lines that the network reads better are left out.
 */
export async function readOtherLanguages(
  pixels: Pixels,
  readings: readonly Reading[],
  isColumn: boolean,
  network: TextNetwork,
  progress: PartProgress,
): Promise<ReadonlyMap<Reading, OtherReading>> {
  const lines = await describeLines(readings, pixels, isColumn, network);
  const all = lines.map(({ text }) => text).join('\n');
  const byWords = guessLatin(all);
  const found = await findLanguages(lines, network.lacks);
  const latin = byWords && byWords !== 'eng' ? byWords : [...found.keys()].find(isLatin);
  const isTraditional = isPageTraditional(lines.map(({ scripts }) => scripts));
  const isMostlyDoubtful = (some: readonly Line[]) =>
    2 * some.filter(({ isDoubtful }) => isDoubtful).length > some.length;
  const isJapanese = isMostlyDoubtful(lines.filter(line => line.han > 0));
  const isCyrillic = isMostlyDoubtful(lines.filter(line => line.latin > line.han));
  const page = { isTraditional, found, latin, isJapanese, isCyrillic, lacks: network.lacks };
  const reread = new Map<Reading, OtherReading>();
  for (const [i, line] of lines.entries()) {
    let best: Attempt | undefined;
    const languages = languagesFor(line, page);
    for (const language of languages) {
      const tried = await readAgain(line, language);
      if (isBetter(tried, line) && tried.score > (best?.score ?? 0)) best = tried;
      if (best && best.score >= sureScore) break;
    }
    if (best) {
      const text = await writeAgain(line, best);
      const score = 1 - (1 - meanScore(best.words)) * modesty;
      reread.set(line.original, { text, score, language: languageNames[best.language] });
    } else if (languages.includes('chi_tra') && line.reading.score >= minAlone) {
      reread.set(line.original, { text: writeAlone(line.reading), score: line.reading.score, language: 'zh-Hant' });
    }
    progress((i + 1) / lines.length);
  }
  return reread;
}
