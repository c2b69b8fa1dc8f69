// Links are fetched in a separate lane: a slow server delays no other work, and a crash or a cancellation leaves nothing behind.
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClient } from '../../testing/client.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { requeueTask } from '../tasks/run-queries.ts';
import { takeTask } from '../tasks/worker-queries.ts';
import { linkLimits } from '../work/fetch-clip.ts';

const usualLimits = { ...linkLimits };
let server: TestServer;
let site: Server;
let siteUrl: string;
/** Number of open connections that send a little at a time. */
let dripping = 0;
beforeEach(async () => {
  dripping = 0;
  site = createServer((request, response) => {
    if (request.url === '/declares') {
      response.writeHead(200, { 'content-length': 40_000_000 }).flushHeaders();
      return undefined;
    }
    if (request.url === '/half') {
      response.writeHead(200, { 'content-length': 8_000_000 });
      return response.write(Buffer.alloc(4_000_000));
    }
    if (request.url !== '/drip') return response.end(makeBmp(12, 8));
    dripping += 1;
    response.once('close', () => (dripping -= 1));
    const timer = setInterval(() => response.write('B'), 50);
    response.once('close', () => clearInterval(timer));
    return undefined;
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  const address = site.address();
  siteUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(async () => {
  site.closeAllConnections();
  site.close();
  await server.stop();
  Object.assign(linkLimits, usualLimits);
});

const start = (works: boolean, environment: Record<string, string> = {}) =>
  startTestServer({
    works,
    environment: { FETCH_ALLOW: '127.0.0.1/32', TRUST_PROXY: '1', LANES: 'link:4,image:1', ...environment },
  });
const from = (address: string) => ({ 'x-forwarded-for': address });
const look = async (taskId: string) => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
const gif = (list: readonly string[]) =>
  server.client.post<Task>('/web/picture/gif', { list, wait: 0 }, from('198.51.100.66'));

test('a slow server occupies link slots of one sender only, and cancelling closes the connection', async () => {
  server = await start(true);
  const slow = (await gif([`${siteUrl}/drip`, `${siteUrl}/drip`, `${siteUrl}/a`])).body.data.taskId;
  const next = (await gif([`${siteUrl}/drip`, `${siteUrl}/drip`])).body.data.taskId;
  while (dripping < 2) await sleep(20);
  expect(await look(slow)).toMatchObject({ status: 'running', stage: 'fetching' });
  // Meanwhile another sender's link and the sender's own upload are processed.
  const other = createClient(server.url, randomUUID());
  const linked = await other.convert(`${siteUrl}/b`, { wait: 15 }, from('198.51.100.2'));
  expect(linked.body.data.status).toBe('done');
  const upload = await server.client.upload(makeBmp(8, 8), 'own.bmp');
  expect((await server.client.convert(upload, { wait: 15 }, from('198.51.100.66'))).body.data.status).toBe('done');
  // One sender gets a quarter of the lane.
  expect((await look(next)).status).toBe('queued');
  await server.client.post(`/web/task/${next}/cancel`);
  await server.client.post(`/web/task/${slow}/cancel`);
  while (dripping > 0) await sleep(20);
});

test('the bytes that have arrived move the progress of the task', async () => {
  server = await start(true);
  const { taskId } = (await server.client.convert(`${siteUrl}/half`, { wait: 0 })).body.data;
  const row = async () =>
    (await server.postgres.pool.query('select progress, start_percent from task where id = $1', [taskId])).rows[0];
  const { start_percent } = await row();
  expect(start_percent).toBeGreaterThan(0);
  await expect.poll(async () => (await row()).progress, { timeout: 20_000 }).toBeCloseTo(start_percent * 0.95 * 0.5, 0);
  await server.client.post(`/web/task/${taskId}/cancel`);
});

test('a task whose worker dies during the fetch is fetched again; its files belong to its owner and are deleted with it', async () => {
  server = await start(false);
  const { taskId } = (await server.client.convert(`${siteUrl}/a`, { wait: 0 })).body.data;
  const taken = await takeTask(server.parts.database, { lane: 'link', workerId: randomUUID() });
  expect(taken?.id).toBe(taskId);
  await requeueTask(server.parts.database, { id: taskId, attempt: 1 }, true);
  server.startWorker();
  let task = await look(taskId);
  for (; task.status !== 'done'; task = await look(taskId)) await sleep(20);
  const { rows } = await server.postgres.pool.query(
    'select object.key, object.owner = task.owner as is_own, object.expires_at >= task.expires_at as outlives, task.lane, task.faults ' +
      "from task join stored_object as object on object.key = task.inputs -> 0 ->> 'key' where task.id = $1",
    [taskId],
  );
  expect(rows).toMatchObject([{ is_own: true, outlives: true, lane: 'image', faults: 0 }]);
  await server.client.post(`/web/task/${taskId}/delete`);
  expect(await server.parts.objects.stat(rows[0].key)).toBeUndefined();
});

test('the number of links in a call is limited', async () => {
  server = await start(false);
  const links = (count: number) => Array.from({ length: count }, (_, index) => `${siteUrl}/${index}`);
  const refused = await gif(links(21));
  expect([refused.status, refused.body.error]).toEqual([400, 'LINKS_TOO_MANY']);
  expect((await gif(links(20))).status).toBe(200);
});

test('the sizes of all links of a task are summed before their bytes arrive', async () => {
  // Three files of 40 MB that never arrive.
  const links = [1, 2, 3].map(() => `${siteUrl}/declares`);
  const call = async () => (await server.client.post<Task>('/web/picture/gif', { list: links, wait: 15 })).body;
  server = await start(true, { QUOTA_VISITOR_GB: '0.1' });
  expect(await call()).toMatchObject({ error: 'UPLOAD_QUOTA', details: { maxGb: 0.1 } });
  await server.stop();
  server = await start(true);
  linkLimits.bytes = 100_000_000;
  expect(await call()).toMatchObject({ error: 'FILE_TOO_LARGE', details: { maxMb: 95 } });
});

test('a call whose pace was never measured is expected to take as long as its contract says, once its link is fetched', async () => {
  server = await start(true, { LANES: 'link:1', MEMBERSHIP: 'off' });
  const { body } = await server.client.post<Task>('/web/imageOutpainting', {
    imageUrl: `${siteUrl}/a`,
    ratio: '1:1',
    wait: 0,
  });
  const row = async () =>
    (await server.postgres.pool.query('select lane, expected_ms from task where id = $1', [body.data.taskId])).rows[0];
  await expect.poll(async () => (await row()).lane).toBe('model');
  expect(Number((await row()).expected_ms)).toBeGreaterThanOrEqual(2000);
});
