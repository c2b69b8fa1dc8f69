// Webhooks for tests: creating one over HTTP, what it was sent, and tasks that end when a test says so.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Webhook, WebhookDelivery } from 'contract/routes/webhooks.ts';
import { sendNotice } from '../src/adapters/notices.ts';
import { completeTask, failTask } from '../src/tasks/end-task.ts';
import type { LoggedIn } from './accounts.ts';
import { makeBmp } from './pictures.ts';
import type { TestServer } from './server.ts';

type Person = Pick<LoggedIn, 'client'>;
type Made = Webhook & { readonly secret: string };

export async function makeWebhook({ client }: Person, url: string, fields: object = {}): Promise<Made> {
  const { status, body } = await client.post<Made>('/web/webhook', {
    url,
    events: ['task.done', 'task.failed', 'task.cancelled'],
    ...fields,
  });
  if (status !== 200) throw new Error(`no webhook: ${status} ${JSON.stringify(body)}`);
  return body.data;
}

export const deliveriesOf = async ({ client }: Person, id: string): Promise<WebhookDelivery[]> =>
  (await client.get<{ list: WebhookDelivery[] }>(`/web/webhook/${id}/deliveries?size=100`)).body.data.list;

/** What a webhook was sent, newest first, once `holds` is true of it. */
export async function untilDeliveries(
  person: Person,
  id: string,
  holds: (list: WebhookDelivery[]) => boolean,
): Promise<WebhookDelivery[]> {
  for (;;) {
    const list = await deliveriesOf(person, id);
    if (holds(list)) return list;
    await sleep(20);
  }
}

export const hasAttempts = (count: number) => (list: WebhookDelivery[]) =>
  list.reduce((sum, one) => sum + one.attempts.length, 0) >= count;

/** Has all servers look for what is due. */
export const lookForDue = ({ parts }: TestServer): Promise<void> => sendNotice(parts.database, 'webhook-due', {});

/** Queues a task, on a server without workers. */
export async function queueTask({ client }: Person, options: object = {}): Promise<string> {
  const uploaded = await client.upload(makeBmp(8, 8), 'p.bmp');
  const { body } = await client.convert(uploaded, { wait: 0, ...options });
  return body.data.taskId;
}

/** Ends a queued task as a worker would. */
export async function endTask({ parts }: TestServer, id: string, end: 'done' | 'failed' = 'done'): Promise<void> {
  const { database } = parts;
  const { attempt } = await database
    .updateTable('task')
    .set(row => ({ status: 'running', started_at: new Date(), attempt: row('attempt', '+', 1) }))
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .returning('attempt')
    .executeTakeFirstOrThrow();
  await database.transaction().execute(async trx => {
    if (end === 'done') await completeTask(trx, { id, attempt }, { files: [] });
    else await failTask(trx, { id, attempt }, { error: 'UNEXPECTED', details: null });
  });
}
