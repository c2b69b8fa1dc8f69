// Remembers scroll positions for going back and forward.
import type { Location } from 'react-router';
import type { Movement } from './hash-history.ts';

const positions = new Map<string, number>();

/** The browser restores the scroll position before the page has rendered, so that is turned off. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
}

export function rememberScroll(left: Location): void {
  positions.set(left.key, scrollY);
}

let waiting: MutationObserver | undefined;

/** Focuses the page's heading, so that it is read out and Tab continues from there; while the page loads, its container. */
export function focusPage(): void {
  waiting?.disconnect();
  const main = document.getElementById('main');
  const focusHeading = () => {
    const heading = main?.querySelector('h1');
    if (!heading) return false;
    // Focusable by script only: a heading is no control.
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (!main || focusHeading()) return;
  main.focus({ preventScroll: true });
  waiting = new MutationObserver((_, watch) => {
    // Does not interfere if the user has navigated on in the meantime.
    if (document.activeElement !== main || focusHeading()) watch.disconnect();
  });
  waiting.observe(main, { childList: true, subtree: true });
}

/** Scrolls to the old position when going back, else to the top, where a screen reader continues as well. */
export function placeScroll(entered: Location, movement: Movement): void {
  scrollTo({ top: movement === 'pop' ? (positions.get(entered.key) ?? 0) : 0, behavior: 'instant' });
  if (movement !== 'start') focusPage();
}
