// The page to return to after logging in: the one that the guard refused, or the one that was left to register. It survives the
// visit to WeChat's page.
const memory = 'pixwright.return';

/** Without storage (private windows) the person stays where they are. */
function tryStorage<T>(job: () => T): T | null {
  try {
    return job();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

export const keepReturn = (path: string): void => void tryStorage(() => sessionStorage.setItem(memory, path));
export const dropReturn = (): void => void tryStorage(() => sessionStorage.removeItem(memory));
export const hasReturn = (): boolean => Boolean(tryStorage(() => sessionStorage.getItem(memory)));

/** Returns the path once; null if there is none. */
export function takeReturn(): string | null {
  const path = tryStorage(() => sessionStorage.getItem(memory));
  dropReturn();
  // Only a path of our own: the stored value may have been tampered with.
  return path && /^\/(?!\/)/.test(path) ? path : null;
}
