// Batches: the summary, the stream, the retry and the zip.
import { readdirSync, readlinkSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import AdmZip from 'adm-zip';
import type { Batch } from 'contract/routes/tasks.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readEvents } from '../../../testing/events.ts';
import { makeBmp, readWebpSize } from '../../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

const untilEnded = async (batchId: string): Promise<Batch> => {
  for (;;) {
    const { data } = (await server.client.get<Batch>(`/web/batch/${batchId}`)).body;
    if (data.queued + data.running === 0) return data;
    await sleep(50);
  }
};

async function sendBatch(batchId: string, pictures: readonly Buffer[]): Promise<void> {
  for (const picture of pictures) {
    const uploaded = await server.client.upload(picture, 'same name.bmp');
    const { status } = await server.client.convert(uploaded, { batchId, wait: 0 });
    expect(status).toBe(200);
  }
}

const broken = makeBmp(100, 100).subarray(0, 900);

test('a broken file fails alone: the other tasks finish, and the zip contains only their results', async () => {
  await sendBatch('with-broken', [makeBmp(10, 11), broken, makeBmp(12, 13), makeBmp(14, 15)]);
  const batch = await untilEnded('with-broken');
  expect(batch).toMatchObject({ total: 4, done: 3, failed: 1, cancelled: 0, progress: 100, etaSeconds: 0 });
  expect(batch.tasks.map(task => task.error?.error ?? null)).toEqual([null, 'FILE_CORRUPT', null, null]);

  const zip = await fetch(batch.zipUrl ?? '');
  expect(zip.headers.get('content-type')).toBe('application/zip');
  expect(zip.headers.get('content-disposition')).toMatch(/image-converter-\d{4}-\d\d-\d\d\.zip/);
  const entries = new AdmZip(Buffer.from(await zip.arrayBuffer())).getEntries();
  const names = ['same name.webp', 'same name (2).webp', 'same name (3).webp'];
  expect(entries.map(entry => entry.entryName)).toEqual(names);
  // Reading an entry compares its checksum.
  const [, second] = entries.map(entry => entry.getData());
  expect(readWebpSize(second!)).toEqual({ width: 12, height: 13 });
});

test('a ticket opens only its own batch, and an altered ticket opens none', async () => {
  await sendBatch('ticket-one', [makeBmp(8, 8)]);
  await sendBatch('ticket-two', [makeBmp(8, 8)]);
  const [one] = [await untilEnded('ticket-one'), await untilEnded('ticket-two')];
  const url = new URL(one.zipUrl ?? '');
  const asked = async (change: (url: URL) => void) => {
    const changed = new URL(url);
    change(changed);
    return (await fetch(changed)).status;
  };
  const ticket = url.searchParams.get('ticket') ?? '';
  expect(await asked(() => undefined)).toBe(200);
  expect(await asked(other => (other.pathname = '/web/batch/ticket-two/zip'))).toBe(404);
  expect(await asked(other => other.searchParams.set('ticket', `${ticket}x`))).toBe(404);
  const [owner, expiry, signature] = ticket.split('.');
  expect(await asked(other => other.searchParams.set('ticket', `${owner}.${Number(expiry) + 1}.${signature}`))).toBe(
    404,
  );
});

test('a retry runs only the failed tasks again', async () => {
  await sendBatch('again-and-again', [makeBmp(10, 10), broken]);
  const before = await untilEnded('again-and-again');
  await server.client.post('/web/batch/again-and-again/retry');
  const after = await untilEnded('again-and-again');
  const rows = await server.parts.database
    .selectFrom('task')
    .select(['id', 'attempt'])
    .where('batch_id', '=', 'again-and-again')
    .orderBy('attempt')
    .execute();
  expect(rows.map(row => row.attempt)).toEqual([1, 2]);
  expect(after).toMatchObject({ done: 1, failed: 1 });
  expect(after.tasks.map(task => task.taskId)).toEqual(before.tasks.map(task => task.taskId));
});

test('a stream reports the end of every task, even to a client whose connection is cut repeatedly', async () => {
  await sendBatch(
    'streamed',
    Array.from({ length: 12 }, (_, index) => makeBmp(300 + index, 200, index + 1)),
  );
  const ended = new Set<string>();
  let lastEventId = -1;
  while (ended.size < 12) {
    const { events } = await readEvents(`${server.url}/web/batch/streamed/events`, server.client.headers, {
      lastEventId,
      stopAfter: 3,
    });
    for (const { id, event, task } of events) {
      lastEventId = Math.max(lastEventId, id);
      if (event === 'done') ended.add(task.taskId);
    }
  }
});

test('queue positions count up, and the remaining time is reported once a pace has been measured', async () => {
  const idle = await startTestServer({ works: false });
  try {
    for (let index = 0; index < 3; index++) {
      const uploaded = await idle.client.upload(makeBmp(9, 9), 'queued.bmp');
      await idle.client.convert(uploaded, { batchId: 'in-a-row', wait: 0 });
    }
    const { data } = (await idle.client.get<Batch>('/web/batch/in-a-row')).body;
    expect(data.tasks.map(task => task.queuePosition)).toEqual([1, 2, 3]);
    expect(data.tasks.map(task => task.etaSeconds)).toEqual([null, null, null]);
    expect(data).toMatchObject({ queued: 3, zipUrl: null, etaSeconds: null });
    const single = await idle.client.get<{ queuePosition: number }>(`/web/task/${data.tasks[2]?.taskId}`);
    expect(single.body.data.queuePosition).toBe(3);
  } finally {
    await idle.stop();
  }
});

const openObjects = () =>
  readdirSync('/proc/self/fd')
    .map(fd => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`);
      } catch {
        return ''; // The file was closed after it was listed.
      }
    })
    .filter(file => file.includes('/objects/output/'));

test('an aborted zip download closes the file it was reading', async () => {
  const uploaded = await server.client.upload(makeBmp(2300, 2200), 'large.bmp');
  await server.client.convert(uploaded, { batchId: 'broken-off', format: 'bmp' });
  const { zipUrl } = await untilEnded('broken-off');
  for (let round = 0; round < 3; round++) {
    const stop = new AbortController();
    const reply = await fetch(zipUrl ?? '', { signal: stop.signal });
    await reply.body?.getReader().read();
    expect(openObjects()).toHaveLength(1);
    stop.abort();
    while (openObjects().length > 0) await sleep(20);
    expect(openObjects()).toEqual([]);
  }
});

test('a HEAD request neither reads a zip to its end nor follows a batch', async () => {
  const idle = await startTestServer({ works: false });
  try {
    const uploaded = await idle.client.upload(makeBmp(9, 9), 'head.bmp');
    await idle.client.convert(uploaded, { batchId: 'only-heads', wait: 0 });
    const { headers } = idle.client;
    for (const name of ['zip', 'events']) {
      const reply = await fetch(`${idle.url}/web/batch/only-heads/${name}`, { method: 'HEAD', headers });
      expect(reply.status).toBe(404);
    }
  } finally {
    await idle.stop();
  }
});
