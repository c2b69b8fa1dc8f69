// One trial: the product under mixed load, what is done to it meanwhile, and what was lost, done twice, charged wrongly or left over at the end.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createWebhook } from 'contract/routes/webhooks.ts';
import { createClient } from '../../client/client.ts';
import { S3Objects } from '../../server/src/adapters/objects-s3.ts';
import type { Postgres } from '../../server/src/adapters/postgres.ts';
import { readConfig } from '../../server/src/config.ts';
import { bookGrant } from '../../server/src/points/ledger.ts';
import { type SweepParts, sweepExpired } from '../../server/src/retention/sweep.ts';
import { insertPerson } from '../../server/testing/row-login.ts';
import type { Line } from '../report.ts';
import { Diary } from './diary.ts';
import { makeFiles, type Payer, startLoad } from './load.ts';
import type { Place } from './place.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import {
  findFailed,
  findLeft,
  findLost,
  findScratch,
  findTwice,
  findUnmatched,
  findWrongCoins,
  type Reckoning,
  runAdminCheck,
} from './reckoning.ts';

const payerCount = 3;
const given = 1_000_000;
/** Of one run of a photo filter, in coins. */
const price = 10;
const loops = 6;
/** How long the last tasks and messages may take once all is well. */
const settleMs = 180_000;
const hourMs = 3_600_000;

const quiet = { info: () => undefined, warn: () => undefined, error: console.error };

async function makePayers(postgres: Postgres, { origin }: Place, receiver: Receiver): Promise<Payer[]> {
  const payers: Payer[] = [];
  for (let count = 0; count < payerCount; count++) {
    const person = await insertPerson(postgres);
    await postgres.database
      .transaction()
      .execute(trx =>
        bookGrant(trx, { accountId: person.accountId, unit: 'coin', amount: given, reference: randomUUID() }),
      );
    const client = createClient({ origin, token: person.token });
    await client.call(createWebhook, {
      body: { url: receiver.url, events: ['task.done', 'task.failed', 'task.cancelled'] },
    });
    payers.push(person);
  }
  return payers;
}

/** Made before the load: the lines run in this process. */
export function makeClip(folder: string, seconds: number, size: string): File {
  const file = path.join(folder, `${seconds}.mp4`);
  const source = `testsrc2=size=${size}:rate=25:duration=${seconds}`;
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-y', file]);
  return new File([new Uint8Array(readFileSync(file))], path.basename(file), { type: 'video/mp4' });
}

/** Waits until all tasks have ended and all messages were delivered, or for so long. */
async function untilSettled({ pool }: Postgres): Promise<void> {
  const until = performance.now() + settleMs;
  while (performance.now() < until) {
    const { rows } = await pool.query(`select
      (select count(*)::int from task where ended_at is null)
      + (select count(*)::int from task_end)
      + (select count(*)::int from webhook_delivery where state = 'pending') as open`);
    if (rows[0].open === 0) return;
    await sleep(200);
  }
}

/** Sweeps as a server would a day later, until nothing more is removed. */
async function sweepAll(place: Place, postgres: Postgres): Promise<void> {
  const config = readConfig({ ...place.api.environment, S3_ENDPOINT: place.store.endpoint });
  if (config.storage.kind !== 's3') throw new Error('the store is not S3');
  const now = () => new Date(Date.now() + (config.retentionHours + 2) * hourMs);
  const parts = {
    config,
    log: quiet,
    database: postgres.database,
    patient: postgres.patient,
    objects: new S3Objects(config.storage),
    clock: { mayDelete: async () => true },
    now,
    rowSweeps: [],
  } as unknown as SweepParts;
  for (let gone = 1; gone > 0; ) {
    const { tasks, objects } = await sweepExpired(parts);
    gone = tasks + objects;
  }
}

/** Stops all servers in order. Returns those that did not stop cleanly. */
async function stopServers({ api, workers }: Place): Promise<string[]> {
  const faults: string[] = [];
  for (const { server } of [api, ...workers]) {
    const status = await server.stop();
    if (status !== 0) faults.push(`${server.name} ended with ${status}`);
  }
  return faults;
}

export interface Trial<Harm> {
  readonly place: Place;
  readonly reckoning: Reckoning;
  readonly harm: Harm;
  readonly diary: Diary;
  /** Those of webhooks that arrived. */
  readonly messages: number;
  readonly seconds: number;
}

/** Does `harm` to a place under load and reckons. Stops its servers. */
export async function tryUnderLoad<Harm>(
  place: Place,
  seed: number,
  harm: (diary: Diary, postgres: Postgres) => Promise<Harm>,
): Promise<Trial<Harm>> {
  const postgres = place.connect();
  const receiver = await startReceiver(place.host);
  const diary = new Diary();
  try {
    const payers = await makePayers(postgres, place, receiver);
    const files = makeFiles(makeClip(place.folder, 2, '320x180'));
    const startedAt = performance.now();
    const load = startLoad({ origin: place.origin, payers, files, diary, seed, loops });
    const done = await harm(diary, postgres);
    await load.stop();
    await untilSettled(postgres);
    const seconds = (performance.now() - startedAt) / 1000;
    const lost = [...(await findLost(postgres, diary)), ...place.database.writtenTo];
    const failed = await findFailed(postgres, diary);
    const twice = await findTwice(postgres, diary, receiver);
    const coins = [...(await findWrongCoins(postgres, diary, { given, price })), ...runAdminCheck(place)];
    const unmatched = await findUnmatched(postgres, place.store);
    const unclean = await stopServers(place);
    await sweepAll(place, postgres);
    const left = [...unmatched, ...unclean, ...findScratch(place), ...(await findLeft(postgres, place.store))];
    const reckoning = { lost, failed, twice, coins, left };
    for (const found of Object.values(reckoning).flat().slice(0, 60)) console.log(found);
    return { place, reckoning, harm: done, diary, messages: receiver.count(), seconds };
  } finally {
    receiver.close();
    await postgres.close();
  }
}

export const list = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

export const titleOf = ({ database, store }: Place): string => `${database.title} and ${store.title}`;

/** How much was done. */
export function describeLoad({ diary, messages, seconds }: Trial<unknown>): string {
  const paid = [...diary.tasks.values()].filter(entry => entry.paid === 'yes').length;
  return `${diary.tasks.size} tasks, ${paid} paid, ${messages} messages in ${seconds.toFixed(0)} s`;
}

const labels: Readonly<Record<keyof Reckoning, string>> = {
  lost: 'tasks lost: accepted and without an end, or gone',
  failed: 'tasks failed that are not poisoned',
  twice: 'done twice with effect: tasks, results, messages under two ids or none',
  coins: 'coins wrong: invariants, `admin -- check`, and the sum by hand',
  left: 'files left over: objects without rows, rows without objects, scratch folders, and what is there a day later',
};

/** One line for each kind of finding. */
export function describeReckoning(what: string, { reckoning, diary }: Trial<unknown>): Line[] {
  const lines = (Object.keys(labels) as (keyof Reckoning)[]).map(kind => ({
    what: `${what}: ${labels[kind]}`,
    ours: String(reckoning[kind].length),
    rival: '–',
    aim: '0',
    isMet: reckoning[kind].length === 0,
  }));
  const givenUp = [...diary.givenUp.values()].reduce((sum, count) => sum + count, 0);
  const line = {
    what: `${what}: operations that a client gave up`,
    ours: givenUp === 0 ? '0' : `${givenUp}: ${list(Object.fromEntries(diary.givenUp))}`,
    rival: '–',
    aim: '0',
    isMet: givenUp === 0,
  };
  return [...lines, line];
}
