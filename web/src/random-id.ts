// Random names for things the browser makes. crypto.randomUUID exists only on https, and people host this at home without it.

/** 128 random bits as 32 hex digits. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
