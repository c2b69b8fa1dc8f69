// Whether this tab has items open, so that a reload keeps their place while they are fetched, and whether this browser ever had any.
import { isLoggedIn } from '../../session.ts';
import { readStored, store } from '../../storage.ts';

const storageKey = 'work.open';
let isRestored = false;

export const mustKeepPlace = (): boolean => !isRestored && sessionStorage.getItem(storageKey) !== null;

/** A visitor who never added a file in this browser and is not logged in has no work to restore. */
export const mayHaveWork = (): boolean => readStored('hadWork') !== null || isLoggedIn() || mustKeepPlace();

export function noteOpenWork(isOpen: boolean): void {
  isRestored = true;
  if (isOpen) {
    sessionStorage.setItem(storageKey, '1');
    store('hadWork', '1');
  } else sessionStorage.removeItem(storageKey);
}
