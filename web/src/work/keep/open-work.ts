// Whether this tab has open items, so that a reload reserves their space while they are loaded, and whether this browser ever had any.
import { isLoggedIn } from '../../session.ts';
import { readInTab, readStored, store, storeInTab } from '../../storage.ts';

const storageKey = 'work.open';
let isRestored = false;

export const mustKeepPlace = (): boolean => !isRestored && readInTab(storageKey) !== null;

/** Returns false for a logged-out visitor who never added a file in this browser. */
export const mayHaveWork = (): boolean => readStored('hadWork') !== null || isLoggedIn() || mustKeepPlace();

export function noteOpenWork(isOpen: boolean): void {
  isRestored = true;
  if (isOpen) {
    storeInTab(storageKey, '1');
    store('hadWork', '1');
  } else storeInTab(storageKey, null);
}
