// Half an hour at 80 % of what the product can do: memory and open handles must stay flat. Then 300 clients poll and follow their tasks, and one
// more look at a task must not wait for them. `SOAK_MINUTES` makes a trial shorter.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { median, quantile, runSideBySide } from './numbers.ts';
import { makePhoto } from './pictures.ts';
import { countHandles, proportionalMegabytes, residentMegabytes } from './processes.ts';
import { agent, type Client, converterPath, createClient, type Product, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';

const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const load = 0.8;
const calibrationMs = 40_000;
const calibrationWidth = 6;
const sampleMs = 5000;
/** Caches, compiled code and buffers fill during the first part of a soak. */
const warmUpShare = 1 / 3;
const watchers = 300;
const pollEveryMs = 2000;
const looks = 600;
const looksEveryMs = 25;

const calls: readonly (readonly [path: string, options: Record<string, unknown>])[] = [
  [converterPath, { format: 'webp' }],
  ['/web/picture/resize', { width: 600 }],
  [converterPath, { format: 'png' }],
  ['/web/picture/compress', { targetKb: 60 }],
];

/** A visitor with an address of their own, so that each has a fair share. */
function createVisitor(product: Product, turn: number): Client {
  const client = createClient(product.url);
  client.headers['x-forwarded-for'] = `198.18.${Math.floor(turn / 250) % 250}.${(turn % 250) + 1}`;
  return client;
}

/** What a person does with one picture: upload, a call, its events, the download and, mostly, the deletion. */
async function visit(product: Product, photo: Uint8Array, turn: number): Promise<void> {
  const client = createVisitor(product, turn);
  const imageUrl = await client.upload(photo, `photo-${turn}.jpg`);
  const [path, options] = calls[turn % calls.length]!;
  const { taskId } = await client.post<Task>(path, { imageUrl, wait: 0, ...options });
  await get(client, `${product.url}/web/task/${taskId}/events`);
  const task = await client.post<Task>(`/web/task/${taskId}/cancel`, {});
  const link = task.result?.files[0]?.url;
  if (!link) throw new Error(`a task of ${path} ended as ${task.status}`);
  await get(client, link);
  if (turn % 8 > 0) await client.post(`/web/task/${taskId}/delete`, {});
}

/** Reads an answer to its end and returns how many milliseconds it took. */
function get(client: Client, url: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const read = (reply: http.IncomingMessage) => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      reply
        .resume()
        .on('end', () => resolve(performance.now() - start))
        .on('error', reject);
    };
    http.get(url, { agent, headers: client.headers }, read).on('error', reject);
  });
}

/** Visits a second while several people send pictures without a pause. */
async function measureCapacity(product: Product, photo: Uint8Array): Promise<number> {
  const until = performance.now() + calibrationMs;
  let done = 0;
  await runSideBySide(Array.from({ length: calibrationWidth }), calibrationWidth, async () => {
    while (performance.now() < until) await visit(product, photo, done++);
  });
  return (1000 * done) / calibrationMs;
}

interface Sample {
  readonly minute: number;
  readonly server: number;
  readonly family: number;
  readonly handles: number;
}

/** The least-squares slope of `read` by the minute. */
function slopeOf(samples: readonly Sample[], read: (sample: Sample) => number): number {
  const meanOf = (of: (sample: Sample) => number) => samples.reduce((sum, one) => sum + of(one), 0) / samples.length;
  const [x, y] = [meanOf(one => one.minute), meanOf(read)];
  const along = samples.reduce((sum, one) => sum + (one.minute - x) * (read(one) - y), 0);
  return along / samples.reduce((sum, one) => sum + (one.minute - x) ** 2, 0);
}

async function soak(product: Product, photo: Uint8Array): Promise<Line[]> {
  await measureCapacity(product, photo);
  const rate = load * (await measureCapacity(product, photo));
  const startedAt = performance.now();
  const minute = () => (performance.now() - startedAt) / 60_000;
  const samples: Sample[] = [];
  const timer = setInterval(() => {
    const { pid } = product;
    samples.push({
      minute: minute(),
      server: residentMegabytes(pid),
      family: proportionalMegabytes(pid),
      handles: countHandles(pid),
    });
  }, sampleMs);
  const failures: string[] = [];
  const open = new Set<Promise<unknown>>();
  let sent = 0;
  for (; minute() < minutes; sent++) {
    const one = visit(product, photo, sent)
      .catch(error => failures.push(String(error)))
      .finally(() => open.delete(one));
    open.add(one);
    await sleep(Math.max(0, startedAt + ((sent + 1) * 1000) / rate - performance.now()));
  }
  await Promise.all(open);
  clearInterval(timer);
  if (failures[0]) console.log(failures[0]);
  const warm = samples.filter(one => one.minute > minutes * warmUpShare);
  const half = Math.floor(warm.length / 2);
  const [early, late] = [warm.slice(0, half), warm.slice(half)].map(part => median(part.map(one => one.handles)));
  const shown = (read: (sample: Sample) => number) =>
    `${slopeOf(warm, read).toFixed(2)} MB a minute (${Math.round(read(warm[0]!))} → ${Math.round(read(warm.at(-1)!))} MB)`;
  const what = `${minutes} minutes at ${load * 100} % of capacity, pictures uploaded, changed and fetched`;
  return [
    {
      what,
      ours: `${failures.length} failed of ${sent} (${rate.toFixed(1)} a second)`,
      rival: '–',
      aim: '0 failed',
      isMet: failures.length === 0,
    },
    {
      what: 'The same, after a third of it: growth of the server process; of all processes with the database',
      ours: `${shown(one => one.server)}; ${shown(one => one.family)}`,
      rival: '–',
      aim: '≤ 1 MB a minute each',
      isMet: slopeOf(warm, one => one.server) <= 1 && slopeOf(warm, one => one.family) <= 1,
    },
    {
      what: 'The same: open handles of the server process, medians of both halves',
      ours: `${early} → ${late}`,
      rival: '–',
      aim: 'flat (± 10 %)',
      isMet: Math.abs(late! - early!) <= 0.1 * early!,
    },
  ];
}

async function timeLooks(client: Client, url: string): Promise<number[]> {
  const times: number[] = [];
  for (let look = 0; look < looks; look++) {
    times.push(await get(client, url));
    await sleep(looksEveryMs);
  }
  return times;
}

/** A person who waits for a task of a lane that is paused: half of them poll, half hold its event stream open. */
async function watch(product: Product, photo: Uint8Array, turn: number, isOver: () => boolean): Promise<void> {
  const client = createVisitor(product, turn);
  const imageUrl = await client.upload(photo, 'waits.jpg');
  const { taskId } = await client.post<Task>(converterPath, { imageUrl, format: 'webp', wait: 0 });
  const url = `${product.url}/web/task/${taskId}`;
  const stream =
    turn % 2 ? undefined : http.get(`${url}/events`, { agent, headers: client.headers }, one => one.resume());
  stream?.on('error', () => undefined);
  while (!isOver()) {
    if (!stream) await get(client, url);
    await sleep(pollEveryMs * (0.5 + Math.random()));
  }
  stream?.destroy();
}

async function measureLooks(photo: Uint8Array): Promise<Line> {
  // Without a place in its lane each task stays queued, so that what is measured is the looking alone.
  const product = await startProduct({ LANES: 'link:1', TRUST_PROXY: '1' });
  try {
    const client = createClient(product.url);
    const imageUrl = await client.upload(photo, 'looked-at.jpg');
    const body = { imageUrl, format: 'webp', wait: 0, batchId: randomUUID() };
    const url = `${product.url}/web/task/${(await client.post<Task>(converterPath, body)).taskId}`;
    await timeLooks(client, url);
    const idle = await timeLooks(client, url);
    let isOver = false;
    const watching = Array.from({ length: watchers }, (_, turn) => watch(product, photo, turn, () => isOver));
    await sleep(5 * pollEveryMs);
    const busy = await timeLooks(client, url);
    isOver = true;
    await Promise.all(watching);
    const ratio = quantile(busy, 0.99) / quantile(idle, 0.99);
    const shown = (list: readonly number[]) => `${median(list).toFixed(1)} / ${quantile(list, 0.99).toFixed(1)} ms`;
    return {
      what: `GET of a task while ${watchers} clients poll or follow theirs, ${looks} times, median / p99`,
      ours: `${shown(busy)}: p99 ${ratio.toFixed(2)} ×`,
      rival: `alone: ${shown(idle)}`,
      aim: '≤ 2 ×',
      isMet: ratio <= 2,
    };
  } finally {
    await product.stop();
  }
}

export const benchSoak: Bench = async () => {
  const photo = await makePhoto(1200, 900, 2);
  const looked = await measureLooks(await makePhoto(64, 64, 2));
  const product = await startProduct({ TRUST_PROXY: '1' });
  try {
    return [...(await soak(product, photo)), looked];
  } finally {
    await product.stop();
  }
};
