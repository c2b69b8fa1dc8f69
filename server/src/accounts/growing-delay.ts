// A delay that grows with each failure. Tries are counted before the work, so that racing tries count as well.
import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
import { forgetTries } from '../limits/limits.ts';
import { countAllowedTry, type DelayRule, findAllowedFrom, takeBackTry } from './delay-store.ts';

/** Five tries, then delays of 30 s, 1, 2, 4 … minutes up to an hour. */
const ruleOfName: DelayRule = { free: 5, firstSeconds: 30, mostSeconds: 3600, forgetSeconds: 3600 };
/** Thousands of people may share an address and some mistype: two failures per minute never add up, and no delay is long. */
const ruleOfAddress: DelayRule = { free: 100, firstSeconds: 30, mostSeconds: 300, forgetSeconds: 30 };

export interface Tries {
  /** The try succeeded: resets the count of the name, and gives the address its try back. */
  readonly succeed: () => Promise<void>;
}

async function countOne(db: Querier, key: string, rule: DelayRule, now: Date): Promise<void> {
  if (await countAllowedTry(db, key, rule, now)) return;
  const from = await findAllowedFrom(db, key, rule, now);
  const seconds = from ? Math.ceil((from.getTime() - now.getTime()) / 1000) : 1;
  throw new AppError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, seconds) });
}

/** Names may be long and addresses are private, so keys contain hashes. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const keyOfName = (name: string) => `proof ${hash(name)}`;
const keyOfAddress = (address: string) => `proof-from ${hash(address)}`;

/** Counts a try for an address, and for a name if the try guesses at one. Throws RATE_LIMITED, with the seconds to wait. */
export async function countProof(
  db: Querier,
  { name, address, now }: { name?: string; address: string; now: Date },
): Promise<Tries> {
  await countOne(db, keyOfAddress(address), ruleOfAddress, now);
  if (name !== undefined) await countOne(db, keyOfName(name), ruleOfName, now);
  return {
    succeed: async () => {
      if (name !== undefined) await forgiveName(db, name);
      await takeBackTry(db, keyOfAddress(address));
    },
  };
}

/** Resets the count of a name whose owner was identified in another way. */
export const forgiveName = (db: Querier, name: string): Promise<void> => forgetTries(db, keyOfName(name));
