// Event streams that are opened and never read: their effect on the server's memory and on other visitors.
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { connectPostgres, type Postgres } from '../server/src/adapters/postgres.ts';
import { copyTask } from '../server/testing/batches.ts';
import { startAsked } from './asked-process.ts';
import { median, quantile } from './numbers.ts';
import { makeTinyPicture } from './pictures.ts';
import { residentMegabytes } from './processes.ts';
import { converterPath, createClient, type Product, startProduct } from './product.ts';
import type { Line } from './report.ts';
import { timeGet } from './time-get.ts';
import type { UnreadStreams } from './unread-streams.ts';

const streams = 250;
const tasks = 1000;
/** The maximum per owner and per address: with fewer owners most streams would be refused. */
const streamsPerOwner = 20;
const streamsPerAddress = 50;
/** Size of a result's text, with which a stream exceeds the operating system's socket buffer. */
const textBytes = 4000;
const sampleMs = 20_000;
const pauseMs = 5;

const batchId = 'unread';

/** Creates a batch of finished tasks for one owner. */
async function makeBatch({ database, pool }: Postgres, product: Product, picture: Buffer): Promise<string> {
  const client = createClient(product.url);
  const imageUrl = await client.upload(picture, 'one.png');
  const body = { imageUrl, format: 'webp', batchId, wait: 15 };
  const { taskId } = await client.post<{ taskId: string }>(converterPath, body);
  await pool.query(
    `update task set result = result || jsonb_build_object('text',
      (select string_agg(md5(number::text), '') from generate_series(1, $2::int) as number)) where id = $1`,
    [taskId, textBytes / 32],
  );
  await copyTask(database, taskId, tasks - 1);
  return client.headers.clientUid ?? '';
}

/** Changes a few tasks of every batch, so that every stream always has something to send. */
const changeSome = ({ pool }: Postgres) =>
  pool.query(
    `update task set change = nextval('task_change')
    where id in (select id from task where batch_id = $1 order by random() limit 50)
    returning pg_notify('pixwright_' || current_schema(), json_build_object('name', 'task-changed',
      'body', json_build_object('taskId', id, 'batchId', batch_id, 'ended', true))::text)`,
    [batchId],
  );

/** Latencies in milliseconds of another visitor's small calls, and the server's peak memory meanwhile. */
async function sample(product: Product, act: () => Promise<unknown>): Promise<{ times: number[]; peak: number }> {
  const times: number[] = [];
  const until = performance.now() + sampleMs;
  let peak = 0;
  let actAt = 0;
  while (performance.now() < until) {
    if (performance.now() >= actAt) {
      await act();
      actAt = performance.now() + 500;
    }
    times.push(await timeGet(`${product.url}/web/task?size=1`, { clientUid: 'another-visitor' }));
    peak = Math.max(peak, residentMegabytes(product.pid));
    await sleep(pauseMs);
  }
  return { times, peak };
}

const show = (list: readonly number[]) => `${median(list).toFixed(2)} / ${quantile(list, 0.99).toFixed(2)} ms`;

export async function measureUnreadStreams(): Promise<readonly Line[]> {
  const product = await startProduct({ TRUST_PROXY: '1' });
  const reader = startAsked<UnreadStreams, number>('unread-streams.ts');
  const embedded = await startEmbeddedPostgres(product.folder);
  const postgres = connectPostgres(embedded.connection);
  try {
    const picture = await makeTinyPicture(64, 1);
    const owners: string[] = [];
    for (let count = 0; count < streams / streamsPerOwner; count++)
      owners.push(await makeBatch(postgres, product, picture));
    const change = () => changeSome(postgres);
    await sample(product, change);
    const idle = await sample(product, change);
    const opened = await reader.ask({
      port: Number(new URL(product.url).port),
      streams: Array.from({ length: streams }, (_, index) => ({
        path: `/web/batch/${batchId}/events`,
        clientUid: owners[Math.floor(index / streamsPerOwner)] ?? '',
        address: `10.9.0.${Math.floor(index / streamsPerAddress)}`,
      })),
    });
    const busy = await sample(product, change);
    const ratio = quantile(busy.times, 0.99) / quantile(idle.times, 0.99);
    const what = `${opened} of ${streams} streams of batches of ${tasks} that are never read`;
    return [
      {
        what: `${what}: server process, peak`,
        ours: `${busy.peak.toFixed(0)} MB`,
        rival: `before: ${idle.peak.toFixed(0)} MB`,
        aim: '< 400 MB',
        isMet: opened === streams && busy.peak < 400,
      },
      {
        what: `${what}: a small call of another visitor, median / p99`,
        ours: `${show(busy.times)}: p99 ${ratio.toFixed(2)} ×`,
        rival: `without them: ${show(idle.times)}`,
        aim: 'p99 ≤ 2 ×',
        isMet: ratio <= 2,
      },
    ];
  } finally {
    reader.stop();
    await postgres.close();
    await embedded.stop();
    await product.stop();
  }
}
