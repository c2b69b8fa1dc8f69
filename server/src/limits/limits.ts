// Limits on tries within a window of time, counted in the database, so that all servers share the count.
import { createHmac } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { createTurns } from '../adapters/in-turn.ts';
import type { Querier } from '../adapters/postgres.ts';
import { findAllowance, useAllowance } from './store.ts';

export interface Limit {
  /** The action and its subject, e.g. `export <account id>`. Phone numbers and addresses are hidden by `hideWho`. */
  readonly key: string;
  readonly max: number;
  readonly perSeconds: number;
}

/** A phone number or an address as an HMAC, so that the database does not reveal it. */
export const hideWho = (secret: Buffer, who: string): string =>
  createHmac('sha256', secret).update(`limit\n${who}`).digest('base64url');

/** Maximum number of tries of one key that wait in this process. */
const maxWaiting = 100;
const inTurn = createTurns(maxWaiting);

const secondsUntil = (then: Date, now: Date) => Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));

/** The state of a limit after a try. */
interface Tried {
  readonly isOver: boolean;
  /** How many more tries the running window admits, and when it ends. */
  readonly left: number;
  readonly endsInSeconds: number;
}

/** Counts a try, and tells what is left. A try that exceeds the limit counts as well. */
export async function tryLimit(db: Querier, limit: Limit, now: Date): Promise<Tried> {
  const endsAt = new Date(now.getTime() + limit.perSeconds * 1000);
  const count = () => useAllowance(db, limit.key, { now, endsAt });
  // A transaction has its connection already, and may hold rows that another one waits for.
  const { used, windowEndsAt } = await (db.isTransaction ? count() : inTurn(limit.key, count));
  return {
    isOver: used > limit.max,
    left: Math.max(0, limit.max - used),
    endsInSeconds: secondsUntil(windowEndsAt, now),
  };
}

/** Counts a try. RATE_LIMITED with the seconds to wait when it exceeds the limit; that try counts as well. */
export async function countTry(db: Querier, limit: Limit, now: Date): Promise<void> {
  const { isOver, endsInSeconds } = await tryLimit(db, limit, now);
  if (isOver) throw new AppError('RATE_LIMITED', { retryAfterSeconds: endsInSeconds });
}

/** Seconds until the limit admits another try; 0 when it does now. Counts nothing. */
export async function waitOf(db: Querier, limit: Limit, now: Date): Promise<number> {
  const found = await findAllowance(db, limit.key, now);
  return found && found.used >= limit.max ? secondsUntil(found.windowEndsAt, now) : 0;
}
