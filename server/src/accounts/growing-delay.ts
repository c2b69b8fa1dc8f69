// A delay that grows with each failure. Tries are counted before the work, so that racing tries count as well.
//
// Wrong guesses at an account count for the device or address they come from, so that a stranger's guesses delay the stranger. All guesses by
// strangers together have a second, wider limit, from which devices and addresses are exempt that have logged in to the account before.
import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Querier } from '../adapters/postgres.ts';
import { forgetTries } from '../limits/allowance-queries.ts';
import { countAllowedTry, type DelayRule, findAllowedFrom, takeBackTry } from './delay-store.ts';

/** Of one device or address at one name: five tries, then delays of 30 s, 1, 2, 4 … minutes up to an hour. */
const ruleOfGuesser: DelayRule = { free: 5, firstSeconds: 30, maxSeconds: 3600, forgetSeconds: 3600 };
/** Of all strangers at one name: a hundred tries, then about one in a quarter of an hour. */
const ruleOfStrangers: DelayRule = { free: 100, firstSeconds: 30, maxSeconds: 900, forgetSeconds: 900 };
/** Thousands of people may share an address and some mistype: two failures per minute never add up, and no delay is long. */
const ruleOfAddress: DelayRule = { free: 100, firstSeconds: 30, maxSeconds: 300, forgetSeconds: 30 };

export interface Guesser {
  readonly address: string;
  /** How the account knows this client from earlier logins: by its device, by its address, or not at all. */
  readonly knownBy: 'device' | 'address' | null;
  /** The device; its word counts only if the account knows it, because a new one costs nothing. */
  readonly device: string | null;
}

export interface Tries {
  /** The try succeeded: resets the counts of the name, and gives the address its try back. */
  readonly succeed: () => Promise<void>;
}

interface Count {
  readonly key: string;
  readonly rule: DelayRule;
}

async function countOne(db: Querier, { key, rule }: Count, now: Date): Promise<void> {
  if (await countAllowedTry(db, key, rule, now)) return;
  const from = await findAllowedFrom(db, key, rule, now);
  const seconds = from ? Math.ceil((from.getTime() - now.getTime()) / 1000) : 1;
  throw new AppError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, seconds) });
}

/** Names may be long and addresses are private, so keys contain hashes. */
const hash = (...texts: string[]) => createHash('sha256').update(JSON.stringify(texts)).digest('base64url');
const keyOfStrangers = (name: string) => `proof ${hash(name)}`;
const keyOfGuesser = (name: string, { knownBy, device, address }: Guesser) =>
  `proof-by ${knownBy === 'device' ? hash(name, 'device', device ?? '') : hash(name, 'address', address)}`;
const countOfAddress = (address: string): Count => ({ key: `proof-from ${hash(address)}`, rule: ruleOfAddress });

/** Counts a try that guesses at no account by name, such as at the code sent to a number. RATE_LIMITED, with the seconds to wait. */
export async function countFrom(db: Querier, { address, now }: { address: string; now: Date }): Promise<Tries> {
  const count = countOfAddress(address);
  await countOne(db, count, now);
  return { succeed: () => takeBackTry(db, count.key) };
}

/** Counts a guess at a name. Throws RATE_LIMITED, with the seconds to wait. */
export async function countProof(
  db: Querier,
  { name, guesser, now }: { name: string; guesser: Guesser; now: Date },
): Promise<Tries> {
  const ofAddress = countOfAddress(guesser.address);
  // A device that logged in before is not delayed by what others do at its address.
  const isKnownDevice = guesser.knownBy === 'device';
  if (!isKnownDevice) await countOne(db, ofAddress, now);
  await countOne(db, { key: keyOfGuesser(name, guesser), rule: ruleOfGuesser }, now);
  if (guesser.knownBy === null) await countOne(db, { key: keyOfStrangers(name), rule: ruleOfStrangers }, now);
  return {
    succeed: async () => {
      await forgiveName(db, name, guesser);
      if (!isKnownDevice) await takeBackTry(db, ofAddress.key);
    },
  };
}

/** Resets the counts of a name whose owner was identified, in another way, as this guesser. */
export async function forgiveName(db: Querier, name: string, guesser: Guesser): Promise<void> {
  await forgetTries(db, keyOfStrangers(name));
  await forgetTries(db, keyOfGuesser(name, guesser));
}
