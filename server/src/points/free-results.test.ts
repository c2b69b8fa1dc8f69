// A run that had no effect, and one whose result may be wrong, cost nothing: what was held is given back in the transaction that ends it, its result
// is open, its trial is none.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { ApiKey } from 'contract/routes/api-keys.ts';
import type { Output } from 'contract/run.ts';
import type { Task } from 'contract/task.ts';
import type { WarningCode } from 'contract/warnings.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { actMortally } from '../../testing/deaths.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { paths, runPipeline, type SentStep } from '../../testing/pipelines.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { makeTestFolder } from '../../testing/test-folder.ts';
import { requeueLost, takeTask } from '../tasks/worker-queries.ts';
import { runTask } from '../work/run-task.ts';
import type { Runner } from '../work/runner.ts';
import { addTerm } from './ledger.ts';

let server: TestServer;
let person: LoggedIn;
let imageUrl: string;
let lastMobile = 13_450_000_000;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await logInAs(server, String(++lastMobile));
  imageUrl = await person.client.upload(makeBmp(40, 30), 'a.bmp');
});
afterEach(async () => {
  expect(await findUnbalanced(server)).toEqual([]);
});

/** A call that costs one use. */
const filter = async (client: TestClient, options: object = {}) =>
  (await client.post<Task>(paths.filter, { imageUrl, filterType: 'negative', format: 'png', wait: 15, ...options }))
    .body.data;
const download = (client: TestClient, taskId: string) => client.post<{ url: string }>(`/web/task/${taskId}/download`);
const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const holdsOf = async (taskId: string) =>
  (await query('select unit, amount, state from hold where task_id = $1 order by created_at, id', [taskId])).map(
    row => `${row.amount} ${row.unit} ${row.state}`,
  );
const freed = { kind: 'none', amount: 0, state: 'released' } as const;

test.each([
  ['coins', { coins: 10 }, [0, 0, 10, 0], '10 coin released'],
  ['uses', { uses: 1, term: { days: 30 } }, [1, 0, 0, 0], '1 use released'],
] as const)('the %s that were held are owned again, and the result is open', async (_, gift, owned, hold) => {
  await give(server, person, gift);
  const task = await filter(person.client, { strength: 0 });
  expect(task).toMatchObject({ status: 'done', charge: freed, result: { meta: { warnings: ['nothing-charged'] } } });
  expect(await holdsOf(task.taskId)).toEqual([hold]);
  expect(await ownedBy(server, person)).toEqual(owned);
  const file = task.result!.files[0]!;
  expect(file).toMatchObject({ locked: false, width: 40, height: 30 });
  expect((await sharp(Buffer.from(await (await fetch(file.url!)).arrayBuffer())).metadata()).width).toBe(40);
  expect((await download(person.client, task.taskId)).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual(owned);
  // It is an input like any other free result, and none of the uses that were paid.
  expect((await person.client.convert(file.path)).body.data.status).toBe('done');
  expect((await person.client.get<{ total: number }>('/web/udUser/getUseList')).body.data.total).toBe(0);
  // What had an effect costs what it did.
  const paid = await filter(person.client);
  expect(paid).toMatchObject({ charge: { state: 'held' }, result: { files: [{ locked: true }] } });
  expect(paid.result!.meta?.warnings).toEqual([]);
});

test('a try without effect is none', async () => {
  const visitor = createClient(server.url);
  imageUrl = await visitor.upload(makeBmp(40, 30), 'a.bmp');
  const task = await filter(visitor, { strength: 0 });
  expect(task).toMatchObject({ status: 'done', charge: { kind: 'none', amount: 0, state: 'none' } });
  expect(task.result!.files[0]).toMatchObject({ locked: false });
  expect((await filter(visitor)).result!.files[0]).toMatchObject({ locked: true });
  // That one was the day's try. Those without effect count as work that was done for nothing.
  const refused = await visitor.post<Task>(paths.filter, { imageUrl, filterType: 'negative', strength: 0 });
  expect(refused.body.error).toBe('TRIAL_USED_UP');
  const [{ kinds, starts }] = await query(
    `select array_agg(kind order by kind) as kinds, sum(starts)::int as starts from trial_run
     where owner = (select owner from task where id = $1)`,
    [task.taskId],
  );
  expect([kinds, starts]).toEqual([['returned', 'trial'], 2]);
});

test('the month of an API key gets it back', async () => {
  await give(server, person, { coins: 100 });
  const { id, client } = await makeApiKey(server, person, { coinsPerMonth: 10 });
  const spent = async () => {
    const { list } = (await person.client.get<{ list: ApiKey[] }>('/web/apiKey')).body.data;
    return list.find(key => key.id === id)?.coinsThisMonth;
  };
  for (let run = 0; run < 2; run++) expect(await filter(client, { strength: 0 })).toMatchObject({ charge: freed });
  expect(await spent()).toBe(0);
  expect(await filter(client)).toMatchObject({ charge: { kind: 'coins', amount: 10, state: 'held' } });
  expect(await spent()).toBe(10);
});

const negative: SentStep = { path: paths.filter, payload: { filterType: 'negative', format: 'png' } };
const untouched: SentStep = { path: paths.filter, payload: { filterType: 'negative', strength: 0, format: 'png' } };
const toWebp: SentStep = { path: paths.format, payload: { format: 'webp' } };
const failing: SentStep = { path: paths.split };

test.each([
  ['in front', [untouched, negative, negative]],
  ['in the middle', [negative, untouched, negative]],
  ['at the end', [negative, negative, untouched]],
])('a pipeline does not pay for a step without effect %s', async (_, steps) => {
  await give(server, person, { coins: 100 });
  const { tasks } = await runPipeline(person.client, steps, [imageUrl]);
  const [task] = tasks as [Task];
  expect(task).toMatchObject({ status: 'done', charge: { kind: 'coins', amount: 20, state: 'held' } });
  expect(task.result).toMatchObject({ files: [{ locked: true }], meta: { warnings: [] } });
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 20]);
  expect((await download(person.client, task.taskId)).status).toBe(200);
  expect(await holdsOf(task.taskId)).toEqual(['20 coin settled']);
  expect(await ownedBy(server, person)).toEqual([0, 0, 80, 0]);
});

test('a pipeline in which no step had an effect is free, and so is what a failing step leaves of it', async () => {
  await give(server, person, { coins: 100 });
  const { tasks } = await runPipeline(person.client, [untouched, toWebp, untouched], [imageUrl]);
  expect(tasks[0]).toMatchObject({ status: 'done', charge: freed, result: { files: [{ locked: false }] } });
  const [left] = (await runPipeline(person.client, [untouched, failing, negative], [imageUrl])).tasks;
  expect(left).toMatchObject({ status: 'failed', charge: freed, result: { files: [{ locked: false }] } });
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 0]);
});

test('the rest of a pipeline keeps its uses after the membership ended', async () => {
  await give(server, person, { uses: 5, term: { days: 30 } });
  await server.stopWorkers();
  const accepted = await person.client.post<{ batchId: string }>('/web/pipeline', {
    steps: [untouched, negative],
    inputs: [imageUrl],
  });
  await server.parts.database.transaction().execute(trx =>
    addTerm(server.parts, trx, {
      accountId: person.user.id,
      length: { days: -40 },
      mealName: { zh: '会员', en: 'Member' },
      reason: 'correction',
      reference: randomUUID(),
    }),
  );
  server.startWorker();
  const batch = () => person.client.get<{ tasks: Task[] }>(`/web/batch/${accepted.body.data.batchId}`);
  await expect.poll(async () => (await batch()).body.data.tasks[0]?.status).toBe('done');
  expect((await batch()).body.data.tasks[0]?.charge).toEqual({ kind: 'use', amount: 1, state: 'held' });
  expect(await ownedBy(server, person)).toEqual([5, 1, 0, 0]);
});

/** A run that gives a picture at once, and says this of it. */
const saying = (said: Pick<Output, 'hasNoEffect' | 'meta'>): Runner => ({
  run: async ({ folder }) => {
    const file = path.join(folder, 'made.png');
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00aa00' } }).toFile(file);
    return { files: [{ path: file, name: 'made.png', type: 'png', width: 8, height: 8 }], ...said };
  },
});

/** Does the task that waits, as a worker does whose runs are these. */
async function workOff(runner: Runner, scratch: string): Promise<void> {
  const { parts } = server;
  const row = await takeTask(parts.database, { lane: 'image', workerId: randomUUID() });
  if (!row) return;
  // The server stops: it does not wait for a database that is away.
  const signal = AbortSignal.abort();
  await runTask({ parts, pool: runner, askers: runner, remote: runner, scratch, signal }, row);
}

test('a result that may be wrong costs nothing, and one with another warning costs what it did', async () => {
  await give(server, person, { coins: 100 });
  const visitor = createClient(server.url);
  const ofVisitor = await visitor.upload(makeBmp(40, 30), 'a.bmp');
  await server.stopWorkers();
  const scratch = makeTestFolder('pixwright-doubt-');
  const run = async (client: TestClient, warnings: WarningCode[], options: object = {}) => {
    const { taskId } = await filter(client, { wait: 0, ...options });
    await workOff(saying({ meta: { warnings } }), scratch);
    return (await client.get<Task>(`/web/task/${taskId}`)).body.data;
  };
  const unsure = await run(person.client, ['hard-area']);
  expect(unsure).toMatchObject({ charge: freed, result: { files: [{ locked: false }] } });
  expect(unsure.result!.meta!.warnings).toEqual(['hard-area', 'nothing-charged']);
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 0]);
  const lossy = await run(person.client, ['transparency-flattened']);
  expect(lossy).toMatchObject({ charge: { amount: 10, state: 'held' }, result: { files: [{ locked: true }] } });
  expect(lossy.result!.meta!.warnings).toEqual(['transparency-flattened']);
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 10]);
  const tried = await run(visitor, ['text-unsure'], { imageUrl: ofVisitor });
  expect(tried.result).toMatchObject({ files: [{ locked: false }] });
  expect(await query('select kind from trial_run where task_id = $1', [tried.taskId])).toEqual([{ kind: 'returned' }]);
  server.startWorker();
});

test('a server that dies at any write leaves a task that holds its price, or one that ended and holds nothing', async () => {
  await give(server, person, { coins: 10 });
  await server.stopWorkers();
  const scratch = makeTestFolder('pixwright-no-effect-');
  const { parts } = server;
  const workOn = () => workOff(saying({ meta: { warnings: [] }, hasNoEffect: true }), scratch);
  for (let fatal = 1; ; fatal++) {
    const { taskId } = await filter(person.client, { wait: 0 });
    const { died, lastWish } = await actMortally(parts.objects, fatal, workOn);
    expect([lastWish, await findUnbalanced(server)]).toEqual([lastWish, []]);
    const [{ status, charge_state: state }] = await query('select status, charge_state from task where id = $1', [
      taskId,
    ]);
    expect([lastWish, state]).toEqual([lastWish, status === 'done' ? 'released' : 'held']);
    await requeueLost(parts.database);
    await workOn();
    expect([lastWish, await holdsOf(taskId)]).toEqual([lastWish, ['10 coin released']]);
    expect(await ownedBy(server, person)).toEqual([0, 0, 10, 0]);
    if (!died) break;
    expect(fatal).toBeLessThan(60);
  }
});
