// Combines what the reading network and Tesseract read in a line of traditional Chinese. The network knows two thirds of its characters and takes the
// others for simplified ones, or passes over them; Tesseract knows them all and confuses dense ones.
import { align, findPitch, fold, middleOf, type Step } from './align.ts';
import { ascii, spread, sureNetwork } from './combine.ts';
import { countTraditional, mayBeTraditional } from './languages.ts';
import { writeLine } from './spaces.ts';
import type { Steps } from './tesseract.ts';
import type { ReadCharacter } from './text-reader.ts';
import type { Reading } from './turn.ts';
import { type Chosen, weighCharacters } from './weigh-characters.ts';

const han = /\p{Script=Han}/u;
const sign = /[^\p{L}\p{N}]/u;

/** Room between two characters of the network, in usual distances, from which it may have passed over one. */
const minRoom = 1.25;
/** Score from which Tesseract's character stands although there seems to be no room: the network gives one place to two characters. */
const sureAlone = 0.85;
/** As what Tesseract reads the character 一; the network does not pass over real dashes. */
const dash = /^[-–—~_]$/;

/**
 * Puts characters that only Tesseract read evenly between those of the network beside them, whose places are exact. Doubtful ones are left out where
 * there is no room for any.
 */
function placeAlone(steps: readonly Step[], pitch: number): Step[] {
  return steps.flatMap((step, i): Step[] => {
    const [own, other] = step;
    if (own || !other) return [step];
    const before = steps.findLastIndex(([one], at) => at < i && one !== undefined);
    const after = steps.findIndex(([one], at) => at > i && one !== undefined);
    if (before < 0 || after < 0) return [step];
    const [start, end] = [middleOf(steps[before]![0]!), middleOf(steps[after]![0]!)];
    const isSure = other.score >= sureAlone && han.test(other.character);
    if (end - start < minRoom * pitch && !isSure) return [];
    const middle = start + ((end - start) * (i - before)) / (after - before);
    const isBetweenHan = [before, after].every(at => han.test(steps[at]![0]!.character));
    const character = isBetweenHan && dash.test(other.character) ? '一' : other.character;
    return [[undefined, { ...other, character, from: middle - pitch / 4, to: middle + pitch / 4 }]];
  });
}

/** Returns what the network read as it may stand in a traditional text: in place of a simplified character the likeliest of the others. */
function asTraditional(own: ReadCharacter): ReadCharacter {
  // A stroke that is a character of dictionaries alone.
  if (own.character === '丶') return { ...own, character: '、' };
  if (mayBeTraditional(own.character)) return own;
  const other = own.others?.find(({ character }) => han.test(character) && mayBeTraditional(character));
  return other ? { ...own, ...other } : own;
}

/** Returns the text of a line that Tesseract cannot read. */
export const writeAlone = ({ strip, characters }: Reading): string => writeLine(strip, characters.map(asTraditional));

/** A character that only the network read is taken from this score on. */
const aloneNetwork = 0.9;
/** Score of a character of the network that replaces a sign of Tesseract, one that Tesseract knows to be wrong, and one that the network does not know. */
const besideSign = 0.4;
const besideWrong = 0.15;
const besideUnknown = 0.7;
/** Tesseract's score of characters that are usually wrong. */
const wrongScore = 0.3;
/** What a character counts more if it is traditional alone: the network has seen few of them and does not guess them. */
const traditionalLead = 0.15;

/**
 * Characters that the network lacks, each with the one as which it reads them, and is sure: the simplified form, which has a meaning of its own in
 * traditional texts. Source: variants in Unihan.
 */
const mergedForms = new Map(
  '麼么 僕仆 傭佣 黨党 悽凄 準准 幾几 兇凶 佔占 釐厘 籲吁 噸吨 聽听 諮咨 鹹咸 脣唇 壞坏 誇夸 屍尸 巖岩 簾帘 並并 異异 懺忏 憐怜 恆恒 驚惊 願愿 撲扑 擾扰 掛挂 鬥斗 暱昵 槓杠 傑杰 櫃柜 棲栖 濘泞 灑洒 窪洼 湧涌 澱淀 遊游 燉炖 燻熏 甕瓮 癢痒 癡痴 籬篱 羨羡 骯肮 餚肴 醃腌 羶膻 蘋苹 範范 繭茧 蟲虫 蝨虱 蠶蚕 蠟蜡 蠍蝎 趕赶 蹠跖 闢辟 鬱郁 採采 裏里 僱雇 黴霉'
    .split(' ')
    .map(pair => [...pair] as [string, string]),
);
/** Score from which Tesseract's is taken of such a pair: it knows both. */
const minMerged = 0.2;

/** Returns the better character of two readings. `alphabet` has the characters that the network knows. */
export function chooseCharacter([own, other]: Step, alphabet: ReadonlySet<string>): ReadCharacter | undefined {
  // The network does not pass over signs, digits and Latin letters.
  if (!own) return ascii.test(other!.character) ? undefined : other;
  if (!other) return own.score >= aloneNetwork && mayBeTraditional(own.character) ? own : undefined;
  // The network's places are more exact.
  if (fold(own.character) === fold(other.character)) return { ...own, score: Math.max(own.score, other.score) };
  if (ascii.test(own.character) && own.score >= sureNetwork) return own;
  const placed = { ...other, from: own.from, to: own.to };
  if (!mayBeTraditional(own.character)) return placed;
  const isMerged = mergedForms.get(other.character) === own.character && !alphabet.has(other.character);
  if (isMerged && other.score >= minMerged) return placed;
  if (han.test(own.character) && sign.test(other.character)) return own.score >= besideSign ? own : placed;
  if (other.score < wrongScore) return own.score >= besideWrong ? own : placed;
  // The network had the choice of both only if it knows both.
  const lead = traditionalLead * (countTraditional(own.character) - countTraditional(other.character));
  const needed = alphabet.has(other.character)
    ? other.score * (1 - lead)
    : Math.max(besideUnknown, (1 + other.score) / 2);
  return own.score >= needed ? own : placed;
}

const merges = (character: string, read: string): boolean => mergedForms.get(character) === read;

/** Returns the text of a line. `steps` are those of the words. */
export async function writeTraditional(
  { strip, characters }: Reading,
  { words, steps }: Steps,
  alphabet: ReadonlySet<string>,
): Promise<string> {
  const own = characters.map(asTraditional);
  const aligned = placeAlone(align(own, spread(words)), findPitch(own));
  const line = aligned.flatMap((step): Chosen[] => {
    const chosen = chooseCharacter(step, alphabet);
    if (!chosen) return [];
    const [one, other] = step;
    const isAgreed = one !== undefined && other !== undefined && fold(one.character) === fold(other.character);
    const isHan = han.test(chosen.character) && (!one || han.test(one.character));
    return [{ chosen, own: one && characters[own.indexOf(one)], isOpen: isHan && !isAgreed }];
  });
  return writeLine(strip, await weighCharacters(line, steps, alphabet, merges));
}
