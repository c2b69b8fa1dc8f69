// Every accepted task ends exactly once, whatever is killed: a child process, the worker, or the whole server, at any point.
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from 'contract/routes/tasks.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createClient, type TestClient } from '../testing/client.ts';
import { makeBmp } from '../testing/pictures.ts';
import { makePreparedFolder } from '../testing/prepared-folder.ts';
import { type RunningServer, startProcess } from '../testing/process.ts';

let folder: string;
let server: RunningServer;
const begin = async (environment: Record<string, string> = {}) => {
  folder = await makePreparedFolder('pixwright-crash-');
  server = await start(environment);
};
const end = async () => {
  await server.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
};

const databaseFolder = () => path.join(folder, 'postgres', 'data');

const connect = () => createClient(server.url, 'one-and-the-same-visitor');
const start = (environment: Record<string, string> = {}) =>
  startProcess({ DATA_DIR: folder, LANES: 'image:2,link:4', ...environment });

async function untilEnded(client: TestClient, batchId: string): Promise<Batch> {
  for (;;) {
    const { data } = (await client.get<Batch>(`/web/batch/${batchId}`)).body;
    // Null while the database is unavailable.
    if (data && data.queued + data.running === 0) return data;
    await sleep(100);
  }
}

/** Waits until a task of the batch runs. */
async function untilInMiddle(client: TestClient, batchId: string): Promise<void> {
  for (;;) {
    const { running, queued } = (await client.get<Batch>(`/web/batch/${batchId}`)).body.data;
    expect(running + queued).toBeGreaterThan(0);
    if (running > 0) return;
    await sleep(20);
  }
}

async function sendBatch(client: TestClient, batchId: string, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    // Each takes half a second of CPU.
    const uploaded = await client.upload(makeBmp(300, 240, index + 1), `${index}.bmp`);
    const { status } = await client.convert(uploaded, { batchId, wait: 0, format: 'avif' });
    expect(status).toBe(200);
  }
}

/** Expects that every task is done and has exactly one result, whose file exists. */
async function expectAllDone(batch: Batch, count: number): Promise<void> {
  expect(batch).toMatchObject({ total: count, done: count, failed: 0 });
  for (const task of batch.tasks) {
    expect(task.result?.files).toHaveLength(1);
    const reply = await fetch(task.result?.files[0]?.url ?? '');
    expect((await reply.arrayBuffer()).byteLength).toBe(task.result?.files[0]?.size);
  }
}

test('a batch and a link that is being fetched finish although the server is killed repeatedly in the middle of it', async () => {
  let isSlow = true;
  let visits = 0;
  const picture = makeBmp(40, 30);
  const site = createServer((_request, response) => {
    visits += 1;
    if (isSlow) response.writeHead(200, { 'content-length': picture.length }).write(picture.subarray(0, 60));
    else response.end(picture);
  }).listen(0, '127.0.0.1');
  onTestFinished(async () => {
    site.closeAllConnections();
    site.close();
    await end();
  });
  await once(site, 'listening');
  const link = `http://127.0.0.1:${(site.address() as AddressInfo).port}/a.bmp`;
  const environment = { FETCH_ALLOW: '127.0.0.1/32' };
  await begin(environment);
  await connect().convert(link, { batchId: 'killed-link', wait: 0 });
  while (visits === 0) await sleep(20);
  await sendBatch(connect(), 'killed-batch', 6);
  for (let kill = 1; kill <= 2; kill++) {
    await untilInMiddle(connect(), 'killed-batch');
    await server.kill('SIGKILL');
    isSlow = false;
    server = await start(environment);
  }
  await expectAllDone(await untilEnded(connect(), 'killed-batch'), 6);
  await expectAllDone(await untilEnded(connect(), 'killed-link'), 1);
  // Once before the first kill and once after the last, or by a server between them that was alive for long enough to take the task.
  expect(visits).toBeGreaterThanOrEqual(2);
  expect(visits).toBeLessThanOrEqual(3);
});

describe('one server', () => {
  beforeAll(() => begin());
  afterAll(end);

  test('if children that run tools are killed, their tasks are retried and no other task is affected', async () => {
    const client = connect();
    await sendBatch(client, 'killed-children', 5);
    while (server.toolProcesses().length === 0) await sleep(20);
    process.kill(server.toolProcesses()[0]!, 'SIGKILL');
    await expectAllDone(await untilEnded(client, 'killed-children'), 5);
  });

  test('if the database is killed under a running server, the server restarts it and continues', async () => {
    await sendBatch(connect(), 'killed-database', 5);
    await untilInMiddle(connect(), 'killed-database');
    const [pid] = readFileSync(path.join(databaseFolder(), 'postmaster.pid'), 'utf8').split('\n');
    process.kill(Number(pid), 'SIGKILL');
    while (!(await fetch(`${server.url}/readyz`)).ok) await sleep(100);
    await expectAllDone(await untilEnded(connect(), 'killed-database'), 5);
  });

  test('a stop lets running work finish or gives it back, and leaves nothing behind', async () => {
    await sendBatch(connect(), 'stopped-batch', 4);
    while (server.toolProcesses().length === 0) await sleep(20);
    const children = server.toolProcesses();
    expect(await server.kill('SIGTERM')).toBe(0);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow();
    server = await start();
    await expectAllDone(await untilEnded(connect(), 'stopped-batch'), 4);
  });
});
