// Keys represent a phone number or a WeChat person that was just proven, until a later call continues from there.
import type { Querier } from '../adapters/postgres.ts';
import { findKeySubject, insertKey, type LoginKeyKind, removeKey, removeKeysOf } from './key-store.ts';
import { hashSecret, isSecret, makeSecret } from './token.ts';

const keyLifeMs = 10 * 60_000;

/** Creates a key for `subject`: the eleven digits of a number, or the id of a WeChat person. */
export async function makeLoginKey(db: Querier, kind: LoginKeyKind, subject: string, now: Date): Promise<string> {
  const key = makeSecret();
  await insertKey(db, { keyHash: hashSecret(key), kind, subject, expiresAt: new Date(now.getTime() + keyLifeMs) });
  return key;
}

/** Uses up a key and returns its subject; undefined if it is unknown, used or expired. */
export async function takeLoginKey(
  db: Querier,
  kind: LoginKeyKind,
  key: string,
  now: Date,
): Promise<string | undefined> {
  return isSecret(key) ? removeKey(db, { keyHash: hashSecret(key), kind, now }) : undefined;
}

/** Uses up all keys of a subject; returns whether `key` was a valid one of them. */
export async function takeLoginKeysOf(
  db: Querier,
  { key, ...of }: { kind: LoginKeyKind; subject: string; key: string; now: Date },
): Promise<boolean> {
  const hash = hashSecret(key);
  return (await removeKeysOf(db, of)).some(each => each.equals(hash));
}

/** The subject of a key, without using it up. */
export async function readLoginKey(
  db: Querier,
  kind: LoginKeyKind,
  key: string,
  now: Date,
): Promise<string | undefined> {
  return isSecret(key) ? findKeySubject(db, { keyHash: hashSecret(key), kind, now }) : undefined;
}
