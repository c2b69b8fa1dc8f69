// The page to return to after logging in: the one that required a login, or the one left to register. It survives the redirect to WeChat.
import { readInTab, storeInTab } from '../storage.ts';

const memory = 'pixwright.return';

export const keepReturn = (path: string): void => void storeInTab(memory, path);
export const dropReturn = (): void => void storeInTab(memory, null);
export const hasReturn = (): boolean => Boolean(readInTab(memory));

/** Returns the path only once; null if there is none. */
export function takeReturn(): string | null {
  const path = readInTab(memory);
  dropReturn();
  // Only internal paths, because the stored value may have been tampered with.
  return path && /^\/(?!\/)/.test(path) ? path : null;
}
