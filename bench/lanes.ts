// Lanes: how the throughput of a lane grows with its workers, what taking a task costs while thousands wait, and how even senders get seconds.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { migrate } from '../server/src/adapters/migrations.ts';
import { connectPostgres, type Postgres } from '../server/src/adapters/postgres.ts';
import { readConfig } from '../server/src/config.ts';
import { findTurn, type Sender } from '../server/src/tasks/admission.ts';
import { completeTask } from '../server/src/tasks/end-task.ts';
import { putLaneSetting } from '../server/src/tasks/lane-settings.ts';
import { insertTask, type NewTask, type TaskRow } from '../server/src/tasks/store.ts';
import { takeTask } from '../server/src/tasks/worker-queries.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { median, quantile } from './numbers.ts';
import { makeTinyPicture } from './pictures.ts';
import { startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const sleepMs = 250;
const perWorker = 40;
const waiting = 5000;
const senders = 50;
const takes = 500;

const config = readConfig({ MEMBERSHIP: 'off' });

/** The database of one measurement, and how other processes reach it. */
interface Place {
  readonly postgres: Postgres;
  readonly url: string;
}

async function inDatabase<T>(measure: (place: Place) => Promise<T>): Promise<T> {
  const folder = makeOpenFolder('pixwright-bench-');
  const embedded = await startEmbeddedPostgres(folder);
  const postgres = connectPostgres(embedded.connection);
  const { host, user, database } = embedded.connection;
  const url = new URL(`postgres://${user}@localhost/${database}`);
  url.searchParams.set('host', host);
  try {
    await migrate(postgres.pool);
    return await measure({ postgres, url: url.href });
  } finally {
    await postgres.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A host that sends a picture after a fixed time. A task that waits for it needs no processor. */
async function openSlowHost() {
  const picture = await makeTinyPicture(16, 1);
  const host = createServer(async (_request, response) => {
    await sleep(sleepMs);
    response.writeHead(200, { 'content-type': 'image/png', 'content-length': picture.length }).end(picture);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  const address = host.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/picture.png`,
    close: () => {
      host.closeAllConnections();
      host.close();
    },
  };
}

/** Tasks a second that so many workers fetch, each one at a time. The lane is paused until all tasks wait. */
const measureRate = (workers: number): Promise<number> =>
  inDatabase(async ({ postgres, url }) => {
    const host = await openSlowHost();
    const environment = { ROLE: 'worker', LANES: 'link:1', DATABASE_URL: url, FETCH_ALLOW: '127.0.0.1/32' };
    const running = await Promise.all(Array.from({ length: workers }, () => startProduct(environment)));
    const countFetched = async () =>
      (await postgres.pool.query("select count(*)::int as count from task where lane <> 'link'")).rows[0]
        .count as number;
    const run = async (tasks: number): Promise<number> => {
      await postgres.pool.query('delete from task');
      await putLaneSetting(postgres.database, 'link', { width: null, isPaused: true });
      for (let sent = 0; sent < tasks; sent++) {
        const inputs = [{ field: 'imageUrl', name: 'picture.png', kind: 'link' as const, url: host.url }];
        await add(postgres, makeSender(sent % 8), {
          lane: 'link',
          inputs,
          options: { format: 'png' },
          expected_ms: sleepMs,
        });
      }
      const startedAt = performance.now();
      await putLaneSetting(postgres.database, 'link', { width: null, isPaused: false });
      while ((await countFetched()) < tasks) await sleep(20);
      return (1000 * tasks) / (performance.now() - startedAt);
    };
    try {
      await run(workers * 4);
      return await run(workers * perWorker);
    } finally {
      for (const { stop } of running) await stop();
      host.close();
    }
  });

async function measureWorkers(): Promise<Line> {
  const rates = { 1: await measureRate(1), 2: await measureRate(2), 4: await measureRate(4) };
  const shares = ([2, 4] as const).map(workers => rates[workers] / rates[1] / workers);
  return {
    what: `Tasks that wait ${sleepMs} ms for a host, on 1, 2 and 4 worker processes with one place each (${perWorker} tasks a worker)`,
    ours: `${rates[1].toFixed(2)}, ${rates[2].toFixed(2)} and ${rates[4].toFixed(2)} tasks a second; ${shares.map(share => share.toFixed(2)).join(' and ')} of linear`,
    rival: `${(1000 / sleepMs).toFixed(2)} a second without any work around them`,
    aim: '≥ 0.9 of linear',
    isMet: Math.min(...shares) >= 0.9,
  };
}

/** Adds a waiting task with the turn that acceptance gives it. */
const add = (
  { database }: Postgres,
  sender: Sender,
  task: Pick<NewTask, 'expected_ms'> & Partial<Pick<NewTask, 'lane' | 'inputs' | 'options'>>,
): Promise<unknown> =>
  database.transaction().execute(async trx => {
    const { lane = 'image' } = task;
    const turn = await findTurn(trx, { config }, sender, { lane });
    await insertTask(trx, {
      id: randomUUID(),
      batch_id: null,
      owner: sender.owner,
      tool: 'image-converter',
      call: 'convert',
      key_code: 'FORMAT_CONVERTER',
      language: 'en',
      key_id: null,
      idempotency_key: null,
      request_hash: '',
      pace: 'bench',
      start_percent: 0,
      input_bytes: 0,
      amount: null,
      expires_at: new Date(Date.now() + 3_600_000),
      charge_kind: 'none',
      charge_amount: 0,
      charge_state: 'none',
      options: {},
      inputs: [],
      ...task,
      lane,
      ...turn,
    });
  });

const makeSender = (number: number): Sender => ({ owner: `visitor:${number}`, address: String(number) });

async function measureDispatch({ postgres }: Place): Promise<Line> {
  for (let round = 0; round < waiting / senders; round++)
    for (let number = 0; number < senders; number++)
      await add(postgres, makeSender(number), { expected_ms: 500 * (1 + ((round * 7 + number * 3) % 40)) });
  const workerId = randomUUID();
  const times: number[] = [];
  for (let taken = 0; taken < takes; taken++) {
    const startedAt = performance.now();
    const row = await takeTask(postgres.forgetful, { lane: 'image', workerId });
    times.push(performance.now() - startedAt);
    if (!row) throw new Error('nothing was taken');
    await end(postgres, row);
  }
  const max = quantile(times, 0.99);
  return {
    what: `Taking a task while ${waiting} wait, of ${senders} senders (${takes} times)`,
    ours: `median ${median(times).toFixed(1)} ms, p99 ${max.toFixed(1)} ms`,
    rival: '–',
    aim: '≤ 10 ms each',
    isMet: max <= 10,
  };
}

/** Ends a run as if it had taken what was expected. */
async function end({ pool, database }: Postgres, { id, attempt, expected_ms }: TaskRow): Promise<void> {
  await pool.query("update task set started_at = now() - $2 * interval '1 ms' where id = $1", [id, expected_ms]);
  await database.transaction().execute(trx => completeTask(trx, { id, attempt }, { files: [] }));
}

/** Senders of tasks of a minute, of six seconds and of one second share a place; all have work the whole time. */
async function measureFairness({ postgres }: Place): Promise<Line> {
  await postgres.pool.query('delete from task');
  const kinds = [60_000, 6000, 1000];
  const total = 600_000;
  for (const [number, ms] of kinds.entries())
    for (let sent = 0; sent < total / ms; sent++) await add(postgres, makeSender(number), { expected_ms: ms });
  const served = new Map(kinds.map((_, number) => [makeSender(number).owner, 0]));
  const workerId = randomUUID();
  let max = 0;
  while (Math.max(...served.values()) < total - 60_000) {
    const row = await takeTask(postgres.forgetful, { lane: 'image', workerId });
    if (!row) throw new Error('nothing was taken');
    served.set(row.owner, (served.get(row.owner) ?? 0) + (row.expected_ms ?? 0));
    max = Math.max(max, Math.max(...served.values()) - Math.min(...served.values()));
    await end(postgres, row);
  }
  return {
    what: 'Three senders with tasks of 60, 6 and 1 s in one place: the most seconds that one had before another',
    ours: `${Math.round(max / 1000)} s, of ${Math.round(Math.max(...served.values()) / 1000)} s each`,
    rival: 'one task after the other would give the first 540 s before the last has 10',
    aim: '≤ the longest task, 60 s',
    isMet: max <= 60_000,
  };
}

export const benchLanes: Bench = async () => [
  await measureWorkers(),
  ...(await inDatabase(async place => [await measureDispatch(place), await measureFairness(place)])),
];
