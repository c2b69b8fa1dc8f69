// Up to 10,000 visitors who wait for one task each, as on the evening on which a page became known: what their open streams cost the server, what other
// visitors notice, and whether each is told when its task ends.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Postgres } from '../server/src/adapters/postgres.ts';
import { readFileLimit } from '../server/src/http/connections.ts';
import { hashClientUid } from '../server/src/http/owner.ts';
import { startAsked } from './asked-process.ts';
import type { IdleAnswer, IdleStreams } from './idle-stream-readers.ts';
import { median, quantile } from './numbers.ts';
import { withDatabaseOf } from './people.ts';
import { makeTinyPicture } from './pictures.ts';
import { cpuSeconds, residentMegabytes } from './processes.ts';
import { converterPath, createClient, type Product, startProduct } from './product.ts';
import type { Bench } from './report.ts';
import { timeGet } from './time-get.ts';

/** As many as a server accepts here, whose connections take half of the files that it may open (`ulimit -n`); a few are for the calls of others. */
const streams = Math.min(10_000, readFileLimit() / 2 - 100);
/** Tasks that end together, and the pause before the next ones. */
const endingAtOnce = 500;
const endPauseMs = 500;
/** Two beats of the streams. */
const sampleMs = 30_000;
const pauseMs = 10;
const lastEndMs = 60_000;

interface Waiting {
  readonly id: string;
  readonly clientUid: string;
}

/** Creates a queued task for each visitor, in no line. */
async function makeTasks({ pool }: Postgres, product: Product): Promise<readonly Waiting[]> {
  const client = createClient(product.url);
  const imageUrl = await client.upload(await makeTinyPicture(64, 1), 'one.png');
  const { taskId } = await client.post<{ taskId: string }>(converterPath, { imageUrl, format: 'webp', wait: 0 });
  const visitors = Array.from({ length: streams }, () => ({ id: randomUUID(), clientUid: randomUUID() }));
  await pool.query(
    `insert into task select copied.* from task, unnest($2::uuid[], $3::text[]) as visitor (task_id, owner), jsonb_populate_record(task, jsonb_build_object(
      'id', visitor.task_id, 'idempotency_key', null, 'change', nextval('task_change'), 'owner', visitor.owner, 'share', visitor.owner,
      'status', 'queued', 'started_at', null, 'ended_at', null, 'result', null, 'batch_id', null, 'worker_id', null)) as copied
    where task.id = $1`,
    [taskId, visitors.map(({ id }) => id), visitors.map(({ clientUid }) => hashClientUid(clientUid))],
  );
  return visitors;
}

/** Ends these tasks, and tells it as a worker does. */
const endTasks = ({ pool }: Postgres, tasks: readonly Waiting[]) =>
  pool.query(
    `update task set status = 'done', ended_at = now(), change = nextval('task_change'), result = '{"files": []}'
    where id = any($1::uuid[])
    returning pg_notify('pixwright_' || current_schema(), json_build_object('name', 'task-changed',
      'body', json_build_object('taskId', id, 'batchId', null, 'ended', true))::text)`,
    [tasks.map(({ id }) => id)],
  );

interface Sample {
  /** Latencies of another visitor's small calls in milliseconds. */
  readonly times: readonly number[];
  /** The most memory of the server process, in MB. */
  readonly peak: number;
  /** CPU seconds of the server and PostgreSQL in each second. */
  readonly cpu: number;
}

async function sample({ url, pid }: Product): Promise<Sample> {
  const [times, before, start]: [number[], number, number] = [[], cpuSeconds(pid), performance.now()];
  let peak = 0;
  while (performance.now() - start < sampleMs) {
    times.push(await timeGet(`${url}/web/task?size=1`, { clientUid: 'another-visitor' }));
    peak = Math.max(peak, residentMegabytes(pid));
    await sleep(pauseMs);
  }
  return { times, peak, cpu: ((cpuSeconds(pid) - before) * 1000) / (performance.now() - start) };
}

const show = (list: readonly number[]) => `${median(list).toFixed(2)} / ${quantile(list, 0.99).toFixed(2)} ms`;

async function untilAllEnded(ask: (order: IdleStreams) => Promise<IdleAnswer>, wanted: number): Promise<number> {
  const giveUpAt = performance.now() + lastEndMs;
  for (;;) {
    const { ended } = await ask({ port: 0, streams: [] });
    if (ended >= wanted || performance.now() > giveUpAt) return ended;
    await sleep(200);
  }
}

export const benchIdleStreams: Bench = async () => {
  // Without a place in its lane each task stays queued, so that what is measured is the waiting alone.
  const product = await startProduct({ TRUST_PROXY: '1', LANES: 'link:1' });
  const readers = startAsked<IdleStreams, IdleAnswer>('idle-stream-readers.ts');
  try {
    return await withDatabaseOf(product, async postgres => {
      const tasks = await makeTasks(postgres, product);
      const before = await sample(product);
      const { opened } = await readers.ask({
        port: Number(new URL(product.url).port),
        streams: tasks.map(({ id, clientUid }, index) => ({
          path: `/web/task/${id}/events`,
          clientUid,
          address: `10.9.${index >> 8}.${index & 255}`,
        })),
      });
      const idle = await sample(product);
      for (let from = 0; from < tasks.length; from += endingAtOnce) {
        await endTasks(postgres, tasks.slice(from, from + endingAtOnce));
        await sleep(endPauseMs);
      }
      const ended = await untilAllEnded(readers.ask, opened);
      const ratio = quantile(idle.times, 0.99) / quantile(before.times, 0.99);
      return [
        {
          what: `${streams} visitors with an open stream each: accepted, and told of the end of their task`,
          ours: `${opened} and ${ended}`,
          rival: '–',
          aim: 'all',
          isMet: opened === streams && ended === streams,
        },
        {
          what: 'memory of the server process with them, and for each',
          ours: `${idle.peak.toFixed(0)} MB, ${(((idle.peak - before.peak) * 1000) / streams).toFixed(0)} KB`,
          rival: `before: ${before.peak.toFixed(0)} MB`,
          aim: '≤ 64 KB for each',
          isMet: (idle.peak - before.peak) * 1000 <= 64 * streams,
        },
        {
          what: 'processor of the server and PostgreSQL while nothing happens',
          ours: `${(idle.cpu * 100).toFixed(0)} % of a core`,
          rival: `without them: ${(before.cpu * 100).toFixed(0)} %`,
          aim: '≤ 25 % more',
          isMet: idle.cpu - before.cpu <= 0.25,
        },
        {
          what: 'a small call of another visitor, median / p99',
          ours: `${show(idle.times)}: p99 ${ratio.toFixed(2)} ×`,
          rival: `without them: ${show(before.times)}`,
          aim: 'p99 ≤ 2 ×',
          isMet: ratio <= 2,
        },
      ];
    });
  } finally {
    readers.stop();
    await product.stop();
  }
};
