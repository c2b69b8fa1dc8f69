// The SQL of webhooks: creating, listing, pausing and deleting them, and reading what each was sent.

import { type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { WebhookDeliveryTable, WebhookTable } from './tables.ts';

export type WebhookRow = Selectable<WebhookTable>;
export type DeliveryRow = Selectable<WebhookDeliveryTable>;

/** Webhooks of one account are counted and added to one at a time. */
export async function lockWebhooksOf(db: Querier, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('webhooks ' || current_schema() || ${accountId}::text, 0))`.execute(
    db,
  );
}

export async function countWebhooks(db: Querier, accountId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhook')
    .select(select => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .where('url', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}

type NewWebhook = Pick<WebhookRow, 'account_id' | 'url' | 'events' | 'key_id' | 'base_url' | 'secret' | 'created_at'>;

export const insertWebhook = (db: Querier, webhook: NewWebhook): Promise<WebhookRow> =>
  db.insertInto('webhook').values(webhook).returningAll().executeTakeFirstOrThrow();

/** Adds the row for the addresses that calls name, unless the account has it. */
export async function insertCallsRow(db: Querier, row: NewWebhook): Promise<void> {
  await db
    .insertInto('webhook')
    .values(row)
    .onConflict(conflict => conflict.column('account_id').where('url', 'is', null).doNothing())
    .execute();
}

/** The row for the addresses that calls name. */
export const findCallsRow = (db: Querier, accountId: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('webhook').selectAll().where('account_id', '=', accountId).where('url', 'is', null).executeTakeFirst();

/** All webhooks of an account, newest first, the row for calls among them. */
export const listWebhooksOf = (db: Querier, accountId: string): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();

const ofAccount = (db: Querier, accountId: string, id: string) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('url', 'is not', null);

export const findWebhook = (db: Querier, accountId: string, id: string): Promise<WebhookRow | undefined> =>
  ofAccount(db, accountId, id).executeTakeFirst();

export const lockWebhook = (db: Querier, accountId: string, id: string): Promise<WebhookRow | undefined> =>
  ofAccount(db, accountId, id).forUpdate().executeTakeFirst();

export const updateWebhook = (
  db: Querier,
  id: string,
  change: Partial<Pick<WebhookRow, 'secret' | 'former_secret' | 'former_until' | 'failing_since' | 'paused_at'>>,
): Promise<WebhookRow> =>
  db.updateTable('webhook').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export async function removeWebhook(db: Querier, id: string): Promise<void> {
  await db.deleteFrom('webhook').where('id', '=', id).execute();
}

/** One page of what a webhook was sent, newest first. */
export async function listDeliveriesOf(
  db: Querier,
  webhookId: string,
  { page, size }: { readonly page: number; readonly size: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const rows = await db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .orderBy('place', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute();
  const { total } = await db
    .selectFrom('webhook_delivery')
    .select(select => select.fn.countAll<number>().as('total'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Makes a delivery due, with all its attempts ahead of it. */
export const makeDue = (
  db: Querier,
  { webhookId, id, now }: { readonly webhookId: string; readonly id: string; readonly now: Date },
): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('webhook_delivery')
    .set({ state: 'pending', failures: 0, due_at: now })
    .where('id', '=', id)
    .where('webhook_id', '=', webhookId)
    .returningAll()
    .executeTakeFirst();

/** Makes everything due that a webhook has not received yet. */
export async function makeAllDue(db: Querier, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: now })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

/** Keeps what a webhook has not received yet until it is resumed. */
export async function holdBack(db: Querier, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: sql<Date>`'infinity'::timestamptz` })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .execute();
}

const sweepSize = 5000;

/** Deletes deliveries written before this time. A row that is being sent is left for the next sweep. */
export async function deleteDeliveriesBefore(db: Querier, before: Date): Promise<void> {
  const old = db
    .selectFrom('webhook_delivery')
    .select('id')
    .where('created_at', '<', before)
    .limit(sweepSize)
    .forUpdate()
    .skipLocked();
  for (let isMore = true; isMore; ) {
    const { numDeletedRows } = await db.deleteFrom('webhook_delivery').where('id', 'in', old).executeTakeFirstOrThrow();
    isMore = numDeletedRows === BigInt(sweepSize);
  }
}
