// The SQL of captchas: challenges waiting for an answer, and passes for solved ones.

import { createHash } from 'node:crypto';
import type { CaptchaType } from 'contract/routes/captcha.ts';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export interface Challenge {
  readonly token: string;
  readonly kind: CaptchaType;
  readonly secretKey: string;
  /** The correct place of the piece, or of the clicks, on the reference picture. */
  readonly answer: readonly { readonly x: number; readonly y: number }[];
  readonly client: string;
  /** Whether the page announced that it sends the track of the piece with its answer. */
  readonly sendsTrack: boolean;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

const hashPass = (verification: string) => createHash('sha256').update(verification).digest();

export async function keepChallenge(db: Querier, challenge: Challenge): Promise<void> {
  await db
    .insertInto('captcha')
    .values({
      token: challenge.token,
      kind: challenge.kind,
      secret_key: challenge.secretKey,
      answer: JSON.stringify(challenge.answer),
      client: challenge.client,
      sends_track: challenge.sendsTrack,
      created_at: challenge.createdAt,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/** Deletes and returns a challenge, expired or not. Of two concurrent calls one receives it. */
export async function takeChallenge(db: Querier, token: string): Promise<Challenge | undefined> {
  const row = await db.deleteFrom('captcha').where('token', '=', token).returningAll().executeTakeFirst();
  return (
    row && {
      token: row.token,
      kind: row.kind,
      secretKey: row.secret_key,
      answer: row.answer,
      client: row.client,
      sendsTrack: row.sends_track,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }
  );
}

/** Stores a pass. `sealedForm` is the same verification with the point in its encrypted form. */
export async function keepPass(db: Querier, verification: string, expiresAt: Date, sealedForm?: string): Promise<void> {
  const sealed_hash = sealedForm === undefined ? null : hashPass(sealedForm);
  await db
    .insertInto('captcha_pass')
    .values({ hash: hashPass(verification), sealed_hash, expires_at: expiresAt })
    .execute();
}

/** Uses up a pass in either form; returns whether there was a valid one. */
export async function takePass(db: Querier, verification: string, now: Date): Promise<boolean> {
  const hash = hashPass(verification);
  const row = await db
    .deleteFrom('captcha_pass')
    .where(pass => pass.or([pass('hash', '=', hash), pass('sealed_hash', '=', hash)]))
    .returning('expires_at')
    .executeTakeFirst();
  return row !== undefined && row.expires_at > now;
}
