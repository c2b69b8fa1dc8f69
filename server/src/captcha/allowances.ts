// How often a client may request captchas, answer them, answer wrongly and answer correctly, counted per client and per address.
import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { type CaptchaCode, captchaCodes } from 'contract/routes/captcha.ts';
import type { Querier } from '../adapters/postgres.ts';
import { countTry, type Limit, waitOf } from '../limits/limits.ts';

/** The sender of a call: the id of its browser, which a bot can invent, and its address, which many may share. */
export interface Asker {
  /** The page sends the track of the piece along, which is hard to fake. */
  readonly sendsTrack: boolean;
  readonly client: string;
  readonly address: string;
}

const minute = 60;
const lockSeconds = 300;
const doubtSeconds = 600;
const hour = 3600;
/**
 * Limits for [client, address]: calls and wrong answers per minute, and doubts in ten minutes above which they are suspect; `passes` is the
 * number of correct answers per hour and address, which limits a program that solves every picture.
 */
const withTrack = { get: [60, 300], check: [60, 300], wrong: [5, 50], doubt: [2, 20], passes: 40 } as const;
/** A bot needs no track here, so an address gets less. A client is locked after as many wrong answers as AJ-Captcha allows. */
const withoutTrack = { get: [20, 60], check: [60, 300], wrong: [5, 20], doubt: [2, 8], passes: 20 } as const;
/** Fraction of an allowance above which a client or an address is suspect. */
const suspectShare = 0.5;
const maxOf = ({ sendsTrack }: Asker) => (sendsTrack ? withTrack : withoutTrack);

/** Only hashes are stored, to keep addresses private. */
const hash = (text: string) => createHash('sha256').update(text).digest('base64url');

/** The client that an id denotes; without an id, the client is its address. */
export const clientOf = (clientUid: string | null | undefined, address: string): string =>
  hash(clientUid ? `uid ${clientUid}` : `no uid, address ${address}`);

/**
 * The counts of an address are kept separately with and without tracks, so that bots without a track do not lock out pages that send one.
 */
const whoOf = ({ client, address, sendsTrack }: Asker) =>
  [client, hash(sendsTrack ? `address ${address}` : `address without track ${address}`)] as const;

const lockOf = (who: string): Limit => ({ key: `captcha-lock ${who}`, max: 1, perSeconds: lockSeconds });

async function isOneTooMany(db: Querier, limit: Limit, now: Date): Promise<boolean> {
  try {
    await countTry(db, limit, now);
    return false;
  } catch (error) {
    if (error instanceof AppError) return true;
    throw error;
  }
}

/** Seconds until this client or address is unlocked after too many wrong answers; 0 if it is not locked. */
export const waitForLock = (db: Querier, who: string, now: Date): Promise<number> => waitOf(db, lockOf(who), now);

/** Why a call is refused, and for how long. */
interface Refused {
  readonly repCode: CaptchaCode;
  readonly waitSeconds: number;
}

/** Counts a call; returns the refusal if it exceeds the limit, or if its client or address is locked. */
export async function refuseCall(
  db: Querier,
  call: 'get' | 'check',
  asker: Asker,
  now: Date,
): Promise<Refused | undefined> {
  for (const [i, who] of whoOf(asker).entries()) {
    const limit = { key: `captcha-${call} ${who}`, max: maxOf(asker)[call][i]!, perSeconds: minute };
    if (await isOneTooMany(db, limit, now)) {
      const repCode = call === 'get' ? captchaCodes.tooManyGets : captchaCodes.tooManyChecks;
      return { repCode, waitSeconds: await waitOf(db, limit, now) };
    }
    const waitSeconds = await waitForLock(db, who, now);
    if (waitSeconds > 0) return { repCode: captchaCodes.locked, waitSeconds };
  }
  return undefined;
}

const doubtOf = (asker: Asker, i: 0 | 1): Limit => ({
  key: `captcha-doubt ${whoOf(asker)[i]}`,
  max: maxOf(asker).doubt[i],
  perSeconds: doubtSeconds,
});

/** Counts a wrong answer. The last one allowed per minute locks the client or the address. */
export async function countWrong(db: Querier, asker: Asker, now: Date): Promise<void> {
  for (const [i, who] of whoOf(asker).entries()) {
    const limit = { key: `captcha-wrong ${who}`, max: maxOf(asker).wrong[i]! - 1, perSeconds: minute };
    if (await isOneTooMany(db, limit, now)) await isOneTooMany(db, lockOf(who), now);
    await isOneTooMany(db, doubtOf(asker, i as 0 | 1), now);
  }
}

/** Counts a piece that is in the right place but was not moved by a hand as two doubts, so that its client is suspect at once. */
export async function countMachine(db: Querier, asker: Asker, now: Date): Promise<void> {
  await countWrong(db, asker, now);
  for (const i of [0, 1] as const) await isOneTooMany(db, doubtOf(asker, i), now);
}

const passesOf = (asker: Asker, share = 1): Limit => ({
  key: `captcha-passes ${whoOf(asker)[1]}`,
  max: maxOf(asker).passes * share,
  perSeconds: hour,
});

/** Counts a correct answer; throws RATE_LIMITED if the address has used up its passes of this hour. */
export const countPass = (db: Querier, asker: Asker, now: Date): Promise<void> => countTry(db, passesOf(asker), now);

/** Seconds until the address may pass again; 0 if it may now. */
export const waitForPass = (db: Querier, asker: Asker, now: Date): Promise<number> => waitOf(db, passesOf(asker), now);

/** Whether the client or the address answered wrongly, moved pieces mechanically, requested or passed more often than people do. */
export async function isSuspect(db: Querier, asker: Asker, now: Date): Promise<boolean> {
  const signs = [
    doubtOf(asker, 0),
    doubtOf(asker, 1),
    passesOf(asker, suspectShare),
    ...whoOf(asker).map((who, i) => ({
      key: `captcha-get ${who}`,
      max: maxOf(asker).get[i]! * suspectShare,
      perSeconds: minute,
    })),
  ];
  for (const sign of signs) if ((await waitOf(db, sign, now)) > 0) return true;
  return false;
}
