// Random ids for objects created by the browser. crypto.randomUUID requires https, and some servers are self-hosted without it.

/** Returns 128 random bits as 32 hex digits. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');
}
