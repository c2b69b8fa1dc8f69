// A webhook of an account whose tasks end a thousand times a minute: how long after its end each is told, and whether a second webhook whose receiver
// never answers slows the first.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookMessage } from 'contract/routes/webhooks.ts';
import type { Task } from 'contract/task.ts';
import { insertPerson } from '../server/testing/row-login.ts';
import { median, quantile } from './numbers.ts';
import { withDatabaseOf } from './people.ts';
import { makeTinyPicture } from './pictures.ts';
import { type Client, converterPath, createClient, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const tasks = 1000;
const intervalMs = 60_000 / tasks;
/** Of each batch, the end is told as well. */
const batchSize = 50;
/** Messages that are missing after this time are lost. */
const patienceMs = 60_000;

interface Told {
  readonly message: WebhookMessage;
  readonly at: number;
}

interface Receiver {
  readonly url: string;
  readonly told: readonly Told[];
  readonly close: () => void;
}

async function startReceiver(host: string, answers: boolean): Promise<Receiver> {
  const told: Told[] = [];
  const server = http.createServer(async (request, response) => {
    const message = (await json(request)) as WebhookMessage;
    told.push({ message, at: Date.now() });
    if (answers) response.writeHead(204).end();
  });
  server.listen(0, host);
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://${host}:${(server.address() as AddressInfo).port}`, told, close };
}

/** Sends the tasks at their times, and waits until each is told. */
async function sendAll(client: Client, receiver: Receiver, imageUrl: string): Promise<void> {
  const run = randomUUID();
  const start = Date.now();
  const known = receiver.told.length;
  const sending: Promise<unknown>[] = [];
  for (let i = 0; i < tasks; i++) {
    await sleep(Math.max(0, start + i * intervalMs - Date.now()));
    const batchId = `${run}-${Math.floor(i / batchSize)}`;
    sending.push(client.post<Task>(converterPath, { imageUrl, format: 'webp', batchId, wait: 0 }));
  }
  await Promise.all(sending);
  const until = Date.now() + patienceMs;
  const ends = () => receiver.told.slice(known).filter(({ message }) => message.type === 'task.done').length;
  while (ends() < tasks && Date.now() < until) await sleep(100);
}

interface Delays {
  readonly delivered: number;
  readonly delays: readonly number[];
  /** Ends of batches that were told before those of the tasks that they count. */
  readonly disordered: number;
}

function measure(told: readonly Told[]): Delays {
  const ends = told.filter(({ message }) => message.type === 'task.done');
  const toldOf = new Map<string, number>();
  let disordered = 0;
  for (const { message } of told) {
    const { batch, data } = message;
    if (batch && (toldOf.get(batch.batchId) ?? 0) < batch.done) disordered++;
    if (!batch && data.batchId !== null) toldOf.set(data.batchId, (toldOf.get(data.batchId) ?? 0) + 1);
  }
  return {
    delivered: new Set(ends.map(({ message }) => message.data.taskId)).size,
    delays: ends.map(({ message, at }) => (at - Date.parse(message.timestamp)) / 1000),
    disordered,
  };
}

function linesOf(alone: Delays, beside: Delays): Line[] {
  const seconds = ({ delays }: Delays) => `${median(delays).toFixed(2)} / ${quantile(delays, 0.99).toFixed(2)} s`;
  const words = `${tasks} tasks that end within a minute`;
  return [
    {
      what: `${words}: told to the webhook; batches told before their tasks`,
      ours: `${alone.delivered}; ${alone.disordered}`,
      rival: `beside a receiver that hangs: ${beside.delivered}; ${beside.disordered}`,
      aim: `${tasks}; 0`,
      isMet: [alone, beside].every(one => one.delivered === tasks && one.disordered === 0),
    },
    {
      what: `${words}: from the end of a task to its message, median / p99`,
      ours: seconds(alone),
      rival: '–',
      aim: 'median ≤ 2 s',
      isMet: median(alone.delays) <= 2,
    },
    {
      what: 'The same while a second webhook of the account has a receiver that never answers',
      ours: seconds(beside),
      rival: `without it: ${seconds(alone)}`,
      aim: 'median ≤ 2 s',
      isMet: median(beside.delays) <= 2,
    },
  ];
}

export const benchWebhooks: Bench = async () => {
  const product = await startProduct({ FETCH_ALLOW: '127.0.0.0/30' });
  const [good, hanging] = [await startReceiver('127.0.0.1', true), await startReceiver('127.0.0.2', false)];
  try {
    const client = createClient(product.url);
    client.headers.token = (await withDatabaseOf(product, insertPerson)).token;
    const events = ['task.done', 'task.failed', 'batch.done'];
    const imageUrl = await client.upload(await makeTinyPicture(100, 3), 'tiny.png');
    await client.post('/web/webhook', { url: good.url, events });
    await sendAll(client, good, imageUrl);
    const alone = good.told.length;
    await client.post('/web/webhook', { url: hanging.url, events });
    await sendAll(client, good, imageUrl);
    return linesOf(measure(good.told.slice(0, alone)), measure(good.told.slice(alone)));
  } finally {
    good.close();
    hanging.close();
    await product.stop();
  }
};
