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

function readNumbers(text: string): Record<string, number> {
  const numbers: Record<string, number> = {};
  const size = /(\d+(?:\.\d+)?)\s*(kb?|kilobytes?|mb?|megs?|megabytes?|gb?|兆)(?![a-z])/.exec(text);
  if (size) {
    const kb = Math.round(Number(size[1]) * kilobytes[size[2]![0] as keyof typeof kilobytes]);
    numbers.targetKb = kb;
    numbers.maxKb = kb;
    if (kb >= 1024) numbers.targetMb = Math.round(kb / 1024);
  }
  const times = /(\d)\s*(?:倍|x(?![\da-z])|×|times)/.exec(text)?.[1];
  const spelled = /([两二双三四八])倍|\b(double|triple|twice|(?:two|three|four|eight)(?= times))\b/.exec(text);
  const scale = times ?? (spelled && spelledTimes[spelled[1] ?? spelled[2] ?? '']);
  if (scale) {
    numbers.upscale = Number(scale);
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
  return numbers;
}

/** The file types that a question names: what it wants, and the others. */
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
  const ratio = /(?<!\d)(\d{1,2})\s*[:：比]\s*(\d{1,2})(?!\d)/.exec(text);
  return { ...readTypes(text), ...(ratio && { ratio: `${ratio[1]}:${ratio[2]}` }), numbers: readNumbers(text) };
}

/** The options of a tool that a question sets. */
export function readOptions(asks: Asks, question: string, { to, ratio, numbers }: Wish): Asked {
  const text = simplifyCharacters(question).normalize('NFKC').toLowerCase();
  const pairs: [string, unknown][] = [];
  for (const [name, { words = {} }] of Object.entries(asks)) {
    if (name === 'format' && to) pairs.push([name, to]);
    else if (name === 'ratio' && ratio) pairs.push([name, ratio]);
    else if (numbers[name] !== undefined) pairs.push([name, numbers[name]]);
    const spoken = Object.entries(words).find(([, said]) =>
      said.split('|').some(word => text.includes(word.toLowerCase())),
    );
    if (spoken) pairs.push([name, spoken[0]]);
  }
  return readAsked(asks, pairs);
}
