// The latency of a small call while 200 logins are in flight, compared with the same call on an idle server.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { hashPassword } from '../server/src/accounts/password-hash.ts';
import { insertAccount } from '../server/src/accounts/store.ts';
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { connectPostgres } from '../server/src/adapters/postgres.ts';
import { median, quantile } from './numbers.ts';
import { type Product, startProduct } from './product.ts';
import type { Bench, Line } from './report.ts';
import { timeGet } from './time-get.ts';

const inFlight = 200;
const rounds = 4;
const pauseMs = 4;
const password = 'bench-password-1';

const calls = [
  { what: 'that asks the database (GET /web/task)', path: '/web/task?size=1' },
  { what: 'that does not (GET /healthz)', path: '/healthz' },
] as const;

const headers = { clientUid: randomUUID() };

/** Inserted directly into the database: people register with a captcha and SMS. */
async function makeAccounts({ folder }: Product): Promise<string[]> {
  const embedded = await startEmbeddedPostgres(folder);
  const postgres = connectPostgres(embedded.connection);
  const passwordHash = hashPassword(password);
  const names = Array.from({ length: inFlight }, (_, index) => `bench-${index}`);
  for (const [index, username] of names.entries()) {
    await insertAccount(postgres.database, {
      id: randomUUID(),
      username,
      nick_name: username,
      mobile: String(13_000_000_000 + index),
      password_hash: passwordHash,
      share_code: username,
      platform_source: 'web-pc',
      referred_by: null,
      logid_url: null,
      created_at: new Date(),
    });
  }
  await postgres.close();
  // The product is still connected, so this only ends the watch that would restart the database after the product has stopped.
  await embedded.stop();
  return names;
}

type Samples = readonly number[][];

async function sampleUntil(url: string, into: Samples, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    for (const [index, call] of calls.entries()) into[index]?.push(await timeGet(url + call.path, headers));
    await sleep(pauseMs);
  }
}

/** Starts all logins at once and samples until the last has ended. Returns the duration in milliseconds. */
async function sampleFlood(product: Product, flood: ChildProcess, names: string[], into: Samples): Promise<number> {
  const start = performance.now();
  let isOver = false;
  flood.send({ url: product.url, names, password });
  const ending = once(flood, 'message').then(([statuses]: number[][]) => {
    isOver = true;
    const failed = statuses?.filter(status => status !== 200) ?? [];
    if (failed.length > 0) throw new Error(`${failed.length} log-ins failed: ${failed[0]}`);
  });
  await sampleUntil(product.url, into, () => isOver);
  await ending;
  return performance.now() - start;
}

const show = (list: readonly number[]) =>
  `${median(list).toFixed(2)} / ${quantile(list, 0.99).toFixed(2)} ms of ${list.length}`;

function judge(what: string, busy: readonly number[], idle: readonly number[], seconds: number): Line {
  const ratio = quantile(busy, 0.99) / quantile(idle, 0.99);
  return {
    what: `A small call ${what} while ${inFlight} log-ins are in flight (${seconds.toFixed(1)} s for all), median / p99`,
    ours: `${show(busy)}: p99 ${ratio.toFixed(2)} ×`,
    rival: `idle: ${show(idle)}`,
    aim: 'p99 ≤ 3 ×',
    isMet: ratio <= 3,
  };
}

export const benchLogins: Bench = async () => {
  const product = await startProduct({ TRUST_PROXY: '1' });
  const flood = fork(fileURLToPath(new URL('./login-flood.ts', import.meta.url)));
  try {
    const names = await makeAccounts(product);
    await sampleFlood(product, flood, names, [[], []]);
    const idle: Samples = [[], []];
    const busy: Samples = [[], []];
    const tookMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const spentMs = await sampleFlood(product, flood, names, busy);
      tookMs.push(spentMs);
      const until = performance.now() + spentMs;
      await sleep(500);
      await sampleUntil(product.url, idle, () => performance.now() > until);
    }
    return calls.map(({ what }, index) => judge(what, busy[index] ?? [], idle[index] ?? [], median(tookMs) / 1000));
  } finally {
    flood.kill();
    await product.stop();
  }
};
