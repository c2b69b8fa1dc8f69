// Whether this tab has files open, so that after a reload their place is kept while they are fetched.

const storageKey = 'work.open';
let isRestored = false;

export const mustKeepPlace = (): boolean => !isRestored && sessionStorage.getItem(storageKey) !== null;

export function noteOpenWork(isOpen: boolean): void {
  isRestored = true;
  if (isOpen) sessionStorage.setItem(storageKey, '1');
  else sessionStorage.removeItem(storageKey);
}
