// Values in the browser's storage. Without storage (private windows), they last as long as the page.

const memory = new Map<string, string>();
const prefix = 'pixwright.';

export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(prefix + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function store(name: string, value: string | null): void {
  if (value === null) memory.delete(name);
  else memory.set(name, value);
  try {
    if (value === null) localStorage.removeItem(prefix + name);
    else localStorage.setItem(prefix + name, value);
  } catch {
    // Storage is not permitted; the value is in `memory`.
  }
}

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
