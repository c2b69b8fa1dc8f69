// The SQL of WeChat: its persons, logins waiting for one of them, and signatures of callbacks.

import { createHash } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { WechatIdentity } from '../adapters/wechat.ts';
import type {} from './tables.ts';

type WaitKind = 'qr' | 'redirect';

interface NewWait {
  readonly secretHash: Buffer;
  readonly kind: WaitKind;
  readonly scene: string;
  readonly owner: string | null;
  readonly expiresAt: Date;
}

/** The browser that started a wait: the hash of its secret, and its own id. */
interface Asker {
  readonly secretHash: Buffer;
  readonly kind: WaitKind;
  readonly owner: string | null;
  readonly now: Date;
}

/**
 * A QR code that was requested without a client uid belongs to the holder of its secret. A redirect does not: its state is part of URLs,
 * and a page must not be tricked into finishing a login that another browser began.
 */
const isFor = ({ kind, owner }: Asker) =>
  kind === 'redirect'
    ? sql<boolean>`owner is not distinct from ${owner}`
    : sql<boolean>`(owner is null or owner = ${owner})`;

export async function insertWait(db: Querier, wait: NewWait): Promise<void> {
  const { secretHash, kind, scene, owner, expiresAt } = wait;
  const row = { secret_hash: secretHash, kind, scene, owner, expires_at: expiresAt };
  await db.insertInto('wechat_login').values(row).execute();
}

/** The wait of this browser, and whether it was scanned; undefined if it is unknown, expired, taken or another browser's. */
export async function findWait(db: Querier, asker: Asker): Promise<{ isScanned: boolean } | undefined> {
  const row = await db
    .selectFrom('wechat_login')
    .select('person_id')
    .where('secret_hash', '=', asker.secretHash)
    .where('kind', '=', asker.kind)
    .where('expires_at', '>', asker.now)
    .where(isFor(asker))
    .executeTakeFirst();
  return row && { isScanned: row.person_id !== null };
}

/** Ends the wait and returns the person who scanned, if any. Of several concurrent calls, one receives it. */
export async function takeWait(db: Querier, asker: Asker): Promise<{ personId: string | null } | undefined> {
  const row = await db
    .deleteFrom('wechat_login')
    .where('secret_hash', '=', asker.secretHash)
    .where('kind', '=', asker.kind)
    .where('expires_at', '>', asker.now)
    .where(isFor(asker))
    .returning('person_id')
    .executeTakeFirst();
  return row && { personId: row.person_id };
}

export async function isSceneWaiting(db: Querier, scene: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('wechat_login')
    .select('scene')
    .where('kind', '=', 'qr')
    .where('scene', '=', scene)
    .where('person_id', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Records the person who scanned; the first one stays. False if no browser is waiting for the scan. */
export async function answerScene(db: Querier, scene: string, personId: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('wechat_login')
    .set({ person_id: personId })
    .where('kind', '=', 'qr')
    .where('scene', '=', scene)
    .where('person_id', 'is', null)
    .where('expires_at', '>', now)
    .returning('scene')
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores a person who came through WeChat. A person without an account counts as new each time. */
export async function savePerson(db: Querier, person: WechatIdentity, now: Date): Promise<void> {
  await db
    .insertInto('wechat_person')
    .values({ id: person.personId, nick_name: person.nickName, created_at: now })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({
        nick_name: sql<string>`coalesce(excluded.nick_name, wechat_person.nick_name)`,
        created_at: sql<Date>`case when wechat_person.account_id is null then excluded.created_at else wechat_person.created_at end`,
      }),
    )
    .execute();
}

/** The account of a person, if any; undefined if the person is no longer known. */
export async function findPerson(db: Querier, personId: string): Promise<{ accountId: string | null } | undefined> {
  const row = await db.selectFrom('wechat_person').select('account_id').where('id', '=', personId).executeTakeFirst();
  return row && { accountId: row.account_id };
}

/** Lets this person log in to the account. LOGIN_KEY_EXPIRED if they have another account by now. */
export async function bindPerson(db: Querier, personId: string, accountId: string): Promise<void> {
  const row = await db
    .updateTable('wechat_person')
    .set({ account_id: accountId })
    .where('id', '=', personId)
    .where(person => person.or([person('account_id', 'is', null), person('account_id', '=', accountId)]))
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new AppError('LOGIN_KEY_EXPIRED');
}

/** Whether a WeChat person is bound to the account. */
export async function isBound(db: Querier, accountId: string): Promise<boolean> {
  const row = await db.selectFrom('wechat_person').select('id').where('account_id', '=', accountId).executeTakeFirst();
  return row !== undefined;
}

/** Unbinds the WeChat person of the account. */
export async function unbindPeople(db: Querier, accountId: string): Promise<void> {
  await db.updateTable('wechat_person').set({ account_id: null }).where('account_id', '=', accountId).execute();
}

/** Deletes scans by the account's person that have not led to a login yet. */
export async function deleteWaitsOf(db: Querier, accountId: string): Promise<void> {
  const people = db.selectFrom('wechat_person').select('id').where('account_id', '=', accountId);
  const held = db.selectFrom('wechat_login').select('secret_hash').where('person_id', 'in', people);
  await db.deleteFrom('wechat_login').where('secret_hash', 'in', held.orderBy('secret_hash').forUpdate()).execute();
}

const hash = (text: string) => createHash('sha256').update(text).digest();

/**
 * Claims a signature for one message. Returns whether it was free or already belongs to this message. Of several concurrent messages with
 * one signature, one receives it.
 */
export async function claimSignature(
  db: Querier,
  { signature, message, expiresAt }: { signature: string; message: string; expiresAt: Date },
): Promise<boolean> {
  const row = await db
    .insertInto('wechat_callback')
    .values({ signature_hash: hash(signature), message_hash: hash(message), expires_at: expiresAt })
    .onConflict(conflict =>
      conflict
        .column('signature_hash')
        .doUpdateSet({ expires_at: expiresAt })
        .where('wechat_callback.message_hash', '=', hash(message)),
    )
    .returning('signature_hash')
    .executeTakeFirst();
  return row !== undefined;
}
