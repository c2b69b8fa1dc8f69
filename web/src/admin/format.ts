// Formats times, amounts and counts for the operators' page.
import { fill, formatCount, type Language } from 'contract/words.ts';
import { useLanguage, useWords } from 'ui/language.tsx';
import { useOperator } from './operator.ts';
import { adminWords } from './words.ts';

const writeMoney = (language: Language, amount: number, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    amount / 100,
  );

/** Formats a waiting time: in seconds below two minutes, then in minutes, then in hours. */
const writeSeconds = (language: Language, seconds: number | null): string => {
  if (seconds === null) return '–';
  const [count, unit] =
    seconds < 120 ? [seconds, 'second'] : seconds < 7200 ? [seconds / 60, 'minute'] : [seconds / 3600, 'hour'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: String(unit),
    unitDisplay: 'narrow',
    maximumFractionDigits: seconds < 10 ? 1 : 0,
  }).format(Number(count));
};

export function useFormat() {
  const language = useLanguage();
  const words = useWords(adminWords);
  const timeZone = useOperator(state => state.timeZone);
  const moments = new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return {
    /** In the operator's time zone. */
    moment: (text: string | null) => (text === null ? '–' : moments.format(new Date(text))),
    money: (amount: number, currency: string) => writeMoney(language, amount, currency),
    seconds: (seconds: number | null) => writeSeconds(language, seconds),
    number: formatCount,
    /** A balance, with what runs hold of it. An empty one may owe something. */
    held: (count: number, held: number, owed: number) =>
      owed > 0
        ? fill(words.owed, { count: formatCount(count), owed: formatCount(owed) })
        : held > 0
          ? fill(words.held, { count: formatCount(count), held: formatCount(held) })
          : formatCount(count),
  };
}
