// Keeps the focus near its place when the focused element disappears, e.g. when a row is removed or a button is replaced. Otherwise the next Tab
// would start at the top of the page.
import { focusPage } from '../router/scroll.ts';

const controls =
  'a[href], button:enabled, input:enabled:not([type=hidden]):not([hidden]), select:enabled, textarea:enabled, [tabindex="0"]';

const isShown = (control: HTMLElement) => control.checkVisibility({ visibilityProperty: true });
const listControls = (box: Element) => [...box.querySelectorAll<HTMLElement>(controls)].filter(isShown);
const isAfter = (control: Element, place: Node) =>
  !place.contains(control) && Boolean(place.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING);

/** Focuses the control that took the place of the removed one, otherwise the one before it, otherwise the page's heading. */
function focusNear({ target, previousSibling: before }: MutationRecord): void {
  const near = listControls(target as Element);
  const isPlaceKnown = before?.isConnected === true;
  const next = isPlaceKnown ? near.find(control => isAfter(control, before)) : near[0];
  const chosen = next ?? near.find(control => before?.contains(control));
  if (chosen) chosen.focus();
  else focusPage();
}

/** Active for keyboard users only: with a mouse or finger, losing the focus does not matter. */
export function keepFocus(root: HTMLElement): void {
  let isByKeys = true;
  let holder: Element | null = document.activeElement;
  const hear = (name: string, listener: (event: Event) => void) => addEventListener(name, listener, { capture: true });
  hear('keydown', () => {
    isByKeys = true;
  });
  hear('pointerdown', () => {
    isByKeys = false;
  });
  hear('focusin', event => {
    holder = event.target as Element;
  });
  new MutationObserver(records => {
    if (!isByKeys || !holder || holder.isConnected || document.activeElement !== document.body) return;
    const gone = records.findLast(({ removedNodes }) => [...removedNodes].some(node => node.contains(holder)));
    holder = null;
    // Elements outside the page's content, such as a dialog, restore the focus themselves.
    if (gone && document.getElementById('main')?.contains(gone.target)) focusNear(gone);
  }).observe(root, { childList: true, subtree: true });
}
