// Values in the browser's storage. Those that it refuses (private windows, a full disk) last as long as the page.

const prefix = 'pixwright.';

function openArea(name: 'localStorage' | 'sessionStorage') {
  /** Values that could not be stored. They are newer than the stored ones. */
  const unstored = new Map<string, string>();
  return {
    read(key: string): string | null {
      try {
        return unstored.get(key) ?? globalThis[name].getItem(key);
      } catch {
        return null;
      }
    },
    /** Returns whether the value outlasts the page. */
    write(key: string, value: string | null): boolean {
      unstored.delete(key);
      try {
        if (value === null) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, value);
        return true;
      } catch {
        if (value !== null) unstored.set(key, value);
        return false;
      }
    },
  };
}

const local = openArea('localStorage');
const ofTab = openArea('sessionStorage');

export const readStored = (name: string): string | null => local.read(prefix + name);
export const store = (name: string, value: string | null): void => void local.write(prefix + name, value);

/** Reads a value that survives reloads and redirects of this tab. */
export const readInTab = (key: string): string | null => ofTab.read(key);

/** Stores a value for this tab; null removes it. Returns whether it survives a reload. */
export const storeInTab = (key: string, value: string | null): boolean => ofTab.write(key, value);

/** Reads a list stored as JSON; empty if it is invalid, e.g. written by another version of the page. */
export function readStoredList<T>(name: string): readonly T[] {
  try {
    const found: unknown = JSON.parse(readStored(name) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

/** Returns whether a storage event concerns the token; a null key means that the storage was cleared. */
export const isTokenKey = (key: string | null): boolean => key === null || key === `${prefix}token`;

/** Returns whether a storage event concerns the stored user. */
export const isUserKey = (key: string | null): boolean => key === `${prefix}user`;

/** Returns a random id that identifies this browser to the server; created once and stored. */
export function clientUid(): string {
  const known = readStored('clientUid');
  if (known) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const made = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  store('clientUid', made);
  return made;
}
