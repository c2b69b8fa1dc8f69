// How many bytes one owner, and one network address, may have stored or signed for. Counted and written in one transaction that
// holds the quota, so that parallel requests cannot pass it together.
import { AppError } from 'contract/errors.ts';
import { accountOfOwner } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import { holdQuotas, insertObjects, type NewObject, sumStored } from './store.ts';

/** A tiny file counts as this much: its row and its file system block cost as well. */
const leastBytes = 256 * 1024;
const bytesPerGb = 1024 ** 3;
const longestWaitSeconds = 3600;
/** Requests of one address take turns in this process before they take a connection, so that a flood holds only one of them. */
const mostWaiting = 100;

interface Turns {
  waiting: number;
  last: Promise<unknown>;
}

const turnsOf = new Map<string, Turns>();

async function inTurn<T>(name: string, act: () => Promise<T>): Promise<T> {
  const turns = turnsOf.get(name) ?? { waiting: 0, last: Promise.resolve() };
  if (turns.waiting >= mostWaiting) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 1 });
  turnsOf.set(name, turns);
  turns.waiting += 1;
  const result = turns.last.then(act);
  turns.last = result.catch(() => undefined);
  try {
    return await result;
  } finally {
    turns.waiting -= 1;
    if (turns.waiting === 0) turnsOf.delete(name);
  }
}

type QuotaParts = Pick<Parts, 'database' | 'config' | 'now'>;

/** Writes the row of an upload down. UPLOAD_QUOTA when its owner or its address would have too much. */
export async function insertWithinQuota(
  parts: QuotaParts,
  upload: NewObject & { owner: string; address: string },
): Promise<void> {
  const { quotas } = parts.config;
  const { owner, address } = upload;
  const limits = [
    { column: 'owner', name: owner, maxGb: accountOfOwner(owner) === null ? quotas.visitorGb : quotas.accountGb },
    { column: 'address', name: address, maxGb: quotas.addressGb },
  ] as const;
  const bytes = Math.max(leastBytes, upload.bytes);
  await inTurn(address, () =>
    parts.database.transaction().execute(async session => {
      await holdQuotas(
        session,
        limits.map(limit => limit.name),
      );
      for (const { column, name, maxGb } of limits) {
        const stored = await sumStored(session, column, name, leastBytes);
        if (stored.bytes + bytes <= maxGb * bytesPerGb) continue;
        const seconds = stored.firstEndsAt ? (stored.firstEndsAt.getTime() - parts.now().getTime()) / 1000 : 0;
        const retryAfterSeconds = Math.min(longestWaitSeconds, Math.max(60, Math.ceil(seconds)));
        throw new AppError('UPLOAD_QUOTA', { maxGb, retryAfterSeconds });
      }
      await insertObjects(session, [upload]);
    }),
  );
}
