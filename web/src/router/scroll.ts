// Where the page was scrolled to, remembered for going back and forward.
import type { Location } from 'react-router';
import type { Movement } from './hash-history.ts';

const positions = new Map<string, number>();

/** The browser's own guess comes before the page is there, so it is turned off. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
}

export function rememberScroll(left: Location): void {
  positions.set(left.key, scrollY);
}

/** To where it was when going back, else to the top, where a screen reader goes on reading, too. */
export function placeScroll(entered: Location, movement: Movement): void {
  scrollTo({ top: movement === 'pop' ? (positions.get(entered.key) ?? 0) : 0, behavior: 'instant' });
  if (movement !== 'start') document.getElementById('main')?.focus({ preventScroll: true });
}
