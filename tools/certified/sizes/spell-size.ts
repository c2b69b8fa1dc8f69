// Maps other spellings of sizes and sheets to their ids; unknown names are returned unchanged, and the schema refuses them.
import { sizes } from './sizes.ts';

const numbers: Readonly<Record<string, string>> = { '1': '一', '2': '二', 两: '二', '3': '三' };
const words: Readonly<Record<string, string>> = { one: '1', two: '2', three: '3' };
/** Dimensions without a unit are pixels if the longer one is above this, otherwise millimetres. */
const longestMm = 120;

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

const byName = new Map(
  sizes.flatMap(({ id, name }) => [
    [plain(id), id],
    [plain(id).replace(/^cn-/, ''), id],
    [plain(name.zh), id],
    [plain(name.en), id],
  ]),
);

/** Normalises `1寸`, `标准一寸照` and `一寸` to one spelling, as well as `One inch`, `1inch` and `1-inch`. */
const straighten = (text: string): string =>
  plain(text)
    .replace(/^标准/, '')
    .replace(/寸(?:照片?|证件照)$/, '寸')
    .replace(/[123两](?=寸)/, digit => numbers[digit] ?? digit)
    .replace(/\b(?:one|two|three)\b/, word => words[word] ?? word)
    .replace(/(\d)-?inch(?:es)?$/, '$1-inch');

/** Returns the id of a size from any of its names, or dimensions from a string such as `35x45mm`. */
export function spellSize(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const [, width, height, unit] =
    /^(\d{1,4}(?:\.\d+)?)\s*[x×*]\s*(\d{1,4}(?:\.\d+)?)\s*(mm|px)?$/i.exec(value.trim()) ?? [];
  if (width === undefined || height === undefined) return byName.get(straighten(value)) ?? value;
  const sides = { width: Number(width), height: Number(height) };
  const isMm = unit ? unit.toLowerCase() === 'mm' : Math.max(sides.width, sides.height) <= longestMm;
  return isMm ? { widthMm: sides.width, heightMm: sides.height } : { widthPx: sides.width, heightPx: sides.height };
}

/** `true` means 6-inch, the most common paper; `false`, `none` and an empty string mean no sheet. */
export function spellSheet(value: unknown): unknown {
  if (value === true || value === 'true') return '6-inch';
  if (value === false || value === null || value === '' || value === 'none' || value === 'false') return undefined;
  if (typeof value !== 'string') return value;
  const text = plain(value);
  const [, inches] = /^([56五六])-?(?:inch(?:es)?|寸)$/.exec(text) ?? [];
  if (inches) return inches === '5' || inches === '五' ? '5-inch' : '6-inch';
  return text === 'a4' ? 'A4' : value;
}
