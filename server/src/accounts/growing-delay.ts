// Whoever fails again and again waits longer each time. Tries are counted before the work, so that racing ones count as well.
import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Session } from '../adapters/postgres.ts';
import { forgetTries } from '../limits/limits.ts';
import { countAllowedTry, type DelayRule, findAllowedFrom, takeBackTry } from './delay-store.ts';

/** Five tries, then 30 s, 1, 2, 4 … minutes up to an hour. */
const ruleOfName: DelayRule = { free: 5, firstSeconds: 30, mostSeconds: 3600, forgetSeconds: 3600 };
/** A whole town may share an address, and some of it mistypes: two failures a minute go on for ever, and nobody waits for long. */
const ruleOfAddress: DelayRule = { free: 100, firstSeconds: 30, mostSeconds: 300, forgetSeconds: 30 };

export interface Tries {
  /** It was right: the name may fail afresh, and the address has not failed. */
  readonly succeed: () => Promise<void>;
}

async function countOne(session: Session, key: string, rule: DelayRule, now: Date): Promise<void> {
  if (await countAllowedTry(session, key, rule, now)) return;
  const from = await findAllowedFrom(session, key, rule, now);
  const seconds = from ? Math.ceil((from.getTime() - now.getTime()) / 1000) : 1;
  throw new AppError('RATE_LIMITED', { retryAfterSeconds: Math.max(1, seconds) });
}

/** Hashed: what was typed may be long, and addresses are nobody's business. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');
const keyOfName = (name: string) => `proof ${hash(name)}`;
const keyOfAddress = (address: string) => `proof-from ${hash(address)}`;

/** Counts a try for an address, and for a name where one is guessed at. RATE_LIMITED, with the seconds to wait. */
export async function countProof(
  session: Session,
  { name, address, now }: { name?: string; address: string; now: Date },
): Promise<Tries> {
  await countOne(session, keyOfAddress(address), ruleOfAddress, now);
  if (name !== undefined) await countOne(session, keyOfName(name), ruleOfName, now);
  return {
    succeed: async () => {
      if (name !== undefined) await forgiveName(session, name);
      await takeBackTry(session, keyOfAddress(address));
    },
  };
}

/** Forgets what was counted for a name: its owner proved to be there another way. */
export const forgiveName = (session: Session, name: string): Promise<void> => forgetTries(session, keyOfName(name));
