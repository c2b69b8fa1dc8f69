// Writes the deliveries that follow from tasks that ended: for each webhook of the account that wants to know, and for the address that the call named.
import type { BatchEnd, WebhookEvent } from 'contract/routes/webhooks.ts';
import { accountOfOwner } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import { hasEnds, type TaskEnd, takeEnds } from '../tasks/end-queries.ts';
import { holdWebhooksOf, insertDeliveries, type NewDelivery } from './delivery-store.ts';
import type { WebhookRow } from './store.ts';

/** Ends of one transaction. */
const maxEnds = 200;

interface Event {
  readonly type: WebhookEvent;
  readonly batch: BatchEnd | null;
}

/** What is to be told of an end: the task's, then its batch's. */
const eventsOf = ({ status, batch, batchId }: TaskEnd): readonly Event[] => [
  { type: `task.${status}`, batch: null },
  ...(batch && batchId ? [{ type: 'batch.done' as const, batch: { batchId, ...batch } }] : []),
];

function deliveriesOf(end: TaskEnd, webhooks: readonly WebhookRow[]): NewDelivery[] {
  const { taskId, owner, task, webhook: own } = end;
  const make = (row: WebhookRow, { type, batch }: Event, { url, baseUrl }: { url: string; baseUrl: string }) => ({
    webhook_id: row.id,
    account_id: row.account_id,
    type,
    url,
    host: new URL(url).hostname,
    base_url: baseUrl,
    task_id: taskId,
    owner,
    task,
    batch,
  });
  const standing = webhooks.filter(({ paused_at, key_id }) => !paused_at && (key_id === null || key_id === end.keyId));
  const list = eventsOf(end).flatMap(event =>
    standing.flatMap(row =>
      row.url !== null && row.events.includes(event.type)
        ? [make(row, event, { url: row.url, baseUrl: row.base_url })]
        : [],
    ),
  );
  const ofCalls = webhooks.find(({ url }) => url === null);
  const [ended] = eventsOf(end);
  // One message an address, also if a call names that of a webhook.
  if (own && ofCalls && ended && !list.some(({ url, type }) => url === own.url && type === ended.type))
    list.push(make(ofCalls, ended, own));
  return list;
}

/**
 * Takes the ends of tasks that are waiting and writes their deliveries, in one transaction: each end is told once, whenever this process dies. Returns
 * whether there may be more.
 */
export async function tellEnds({ database, now }: Pick<Parts, 'database' | 'now'>): Promise<boolean> {
  if (!(await hasEnds(database))) return false;
  return database.transaction().execute(async trx => {
    const ends = await takeEnds(trx, maxEnds);
    const accountIds = [...new Set(ends.flatMap(({ owner }) => accountOfOwner(owner) ?? []))];
    const webhooks = Map.groupBy(await holdWebhooksOf(trx, accountIds), row => row.account_id);
    const list = ends.flatMap(end => deliveriesOf(end, webhooks.get(accountOfOwner(end.owner) ?? '') ?? []));
    await insertDeliveries(trx, list, now());
    return ends.length === maxEnds;
  });
}
