// Identifies this tab, so that two tabs do not continue the same upload after a reload.
import { makeId } from 'ui/random-id.ts';
import { readInTab, storeInTab } from '../../storage.ts';

const storageKey = 'work.tab';
const lockName = (tabId: string) => `work.tab.${tabId}`;
/** The previous page of a reload may hold its lock for a moment. */
const lockTries = 5;
const lockPauseMs = 80;

const holdLock = (tabId: string) =>
  new Promise<boolean>((resolve, reject) => {
    navigator.locks
      .request(lockName(tabId), { ifAvailable: true }, lock => {
        resolve(lock !== null);
        // Held until the page is closed.
        return lock === null ? undefined : new Promise<void>(() => undefined);
      })
      .catch(reject);
  });

async function findTabId(): Promise<string> {
  const known = readInTab(storageKey);
  if (known && !navigator.locks) return known;
  for (let tries = 0; known && tries < lockTries; tries++) {
    if (await holdLock(known)) return known;
    await new Promise(resolve => setTimeout(resolve, lockPauseMs));
  }
  // A first visit, or a duplicated tab whose original still has the name.
  const tabId = makeId();
  storeInTab(storageKey, tabId);
  if (navigator.locks) await holdLock(tabId);
  return tabId;
}

let found: Promise<string> | undefined;

/** Returns the name of this tab, which is the same after a reload. */
export function tabId(): Promise<string> {
  found ??= findTabId();
  return found;
}

/** Returns the names of all open tabs, or undefined if the browser does not support it (http). */
export async function openTabs(): Promise<ReadonlySet<string> | undefined> {
  if (!navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  const prefix = lockName('');
  return new Set(held.flatMap(lock => (lock.name?.startsWith(prefix) ? [lock.name.slice(prefix.length)] : [])));
}
