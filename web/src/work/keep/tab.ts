// Which tab this is, so that after a reload two tabs do not both continue the same upload.
import { makeId } from '../../random-id.ts';

const storageKey = 'work.tab';
const lockName = (tabId: string) => `work.tab.${tabId}`;
/** A reloaded page may still hold its lock for a moment. */
const lockTries = 5;
const lockPauseMs = 80;

const holdLock = (tabId: string) =>
  new Promise<boolean>((resolve, reject) => {
    navigator.locks
      .request(lockName(tabId), { ifAvailable: true }, lock => {
        resolve(lock !== null);
        // Held until the page goes away.
        return lock === null ? undefined : new Promise<void>(() => undefined);
      })
      .catch(reject);
  });

async function findTabId(): Promise<string> {
  const known = sessionStorage.getItem(storageKey);
  if (known && !navigator.locks) return known;
  for (let tries = 0; known && tries < lockTries; tries++) {
    if (await holdLock(known)) return known;
    await new Promise(resolve => setTimeout(resolve, lockPauseMs));
  }
  // A first visit, or a duplicated tab whose original still holds the name.
  const tabId = makeId();
  sessionStorage.setItem(storageKey, tabId);
  if (navigator.locks) await holdLock(tabId);
  return tabId;
}

let found: Promise<string> | undefined;

/** The name of this tab; the same after a reload. */
export function tabId(): Promise<string> {
  found ??= findTabId();
  return found;
}

/** Names of the tabs that are open now, or undefined where the browser does not tell (http). */
export async function openTabs(): Promise<ReadonlySet<string> | undefined> {
  if (!navigator.locks) return undefined;
  const { held = [] } = await navigator.locks.query();
  const prefix = lockName('');
  return new Set(held.flatMap(lock => (lock.name?.startsWith(prefix) ? [lock.name.slice(prefix.length)] : [])));
}
