// Remembers scroll positions for going back and forward.
import type { Location } from 'react-router';
import type { Movement } from './hash-history.ts';

const positions = new Map<string, number>();

/** Turns off the browser's own restoration, which happens before the page has rendered. */
export function startScrollMemory(): void {
  history.scrollRestoration = 'manual';
}

export function rememberScroll(left: Location): void {
  positions.set(left.key, scrollY);
}

let waiting: MutationObserver | undefined;

/** Focuses the page's heading, so that it is read aloud and Tab continues from there; while the page is loading, focuses its container. */
export function focusPage(): void {
  waiting?.disconnect();
  const main = document.getElementById('main');
  const focusHeading = () => {
    const heading = main?.querySelector('h1');
    if (!heading) return false;
    // Focusable only by script, because a heading is not a control.
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
  };
  if (!main || focusHeading()) return;
  main.focus({ preventScroll: true });
  waiting = new MutationObserver((_, watch) => {
    // Stops if the user has moved the focus in the meantime.
    if (document.activeElement !== main || focusHeading()) watch.disconnect();
  });
  waiting.observe(main, { childList: true, subtree: true });
}

/** Whether the control that has the focus outlived the navigation: a search field or a choice that is part of the address. */
function isControlKept(): boolean {
  const [main, holder] = [document.getElementById('main'), document.activeElement];
  return main !== null && main !== holder && main.contains(holder);
}

/** Restores the scroll position when going back; otherwise scrolls to the top, where screen readers continue as well. */
export function placeScroll(entered: Location, movement: Movement): void {
  if (movement === 'replace' && isControlKept()) return;
  scrollTo({ top: movement === 'pop' ? (positions.get(entered.key) ?? 0) : 0, behavior: 'instant' });
  if (movement !== 'start') focusPage();
}
