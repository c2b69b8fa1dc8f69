// Where toasts appear: at the bottom of the page, below the header on screens with a bar of actions at the bottom, or inside the topmost dialog.
// Content outside a modal dialog is inert, so screen readers skip it.
import { useLayoutEffect, useSyncExternalStore } from 'react';

const places: HTMLElement[] = [];
const watchers = new Set<() => void>();

const tell = () => {
  for (const watcher of watchers) watcher();
};

/**
 * Adds a live region to `parent`, which shows the toasts from now on; screen readers need it before its first text. Returns a function that removes
 * it.
 */
export function addToastPlace(parent: HTMLElement): () => void {
  const place = document.createElement('div');
  place.setAttribute('aria-live', 'polite');
  place.className =
    'pointer-events-none fixed inset-x-0 top-[4.25rem] bottom-auto z-50 grid w-auto justify-items-center gap-2 overflow-visible bg-transparent px-4 lg:top-auto lg:bottom-8';
  // Only an element that enters the browser's top layer after an open dialog is drawn above it.
  place.popover = 'manual';
  parent.append(place);
  place.showPopover?.();
  places.push(place);
  tell();
  return () => {
    places.splice(places.indexOf(place), 1);
    place.remove();
    tell();
  };
}

const leadingPlace = (): HTMLElement | undefined => places.at(-1);

function watchPlaces(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Returns the current live region for toasts, creating that of the page. Undefined before the page exists. */
export function useToastPlace(): HTMLElement | undefined {
  useLayoutEffect(() => addToastPlace(document.body), []);
  return useSyncExternalStore(watchPlaces, leadingPlace);
}
