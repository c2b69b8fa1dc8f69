// The page to return to after logging in: the one that required a login, or the one left to register. It survives the redirect to WeChat.
const memory = 'pixwright.return';

/** Without storage (private windows), the user stays on the current page. */
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

/** Returns the path only once; null if there is none. */
export function takeReturn(): string | null {
  const path = tryStorage(() => sessionStorage.getItem(memory));
  dropReturn();
  // Only internal paths, because the stored value may have been tampered with.
  return path && /^\/(?!\/)/.test(path) ? path : null;
}
