// Keys stand for something proved a moment ago, a phone number or a WeChat person, until a later call goes on from it.
import type { Session } from '../adapters/postgres.ts';
import { findKeySubject, insertKey, type LoginKeyKind, removeKey, removeKeysOf } from './key-store.ts';
import { hashSecret, isSecret, makeSecret } from './token.ts';

export { deleteExpiredKeys } from './key-store.ts';

const keyLifeMs = 10 * 60_000;

/** A key for `subject`: a number's eleven digits, or the id of a WeChat person. */
export async function makeLoginKey(session: Session, kind: LoginKeyKind, subject: string, now: Date): Promise<string> {
  const key = makeSecret();
  await insertKey(session, { keyHash: hashSecret(key), kind, subject, expiresAt: new Date(now.getTime() + keyLifeMs) });
  return key;
}

/** Uses a key up and answers its subject; nothing when it is unknown, used or over. */
export async function takeLoginKey(
  session: Session,
  kind: LoginKeyKind,
  key: string,
  now: Date,
): Promise<string | undefined> {
  return isSecret(key) ? removeKey(session, { keyHash: hashSecret(key), kind, now }) : undefined;
}

/** Uses up every key of a subject; whether `key` was a good one of them. */
export async function takeLoginKeysOf(
  session: Session,
  { key, ...of }: { kind: LoginKeyKind; subject: string; key: string; now: Date },
): Promise<boolean> {
  const hash = hashSecret(key);
  return (await removeKeysOf(session, of)).some(each => each.equals(hash));
}

/** The subject of a key, which stays good. */
export async function readLoginKey(
  session: Session,
  kind: LoginKeyKind,
  key: string,
  now: Date,
): Promise<string | undefined> {
  return isSecret(key) ? findKeySubject(session, { keyHash: hashSecret(key), kind, now }) : undefined;
}
