// What pipelines hold, settle and release, and what an API key needs for them. The books are checked after every test.
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../../testing/accounts.ts';
import { makeApiKey } from '../../../testing/api-keys.ts';
import { createClient } from '../../../testing/client.ts';
import { findUnbalanced, give, ownedBy } from '../../../testing/money.ts';
import { makeBmp } from '../../../testing/pictures.ts';
import { paths, runPipeline, type SentStep, sendPipeline, untilEnded } from '../../../testing/pipelines.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

interface Quote {
  readonly charge: Task['charge'];
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly steps: readonly { readonly charge: Task['charge'] }[];
}

let server: TestServer;
let person: LoggedIn;
let input: string;
let lastMobile = 13_710_000_000;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  person = await logInAs(server, String(++lastMobile));
  input = await person.client.upload(makeBmp(40, 30), 'a.bmp');
});
afterEach(async () => {
  expect(await findUnbalanced(server)).toEqual([]);
});

/** One use each; the others are free. */
const negative: SentStep = { path: paths.filter, payload: { filterType: 'negative', format: 'png' } };
const mark: SentStep = {
  path: '/web/waterMaker/add/newPictureAddWaterMaker',
  payload: { markType: 'text', markContent: 'shop', markX: 0.5, markY: 0.5, markW: 0.4, markH: 0.2 },
};
const failing: SentStep = { path: paths.split };
const toWebp: SentStep = { path: paths.format, payload: { format: 'webp' } };

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const quote = async (steps: readonly SentStep[], inputs: readonly string[], client = person.client) =>
  (await client.post<Quote>('/web/pipeline/quote', { steps, inputs })).body.data;
const download = (taskId: string) => person.client.post<{ url: string }>(`/web/task/${taskId}/download`);
const heldFor = async (taskId: string) =>
  (await query('select unit, amount, state from hold where task_id = $1 order by created_at, id', [taskId])).map(
    row => `${row.amount} ${row.unit} ${row.state}`,
  );

/** Uses up the trials of a tool that the person has today. */
const useUpTrials = (tool: string) =>
  query(
    `insert into trial_run (task_id, owner, tool, batch_id, day)
     values (gen_random_uuid(), $1, $2, 'of another day part', (now() at time zone $3)::date)`,
    [`account:${person.user.id}`, tool, server.parts.config.timeZone],
  );

test('the price is the sum, held at once as it was quoted, and settled at the download', async () => {
  await give(server, person, { uses: 10, term: { days: 30 } });
  const quoted = await quote([negative, mark, toWebp], [input, input]);
  expect(quoted).toMatchObject({ charge: { kind: 'use', amount: 4, state: 'none' }, allowed: true });
  expect(quoted.steps.map(step => step.charge.amount)).toEqual([2, 2, 0]);
  await server.stopWorkers();
  const { data } = (await sendPipeline(person.client, [negative, mark, toWebp], [input, input])).body;
  expect(data.tasks.map(task => task.charge)).toEqual(Array(2).fill({ kind: 'use', amount: 2, state: 'held' }));
  expect(await ownedBy(server, person)).toEqual([10, 4, 0, 0]);
  server.startWorker();
  const batch = await untilEnded(person.client, data.batchId);
  expect(batch.done).toBe(2);
  const [task] = batch.tasks as [Task];
  expect(task.result!.files[0]).toMatchObject({ locked: true, url: null, contentType: 'image/webp' });
  expect((await fetch(task.result!.files[0]!.previewUrl)).status).toBe(200);
  expect((await download(task.taskId)).status).toBe(200);
  expect((await download(task.taskId)).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual([8, 2, 0, 0]);
});

test('a failing step releases what was not done; the results before it are paid when they are kept', async () => {
  await give(server, person, { coins: 100 });
  const { tasks } = await runPipeline(person.client, [negative, failing, mark], [input, input]);
  for (const task of tasks)
    expect(task).toMatchObject({ status: 'failed', charge: { kind: 'coins', amount: 10, state: 'held' } });
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 20]);
  const [kept, left] = tasks.map(task => task.taskId) as [string, string];
  expect((await download(kept)).status).toBe(200);
  expect(await heldFor(kept)).toEqual(['10 coin settled']);
  await person.client.post(`/web/task/${left}/delete`);
  expect(await ownedBy(server, person)).toEqual([0, 0, 90, 0]);
});

test('without a priced step before it, a failure costs nothing and its result is open', async () => {
  await give(server, person, { coins: 100 });
  const { tasks } = await runPipeline(person.client, [toWebp, failing, mark], [input]);
  expect(tasks[0]).toMatchObject({ status: 'failed', error: { error: 'NOT_ANIMATED' } });
  expect(tasks[0]).toMatchObject({ charge: { kind: 'none' }, result: { files: [{ locked: false }] } });
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 0]);
  const png = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer();
  const first = await runPipeline(person.client, [failing, mark], [await person.client.upload(png, 'a.png')]);
  expect(first.tasks[0]).toMatchObject({ status: 'failed', charge: { state: 'released' }, result: null });
  expect(await ownedBy(server, person)).toEqual([0, 0, 100, 0]);
});

test('a retry holds the whole price again, but not of what was paid, and not if it cannot be paid', async () => {
  await give(server, person, { coins: 45 });
  const { batchId, tasks } = await runPipeline(person.client, [negative, failing, mark], [input, input]);
  expect((await download(tasks[0]!.taskId)).status).toBe(200);
  // 35 coins are left: 10 held for one step, of 20 for both.
  await server.stopWorkers();
  const again = (await person.client.post<Batch>(`/web/batch/${batchId}/retry`)).body.data;
  expect(again.tasks.map(({ status, charge }) => [status, charge.amount, charge.state])).toEqual([
    ['failed', 10, 'settled'],
    ['queued', 20, 'held'],
  ]);
  expect(await ownedBy(server, person)).toEqual([0, 0, 35, 20]);
  server.startWorker();
  await untilEnded(person.client, batchId);
  expect(await ownedBy(server, person)).toEqual([0, 0, 35, 10]);
  await useUpTrials('photo-filter');
  await query('update wallet set coins = coins - 20 where account_id = $1', [person.user.id]);
  const refused = await person.client.post(`/web/batch/${batchId}/retry`);
  await query('update wallet set coins = coins + 20 where account_id = $1', [person.user.id]);
  expect([refused.status, refused.body.error]).toEqual([402, 'TRIAL_USED_UP']);
  expect(await heldFor(tasks[1]!.taskId)).toContain('10 coin held');
  expect(await ownedBy(server, person)).toEqual([0, 0, 35, 10]);
});

test('what cannot be paid as a whole is refused as a whole', async () => {
  await give(server, person, { coins: 30 });
  await useUpTrials('photo-filter');
  expect(await quote([negative, mark], [input, input])).toMatchObject({ allowed: false, charge: { amount: 4 } });
  const { status, body } = await sendPipeline(person.client, [negative, mark], [input, input], { batchId: 'poor' });
  expect([status, body.error]).toEqual([402, 'TRIAL_USED_UP']);
  expect((await person.client.get('/web/batch/poor')).status).toBe(404);
  expect(await ownedBy(server, person)).toEqual([0, 0, 30, 0]);
});

test('a visitor tries five files a day in a batch, and sees a locked preview', async () => {
  const visitor = createClient(server.url);
  const own = await visitor.upload(makeBmp(40, 30), 'a.bmp');
  expect((await sendPipeline(visitor, [toWebp, negative], Array(6).fill(own))).body.error).toBe('TRIAL_USED_UP');
  const { tasks } = await runPipeline(visitor, [negative, toWebp], Array(5).fill(own));
  for (const task of tasks) {
    expect(task).toMatchObject({ status: 'done', charge: { kind: 'use', amount: 1, state: 'none' } });
    expect(task.result!.files[0]).toMatchObject({ locked: true, url: null });
  }
  expect((await sendPipeline(visitor, [negative], [own])).body.error).toBe('TRIAL_USED_UP');
  const locked = tasks[0]!.result!.files[0]!.path;
  expect((await sendPipeline(person.client, [toWebp], [locked])).body.error).toBe('UPLOAD_NOT_FOUND');
  expect((await sendPipeline(visitor, [toWebp], [locked])).body.error).toBe('UPLOAD_NOT_FOUND');
  expect((await visitor.post(`/web/task/${tasks[0]!.taskId}/download`)).body.error).toBe('MEMBERSHIP_NEEDED');
});

test('a price that turns out higher is held before the step; if it cannot be, the results so far are kept', async () => {
  await give(server, person, { coins: 25 });
  // One use as far as the small picture tells; at four times its size the second enlargement costs more.
  const picture = sharp({ create: { width: 1100, height: 1000, channels: 3, background: '#345678' } });
  const big = await person.client.upload(await picture.jpeg().toBuffer(), 'big.jpg');
  await useUpTrials('up-scale');
  const enlarge: SentStep = { path: '/web/losslessAmplification', payload: { upscale: 2 } };
  const resize: SentStep = { path: paths.resize, payload: { percent: 400 } };
  const quoted = await quote([resize, enlarge], [big]);
  expect(quoted).toMatchObject({ allowed: true, charge: { kind: 'coins', amount: 10, state: 'none' } });
  const { tasks } = await runPipeline(person.client, [resize, enlarge], [big]);
  expect(tasks[0]).toMatchObject({ status: 'failed', step: { index: 1, of: 2 }, error: { error: 'TRIAL_USED_UP' } });
  expect(tasks[0]).toMatchObject({ charge: { kind: 'none' }, result: { files: [{ width: 4400, locked: false }] } });
  expect(await ownedBy(server, person)).toEqual([0, 0, 25, 0]);
});

test('an API key needs the scope of every step, and its month pays', async () => {
  await give(server, person, { coins: 100 });
  const narrow = await makeApiKey(server, person, { scopes: ['tools:photo-filter', 'tasks:read'] });
  const own = await narrow.client.upload(makeBmp(40, 30), 'a.bmp');
  const refused = await sendPipeline(narrow.client, [negative, toWebp], [own]);
  expect([refused.status, refused.body.error]).toEqual([403, 'KEY_SCOPE']);
  const asked = { steps: [negative, toWebp], inputs: [own] };
  expect((await narrow.client.post('/web/pipeline/quote', asked)).status).toBe(403);
  const wide = await makeApiKey(server, person, { scopes: ['tools:*', 'tasks:read'], coinsPerMonth: 15 });
  expect((await sendPipeline(wide.client, [negative, mark], [own])).body.error).toBe('KEY_MONTH_SPENT');
  const { tasks } = await runPipeline(wide.client, [negative, toWebp], [own]);
  expect(tasks[0]).toMatchObject({ status: 'done', charge: { kind: 'coins', amount: 10, state: 'held' } });
  // A key that may use the last step alone may not pay for the task, cancel or delete it.
  const last = await makeApiKey(server, person, { scopes: ['tools:image-converter'] });
  for (const verb of ['download', 'cancel', 'delete'])
    expect((await last.client.post(`/web/task/${tasks[0]!.taskId}/${verb}`)).body.error).toBe('KEY_SCOPE');
  expect((await wide.client.post(`/web/task/${tasks[0]!.taskId}/download`)).status).toBe(200);
});
