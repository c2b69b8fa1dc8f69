// The SQL of keys, which carry a proof from one call to the next.
import type { Querier } from '../adapters/postgres.ts';

/** mobile: a proven number that may set a new password. wechat: a person who may bind a number. */
export type LoginKeyKind = 'mobile' | 'wechat';

interface KeyRow {
  readonly keyHash: Buffer;
  readonly kind: LoginKeyKind;
  readonly subject: string;
  readonly expiresAt: Date;
}

export async function insertKey(db: Querier, key: KeyRow): Promise<void> {
  await db
    .insertInto('login_key')
    .values({ key_hash: key.keyHash, kind: key.kind, subject: key.subject, expires_at: key.expiresAt })
    .execute();
}

export async function findKeySubject(
  db: Querier,
  { keyHash, kind, now }: { keyHash: Buffer; kind: LoginKeyKind; now: Date },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('login_key')
    .select('subject')
    .where('key_hash', '=', keyHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row?.subject;
}

/** Deletes the key and returns its subject. Of several concurrent calls only one receives it. */
export async function removeKey(
  db: Querier,
  { keyHash, kind, now }: { keyHash: Buffer; kind: LoginKeyKind; now: Date },
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('login_key')
    .where('key_hash', '=', keyHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .returning('subject')
    .executeTakeFirst();
  return row?.subject;
}

/** Deletes all keys of a subject, in a fixed order because several calls may do so at once. Returns the hashes of the valid ones. */
export async function removeKeysOf(
  db: Querier,
  { kind, subject, now }: { kind: LoginKeyKind; subject: string; now: Date },
): Promise<Buffer[]> {
  const held = db
    .selectFrom('login_key')
    .select('key_hash')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .orderBy('key_hash')
    .forUpdate();
  const rows = await db
    .deleteFrom('login_key')
    .where('key_hash', 'in', held)
    .returning(['key_hash', 'expires_at'])
    .execute();
  return rows.filter(row => row.expires_at > now).map(row => row.key_hash);
}
