// The forecast shown before the start: size, time and obstacles.

import { fill, type Language } from 'contract/words.ts';
import { nameFormat } from 'ui/format-name.ts';
import { formatDimensions } from 'ui/measures.ts';
import type { FileFacts } from 'ui/tool-screen.ts';
import { type EnlargeOptions, maxMegapixels, scales } from './contract.ts';
import { forecastSeconds, isPossible, possibleScales } from './limits.ts';
import { words } from './words.ts';

const longestSides: Readonly<Record<string, number>> = { jpg: 65_535, webp: 16_383 };
/** Formats that the result keeps; other inputs are saved as png. */
const keptFormats: readonly string[] = ['jpg', 'webp'];

/** Rounds a duration to a natural phrase, by at most a quarter. */
function tellTime(seconds: number, language: Language): string {
  const t = words[language];
  if (seconds < 8) return t.fewSeconds;
  const step = seconds < 30 ? 5 : 10;
  if (seconds < 85) return fill(t.aboutSeconds, { count: Math.round(seconds / step) * step });
  const minutes = seconds / 60;
  return fill(t.aboutMinutes, { count: minutes < 4 ? Math.round(minutes * 2) / 2 : Math.round(minutes) });
}

/** Returns a line about the size and one about the time. `usualSeconds` is measured on this server. */
export function forecast(
  facts: FileFacts | undefined,
  options: EnlargeOptions,
  { count, usualSeconds, language }: { count: number; usualSeconds: number | undefined; language: Language },
): { size: string; time: string } {
  const t = words[language];
  const { width, height, type } = facts ?? {};
  if (!width || !height) return { size: fill(t.becomesAny, { scale: options.upscale }), time: t.timeUnknown };
  const after = formatDimensions(width * options.upscale, height * options.upscale);
  const size = fill(t.becomes, { before: formatDimensions(width, height), after });
  if (type === 'svg') return { size, time: t.byDrawing };
  const time = tellTime(usualSeconds ?? forecastSeconds(width, height, options), language);
  return { size, time: fill(count > 1 ? t.eachTakes : t.takes, { time }) };
}

/** Returns the reason why the largest scales cannot be selected; undefined if all can. */
export function explainGreyScales({ width, height }: FileFacts, language: Language): string | undefined {
  if (!width || !height) return undefined;
  const max = possibleScales(width, height).at(-1);
  const next = scales.find(scale => scale > (max ?? 0));
  if (!max || !next) return undefined;
  const megapixels = Math.ceil((width * height * next * next) / 1_000_000);
  return fill(words[language].greyScales, { scale: next, megapixels, max: maxMegapixels });
}

/** Returns the reason why the options cannot run, with a way out; undefined if they can. */
export function findBlocker(options: EnlargeOptions, facts: FileFacts, language: Language): string | undefined {
  const { width, height, type, hasAlpha } = facts;
  if (!width || !height) return undefined;
  const t = words[language];
  if (!isPossible(width, height, options.upscale)) {
    const possible = possibleScales(width, height).at(-1);
    const sentence = possible ? t.tooLarge : t.alreadyLarge;
    return fill(sentence, { scale: options.upscale, max: maxMegapixels, possible });
  }
  const kept = type && keptFormats.includes(type) && !(type === 'jpg' && hasAlpha) ? type : 'png';
  const format = options.format === 'same' ? kept : options.format;
  const side = longestSides[format];
  if (side === undefined || Math.max(width, height) * options.upscale <= side) return undefined;
  return fill(t.sideTooLong, { format: nameFormat(format), side });
}
