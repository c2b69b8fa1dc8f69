// The registry of workers: which workers count as alive, and the fate of tasks whose worker fell silent.
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { blame } from '../tasks/run-queries.ts';
import { findRunning, requeueLost, takeTask } from '../tasks/worker-queries.ts';
import { joinRegistry, openCensus } from './registry.ts';
import { findWorkers, recordHeartbeat, removeSilent, removeWorker } from './registry-store.ts';

type Beat = typeof recordHeartbeat;
const intercept = vi.hoisted(() => ({
  record: undefined as undefined | ((real: Beat, ...given: Parameters<Beat>) => Promise<unknown>),
}));
vi.mock(import('./registry-store.ts'), async original => {
  const real = await original();
  const recordHeartbeat = (...given: Parameters<Beat>) =>
    (intercept.record ?? ((record, ...rest) => record(...rest)))(real.recordHeartbeat, ...given) as ReturnType<Beat>;
  return { ...real, recordHeartbeat };
});

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer({ works: false });
});
afterEach(() => {
  intercept.record = undefined;
  return server.stop();
});

const register = async (lanes: Record<string, number>) => {
  const worker = { id: randomUUID(), host: 'one-machine', pid: 1, version: '1', lanes };
  await recordHeartbeat(server.parts.database, worker);
  return worker;
};
const census = () => openCensus(server.parts).read();

test('two workers of one machine count together, until one leaves or falls silent', async () => {
  const first = await register({ image: 2, model: 1 });
  const second = await register({ image: 3 });
  expect(await census()).toMatchObject({ image: 5, model: 1, video: 0 });
  await removeWorker(server.parts.database, first.id);
  expect(await census()).toMatchObject({ image: 3, model: 0 });
  await server.postgres.pool.query("update worker set last_seen_at = now() - interval '10.1 s'");
  expect(await census()).toMatchObject({ image: 0 });
  await recordHeartbeat(server.parts.database, second);
  expect(await findWorkers(server.parts.database)).toHaveLength(1);
});

test('tasks of a silent worker are requeued, those of other workers are not', async () => {
  const dead = await register({ image: 1 });
  const alive = await register({ image: 1 });
  const upload = await server.client.upload(makeBmp(8, 8), 'lost.bmp');
  const { database } = server.parts;
  const taken: string[] = [];
  for (const { id: workerId } of [dead, alive]) {
    await server.client.convert(upload, { wait: 0 });
    taken.push((await takeTask(database, { lane: 'image', workerId }))?.id ?? '');
  }
  expect(await requeueLost(database)).toEqual([]);
  // What a worker does not run is given back, so it is told of its own alone.
  expect(await findRunning(database, alive.id)).toEqual([{ id: taken[1], attempt: 1 }]);
  await server.postgres.pool.query('update task set progress = 70');
  const rung: unknown[] = [];
  onTestFinished(server.parts.notices.on('task-queued', notice => void rung.push(notice)));
  await server.postgres.pool.query("update worker set last_seen_at = now() - interval '10.1 s' where id = $1", [
    dead.id,
  ]);
  expect((await removeSilent(database)).map(worker => worker.id)).toEqual([dead.id]);
  expect(await requeueLost(database)).toEqual([taken[0]]);
  await expect.poll(() => rung).toEqual([{ lane: 'image', count: 1 }]);
  const again = await takeTask(database, { lane: 'image', workerId: alive.id });
  expect(again).toMatchObject({ id: taken[0], attempt: 2, faults: blame.ofLoss, worker_id: alive.id, progress: 70 });
});

test('a heartbeat that gets no answer is followed by others', async () => {
  const { promise: never } = Promise.withResolvers<never>();
  let beats = 0;
  intercept.record = async (record, ...given) => (++beats === 2 ? never : record(...given));
  const membership = joinRegistry(server.parts, {
    lanes: { image: 1 },
    onHeartbeat: async () => undefined,
    everyMs: 200,
  });
  await expect.poll(() => beats).toBeGreaterThan(4);
  expect(await membership.mayTake()).toBe(true);
  await membership.leave();
});
