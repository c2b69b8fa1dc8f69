// How often somebody may ask for captchas, answer them, and be wrong; counted for the client and for its address.
import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { type CaptchaCode, captchaCodes } from 'contract/routes/captcha.ts';
import type { Session } from '../adapters/postgres.ts';
import { countTry, type Limit, waitOf } from '../limits/limits.ts';

/** Who asks: the id of a browser, which anybody may make up anew, and the address, which many may share. */
export interface Asker {
  readonly client: string;
  readonly address: string;
}

const minute = 60;
const lockSeconds = 300;
/** A minute, for one client and for one address. */
const most = { get: [60, 300], check: [60, 300], wrong: [5, 50] } as const;

/** Only hashes are kept: addresses are nobody's business. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

export const clientOf = (clientUid: string | null | undefined, address: string): string =>
  hash(clientUid ? `uid ${clientUid}` : `address ${address}`);

const whoOf = ({ client, address }: Asker) => [client, hash(`address ${address}`)] as const;

const lockOf = (who: string): Limit => ({ key: `captcha-lock ${who}`, most: 1, perSeconds: lockSeconds });

async function isOneTooMany(session: Session, limit: Limit, now: Date): Promise<boolean> {
  try {
    await countTry(session, limit, now);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** Whether this client, or this address, was wrong too often. */
export const isLocked = async (session: Session, who: string, now: Date): Promise<boolean> =>
  (await waitOf(session, lockOf(who), now)) > 0;

/** Counts a call; the code that refuses it, if one does. */
export async function refuseCall(
  session: Session,
  call: 'get' | 'check',
  asker: Asker,
  now: Date,
): Promise<CaptchaCode | undefined> {
  for (const [i, who] of whoOf(asker).entries()) {
    const limit = { key: `captcha-${call} ${who}`, most: most[call][i]!, perSeconds: minute };
    if (await isOneTooMany(session, limit, now))
      return call === 'get' ? captchaCodes.tooManyGets : captchaCodes.tooManyChecks;
    if (await isLocked(session, who, now)) return captchaCodes.locked;
  }
  return undefined;
}

/** Counts a wrong answer; the last one that a minute allows locks whoever gave it. */
export async function countWrong(session: Session, asker: Asker, now: Date): Promise<void> {
  for (const [i, who] of whoOf(asker).entries()) {
    const limit = { key: `captcha-wrong ${who}`, most: most.wrong[i]! - 1, perSeconds: minute };
    if (await isOneTooMany(session, limit, now)) await isOneTooMany(session, lockOf(who), now);
  }
}
