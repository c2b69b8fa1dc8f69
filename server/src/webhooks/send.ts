// One attempt of a delivery: makes the message, signs and posts it, and records the answer and when to try again.
import { AppError } from 'contract/errors.ts';
import type { WebhookAttempt, WebhookMessage } from 'contract/routes/webhooks.ts';
import type { Task } from 'contract/task.ts';
import { isDatabaseBusy } from '../adapters/postgres.ts';
import { failSpan } from '../adapters/trace.ts';
import { type PostAnswer, postLink } from '../links/post-link.ts';
import type { Parts } from '../parts.ts';
import type { TaskEnd } from '../tasks/end-queries.ts';
import { giveBack, noteFailure, noteSuccess, pauseFailing, recordAttempt } from './delivery-store.ts';
import { readSecret, sign } from './secrets.ts';
import { type DeliveryRow, holdBack, listWebhooksOf, type WebhookRow } from './store.ts';

export interface SendNeeds {
  readonly parts: Pick<Parts, 'database' | 'now' | 'config' | 'secret' | 'log' | 'spans'>;
  /** A task as it ended. */
  readonly presentEnd: (end: Pick<TaskEnd, 'taskId' | 'owner' | 'task'>, baseUrl: string) => Promise<Task>;
  /** Whether an account exists and is not frozen. Provided by accounts. */
  readonly isActive: (accountId: string) => Promise<boolean>;
  /** Resolves the names of hosts; tests pass their own. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** For the whole attempt. */
  readonly timeoutMs?: number;
}

const usualTimeoutMs = 10_000;
const [second, minute, hour] = [1000, 60_000, 3_600_000];
/** The waits after the first failed attempt, the second and so on; after the last attempt a delivery has failed. */
const retryAfterMs = [5 * second, minute, 10 * minute, hour, 6 * hour, 24 * hour];
/** A webhook that has failed for this long is paused. */
const patienceMs = 72 * hour;
/** Nothing is sent for a frozen account; it is looked at again. */
const frozenMs = hour;
const maxAnswerBytes = 1024;
/** Servers of receivers refuse longer ones: 1 MB is a usual limit. */
const maxBodyBytes = 1_000_000;

/** The message as JSON, without what makes it too long: a receiver that wants that reads the task. */
function fitBody(message: WebhookMessage): string {
  const whole = JSON.stringify(message);
  const { result } = message.data;
  if (!result || Buffer.byteLength(whole) <= maxBodyBytes) return whole;
  const shorten = (part: NonNullable<Task['result']>) =>
    JSON.stringify({ ...message, isShortened: true, data: { ...message.data, result: part } });
  const { files, meta } = result;
  const withFiles = shorten({ files, ...(meta && { meta }) });
  return Buffer.byteLength(withFiles) <= maxBodyBytes ? withFiles : shorten({ files: [] });
}

async function makeBody({ presentEnd, parts }: SendNeeds, row: DeliveryRow): Promise<string> {
  const end = { taskId: row.task_id, owner: row.owner, task: row.task };
  const message: WebhookMessage = {
    type: row.type,
    timestamp: new Date(String(row.task.ended_at)).toISOString(),
    data: await presentEnd(end, parts.config.publicUrl ?? row.base_url),
    ...(row.batch && { batch: row.batch }),
  };
  return fitBody(message);
}

const originOf = (url: string) => new URL(url).origin;

/**
 * The webhook whose secrets sign a message. An address that a call named has those of the webhook with that address, else of the oldest one at the same
 * origin, so that one receiver has one secret, else its own.
 */
function findSigner(webhooks: readonly WebhookRow[], { webhook_id: id, url }: DeliveryRow): WebhookRow | undefined {
  const own = webhooks.find(row => row.id === id);
  if (!own || own.url !== null) return own;
  const standing = webhooks.filter(row => row.url !== null).toReversed();
  return (
    standing.find(row => row.url === url) ?? standing.find(row => originOf(row.url ?? '') === originOf(url)) ?? own
  );
}

/** The secrets with which a webhook signs now, the present one first. */
function secretsOf({ parts }: SendNeeds, row: WebhookRow): Buffer[] {
  const former = row.former_until && row.former_until > parts.now() ? row.former_secret : null;
  return [row.secret, former].flatMap(sealed => (sealed && readSecret(parts, row.account_id, sealed)) || []);
}

/** Bytes of a stranger as text that can be stored and shown. */
const readText = (bytes: Buffer) => bytes.toString('utf8').replaceAll(/[^\P{Cc}\n\t]/gu, '\ufffd');

type Result = Pick<WebhookAttempt, 'status' | 'error' | 'body'>;

async function post(needs: SendNeeds, row: DeliveryRow, signer: WebhookRow, signal: AbortSignal): Promise<Result> {
  const { parts, resolve, timeoutMs = usualTimeoutMs } = needs;
  const secrets = secretsOf(needs, signer);
  if (secrets.length === 0) return { status: null, error: 'WEBHOOK_SECRET_LOST', body: '' };
  const body = await makeBody(needs, row).catch((error: unknown) => {
    if (isDatabaseBusy(error)) throw error;
    parts.log.error({ err: error, deliveryId: row.id }, 'a message could not be made');
  });
  if (body === undefined) return { status: null, error: 'UNEXPECTED', body: '' };
  const signed = { id: row.id, timestamp: Math.floor(parts.now().getTime() / 1000), body };
  const answer = await postLink(row.url, {
    body,
    headers: {
      'content-type': 'application/json',
      'webhook-id': signed.id,
      'webhook-timestamp': String(signed.timestamp),
      'webhook-signature': sign(signed, secrets),
    },
    timeoutMs,
    maxAnswerBytes,
    allow: parts.config.fetchAllow,
    ...(resolve && { resolve }),
    signal,
  }).catch((cause: unknown): PostAnswer | AppError => {
    if (signal.aborted || !(cause instanceof AppError)) throw cause;
    return cause;
  });
  if (answer instanceof AppError) return { status: null, error: answer.code, body: '' };
  return { status: answer.status, error: null, body: readText(answer.head) };
}

const isSuccess = ({ status }: Result) => status !== null && status >= 200 && status < 300;

/** Records an attempt, and pauses a webhook whose patience is over. Returns after how long the next attempt follows; null if none does. */
async function record({ parts }: SendNeeds, row: DeliveryRow, attempt: WebhookAttempt): Promise<number | null> {
  const { database, now, log } = parts;
  const isDelivered = isSuccess(attempt);
  const waitMs = isDelivered ? null : (retryAfterMs[row.failures] ?? null);
  const dueAt = waitMs === null ? null : new Date(now().getTime() + waitMs);
  const state = isDelivered ? 'delivered' : dueAt ? 'pending' : 'failed';
  await database.transaction().execute(async trx => {
    // The webhook before its deliveries: a deletion locks them in this order.
    if (isDelivered) await noteSuccess(trx, row.webhook_id);
    else await noteFailure(trx, row.webhook_id, now());
    const since = new Date(now().getTime() - patienceMs);
    const { isPaused, isNew } = await pauseFailing(trx, row.webhook_id, { since, now: now() });
    await recordAttempt(trx, row.id, attempt, { state, dueAt });
    // Others that were on their way when it was paused as well.
    if (isPaused) await holdBack(trx, row.webhook_id);
    if (isNew) log.warn({ webhookId: row.webhook_id }, 'a webhook has failed for three days and was paused');
  });
  return waitMs;
}

export interface Sent {
  readonly isDelivered: boolean;
  /** After how long the next attempt follows; null if none does. */
  readonly waitMs: number | null;
}

/** Makes one attempt of a claimed delivery. If `signal` aborts, the delivery is given back and its reason thrown. */
export async function send(needs: SendNeeds, row: DeliveryRow, signal: AbortSignal): Promise<Sent> {
  const { parts, isActive } = needs;
  const { database, now } = parts;
  const webhooks = await listWebhooksOf(database, row.account_id);
  const signer = findSigner(webhooks, row);
  // Deleted meanwhile, and its deliveries with it.
  if (!signer) return { isDelivered: false, waitMs: null };
  if (webhooks.some(({ id, paused_at: pausedAt }) => id === row.webhook_id && pausedAt)) {
    await holdBack(database, row.webhook_id);
    return { isDelivered: false, waitMs: null };
  }
  if (!(await isActive(row.account_id))) {
    await giveBack(database, row.id, new Date(now().getTime() + frozenMs));
    return { isDelivered: false, waitMs: null };
  }
  const [at, startMs] = [now(), performance.now()];
  try {
    const result = await post(needs, row, signer, signal);
    const durationMs = Math.round(performance.now() - startMs);
    const waitMs = await record(needs, row, { at: at.toISOString(), ...result, durationMs });
    const { status, error } = result;
    const told = { deliveryId: row.id, webhookId: row.webhook_id, type: row.type, status, error, durationMs };
    if (!isSuccess(result)) failSpan(error ?? String(status));
    parts.log.info(told, isSuccess(result) ? 'a webhook was sent' : 'a webhook was not taken');
    return { isDelivered: isSuccess(result), waitMs };
  } catch (cause) {
    if (signal.aborted) await giveBack(database, row.id, now());
    throw cause;
  }
}
