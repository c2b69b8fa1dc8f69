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

let waiting: MutationObserver | undefined;

/** To the page's heading, so that it is read out and the keyboard goes on from there; to where it will be while the page is loaded. */
export function focusPage(): void {
  waiting?.disconnect();
  const main = document.getElementById('main');
  const focusHeading = () => {
    const heading = main?.querySelector('h1');
    if (!heading) return false;
    // Not by Tab: a heading is nothing to work with.
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (!main || focusHeading()) return;
  main.focus({ preventScroll: true });
  waiting = new MutationObserver((_, watch) => {
    // A person who has navigated on meanwhile stays there.
    if (document.activeElement !== main || focusHeading()) watch.disconnect();
  });
  waiting.observe(main, { childList: true, subtree: true });
}

/** To where it was when going back, else to the top, where a screen reader goes on reading, too. */
export function placeScroll(entered: Location, movement: Movement): void {
  scrollTo({ top: movement === 'pop' ? (positions.get(entered.key) ?? 0) : 0, behavior: 'instant' });
  if (movement !== 'start') focusPage();
}
