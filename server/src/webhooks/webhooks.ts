// The rules of webhooks: how a person creates, lists, resumes and deletes them, makes new secrets and has deliveries sent again.
import { AppError } from 'contract/errors.ts';
import {
  callsId,
  type createWebhook,
  type Webhook,
  type WebhookDelivery,
  webhookEvents,
} from 'contract/routes/webhooks.ts';
import type { z } from 'zod';
import { sendNotice } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import { requireOwnKey } from '../api-keys/api-keys.ts';
import { countTry } from '../limits/limits.ts';
import { requireTarget } from '../links/post-link.ts';
import type { Parts } from '../parts.ts';
import { makeSecret } from './secrets.ts';
import {
  countWebhooks,
  type DeliveryRow,
  deleteDeliveriesBefore,
  findCallsRow,
  findWebhook,
  insertCallsRow,
  insertWebhook,
  listDeliveriesOf,
  listWebhooksOf,
  lockWebhook,
  lockWebhooksOf,
  makeAllDue,
  makeDue,
  removeWebhook,
  updateWebhook,
  type WebhookRow,
} from './store.ts';

export interface WebhookService {
  readonly parts: Pick<Parts, 'database' | 'now' | 'config' | 'secret'>;
  /** Locks an account until the transaction ends; false if it is deleted or frozen. Provided by accounts. */
  readonly holdAccount: (db: Querier, accountId: string) => Promise<boolean>;
  /** Resolves the names of hosts; tests pass their own. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

export const maxWebhooks = 20;
/** Creating and deleting webhooks on and on would fill the database. */
const createdPerHour = 60;
/** A person waits for the answer. */
const lookUpMs = 2000;
const keptMs = 7 * 24 * 3_600_000;
/** How long a replaced secret still signs, so that a receiver can change over. */
const formerMs = 24 * 3_600_000;

const guardOf = ({ parts, resolve }: WebhookService) => ({
  allow: parts.config.fetchAllow,
  ...(resolve && { resolve }),
});

const textOf = (date: Date | null) => date?.toISOString() ?? null;

const present = (row: WebhookRow): Webhook => ({
  id: row.id,
  url: row.url ?? '',
  events: [...row.events],
  keyId: row.key_id,
  createdAt: row.created_at.toISOString(),
  failingSince: textOf(row.failing_since),
  pausedAt: textOf(row.paused_at),
});

/** What a paused webhook has not received is due at no time, which the database calls infinity and JavaScript no date. */
const dueAtOf = ({ due_at: dueAt }: DeliveryRow) => (dueAt instanceof Date ? dueAt.toISOString() : null);

const presentDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  url: row.url,
  taskId: row.task_id,
  batchId: (row.task.batch_id as string | null | undefined) ?? null,
  state: row.state,
  createdAt: row.created_at.toISOString(),
  nextAttemptAt: dueAtOf(row),
  attempts: [...row.attempts],
});

/** The webhooks of an account, newest first, and whether its calls have named addresses. */
export async function webhooksOf(db: Querier, accountId: string): Promise<{ list: Webhook[]; hasCalls: boolean }> {
  const rows = await listWebhooksOf(db, accountId);
  return {
    list: rows.filter(({ url }) => url !== null).map(present),
    hasCalls: rows.some(({ url }) => url === null),
  };
}

/** Creates a webhook. Its secret is in this answer alone. Throws as `requireTarget` does, KEY_NOT_FOUND, TOO_MANY_WEBHOOKS, RATE_LIMITED or ACCOUNT_GONE. */
export async function addWebhook(
  service: WebhookService,
  { accountId, baseUrl }: { readonly accountId: string; readonly baseUrl: string },
  { url, events, keyId }: z.output<typeof createWebhook.body>,
): Promise<Webhook & { readonly secret: string }> {
  const { parts, holdAccount } = service;
  const now = parts.now();
  await countTry(parts.database, { key: `create-webhook ${accountId}`, max: createdPerHour, perSeconds: 3600 }, now);
  const target = await requireTarget(url, guardOf(service), lookUpMs);
  const secret = makeSecret(parts, accountId);
  return parts.database.transaction().execute(async trx => {
    if (!(await holdAccount(trx, accountId))) throw new AppError('ACCOUNT_GONE');
    if (keyId) await requireOwnKey(trx, accountId, keyId, now);
    await lockWebhooksOf(trx, accountId);
    if ((await countWebhooks(trx, accountId)) >= maxWebhooks)
      throw new AppError('TOO_MANY_WEBHOOKS', { most: maxWebhooks });
    const row = await insertWebhook(trx, {
      account_id: accountId,
      url: target.href,
      events: webhookEvents.filter(event => events.includes(event)),
      key_id: keyId ?? null,
      base_url: baseUrl,
      secret: secret.sealed,
      created_at: now,
    });
    return { ...present(row), secret: secret.shown };
  });
}

const callsRow = ({ parts }: WebhookService, accountId: string, baseUrl: string, sealed: Buffer) =>
  insertCallsRow(parts.database, {
    account_id: accountId,
    url: null,
    events: webhookEvents.filter(event => event !== 'batch.done'),
    key_id: null,
    base_url: baseUrl,
    secret: sealed,
    created_at: parts.now(),
  });

/** Prepares an account for a call that names an address, and returns the address. Throws as `requireTarget` does. */
export async function admitCallWebhook(
  service: WebhookService,
  { accountId, url, baseUrl }: { readonly accountId: string; readonly url: string; readonly baseUrl: string },
): Promise<string> {
  const { href } = await requireTarget(url, guardOf(service), lookUpMs);
  if (!(await findCallsRow(service.parts.database, accountId)))
    await callsRow(service, accountId, baseUrl, makeSecret(service.parts, accountId).sealed);
  return href;
}

/** The row of an id that a client names. WEBHOOK_NOT_FOUND. */
async function requireRow(db: Querier, accountId: string, id: string): Promise<WebhookRow> {
  const row = await (id === callsId ? findCallsRow(db, accountId) : findWebhook(db, accountId, id));
  if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
  return row;
}

/** Makes a new secret; the one before signs as well for a day. WEBHOOK_NOT_FOUND. */
export async function replaceSecret(
  service: WebhookService,
  { accountId, baseUrl }: { readonly accountId: string; readonly baseUrl: string },
  id: string,
): Promise<{ id: string; secret: string }> {
  const { database, now } = service.parts;
  const { sealed, shown } = makeSecret(service.parts, accountId);
  await countTry(database, { key: `create-webhook ${accountId}`, max: createdPerHour, perSeconds: 3600 }, now());
  if (id === callsId) await callsRow(service, accountId, baseUrl, sealed);
  const { id: rowId, secret: former } = await requireRow(database, accountId, id);
  if (!former.equals(sealed))
    await updateWebhook(database, rowId, {
      secret: sealed,
      former_secret: former,
      former_until: new Date(now().getTime() + formerMs),
    });
  return { id, secret: shown };
}

/** A page of what a webhook was sent, newest first. WEBHOOK_NOT_FOUND. */
export async function deliveriesOf(
  { parts: { database } }: WebhookService,
  accountId: string,
  id: string,
  page: { readonly page: number; readonly size: number },
) {
  const { rows, total } = await listDeliveriesOf(database, (await requireRow(database, accountId, id)).id, page);
  return { list: rows.map(presentDelivery), total, ...page };
}

/** Has a delivery sent again at once. WEBHOOK_NOT_FOUND, WEBHOOK_DELIVERY_NOT_FOUND, WEBHOOK_PAUSED. */
export async function replay(
  { parts: { database, now } }: WebhookService,
  accountId: string,
  { id, deliveryId }: { readonly id: string; readonly deliveryId: string },
): Promise<WebhookDelivery> {
  const webhook = await requireRow(database, accountId, id);
  if (webhook.paused_at) throw new AppError('WEBHOOK_PAUSED');
  const row = await makeDue(database, { webhookId: webhook.id, id: deliveryId, now: now() });
  if (!row) throw new AppError('WEBHOOK_DELIVERY_NOT_FOUND');
  await sendNotice(database, 'webhook-due', {});
  return presentDelivery(row);
}

/** Resumes a paused webhook, and has sent what it has not received yet. WEBHOOK_NOT_FOUND. */
export function resume({ parts: { database, now } }: WebhookService, accountId: string, id: string): Promise<Webhook> {
  return database.transaction().execute(async trx => {
    const row = await lockWebhook(trx, accountId, id);
    if (!row) throw new AppError('WEBHOOK_NOT_FOUND');
    if (!row.paused_at) return present(row);
    await makeAllDue(trx, id, now());
    await sendNotice(trx, 'webhook-due', {});
    return present(await updateWebhook(trx, id, { paused_at: null, failing_since: null }));
  });
}

/** Deletes a webhook with its deliveries. WEBHOOK_NOT_FOUND. */
export function deleteWebhook({ parts: { database } }: WebhookService, accountId: string, id: string): Promise<void> {
  return database.transaction().execute(async trx => {
    if (!(await lockWebhook(trx, accountId, id))) throw new AppError('WEBHOOK_NOT_FOUND');
    await removeWebhook(trx, id);
  });
}

/** Deletes deliveries of more than a week ago, whatever became of them. */
export const deleteOldDeliveries = (db: Querier, now: Date): Promise<void> =>
  deleteDeliveriesBefore(db, new Date(now.getTime() - keptMs));
