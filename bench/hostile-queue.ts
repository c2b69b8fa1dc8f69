// A flooded queue: 100 visitors with 50 tasks each and one with 1,000. Measures how long newcomers wait for a tiny task, compared with the
// duration of one running task.
import type { Task } from 'contract/task.ts';
import { makePhoto } from './pictures.ts';
import { type Client, converterPath, createClient, startProduct } from './product.ts';
import type { Line } from './report.ts';

const visitors = 100;
const tasksEach = 50;
const largeBatch = 1000;
const newcomers = 9;
/** Number of concurrent calls: more would only wait for each other. */
const senders = 8;
const width = 2;

const what = `A newcomer's tiny task beside ${visitors} visitors with ${tasksEach} tasks each and one with ${largeBatch}`;
const aim = 'median wait ≤ 2 × the time of a running task';

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const addressOf = (visitor: number) => ({ 'x-forwarded-for': `198.18.${visitor >> 8}.${visitor & 255}` });

async function time(act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await act();
  return performance.now() - startedAt;
}

const convert = (client: Client, imageUrl: string, options: Record<string, unknown>, visitor: number) =>
  client.post<Task>(converterPath, { imageUrl, ...options }, addressOf(visitor));

/** Sends all tasks of all visitors; each has its own address and client id. */
async function flood(url: string, imageUrl: string): Promise<void> {
  const counts = [largeBatch, ...Array.from({ length: visitors }, () => tasksEach)];
  const left = counts.map((count, visitor) => ({ client: createClient(url), count, visitor }));
  const send = async () => {
    for (let next = left.shift(); next; next = left.shift())
      for (let sent = 0; sent < next.count; sent++)
        await convert(
          next.client,
          imageUrl,
          { format: 'avif', wait: 0, batchId: `flood-${next.visitor}` },
          next.visitor,
        );
  };
  await Promise.all(Array.from({ length: senders }, send));
}

export async function measureFloodedQueue(): Promise<Line[]> {
  const product = await startProduct({ TRUST_PROXY: '1', QUEUE_LIMIT: '10000', LANES: `image:${width}` });
  try {
    const client = createClient(product.url);
    const heavy = await client.upload(await makePhoto(1200, 900, 1), 'heavy.jpg');
    const tiny = await client.upload(await makePhoto(16, 16, 2), 'tiny.jpg');
    const runOne = () => convert(client, heavy, { format: 'avif', wait: 15 }, 5000);
    await runOne();
    const runningMs = median([
      await time(() => Promise.all([runOne(), runOne()])),
      await time(() => Promise.all([runOne(), runOne()])),
      await time(() => Promise.all([runOne(), runOne()])),
    ]);
    await flood(product.url, heavy);
    const waits: number[] = [];
    for (let newcomer = 0; newcomer < newcomers; newcomer++)
      waits.push(
        await time(async () => {
          const task = await convert(createClient(product.url), tiny, { format: 'png', wait: 15 }, 6000 + newcomer);
          if (task.status !== 'done') throw new Error(`a newcomer's task was ${task.status} after 15 s`);
        }),
      );
    const waitMs = median(waits);
    const ours = `${Math.round(waitMs)} ms, the longest of ${newcomers} ${Math.round(Math.max(...waits))} ms`;
    const rival = `a running task takes ${Math.round(runningMs)} ms`;
    return [{ what, ours, rival, aim, isMet: waitMs <= 2 * runningMs }];
  } finally {
    await product.stop();
  }
}
