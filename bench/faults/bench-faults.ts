// Kills under load: 1 api, 3 workers, PostgreSQL and an S3 store as separate processes, each killed again and again in an order that a seed fixes, with
// slow, held, refused and cut lines between them; then what was lost, done twice, charged wrongly or left over. FAULTS_KILLS and FAULTS_SEED run a
// part of it.
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
import { blame } from '../../server/src/tasks/run-queries.ts';
import { insertPerson } from '../../server/testing/row-login.ts';
import type { Bench, Line } from '../report.ts';
import { Diary } from './diary.ts';
import { makeFiles, type Payer, startLoad } from './load.ts';
import { openPlace, type Place, shiftHours } from './place.ts';
import { startPoison } from './poison.ts';
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
import { type Harm, makeWeather } from './weather.ts';

const kills = Number(process.env.FAULTS_KILLS ?? 200);
const seed = Number(process.env.FAULTS_SEED ?? 1);
const payerCount = 3;
const given = 1_000_000;
/** Of one run of a photo filter, in coins. */
const price = 10;
const loops = 6;
/** Of the child of a poisoned task: a death in which its worker died as well counts half. */
const mostDeaths = blame.most / blame.ofLoss;
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
function makeClip(folder: string, seconds: number, size: string): File {
  const file = path.join(folder, `${seconds}.mp4`);
  const source = `testsrc2=size=${size}:rate=25:duration=${seconds}`;
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, '-pix_fmt', 'yuv420p', '-y', file]);
  return new File([new Uint8Array(readFileSync(file))], path.basename(file), { type: 'video/mp4' });
}

interface Poisoned {
  readonly status: string;
  readonly deaths: number;
}

/** Starts a conversion whose child is killed each time it has begun. */
async function poison({ origin }: Place, clip: File, diary: Diary): Promise<() => Promise<Poisoned>> {
  const client = createClient({ origin });
  const { taskId } = await client.startTask<string>('/web/video/formatmp4/newFormatmp4', {
    videoUrl: clip,
    format: 'webm',
  });
  diary.accept(taskId, 'poison', null);
  const stop = startPoison(taskId);
  return async () => {
    const { status } = await client.followTask(taskId);
    return { status, deaths: await stop() };
  };
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
  const config = readConfig({ ...place.environment, S3_ENDPOINT: `http://127.0.0.1:${place.store.port}` });
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

interface Run {
  readonly reckoning: Reckoning;
  readonly harm: Harm;
  readonly poisoned: Poisoned;
  readonly diary: Diary;
  readonly messages: number;
  readonly seconds: number;
  readonly title: string;
  /** Which part of the time each was away after its kills, and how many starts failed meanwhile. */
  readonly away: string;
}

function describeAway({ api, workers }: Place, { awayMs }: Harm, seconds: number): string {
  const shares = Object.entries(awayMs).map(([target, ms]) => {
    const count = target === 'worker' ? workers.length : 1;
    return `${target} ${(ms / 10 / seconds / count).toFixed(0)} %`;
  });
  const failedStarts = [api, ...workers].reduce((sum, { server }) => sum + server.ownEnds, 0);
  return `${shares.join(', ')}; starts that failed: ${failedStarts}`;
}

async function run(place: Place): Promise<Run> {
  const postgres = place.database.connect();
  const receiver = await startReceiver();
  const diary = new Diary();
  try {
    const payers = await makePayers(postgres, place, receiver);
    const files = makeFiles(makeClip(place.folder, 2, '320x180'));
    const longClip = makeClip(place.folder, 20, '640x360');
    const startedAt = performance.now();
    const load = startLoad({ origin: place.origin, payers, files, diary, seed, loops });
    const endOfPoison = await poison(place, longClip, diary);
    const onKill = (count: number) => count % 10 === 0 && console.log(`${count} kills, ${diary.tasks.size} tasks`);
    const harm = await makeWeather(place, { seed, kills, onKill });
    await load.stop();
    const poisoned = await endOfPoison();
    await untilSettled(postgres);
    const seconds = (performance.now() - startedAt) / 1000;
    const lost = await findLost(postgres, diary);
    const failed = await findFailed(postgres, diary);
    const twice = await findTwice(postgres, diary, receiver);
    const url = place.database.urlAt(place.database.port);
    const coins = [...(await findWrongCoins(postgres, diary, { given, price })), ...runAdminCheck(place, url)];
    const unmatched = await findUnmatched(postgres, place.store);
    const unclean = await stopServers(place);
    await sweepAll(place, postgres);
    const left = [...unmatched, ...unclean, ...findScratch(place), ...(await findLeft(postgres, place.store))];
    const title = `${place.database.title} and ${place.store.title}`;
    return {
      reckoning: { lost, failed, twice, coins, left },
      harm,
      poisoned,
      diary,
      messages: receiver.count(),
      seconds,
      title,
      away: describeAway(place, harm, seconds),
    };
  } finally {
    receiver.close();
    await postgres.close();
  }
}

const list = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

const labels: Readonly<Record<keyof Reckoning, string>> = {
  lost: 'tasks lost: accepted and without an end, or gone',
  failed: 'tasks failed that are not poisoned',
  twice: 'done twice with effect: tasks, results, messages under two ids or none',
  coins: 'coins wrong: invariants, `admin -- check`, and the sum by hand',
  left: 'files left over: objects without rows, rows without objects, scratch folders, and what is there a day later',
};

function describe({ reckoning, harm, poisoned, diary, messages, seconds, title, away }: Run): Line[] {
  const killed = Object.values(harm.kills).reduce((sum, count) => sum + count, 0);
  const what = `${killed} × kill -9 under load, seed ${seed}`;
  const paid = [...diary.tasks.values()].filter(entry => entry.paid === 'yes').length;
  const givenUp = [...diary.givenUp.values()].reduce((sum, count) => sum + count, 0);
  const lines = (Object.keys(labels) as (keyof Reckoning)[]).map(kind => ({
    what: `${what}: ${labels[kind]}`,
    ours: String(reckoning[kind].length),
    rival: '–',
    aim: '0',
    isMet: reckoning[kind].length === 0,
  }));
  return [
    {
      what: `${what}: on 1 api, 3 workers (the clock of one is ${shiftHours} h ahead), ${title}`,
      ours: `${diary.tasks.size} tasks, ${paid} paid, ${messages} messages in ${seconds.toFixed(0)} s; kills: ${list(harm.kills)}; lines: ${list(harm.lines)}; away: ${away}`,
      rival: '–',
      aim: `${kills} kills`,
      isMet: killed === kills,
    },
    ...lines,
    {
      what: `${what}: operations that a client gave up`,
      ours: givenUp === 0 ? '0' : `${givenUp}: ${list(Object.fromEntries(diary.givenUp))}`,
      rival: '–',
      aim: '0',
      isMet: givenUp === 0,
    },
    {
      what: `${what}: a poisoned task, whose child dies each time it runs`,
      ours: `${poisoned.status} after ${poisoned.deaths} deaths of its child`,
      rival: '–',
      aim: `failed, after 3, or up to ${mostDeaths} where its workers died too`,
      isMet: poisoned.status === 'failed' && poisoned.deaths <= mostDeaths,
    },
  ];
}

export const benchFaults: Bench = async () => {
  const place = await openPlace();
  try {
    const done = await run(place);
    for (const found of Object.values(done.reckoning).flat().slice(0, 60)) console.log(found);
    return describe(done);
  } finally {
    await place.close();
  }
};
