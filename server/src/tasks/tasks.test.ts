// The life cycle of a task over HTTP, with real files and real child processes.
import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from 'contract/errors.ts';
import type { Task } from 'contract/task.ts';
import { taskSchema } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../testing/events.ts';
import { makeBmp, readWebpSize } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('a picture is converted, described and downloaded', async () => {
  const path = await server.client.upload(makeBmp(64, 40), '假日 photo.bmp');
  const { status, body } = await server.client.convert(path);
  expect(status).toBe(200);
  expect(taskSchema.safeParse(body.data).error).toBeUndefined();
  const [file] = body.data.result?.files ?? [];
  expect(body.data).toMatchObject({
    status: 'done',
    progress: 100,
    etaSeconds: null,
    queuePosition: null,
    stage: 'done',
  });
  expect(file).toMatchObject({
    name: '假日 photo.webp',
    contentType: 'image/webp',
    width: 64,
    height: 40,
    locked: false,
  });
  const download = await fetch(file?.url ?? '');
  const bytes = Buffer.from(await download.arrayBuffer());
  expect(readWebpSize(bytes)).toEqual({ width: 64, height: 40 });
  expect(bytes.length).toBe(file?.size);
  expect(download.headers.get('content-disposition')).toContain(encodeURIComponent('假日 photo.webp'));
  expect((await fetch(file?.previewUrl ?? '')).headers.get('content-disposition')).toBeNull();
});

test('a call that does not wait returns a queued task, whose events progress to the end', async () => {
  const path = await server.client.upload(makeBmp(500, 400), 'wait.bmp');
  const { body } = await server.client.convert(path, { wait: 0, format: 'avif' });
  expect(['queued', 'running']).toContain(body.data.status);
  const url = `${server.url}/web/task/${body.data.taskId}/events`;
  const { events } = await readEvents(url, server.client.headers);
  const shown = events.map(({ task }) => task.progress);
  expect(shown).toEqual([...shown].sort((a, b) => a - b));
  expect(events.at(-1)).toMatchObject({ event: 'done', task: { status: 'done', progress: 100 } });
  expect(events.slice(0, -1).every(({ event }) => event === 'progress')).toBe(true);
});

test('an interrupted stream resumes after the last event seen, and a finished one is not sent again', async () => {
  const path = await server.client.upload(makeBmp(500, 400, 5), 'cut.bmp');
  const { body } = await server.client.convert(path, { wait: 0, format: 'avif' });
  const url = `${server.url}/web/task/${body.data.taskId}/events`;
  const first = await readEvents(url, server.client.headers, { stopAfter: 1 });
  const rest = await readEvents(url, server.client.headers, { lastEventId: first.events[0]?.id ?? 0 });
  expect(rest.events.every(({ id }) => id > (first.events[0]?.id ?? 0))).toBe(true);
  expect(rest.events.at(-1)?.event).toBe('done');
  const again = await readEvents(url, server.client.headers, { lastEventId: rest.events.at(-1)?.id ?? 0 });
  expect(again).toEqual({ status: 204, events: [] });
});

test('only its owner can read, stop, download or delete a task', async () => {
  const path = await server.client.upload(makeBmp(16, 16), 'mine.bmp');
  const { body } = await server.client.convert(path, { batchId: 'private-batch' });
  const { taskId } = body.data;
  const { stranger } = server;
  for (const reply of [
    await stranger.get(`/web/task/${taskId}`),
    await stranger.post(`/web/task/${taskId}/cancel`),
    await stranger.post(`/web/task/${taskId}/download`),
    await stranger.post(`/web/task/${taskId}/delete`),
    await stranger.get(`/web/task/${taskId}/events`),
    await stranger.get('/web/batch/private-batch'),
    await stranger.get('/web/batch/private-batch/zip'),
    await stranger.post('/web/batch/private-batch/retry'),
  ]) {
    expect([reply.status, reply.body.error]).toEqual([404, 'TASK_NOT_FOUND']);
  }
  expect((await server.client.get<Task>(`/web/task/${taskId}`)).body.data.status).toBe('done');
  expect((await stranger.get<{ total: number }>('/web/task')).body.data.total).toBe(0);
});

test('a client without an id receives one and owns the tasks it creates', async () => {
  const path = await server.client.upload(makeBmp(16, 16), 'anonymous.bmp');
  const reply = await fetch(`${server.url}/web/picture/format/newPicFormat`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ imageUrl: path, format: 'png' }),
  });
  const { data } = (await reply.json()) as { data: Task };
  const clientUid = reply.headers.get('clientUid') ?? '';
  const mine = await fetch(`${server.url}/web/task/${data.taskId}`, { headers: { clientUid } });
  expect([reply.status, mine.status]).toEqual([200, 200]);
});

test('a damaged picture is answered with 422 once, names its task, and is not retried', async () => {
  const path = await server.client.upload(makeBmp(200, 200).subarray(0, 5000), 'broken.bmp');
  const { status, body } = await server.client.convert(path);
  expect([status, body.code, body.error, body.data]).toEqual([422, 422, 'FILE_CORRUPT', null]);
  const { taskId } = body.details as { taskId: string };
  const task = (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
  expect(task).toMatchObject({ status: 'failed', error: { error: 'FILE_CORRUPT', msg: body.msg }, result: null });
  const row = await server.parts.database
    .selectFrom('task')
    .selectAll()
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ attempt: 1, faults: 0 });
});

test('the type of a file is determined by its bytes', async () => {
  const page = Buffer.from('<!doctype html><script>alert(1)</script>'.padEnd(600));
  const path = await server.client.upload(page, 'innocent.png', 'image/png');
  const { status, body } = await server.client.convert(path);
  expect([status, body.error]).toEqual([415, 'TYPE_UNSUPPORTED']);
  expect(body.msg).toContain('PNG');
});

test.each([
  ['an empty link', '', 400, 'LINK_EMPTY', 'Please Enter Url'],
  ['another scheme', 'ftp://example.org/a.png', 400, 'LINK_BAD', 'Url Error'],
  ['a file link', 'file:///etc/passwd', 400, 'LINK_BAD', 'Url Error'],
  ['an upload that never was', `input/2026/01/01/00/${'0'.repeat(32)}.png`, 404, 'UPLOAD_NOT_FOUND', undefined],
])('%s is refused', async (_name, imageUrl, status, error, msg) => {
  const reply = await server.client.convert(imageUrl);
  expect([reply.status, reply.body.error]).toEqual([status, error]);
  if (msg) expect(reply.body.msg).toBe(msg);
});

test('a link to the server itself is refused, in the language of the request', async () => {
  const { status, body } = await server.client.convert(`${server.url}/healthz`, {}, { lang: 'zh' });
  expect([status, body.error, body.msg]).toEqual([400, 'LINK_REFUSED', errors.LINK_REFUSED.zh]);
});

test('the result of one call can be the input of the next, by path or by link', async () => {
  const path = await server.client.upload(makeBmp(30, 20), 'chain.bmp');
  const first = (await server.client.convert(path, { format: 'png' })).body.data.result?.files[0];
  const second = await server.client.convert(first?.path ?? '');
  const third = await server.client.convert(first?.url ?? '');
  expect([second.body.data.status, third.body.data.status]).toEqual(['done', 'done']);
});

test('requests with one idempotency key create one task, even if several arrive at once', async () => {
  const path = await server.client.upload(makeBmp(20, 20), 'once.bmp');
  const key = { 'idempotency-key': 'order-1' };
  const replies = await Promise.all(Array.from({ length: 8 }, () => server.client.convert(path, {}, key)));
  expect(new Set(replies.map(reply => reply.body.data.taskId)).size).toBe(1);
  const clash = await server.client.convert(path, { format: 'png' }, key);
  expect([clash.status, clash.body.error]).toEqual([409, 'IDEMPOTENCY_CLASH']);
  const other = await server.stranger.convert(path, {}, key);
  expect(other.body.data.taskId).not.toBe(replies[0]?.body.data.taskId);
});

test('cancelling stops the work, and later tasks still run', async () => {
  const path = await server.client.upload(makeBmp(400, 400), 'long.bmp');
  const { body } = await server.client.convert(path, { format: 'avif', width: 6000, enlarge: true, wait: 0 });
  const { taskId } = body.data;
  while ((await server.client.get<Task>(`/web/task/${taskId}`)).body.data.status !== 'running') await sleep(10);
  const cancelled = await server.client.post<Task>(`/web/task/${taskId}/cancel`);
  expect(cancelled.body.data).toMatchObject({ status: 'cancelled', result: null });
  const next = await server.client.upload(makeBmp(16, 16), 'next.bmp');
  expect((await server.client.convert(next)).body.data.status).toBe('done');
  const task = (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;
  expect(task.status).toBe('cancelled');
  const again = await server.client.post<Task>(`/web/task/${taskId}/cancel`);
  expect(again.body.data.status).toBe('cancelled');
});

test('a download returns a link to an existing file', async () => {
  const path = await server.client.upload(makeBmp(16, 16), 'get.bmp');
  const { taskId } = (await server.client.convert(path)).body.data;
  const { body } = await server.client.post<{ url: string }>(`/web/task/${taskId}/download`, { fileIndex: 0 });
  expect((await fetch(body.data.url)).status).toBe(200);
  const withoutBody = { method: 'POST', headers: { ...server.client.headers, 'content-type': 'application/json' } };
  expect((await fetch(`${server.url}/web/task/${taskId}/download`, withoutBody)).status).toBe(200);
  expect((await fetch(`${server.url}/web/task/${taskId}/cancel`, withoutBody)).status).toBe(200);
  const outside = await server.client.post(`/web/task/${taskId}/download`, { fileIndex: 7 });
  expect(outside.status).toBe(400);
});

test('deleting removes the result and the upload, unless another task still reads the upload', async () => {
  const path = await server.client.upload(makeBmp(16, 16), 'gone.bmp');
  const [first, second] = [
    (await server.client.convert(path)).body.data,
    (await server.client.convert(path)).body.data,
  ];
  const result = first.result?.files[0]?.path ?? '';
  await server.client.post(`/web/task/${first.taskId}/delete`);
  expect(await server.parts.objects.stat(result)).toBeUndefined();
  expect(await server.parts.objects.stat(path)).toBeDefined();
  expect((await server.client.get(`/web/task/${first.taskId}`)).status).toBe(404);
  await server.client.post(`/web/task/${second.taskId}/delete`);
  expect(await server.parts.objects.stat(path)).toBeUndefined();
});

test('a quote starts nothing, and estimates the time once runs have been measured', async () => {
  const path = await server.client.upload(makeBmp(16, 16), 'quote.bmp');
  await server.client.convert(path, { format: 'gif' });
  const before = (await server.client.get<{ total: number }>('/web/task')).body.data.total;
  const quote = () =>
    server.client.post<{ etaSeconds: number | null }>('/web/task/quote', {
      tool: 'image-converter',
      payload: { format: 'gif', fileSize: 900 },
    });
  // The pace of a run is recorded after its end.
  let { body } = await quote();
  while (body.data.etaSeconds === null) ({ body } = await quote());
  expect(body.data).toMatchObject({ charge: { kind: 'none', amount: 0 }, allowed: true, reason: null });
  const bare = await server.client.post('/web/task/quote', { tool: 'gif', payload: null });
  expect(bare.body.data).toMatchObject({ charge: { kind: 'none' }, allowed: true });
  expect(body.data.etaSeconds).toBeGreaterThan(0);
  expect((await server.client.get<{ total: number }>('/web/task')).body.data.total).toBe(before);
});
