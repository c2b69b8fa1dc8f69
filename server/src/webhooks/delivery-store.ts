// The SQL of sending: writing deliveries, claiming those that are due, and recording what each attempt came to.
import type { WebhookAttempt } from 'contract/routes/webhooks.ts';
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

/** The webhooks of these accounts, kept from being deleted until the transaction ends. */
export const holdWebhooksOf = (db: Querier, accountIds: readonly string[]): Promise<WebhookRow[]> =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where(sql<boolean>`account_id = any(${accountIds}::uuid[])`)
    .orderBy('id')
    .forKeyShare()
    .execute();

export type NewDelivery = Pick<
  DeliveryRow,
  'webhook_id' | 'account_id' | 'type' | 'url' | 'host' | 'base_url' | 'task_id' | 'owner' | 'task' | 'batch'
>;

/** Writes deliveries that are due at once, in this order. */
export async function insertDeliveries(db: Querier, list: readonly NewDelivery[], now: Date): Promise<void> {
  if (list.length === 0) return;
  const rows = list.map(({ task, batch, ...columns }) => ({
    ...columns,
    task: JSON.stringify(task),
    batch: batch && JSON.stringify(batch),
    due_at: now,
    created_at: now,
  }));
  await db.insertInto('webhook_delivery').values(rows).execute();
}

export interface Busy {
  /** `<account id> <host>`. */
  readonly lines: readonly string[];
  readonly accounts: readonly string[];
  readonly hosts: readonly string[];
}

/** A line are the deliveries of an account to one host: they wait for each other, and never for those of another line. */
export const lineOf = ({ account_id: accountId, host }: Pick<DeliveryRow, 'account_id' | 'host'>): string =>
  `${accountId} ${host}`;

/**
 * Claims the delivery that is longest due of each line that is not busy, at most so many, until `lostAt`: after that another server sends it again.
 *
 * A delivery waits for the earlier ones of its task to the same webhook, and the end of a batch for the first attempts of its tasks.
 */
export async function claimDue(
  db: Querier,
  { busy, max, now, lostAt }: { busy: Busy; max: number; now: Date; lostAt: Date },
): Promise<DeliveryRow[]> {
  const { rows } = await sql<DeliveryRow>`
    with recursive line (account_id, host) as (
      (select account_id, host from webhook_delivery where state = 'pending' order by account_id, host limit 1)
      union all
      select next.account_id, next.host from line cross join lateral (
        select account_id, host from webhook_delivery
        where state = 'pending' and (account_id, host) > (line.account_id, line.host)
        order by account_id, host limit 1
      ) as next
    ), due as (
      select found.id from line cross join lateral (
        select id, due_at from webhook_delivery as one
        where state = 'pending' and one.account_id = line.account_id and one.host = line.host and due_at <= ${now}
          and not exists (
            select from webhook_delivery as earlier
            where earlier.state = 'pending' and earlier.webhook_id = one.webhook_id and earlier.task_id = one.task_id
              and earlier.place < one.place
          )
          and (one.batch is null or not exists (
            select from webhook_delivery as other
            where other.state = 'pending' and other.webhook_id = one.webhook_id and other.place < one.place
              and other.failures = 0 and other.task ->> 'batch_id' = one.batch ->> 'batchId'
          ))
        order by due_at, place limit 1
        for update of one skip locked
      ) as found
      where line.account_id::text || ' ' || line.host <> all(${busy.lines}::text[])
        and line.account_id <> all(${busy.accounts}::uuid[])
        and line.host <> all(${busy.hosts}::text[])
      order by found.due_at limit ${max}
    )
    update webhook_delivery set due_at = ${lostAt} from due where webhook_delivery.id = due.id
    returning webhook_delivery.*`.execute(db);
  return rows;
}

/** Gives a claimed delivery back that was not sent. */
export async function giveBack(db: Querier, id: string, dueAt: Date): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ due_at: dueAt })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .execute();
}

const keptAttempts = 10;

interface Outcome {
  readonly state: DeliveryRow['state'];
  readonly dueAt: Date | null;
}

/** Records an attempt. Changes nothing else if another server has finished the delivery meanwhile. */
export async function recordAttempt(db: Querier, id: string, attempt: WebhookAttempt, { state, dueAt }: Outcome) {
  const isOpen = sql<boolean>`state = 'pending'`;
  await db
    .updateTable('webhook_delivery')
    .set({
      attempts: sql`(
        select jsonb_agg(one order by nth) from jsonb_array_elements(attempts || ${JSON.stringify(attempt)}::jsonb)
          with ordinality as listed (one, nth)
        where nth > jsonb_array_length(attempts) + 1 - ${keptAttempts}
      )`,
      failures: sql`failures + ${state === 'delivered' ? 0 : 1}`,
      state: sql`case when ${isOpen} then ${state} else state end`,
      due_at: sql`case when ${isOpen} then ${dueAt}::timestamptz else due_at end`,
    })
    .where('id', '=', id)
    .execute();
}

/** Notes that a webhook works again. */
export async function noteSuccess(db: Querier, webhookId: string): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ failing_since: null })
    .where('id', '=', webhookId)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Notes a failed attempt, unless one since the last success is noted. */
export async function noteFailure(db: Querier, webhookId: string, now: Date): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ failing_since: now })
    .where('id', '=', webhookId)
    .where('failing_since', 'is', null)
    .execute();
}

/** Pauses a webhook that has failed since before this time. Returns whether it is paused, and whether it was this call that paused it. */
export async function pauseFailing(
  db: Querier,
  webhookId: string,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<{ isPaused: boolean; isNew: boolean }> {
  const paused = await db
    .updateTable('webhook')
    .set({ paused_at: now })
    .where('id', '=', webhookId)
    .where('url', 'is not', null)
    .where('paused_at', 'is', null)
    .where('failing_since', '<=', since)
    .returning('id')
    .executeTakeFirst();
  if (paused) return { isPaused: true, isNew: true };
  const row = await db.selectFrom('webhook').select('paused_at').where('id', '=', webhookId).executeTakeFirst();
  return { isPaused: Boolean(row?.paused_at), isNew: false };
}
