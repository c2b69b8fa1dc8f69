// Formats prices and durations of plans.
import type { Edition } from 'contract/routes/orders.ts';
import { fill, type Language } from 'contract/words.ts';
import { payWords } from './words.ts';

type Currency = Edition['currency'];

export const signOf: Record<Currency, string> = { CNY: '¥', USD: '$' };

/** `16800` fen → `¥168.00`; short: `¥168`. */
export function formatMoney(amount: number, currency: Currency, isShort = false): string {
  const isWhole = amount % 100 === 0;
  return `${signOf[currency]}${(amount / 100).toFixed(isShort && isWhole ? 0 : 2)}`;
}

type Length = Pick<Edition, 'days' | 'months' | 'isForever'>;

/** Formats a length in days, months, half a year, years, or as forever. */
export function formatLength({ days, months, isForever }: Length, language: Language): string {
  const t = payWords[language];
  if (isForever) return t.forever;
  if (months === 6) return t.halfYear;
  if (months > 0 && months % 12 === 0) return months === 12 ? t.oneYear : fill(t.years, { count: months / 12 });
  if (months > 0) return months === 1 ? t.oneMonth : fill(t.months, { count: months });
  return days === 1 ? t.oneDay : fill(t.days, { count: days });
}

/** `2.8 折` in Chinese, `72% off` in English; undefined without a discount. */
export function formatFold({ fold, amount, originalAmount }: Edition, language: Language): string | undefined {
  if (fold === null) return undefined;
  const t = payWords[language];
  return fill(t.fold, { fold, percent: Math.round(100 - (100 * amount) / originalAmount) });
}
