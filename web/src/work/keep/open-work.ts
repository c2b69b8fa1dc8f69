// Whether this tab has files open, so that after a reload their place is kept while they are fetched, and whether this browser ever had.
import { isLoggedIn } from '../../session.ts';
import { readStored, store } from '../../storage.ts';

const storageKey = 'work.open';
let isRestored = false;

export const mustKeepPlace = (): boolean => !isRestored && sessionStorage.getItem(storageKey) !== null;

/** Whoever never put a file in here and is nobody the server knows has nothing to be found again. */
export const mayHaveWork = (): boolean => readStored('hadWork') !== null || isLoggedIn() || mustKeepPlace();

export function noteOpenWork(isOpen: boolean): void {
  isRestored = true;
  if (isOpen) {
    sessionStorage.setItem(storageKey, '1');
    store('hadWork', '1');
  } else sessionStorage.removeItem(storageKey);
}
