// A sweep deletes expired files and rows, and keeps those that are still needed.
import { setTimeout as sleep } from 'node:timers/promises';
import type { UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { askForCode, logInAs, solveCaptcha } from '../../testing/accounts.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { makeLoginKey } from '../accounts/keys.ts';
import { reportMoney, startSweeping, sweepExpired } from './sweep.ts';

let server: TestServer;
afterEach(() => server.stop());

const hour = 3_600_000;

test('results and uploads are deleted after RETENTION_HOURS, not before', async () => {
  let offsetMs = 0;
  server = await startTestServer({ now: () => new Date(Date.now() + offsetMs), environment: { RETENTION_HOURS: '2' } });
  const path = await server.client.upload(makeBmp(8, 8), 'short-lived.bmp');
  const task = (await server.client.convert(path)).body.data;
  const result = task.result?.files[0]?.path ?? '';
  const { data: open } = (
    await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', {
      fileName: 'never-sent.mp4',
      fileSize: 20 * 1024 * 1024,
      contentType: 'video/mp4',
    })
  ).body;

  offsetMs = 1.9 * hour;
  // The upload that was never sent is deleted after one hour.
  expect(await sweepExpired(server.parts)).toEqual({ tasks: 0, objects: 1 });
  expect((await server.client.get<Task>(`/web/task/${task.taskId}`)).status).toBe(200);
  expect((await server.client.post('/web/tos/complete', open)).status).toBe(404);

  offsetMs = 2.1 * hour;
  expect(await sweepExpired(server.parts)).toEqual({ tasks: 1, objects: 2 });
  expect((await server.client.get<Task>(`/web/task/${task.taskId}`)).status).toBe(404);
  for (const key of [path, result]) expect(await server.parts.objects.stat(key)).toBeUndefined();
  const { rows } = await server.postgres.pool.query('select key from stored_object');
  expect(rows).toEqual([]);
});

test('a short RETENTION_HOURS is kept to by a server that sweeps by itself', async () => {
  let offsetMs = 0;
  server = await startTestServer({
    now: () => new Date(Date.now() + offsetMs),
    environment: { RETENTION_HOURS: '0.01' },
  });
  const { taskId } = (await server.client.convert(await server.client.upload(makeBmp(8, 8), 'a.bmp'))).body.data;
  const status = async () => (await server.client.get(`/web/task/${taskId}`)).status;
  const stop = startSweeping(server.parts);
  onTestFinished(stop);
  // The first sweep finds nothing.
  await sleep(1000);
  expect(await status()).toBe(200);
  offsetMs = 36_000;
  await vi.waitFor(async () => expect(await status()).toBe(404), { timeout: 15_000, interval: 200 });
});

test('a waiting task keeps its upload, however old the upload is', async () => {
  let offsetMs = 0;
  server = await startTestServer({
    works: false,
    now: () => new Date(Date.now() + offsetMs),
    environment: { RETENTION_HOURS: '2' },
  });
  const path = await server.client.upload(makeBmp(8, 8), 'patient.bmp');
  offsetMs = 1.5 * hour;
  await server.client.convert(path, { wait: 0 });
  for (const hours of [2.5, 50]) {
    offsetMs = hours * hour;
    await sweepExpired(server.parts);
    expect(await server.parts.objects.stat(path)).toBeDefined();
  }
});

test('a failed task that is retried is kept for its full retention time again, and so is its upload', async () => {
  let offsetMs = 0;
  server = await startTestServer({ now: () => new Date(Date.now() + offsetMs), environment: { RETENTION_HOURS: '2' } });
  const path = await server.client.upload(makeBmp(8, 8), 'again.bmp');
  const { taskId } = (await server.client.convert(path, { batchId: 'run-again' })).body.data;
  const failed = `update task set status = 'failed', result = null, error = '{"error": "UNEXPECTED", "details": null}'`;
  await server.postgres.pool.query(failed);
  offsetMs = 1.9 * hour;
  await server.client.post('/web/batch/run-again/retry');
  while ((await server.client.get<Task>(`/web/task/${taskId}`)).body.data.status !== 'done') await sleep(20);
  offsetMs = 2.1 * hour;
  await sweepExpired(server.parts);
  const { data } = (await server.client.get<Task>(`/web/task/${taskId}`)).body;
  expect(await server.parts.objects.stat(path)).toBeDefined();
  expect(await server.parts.objects.stat(data.result?.files[0]?.path ?? '')).toBeDefined();
  offsetMs = 4 * hour;
  await sweepExpired(server.parts);
  expect((await server.postgres.pool.query('select key from stored_object')).rows).toEqual([]);
});

test('a result that another task still has to read outlives its own task, until the other task has ended', async () => {
  server = await startTestServer();
  const path = await server.client.upload(makeBmp(8, 8), 'chain.bmp');
  const first = (await server.client.convert(path, { format: 'png' })).body.data;
  const made = first.result?.files[0]?.path ?? '';
  await server.stopWorkers();
  const second = (await server.client.convert(made, { wait: 0 })).body.data;
  await server.client.post(`/web/task/${first.taskId}/delete`);
  await sweepExpired(server.parts);
  expect(await server.parts.objects.stat(made)).toBeDefined();
  server.startWorker();
  while ((await server.client.get<Task>(`/web/task/${second.taskId}`)).body.data.status !== 'done') await sleep(20);
  await sweepExpired(server.parts);
  expect(await server.parts.objects.stat(made)).toBeUndefined();
});

test('a file that cannot be deleted is retried, and does not prevent others from being deleted', async () => {
  let offsetMs = 0;
  server = await startTestServer({ now: () => new Date(Date.now() + offsetMs), environment: { RETENTION_HOURS: '2' } });
  const { objects } = server.parts;
  const results: string[] = [];
  for (const name of ['stuck.bmp', 'loose.bmp']) {
    const path = await server.client.upload(makeBmp(8, 8), name);
    results.push((await server.client.convert(path)).body.data.result?.files[0]?.path ?? '');
  }
  const remove = objects.remove.bind(objects);
  objects.remove = async keys => {
    if (keys.includes(results[0] ?? '')) throw new Error('EIO');
    return remove(keys);
  };
  offsetMs = 2.1 * hour;
  await expect(sweepExpired(server.parts)).rejects.toThrow('1 could not be deleted');
  expect(await objects.stat(results[1] ?? '')).toBeUndefined();
  objects.remove = remove;
  await sweepExpired(server.parts);
  expect((await server.postgres.pool.query('select key from stored_object')).rows).toEqual([]);
});

test('bytes sent after their upload was aborted are deleted once its signature has expired', async () => {
  let offsetMs = 0;
  server = await startTestServer({ now: () => new Date(Date.now() + offsetMs), environment: { RETENTION_HOURS: '2' } });
  const file = { fileName: 'late.bmp', fileSize: makeBmp(8, 8).length, contentType: 'image/bmp' };
  const { data } = (await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', file)).body;
  const send = () => fetch(data.url, { method: 'PUT', headers: data.headers, body: new Uint8Array(makeBmp(8, 8)) });
  await server.client.post('/web/tos/abort', { key: data.key });
  await send();
  expect((await server.client.post('/web/tos/complete', { key: data.key })).status).toBe(404);
  expect((await server.client.convert(data.path)).body.error).toBe('UPLOAD_NOT_FOUND');
  offsetMs = 0.6 * hour;
  await sweepExpired(server.parts);
  expect(await server.parts.objects.stat(data.key)).toBeUndefined();
  expect((await server.postgres.pool.query('select key from stored_object')).rows).toEqual([]);
});

test('expired codes, keys, captchas, waits and counts are deleted', async () => {
  let offsetMs = 0;
  server = await startTestServer({ works: false, now: () => new Date(Date.now() + offsetMs) });
  const { database } = server.parts;
  const tables = ['sms_code', 'login_key', 'captcha_pass', 'wechat_login', 'allowance', 'login'] as const;
  const countRows = async () => {
    const counts = tables.map(async table => (await server.postgres.pool.query(`select from ${table}`)).rowCount);
    return Promise.all(counts);
  };
  await logInAs(server, '13100000001');
  await askForCode(server, '13100000002');
  await solveCaptcha(server);
  await makeLoginKey(database, 'mobile', '13100000001', server.parts.now());
  await server.client.get('/mp/qrcode/get-login-qrcode');
  const before = await countRows();
  expect(Math.min(...before.map(Number))).toBeGreaterThan(0);
  await sweepExpired(server.parts);
  expect(await countRows()).toEqual(before);
  offsetMs = 31 * 24 * hour;
  await sweepExpired(server.parts);
  expect(await countRows()).toEqual(tables.map(() => 0));
});

test('a sweep stops when its signal is aborted', async () => {
  let offsetMs = 0;
  server = await startTestServer({ now: () => new Date(Date.now() + offsetMs) });
  for (const name of ['one.bmp', 'two.bmp'])
    await server.client.convert(await server.client.upload(makeBmp(8, 8), name));
  offsetMs = 25 * hour;
  expect(await sweepExpired(server.parts, AbortSignal.abort())).toEqual({ tasks: 0, objects: 0 });
});

test('a balance that does not equal the sum of its movements is reported, and not changed', async () => {
  server = await startTestServer({ works: false });
  const error = vi.fn();
  const parts = { ...server.parts, log: { error } as never };
  expect(await reportMoney(parts)).toBe(0);
  await server.postgres.pool.query('insert into wallet (uses) values (3)');
  expect(await reportMoney(parts)).toBe(1);
  expect(error.mock.calls[0]?.[0]).toMatchObject({ detail: 'use: 3 kept, 0 moved' });
  const { rows } = await server.postgres.pool.query('select uses from wallet');
  expect(rows).toEqual([{ uses: 3 }]);
});
