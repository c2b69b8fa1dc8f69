// What a question asks for explicitly: file types from and to, a size in KB, a scale, pixels. Parsed by rules, for links that open a tool
// with these options.
import { type Asked, type Asks, readAsked } from 'contract/asks.ts';
import { type MediaName, media } from 'contract/media.ts';
import { simplifyCharacters } from './traditional.ts';

export interface Wish {
  /** The type of the result. */
  readonly to?: MediaName;
  /** The other types mentioned. */
  readonly from: readonly MediaName[];
  /** The aspect ratio, such as 16:9. */
  readonly ratio?: string;
  /** Numbers by the names of options. */
  readonly numbers: Readonly<Record<string, number>>;
}

const types = Object.entries(media).flatMap(([name, { extensions }]) =>
  extensions.map(extension => [extension, name as MediaName] as const),
);
const typeByWord = new Map<string, MediaName>([...types, ['rm', 'rmvb'], ['h264', 'mp4'], ['h.264', 'mp4']]);
/** Also English words, so they count only after an indication of a conversion. */
const ambiguous = new Set(['ts', 'md', 'rm', 'qt']);

/** Text that precedes the type of the result. */
const leadsTo =
  /(?:转换?[成为到]?|变[成为]|改[成为]|换[成为]|存[成为]|导出[成为]?|保存[成为]|做成|提取|[要做]一?[个份本]?|生成|存|\b(?:extract|rip|get|make|need|want)|\bto|\binto|\bas|\bconvert to|→|->|2)\s*(?:an?\s+)?\.?$/;

const kilobytes = { k: 1, m: 1024, 兆: 1024, g: 1_048_576 } as const;
const spelledTimes: Readonly<Record<string, number>> = {
  一: 1,
  one: 1,
  两: 2,
  二: 2,
  双: 2,
  三: 3,
  四: 4,
  八: 8,
  double: 2,
  twice: 2,
  triple: 3,
  two: 2,
  three: 3,
  four: 4,
  eight: 8,
};

/** Words for the ratio 1:1. */
const squares = /正方形|方形|方图|(?<![a-z])squared?(?![a-z])(?! (?:met|feet|foot))/;

function readRatio(text: string): string | undefined {
  const named = /(?<!\d)(\d{1,2})\s*[:比]\s*(\d{1,2})(?!\d)/.exec(text);
  if (named) return `${named[1]}:${named[2]}`;
  return squares.test(text) ? '1:1' : undefined;
}

/** Returns the wanted rotation in degrees clockwise. */
function readTurn(text: string): number | undefined {
  if (/倒过来|颠倒过来|(?<![a-z])upside[ -]down/.test(text)) return 180;
  if (!/(?<!翻)转|(?<![a-z])(?:rotat|turn(?!.{0,40}\binto\b))/.test(text)) return undefined;
  const isLeft = /逆时针|反时针|[向往朝]左|左[转旋]|counter|anti-?clockwise|(?<![a-z])left(?![a-z])/.test(text);
  const isRight = /顺时针|[向往朝]右|右[转旋]|(?<![a-z])(?:clockwise|right)(?![a-z])/.test(text);
  const named =
    /(?<![\d:.])(\d{2,3})\s*(?:°|度|deg)|(?:旋转|rotate|turn)\D{0,16}?(?<![\d:.])(90|180|270)(?![\d:.])/.exec(text);
  const degrees = named ? Number(named[1] ?? named[2]) : isLeft || isRight ? 90 : undefined;
  return degrees === undefined || !isLeft ? degrees : 360 - degrees;
}

function readNumbers(text: string): Record<string, number> {
  const numbers: Record<string, number> = {};
  const size = /(\d+(?:\.\d+)?)\s*(kb?|kilobytes?|mb?|megs?|megabytes?|gb?|兆)(?![a-z])/.exec(text);
  if (size) {
    const kb = Math.round(Number(size[1]) * kilobytes[size[2]![0] as keyof typeof kilobytes]);
    numbers.targetKb = kb;
    numbers.maxKb = kb;
    if (kb >= 1024) numbers.targetMb = Math.round(kb / 1024);
  }
  const times = /(?<![\d.])(\d)\s*(?:倍|[x×](?![a-z]|\s*\d)|times)/.exec(text)?.[1];
  const spelled = /([两二双三四八])倍|\b(double|triple|twice|(?:two|three|four|eight)(?= times))\b/.exec(text);
  const scale = times ?? (spelled && spelledTimes[spelled[1] ?? spelled[2] ?? '']);
  if (scale) {
    numbers.upscale = Number(scale);
    if (!/[大小]|small|large|bigg|size/.test(text))
      numbers.speed = /慢|slow/.test(text) ? 1 / Number(scale) : Number(scale);
  } else if (/\bhalf (?:the )?speed\b|半速|一半速度|0\.5倍/.test(text)) numbers.speed = 0.5;
  const lines = text.match(/\b\d{3,4}(?=p\b)/g)?.at(-1);
  if (lines) numbers.shortSide = Number(lines);
  const edge = /(?:长边|最长边|long(?:est|er)? (?:side|edge))\D{0,8}(\d{2,5})/.exec(text)?.[1];
  if (edge) numbers.longEdge = Number(edge);
  const box = /(\d{2,5})\s*(?:x|×|\*|乘|by)\s*(\d{2,5})/.exec(text);
  if (box) Object.assign(numbers, { width: Number(box[1]), height: Number(box[2]) });
  const width = /(?:宽度?|width)\D{0,6}(\d{2,5})|(\d{2,5})\s*(?:px|pixels?|像素)?\s*wide/.exec(text);
  if (!box && width) numbers.width = Number(width[1] ?? width[2]);
  const height = /(?:高度?|height)\D{0,6}(\d{2,5})|(\d{2,5})\s*(?:px|pixels?|像素)?\s*(?:high|tall)/.exec(text);
  if (!box && height) numbers.height = Number(height[1] ?? height[2]);
  const percent = /(\d{1,3})\s*(?:%|percent|％)/.exec(text)?.[1] ?? (/一半|\bhalf\b/.test(text) ? 50 : undefined);
  if (percent !== undefined) numbers.percent = Number(percent);
  const dpi = /(\d{2,3})\s*dpi/.exec(text)?.[1];
  if (dpi) numbers.dpi = Number(dpi);
  const count =
    /(?<![\d十])([\d一两二三四])\s*[张幅]|(?<![a-z\d])(\d|one|two|three|four)\s+(?:different\s+)?(?:picture|image|drawing|version|variant)s?(?![a-z])/.exec(
      text,
    );
  const counted = count?.[1] ?? count?.[2];
  if (counted) numbers.count = spelledTimes[counted] ?? Number(counted);
  const turn = readTurn(text);
  if (turn !== undefined) numbers.turn = turn;
  return numbers;
}

/** Returns the file types that a question names: the wanted one, and the others. */
export function readTypes(question: string): Pick<Wish, 'to' | 'from'> {
  const text = question.replace(/\b(\w+)2(?=[a-z]{3})/g, '$1 to ');
  const named: { type: MediaName; isWanted: boolean }[] = [];
  for (const match of text.matchAll(/h\.264|[a-z0-9]+/g)) {
    const type = typeByWord.get(match[0]);
    if (!type) continue;
    const isWanted = leadsTo.test(text.slice(0, match.index));
    if (isWanted || !ambiguous.has(match[0])) named.push({ type, isWanted });
  }
  const to = named.findLast(({ isWanted }) => isWanted)?.type;
  return { ...(to && { to }), from: named.flatMap(({ type }) => (type === to ? [] : [type])) };
}

export function readWish(question: string): Wish {
  const text = simplifyCharacters(question).normalize('NFKC').toLowerCase();
  const ratio = readRatio(text);
  return { ...readTypes(text), ...(ratio && { ratio }), numbers: readNumbers(text) };
}

const isLatin = /[a-z0-9]/;

/** A word found in a text: the choice that it stands for, and its position. */
interface Spoken extends Place {
  readonly value: string;
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** Its length, without what stands between the words of a set. */
  readonly letters: number;
}

/** Yields all positions of a word. A Latin word is found only whole, with an optional ending of the plural or past. */
function* findWord(text: string, word: string): Generator<Place> {
  for (let from = text.indexOf(word); from >= 0; from = text.indexOf(word, from + 1)) {
    const to = from + word.length;
    const begins = !(isLatin.test(word[0]!) && isLatin.test(text[from - 1] ?? ''));
    const ends = !isLatin.test(word.at(-1)!) || /^(?:e?s|e?d)?(?![a-z0-9])/.test(text.slice(to));
    if (begins && ends) yield { from, to, letters: word.length };
  }
}

/** Yields the positions of a word, or the stretch over a set of words that all occur. */
function* findWords(text: string, words: readonly string[]): Generator<Place> {
  const [first = '', ...others] = words;
  if (others.length === 0) {
    yield* findWord(text, first);
    return;
  }
  const places = words.map(word => findWord(text, word).next().value as Place | undefined);
  if (places.some(place => place === undefined)) return;
  const all = places as Place[];
  yield {
    from: Math.min(...all.map(({ from }) => from)),
    to: Math.max(...all.map(({ to }) => to)),
    letters: all.reduce((sum, { letters }) => sum + letters, 0),
  };
}

/** Returns the choices whose words a text contains, longest word first. A word inside a longer one that was found does not count. */
function findSpoken(words: Readonly<Record<string, string>>, text: string): string[] {
  const found: Spoken[] = [];
  for (const [value, said] of Object.entries(words))
    for (const word of said.split('|'))
      for (const place of findWords(text, word.toLowerCase().split('+'))) found.push({ value, ...place });
  found.sort((a, b) => b.letters - a.letters);
  const outer = found.filter((one, at) => !found.slice(0, at).some(({ from, to }) => from <= one.from && one.to <= to));
  return [...new Set(outer.map(({ value }) => value))];
}

/** Returns the options of a tool that a question sets. */
export function readOptions(asks: Asks, question: string, { to, ratio, numbers }: Wish): Asked {
  const text = simplifyCharacters(question).normalize('NFKC').toLowerCase();
  const pairs: [string, unknown][] = [];
  for (const [name, { words = {}, isList }] of Object.entries(asks)) {
    if (name === 'format' && to) pairs.push([name, to]);
    else if (name === 'ratio' && ratio) pairs.push([name, ratio]);
    else if (numbers[name] !== undefined) pairs.push([name, numbers[name]]);
    const spoken = findSpoken(words, text);
    if (spoken.length > 0) pairs.push([name, isList ? spoken.join(',') : spoken[0]]);
  }
  return readAsked(asks, pairs);
}
