// The SQL of operators: their acts, which never change, their second factors and their sessions.

import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { Tables } from '../adapters/tables.ts';
import type {} from './tables.ts';

export type ActRow = Selectable<Tables['operator_act']>;

export interface NewAct {
  readonly id?: string;
  readonly act: string;
  readonly operator: string;
  /** The account or other row on which it was performed. */
  readonly subject: string | null;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly idempotencyKey?: string | null;
}

/** Records an act and returns its id. */
export async function insertAct(db: Querier, { details, idempotencyKey, id, ...act }: NewAct): Promise<string> {
  const row = await db
    .insertInto('operator_act')
    .values({
      ...act,
      id: id ?? randomUUID(),
      details: JSON.stringify(details),
      idempotency_key: idempotencyKey ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Makes acts on one subject run one after the other, across all servers. Held until the transaction ends. */
export async function lockSubject(db: Querier, subject: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('operator act ' || ${subject}::text, 0))`.execute(db);
}

export const findActOfKey = (db: Querier, operator: string, key: string): Promise<ActRow | undefined> =>
  db
    .selectFrom('operator_act')
    .selectAll()
    .where('operator', '=', operator)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();

/** The number of the latest act on a subject; 0 if there is none. */
export async function findLatestPlace(db: Querier, subject: string): Promise<number> {
  const { place } = await db
    .selectFrom('operator_act')
    .select(select => select.fn.coalesce(select.fn.max('place'), sql<number>`0`).as('place'))
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return place;
}

/** The same for several subjects; subjects without an act are omitted. */
export async function findLatestPlaces(db: Querier, subjects: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (subjects.length === 0) return new Map();
  const rows = await db
    .selectFrom('operator_act')
    .select(select => ['subject', select.fn.max('place').as('place')])
    .where('subject', 'in', subjects)
    .groupBy('subject')
    .execute();
  return new Map(rows.map(row => [row.subject ?? '', row.place]));
}

/** Latest first. */
export async function listActs(
  db: Querier,
  { page, size, subject }: { readonly page: number; readonly size: number; readonly subject?: string },
): Promise<{ list: ActRow[]; total: number }> {
  const about = subject === undefined ? sql<boolean>`true` : sql<boolean>`subject = ${subject}`;
  const list = await db
    .selectFrom('operator_act')
    .selectAll()
    .where(about)
    .orderBy('place', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('operator_act')
    .select(select => select.fn.countAll<number>().as('total'))
    .where(about)
    .executeTakeFirstOrThrow();
  return { list, total };
}

/** Stores a new second factor, with no code used yet. */
export async function putFactor(db: Querier, accountId: string): Promise<void> {
  await db
    .insertInto('operator_factor')
    .values({ account_id: accountId })
    .onConflict(conflict => conflict.column('account_id').doUpdateSet({ last_step: 0, created_at: sql`now()` }))
    .execute();
}

export async function removeFactor(db: Querier, accountId: string): Promise<void> {
  await db.deleteFrom('operator_factor').where('account_id', '=', accountId).execute();
}

export async function hasFactor(db: Querier, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('operator_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses up the code of a step; false if it or a later one was used before. Of several concurrent calls only one succeeds. */
export async function takeStep(db: Querier, accountId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('operator_factor')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export interface SessionRow {
  readonly tokenHash: Buffer;
  readonly loginId: string;
  readonly accountId: string;
  readonly expiresAt: Date;
  readonly endsAt: Date;
}

export async function insertSession(db: Querier, session: SessionRow): Promise<void> {
  await db
    .insertInto('operator_session')
    .values({
      token_hash: session.tokenHash,
      login_id: session.loginId,
      account_id: session.accountId,
      expires_at: session.expiresAt,
      ends_at: session.endsAt,
    })
    .execute();
}

/** Extends an open session of this login, at most to its end; undefined if there is none. */
export async function extendSession(
  db: Querier,
  session: Pick<SessionRow, 'tokenHash' | 'loginId' | 'expiresAt'>,
  now: Date,
): Promise<Date | undefined> {
  const row = await db
    .updateTable('operator_session')
    .set({ expires_at: sql<Date>`least(ends_at, ${session.expiresAt}::timestamptz)` })
    .where('token_hash', '=', session.tokenHash)
    .where('login_id', '=', session.loginId)
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  return row?.expires_at;
}

export async function endSession(db: Querier, tokenHash: Buffer): Promise<void> {
  await db.deleteFrom('operator_session').where('token_hash', '=', tokenHash).execute();
}

export async function endSessionsOf(db: Querier, accountId: string): Promise<void> {
  await db.deleteFrom('operator_session').where('account_id', '=', accountId).execute();
}
