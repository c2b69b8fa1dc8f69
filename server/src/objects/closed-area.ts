// Asks whether strangers can read what only signed links should open.
import { makeKey } from '../adapters/objects-names.ts';
import type { Parts } from '../parts.ts';
import { discardObjects } from './remove.ts';
import { insertObjects } from './store.ts';

const longestLookMs = 60_000;

/** Has the store keep a signed object for a moment. Its row is first: a server that dies meanwhile leaves nothing that no sweep finds. */
export async function opensSigned(parts: Pick<Parts, 'database' | 'objects' | 'now'>): Promise<boolean> {
  const now = parts.now();
  const key = makeKey('private', now, 'txt');
  const object = {
    key,
    name: 'closed',
    bytes: 0,
    owner: null,
    address: null,
    purpose: 'output',
    taskId: null,
  } as const;
  const expiresAt = new Date(now.getTime() + longestLookMs);
  await insertObjects(parts.database, [{ ...object, isComplete: true, expiresAt }]);
  const isOpen = await parts.objects.opensSigned(key);
  await discardObjects(parts, [key]);
  return isOpen;
}
