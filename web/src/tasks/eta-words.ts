// The remaining time of a run, in words.
import { fill, type Language } from 'contract/words.ts';
import { workWords } from '../words/work.ts';

/** From this percentage on, the text says that the run is nearly done, whatever the estimate. */
const nearPercent = 85;

/** Returns "about 12 s left". The step grows with the time, so that the number does not flicker. Undefined if the estimate has run out too early. */
export function etaWords(seconds: number, percent: number, language: Language): string | undefined {
  const words = workWords[language];
  if (seconds < 2) return percent >= nearPercent ? words.etaSoon : undefined;
  if (seconds < 90) {
    const step = seconds < 20 ? 1 : 5;
    return fill(words.etaSeconds, { count: Math.ceil(seconds / step) * step });
  }
  return fill(words.etaMinutes, { count: Math.ceil(seconds / 60) });
}
