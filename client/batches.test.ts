// Batches of a client on a real server: several inputs of which one fails, a retry, more than may be open at once, and the zip.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import AdmZip from 'adm-zip';
import type { Task } from 'contract/task.ts';
import { limitOpenTasks } from 'server/testing/open-tasks.ts';
import { makeBmp } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import type { Client } from './make-client.ts';
import { saveAnswer } from './node.ts';
import { type LossyProxy, openLossyProxy } from './testing/lossy-proxy.ts';

const convertPath = '/web/picture/format/newPicFormat';
const folder = mkdtempSync(path.join(tmpdir(), 'client-batches-'));

let server: TestServer;
let proxy: LossyProxy;
let client: Client;
beforeAll(async () => {
  server = await startTestServer();
  proxy = await openLossyProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  client = createClient({ origin: proxy.url });
  proxy.requests.length = 0;
  proxy.trouble = () => undefined;
});

const picture = (number: number) => new File([makeBmp(20 + number, 20)], `photo-${number}.bmp`);
const broken = new File([makeBmp(48, 32).subarray(0, 200)], 'broken.bmp');
const inputs = (files: readonly File[]) => files.map(imageUrl => ({ imageUrl, format: 'webp' as const }));
const isEvents = ({ path: asked }: { readonly path: string }) => asked.endsWith('/events');

test('of several files one fails, the others are done, and only the failed one runs again', async () => {
  const started: number[] = [];
  const { batchId, outcomes } = await client.runBatch(convertPath, inputs([picture(1), broken, picture(2)]), {
    onStarted: index => started.push(index),
  });
  expect(outcomes.map(({ task }) => [task?.status, task?.error?.error])).toEqual([
    ['done', undefined],
    ['failed', 'FILE_CORRUPT'],
    ['done', undefined],
  ]);
  expect(started.toSorted()).toEqual([0, 1, 2]);
  expect(outcomes.map(({ task }) => task?.result?.files[0]?.name)).toEqual(['photo-1.webp', undefined, 'photo-2.webp']);
  const heard: Task[] = [];
  await server.stopWorkers();
  const retried = client.retryBatch(batchId, { onChange: task => heard.push(task) });
  await expect.poll(() => heard.length).toBeGreaterThanOrEqual(3);
  server.startWorker();
  const tasks = await retried;
  expect(tasks.map(({ status }) => status).toSorted()).toEqual(['done', 'done', 'failed']);
  const again = heard.filter(({ status }) => status === 'queued' || status === 'running');
  expect(new Set(again.map(({ taskId }) => taskId))).toEqual(new Set([outcomes[1]?.task?.taskId]));
  expect(await client.findBatch(batchId)).toMatchObject({ total: 3, done: 2, failed: 1 });
});

test('the zip of a batch is written to a file, and a broken connection leaves none', async () => {
  const { batchId } = await client.runBatch(convertPath, inputs([picture(1), picture(2)]));
  const place = path.join(folder, 'results.zip');
  proxy.trouble = () => ({ cutAnswerAfter: 50 });
  await expect(client.openZip(batchId).then(answer => saveAnswer(answer, place))).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
  proxy.trouble = () => undefined;
  await saveAnswer(await client.openZip(batchId), place);
  const names = new AdmZip(place).getEntries().map(({ entryName }) => entryName);
  expect(names.toSorted()).toEqual(['photo-1.webp', 'photo-2.webp']);
});

test('more files than may be open at once wait for one another, and none is lost', async () => {
  limitOpenTasks(2);
  const { outcomes } = await client.runBatch(convertPath, inputs([1, 2, 3, 4, 5, 6, 7].map(picture)));
  expect(outcomes.map(({ task }) => task?.status)).toEqual(Array.from({ length: 7 }, () => 'done'));
  expect(new Set(outcomes.map(({ task }) => task?.taskId)).size).toBe(7);
});

test('a batch is followed while its streams break and while they are blocked', async () => {
  proxy.trouble = request => (isEvents(request) ? 'cut after event' : undefined);
  const cut = await client.runBatch(convertPath, inputs([1, 2, 3].map(picture)));
  expect(cut.outcomes.map(({ task }) => task?.status)).toEqual(['done', 'done', 'done']);
  proxy.trouble = request => (isEvents(request) ? { status: 503, headers: { 'retry-after': '1' } } : undefined);
  const blocked = await client.runBatch(convertPath, inputs([4, 5].map(picture)));
  expect(blocked.outcomes.map(({ task }) => task?.status)).toEqual(['done', 'done']);
});

test('a refused input is an outcome like any other, and tells why', async () => {
  const wrong = [
    { imageUrl: picture(1), format: 'mp3' },
    { imageUrl: picture(2), format: 'webp' },
  ];
  const { outcomes } = await client.runBatch<string>(convertPath, wrong);
  expect(outcomes[0]?.error).toMatchObject({ code: 'BAD_REQUEST' });
  expect(outcomes[1]?.task?.status).toBe('done');
});

test('an aborted batch cancels what is open and starts no more', async () => {
  await server.stopWorkers();
  const stop = new AbortController();
  const batchId = client.makeBatchId();
  const aborted = client.runBatch(convertPath, inputs([1, 2, 3, 4, 5, 6].map(picture)), {
    batchId,
    signal: stop.signal,
    onStarted: index => {
      if (index === 0) stop.abort(new Error('enough'));
    },
  });
  await expect(aborted).rejects.toThrow('enough');
  await expect.poll(async () => (await client.findBatch(batchId)).queued).toBe(0);
  const { total, cancelled } = await client.findBatch(batchId);
  expect([total, cancelled]).toEqual([total, total]);
  expect(total).toBeLessThan(6);
  server.startWorker();
});
