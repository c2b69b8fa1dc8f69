// Where toasts appear: at the foot of the page, or within the dialog on top. What stands outside a modal dialog is inert: seen, but never read out.
import { useLayoutEffect, useSyncExternalStore } from 'react';

const places: HTMLElement[] = [];
const watchers = new Set<() => void>();

const tell = () => {
  for (const watcher of watchers) watcher();
};

/** Makes a place in `parent` that leads from now on. It stands before anything is said in it, as screen readers want. Answers what removes it. */
export function addToastPlace(parent: HTMLElement): () => void {
  const place = document.createElement('div');
  place.setAttribute('aria-live', 'polite');
  place.className =
    'pointer-events-none fixed inset-x-0 top-auto bottom-24 z-50 grid w-auto justify-items-center gap-2 overflow-visible bg-transparent px-4 sm:bottom-8';
  // Only what comes into the browser's top layer after an open dialog is seen in front of it.
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

/** Where toasts are to be drawn now; makes the page's own place. Undefined before that is there. */
export function useToastPlace(): HTMLElement | undefined {
  useLayoutEffect(() => addToastPlace(document.body), []);
  return useSyncExternalStore(watchPlaces, leadingPlace);
}
