// A pipeline whose server dies before any of its writes: it was accepted completely or not at all, each of its tasks ends once, is paid once, and
// nothing of the runs that died is left.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../../testing/accounts.ts';
import { makeClock } from '../../../testing/clock.ts';
import { actMortally } from '../../../testing/deaths.ts';
import { listFiles } from '../../../testing/list-files.ts';
import { findUnbalanced, give, ownedBy } from '../../../testing/money.ts';
import { makeBmp } from '../../../testing/pictures.ts';
import { paths, type SentStep, sendPipeline, untilEnded } from '../../../testing/pipelines.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sweepExpired } from '../../retention/sweep.ts';
import { runTask } from '../../work/run-task.ts';
import type { Runner } from '../../work/runner.ts';
import { requeueLost, takeTask } from '../worker-queries.ts';

const clock = makeClock();
let server: TestServer;
let scratch: string;
let person: LoggedIn;
let lastMobile = 13_720_000_000;
beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now, environment: { MEMBERSHIP: 'on' } });
  scratch = mkdtempSync(path.join(tmpdir(), 'pixwright-steps-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
});

const negative: SentStep = { path: paths.filter, payload: { filterType: 'negative', format: 'png' } };
const steps = [negative, { path: paths.format, payload: { format: 'webp' } }];
const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

beforeEach(async () => {
  clock.turnSeconds(7200);
  person = await logInAs(server, String(++lastMobile));
  await give(server, person, { coins: 50 });
});

/** The files of the store that belong to the person. */
async function filesOfPerson(): Promise<string[]> {
  const folder = path.join(server.parts.config.dataFolder, 'objects');
  const known = await query('select key from stored_object where owner = $1 and not is_removed', [
    `account:${person.user.id}`,
  ]);
  const keys = new Set(known.map(row => row.key));
  return listFiles(folder)
    .map(file => path.relative(folder, file))
    .filter(file => keys.has(file));
}

test('accepting a pipeline', async () => {
  for (let fatal = 1; ; fatal++) {
    const input = await person.client.upload(makeBmp(8, 8), 'a.bmp');
    const headers = { 'Idempotency-Key': `accept-${fatal}` };
    const send = () => sendPipeline(person.client, steps, [input, input], { batchId: `b${fatal}` }, headers);
    const { died, lastWish } = await actMortally(server.parts.objects, fatal, send);
    const tasks = await query('select id from task where batch_id = $1', [`b${fatal}`]);
    expect([lastWish, [0, 2].includes(tasks.length)]).toEqual([lastWish, true]);
    expect(await findUnbalanced(server)).toEqual([]);
    // Repeated, it is the same one.
    const { data } = (await send()).body;
    expect([lastWish, data.total]).toEqual([lastWish, 2]);
    expect(await ownedBy(server, person)).toEqual([0, 0, 50, 20]);
    for (const task of data.tasks) await person.client.post(`/web/task/${task.taskId}/delete`);
    if (!died) break;
    expect(fatal).toBeLessThan(40);
  }
});

/** Runs that make a picture at once: what is killed here is what follows them. */
const runner: Runner = {
  run: async ({ folder, call }) => {
    const type = call === 'filter' ? 'png' : 'webp';
    const file = path.join(folder, `made.${type}`);
    await sharp({ create: { width: 8, height: 8, channels: 3, background: '#00aa00' } }).toFile(file);
    return { files: [{ path: file, name: `made.${type}`, type, width: 8, height: 8 }] };
  },
};

/** Works off what waits, as a worker that has just started would, and dies before its write number `fatal`. */
async function workMortally(fatal: number): Promise<{ died: boolean; lastWish: string }> {
  const { parts } = server;
  return actMortally(parts.objects, fatal, async () => {
    for (;;) {
      const row = await takeTask(parts.database, { lane: 'image', workerId: randomUUID() });
      if (!row) return;
      // The server stops: it does not wait for a database that is away.
      const signal = AbortSignal.abort();
      await runTask({ parts, pool: runner, askers: runner, remote: runner, scratch, signal }, row);
      const [{ attempt, status }] = await query('select attempt, status from task where id = $1', [row.id]);
      // Nothing was written any more: the server is dead.
      if (status === 'running' && attempt === row.attempt) throw new Error('dead');
    }
  });
}

/** It lets a server die before each of its 19 writes. */
const manyDeathsMs = 300_000;

test('working off its steps', { timeout: manyDeathsMs }, async () => {
  for (let fatal = 1; ; fatal++) {
    const input = await person.client.upload(makeBmp(8, 8), 'a.bmp');
    const { data } = (await sendPipeline(person.client, steps, [input])).body;
    const { died, lastWish } = await workMortally(fatal);
    expect([lastWish, await findUnbalanced(server)]).toEqual([lastWish, []]);
    await requeueLost(server.parts.database);
    await workMortally(1_000_000);
    const { tasks } = await untilEnded(person.client, data.batchId);
    const [task] = tasks;
    expect([lastWish, task]).toMatchObject([lastWish, { status: 'done', step: { index: 1, of: 2 } }]);
    expect(task!.result!.files).toHaveLength(1);
    expect((await person.client.post(`/web/task/${task!.taskId}/download`)).status).toBe(200);
    clock.turnSeconds(2 * 3600);
    await sweepExpired(server.parts);
    expect([lastWish, await findUnbalanced(server)]).toEqual([lastWish, []]);
    // The upload and the last step's result, with its preview.
    const files = await filesOfPerson();
    expect([lastWish, files.filter(file => file.startsWith('private/'))]).toEqual([
      lastWish,
      [task!.result!.files[0]!.path],
    ]);
    await person.client.post(`/web/task/${task!.taskId}/delete`);
    const [, , coins, held] = await ownedBy(server, person);
    expect([lastWish, coins, held]).toEqual([lastWish, 40, 0]);
    person = await logInAs(server, String(++lastMobile));
    await give(server, person, { coins: 50 });
    if (!died) {
      expect(fatal).toBeGreaterThan(10);
      break;
    }
  }
});
