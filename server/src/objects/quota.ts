// How many bytes one owner, and one network address, may have stored or signed for. Counted and written in one transaction that
// holds the quota, so that parallel requests cannot pass it together.
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
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

interface Sender {
  readonly owner: string;
  /** Null for a task from before addresses were noted. */
  readonly address: string | null;
}

const limitsOf = ({ quotas }: Parts['config'], { owner, address }: Sender) => [
  {
    column: 'owner',
    name: owner,
    maxGb: accountOfOwner(owner) === null ? quotas.visitorGb : quotas.accountGb,
  } as const,
  ...(address === null ? [] : [{ column: 'address', name: address, maxGb: quotas.addressGb } as const]),
];

async function requireRoom(db: Querier, parts: QuotaParts, sender: Sender, bytes: number, times: number) {
  for (const { column, name, maxGb } of limitsOf(parts.config, sender)) {
    const stored = await sumStored(db, column, name, leastBytes);
    if (stored.bytes + bytes <= times * maxGb * bytesPerGb) continue;
    const seconds = stored.firstEndsAt ? (stored.firstEndsAt.getTime() - parts.now().getTime()) / 1000 : 0;
    const retryAfterSeconds = Math.min(longestWaitSeconds, Math.max(60, Math.ceil(seconds)));
    throw new AppError('UPLOAD_QUOTA', { maxGb: times * maxGb, retryAfterSeconds });
  }
}

/** Writes the row of an upload down. UPLOAD_QUOTA when its owner or its address would have too much. */
export async function insertWithinQuota(
  parts: QuotaParts,
  upload: NewObject & { owner: string; address: string },
): Promise<void> {
  const names = limitsOf(parts.config, upload).map(limit => limit.name);
  await inTurn(upload.address, () =>
    parts.database.transaction().execute(async trx => {
      await holdQuotas(trx, names);
      await requireRoom(trx, parts, upload, Math.max(leastBytes, upload.bytes), 1);
      await insertObjects(trx, [upload]);
    }),
  );
}

/** What was accepted may end: results count, but only from this many quotas on are they refused. */
const quotasOfResults = 2;

/**
 * Judges files that a worker is about to store: inputs that were fetched by link, or results. UPLOAD_QUOTA. No lock is held: the tasks
 * that run side by side may pass the quota together by what they store at that moment.
 */
export const requireQuota = (
  parts: QuotaParts,
  kind: 'inputs' | 'results',
  sender: Sender,
  sizes: readonly number[],
): Promise<void> => {
  const bytes = sizes.reduce((sum, size) => sum + Math.max(leastBytes, size), 0);
  return requireRoom(parts.database, parts, sender, bytes, kind === 'results' ? quotasOfResults : 1);
};
