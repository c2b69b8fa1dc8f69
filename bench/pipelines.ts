// Pipelines of a thousand pictures, through a proxy that cuts every connection: as fast as the same steps as batches by hand? And with broken files among
// them, while a worker is killed: is everything else whole, and paid for once?
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import AdmZip from 'adm-zip';
import { runPipeline } from 'contract/routes/pipelines.ts';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { type Client, createClient } from '../client/client.ts';
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { migrate } from '../server/src/adapters/migrations.ts';
import { connectPostgres, type Postgres } from '../server/src/adapters/postgres.ts';
import { checkMoney } from '../server/src/points/check-queries.ts';
import { addTerm, bookGrant } from '../server/src/points/ledger.ts';
import { findWallet } from '../server/src/points/wallet-queries.ts';
import { makeOpenFolder } from '../server/testing/folders.ts';
import { insertPerson } from '../server/testing/row-login.ts';
import { type CuttingProxy, startCuttingProxy } from './cutting-proxy.ts';
import { runSideBySide, timeOf } from './numbers.ts';
import { makeTinyPicture } from './pictures.ts';
import { residentMegabytes } from './processes.ts';
import { type Product, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

/** BENCH_ONLY=compare,broken runs one of them. */
const parts: readonly string[] = process.env.BENCH_ONLY?.split(',') ?? ['compare', 'broken'];

const inputs = 1000;
const lifetimeMs = 1500;
const sampleMs = 100;
const givenUses = 100_000;
const maxMegabytes = 400;
/** For a task and step: each connection begins with those that it may have missed. */
const maxEvents = 5;
/** Too wide for WebP, even halved. */
const widePixels = 40_000;
const steps = [
  { path: '/web/photoFilter', payload: { filterType: 'warm' } },
  { path: '/web/picture/resize', payload: { percent: 50 } },
  { path: '/web/picture/format/newPicFormat', payload: { format: 'webp' } },
];

const fileOf = (bytes: Buffer, name: string) => new File([new Uint8Array(bytes)], name, { type: 'image/png' });

const upload = async (client: Client, bytes: Buffer, name: string): Promise<string> =>
  (await client.upload(fileOf(bytes, name))).path;

async function uploadAll(client: Client): Promise<string[]> {
  const paths: string[] = [];
  await runSideBySide(Array.from({ length: inputs }), 8, async (_item, nth) => {
    paths[nth] = await upload(client, await makeTinyPicture(320, nth), `${nth}.png`);
  });
  return paths;
}

interface Ran {
  readonly batchId: string;
  readonly tasks: readonly Task[];
  readonly seconds: number;
  readonly events: number;
}

/** Calls the pipeline once and follows its batch; `meanwhile` is told how many tasks have ended. */
async function pipe(client: Client, paths: readonly string[], meanwhile?: (ended: number) => void): Promise<Ran> {
  const batchId = randomUUID();
  let events = 0;
  let tasks: readonly Task[] = [];
  const ended = new Set<string>();
  const onChange = ({ taskId, status }: Task) => {
    events++;
    if (status === 'queued' || status === 'running') return;
    ended.add(taskId);
    meanwhile?.(ended.size);
  };
  const seconds = await timeOf(async () => {
    const headers = { 'Idempotency-Key': batchId };
    await client.call(runPipeline, { body: { steps, inputs: [...paths], batchId }, headers });
    tasks = await client.followBatch(batchId, { onChange });
  });
  return { batchId, tasks, seconds, events };
}

const pathOf = (task: Task | undefined): string => task?.result?.files[0]?.path ?? '';

/** Each step as a batch, on the results of the batch before. */
async function pipeByHand(client: Client, paths: readonly string[]) {
  let files = paths;
  const seconds = await timeOf(async () => {
    for (const { path, payload } of steps) {
      const { outcomes } = await client.runBatch(
        path,
        files.map(imageUrl => ({ ...payload, imageUrl })),
      );
      files = outcomes.map(({ task }) => pathOf(task));
    }
  });
  return { seconds, results: files.filter(Boolean).length };
}

/** First the pipeline, then its steps as batches of the same uploads. */
async function compare(product: Product): Promise<Line[]> {
  const proxy = await startCuttingProxy(product.url, lifetimeMs);
  try {
    const client = createClient({ origin: proxy.url });
    const paths = await uploadAll(client);
    const cutsBefore = proxy.cuts();
    const { made: ran, megabytes } = await peakOf(product, () => pipe(client, paths));
    const cuts = proxy.cuts() - cutsBefore;
    const byHand = await pipeByHand(client, paths);
    const results = ran.tasks.filter(({ status }) => status === 'done').length;
    const events = ran.events / inputs / steps.length;
    const name = `${inputs} small pictures through a pipeline of ${steps.length} steps, a proxy cuts every connection after ${lifetimeMs / 1000} s`;
    return [
      {
        what: `${name}: results`,
        ours: `${results}, ${cuts} cuts`,
        rival: `the steps as three batches by hand: ${byHand.results}`,
        aim: String(inputs),
        isMet: results === inputs,
      },
      {
        what: `${name}: time`,
        ours: `${ran.seconds.toFixed(1)} s, ${(ran.seconds / byHand.seconds).toFixed(2)} ×`,
        rival: `the steps as three batches by hand: ${byHand.seconds.toFixed(1)} s`,
        aim: '≤ 1 ×',
        isMet: ran.seconds <= byHand.seconds,
      },
      {
        what: `${name}: events that a client reads for each step of a task`,
        ours: events.toFixed(2),
        rival: '–',
        aim: `≤ ${maxEvents}`,
        isMet: events <= maxEvents,
      },
      {
        what: `${name}: server process, peak`,
        ours: `${megabytes.toFixed(0)} MB`,
        rival: '–',
        aim: `< ${maxMegabytes} MB`,
        isMet: megabytes < maxMegabytes,
      },
    ];
  } finally {
    proxy.close();
  }
}

/** A server that answers and a worker that is killed, on one database and one folder. */
interface Pair {
  readonly postgres: Postgres;
  readonly api: Product;
  readonly proxy: CuttingProxy;
  readonly killWorker: () => Promise<void>;
}

async function inPair<T>(measure: (pair: Pair) => Promise<T>): Promise<T> {
  const folder = makeOpenFolder('pixwright-bench-');
  const embedded = await startEmbeddedPostgres(folder);
  const postgres = connectPostgres(embedded.connection);
  await migrate(postgres.pool);
  const { host, user, database } = embedded.connection;
  const url = new URL(`postgres://${user}@localhost/${database}`);
  url.searchParams.set('host', host);
  const environment = { DATABASE_URL: url.href, DATA_DIR: folder, MEMBERSHIP: 'on' };
  const api = await startProduct({ ...environment, ROLE: 'api' });
  let worker = await startProduct({ ...environment, ROLE: 'worker' });
  const proxy = await startCuttingProxy(api.url, lifetimeMs);
  const killWorker = async () => {
    process.kill(worker.pid, 'SIGKILL');
    worker = await startProduct({ ...environment, ROLE: 'worker' });
  };
  try {
    return await measure({ postgres, api, proxy, killWorker });
  } finally {
    proxy.close();
    await worker.stop();
    await api.stop();
    await postgres.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function makeMember({ database, pool }: Postgres) {
  const person = await insertPerson({ pool });
  await database.transaction().execute(async trx => {
    const gift = { accountId: person.accountId, reference: randomUUID() };
    await bookGrant(trx, { ...gift, unit: 'use', amount: givenUses });
    const mealName = { zh: '会员', en: 'Member' };
    await addTerm({ config: { timeZone: 'UTC' } }, trx, { ...gift, length: 'forever', mealName, reason: 'grant' });
  });
  return person;
}

/** The most memory of a process while `work` runs. */
async function peakOf<T>({ pid }: Product, work: () => Promise<T>): Promise<{ megabytes: number; made: T }> {
  let megabytes = 0;
  const timer = setInterval(() => {
    megabytes = Math.max(megabytes, residentMegabytes(pid));
  }, sampleMs);
  try {
    return { made: await work(), megabytes };
  } finally {
    clearInterval(timer);
  }
}

/** The first picture breaks off, so that no step takes it; the second one is too wide for the last step. */
async function breakTwo(client: Client, paths: string[]): Promise<void> {
  const whole = await makeTinyPicture(320, 1);
  paths[100] = await upload(client, whole.subarray(0, whole.length / 2), 'broken.png');
  const wide = sharp({ create: { width: widePixels, height: 4, channels: 3, background: 'teal' } });
  paths[200] = await upload(client, await wide.png().toBuffer(), 'wide.png');
}

const breakAndKill = (): Promise<Line[]> =>
  inPair(async ({ postgres, api, proxy, killWorker }) => {
    const { accountId, token } = await makeMember(postgres);
    const client = createClient({ origin: proxy.url, token });
    const paths = await uploadAll(client);
    await breakTwo(client, paths);
    let killed: Promise<void> | undefined;
    const { made: ran, megabytes } = await peakOf(api, () =>
      pipe(client, paths, ended => {
        if (ended >= inputs / 3) killed ??= killWorker();
      }),
    );
    await killed;
    const wallet = async () => (await findWallet(postgres.database, accountId))!;
    const done = ran.tasks.filter(({ status }) => status === 'done');
    const failed = ran.tasks.filter(({ status }) => status === 'failed');
    const partial = failed.filter(task => pathOf(task) !== '');
    const { uses_held: held } = await wallet();
    await runSideBySide([...done, ...partial], 8, ({ taskId }) => client.settle(taskId));
    // A zip is longer than a connection lasts.
    const zip = await createClient({ origin: api.url, token }).openZip(ran.batchId);
    const zipped = new AdmZip(Buffer.from(await zip.arrayBuffer())).getEntries().length;
    const { uses, uses_held: stillHeld } = await wallet();
    const spent = givenUses - uses;
    const faults = await checkMoney(postgres.database);
    const name = `${inputs} small pictures through a pipeline of ${steps.length} steps, two of them broken, a proxy cuts, kill -9 of the worker`;
    return [
      {
        what: `${name}: results, results in the zip, failures`,
        ours: `${done.length}, ${zipped}, ${failed.length}; ${proxy.cuts()} cuts, ${ran.seconds.toFixed(1)} s`,
        rival: '–',
        aim: `${inputs - 2}, ${inputs - 2}, 2`,
        isMet: done.length === inputs - 2 && zipped === inputs - 2 && failed.length === 2,
      },
      {
        what: `${name}: the broken file whose first steps were done keeps their result`,
        ours: `${partial.length} of 1`,
        rival: '–',
        aim: '1 of 1',
        isMet: partial.length === 1,
      },
      {
        what: `${name}: uses held at the end, spent by downloading all, rules of the ledger violated`,
        ours: `${held}, ${spent}, ${faults.length}`,
        rival: '–',
        aim: `${inputs - 1}, ${inputs - 1}, 0`,
        isMet: held === inputs - 1 && spent === inputs - 1 && stillHeld === 0 && faults.length === 0,
      },
      {
        what: `${name}: server process, peak`,
        ours: `${megabytes.toFixed(0)} MB`,
        rival: '–',
        aim: `< ${maxMegabytes} MB`,
        isMet: megabytes < maxMegabytes,
      },
    ];
  });

async function compareOnProduct(): Promise<Line[]> {
  const product = await startProduct();
  try {
    return await compare(product);
  } finally {
    await product.stop();
  }
}

export const benchPipelines: Bench = async () => [
  ...(parts.includes('compare') ? await compareOnProduct() : []),
  ...(parts.includes('broken') ? await breakAndKill() : []),
];
