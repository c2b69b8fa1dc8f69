// What has outlived its time goes, bytes and rows; what is still needed stays.

import type { UploadSignature } from 'contract/routes/uploads.ts';
import type { Task } from 'contract/task.ts';
import { afterEach, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from './sweep.ts';

let server: TestServer;
afterEach(() => server.stop());

const hour = 3_600_000;

test('results and uploads go after RETENTION_HOURS, not before', async () => {
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
  expect(await sweepExpired(server.parts)).toEqual({ tasks: 0, objects: 0 });
  expect((await server.client.get<Task>(`/web/task/${task.taskId}`)).status).toBe(200);

  offsetMs = 2.1 * hour;
  expect(await sweepExpired(server.parts)).toEqual({ tasks: 1, objects: 1 });
  expect((await server.client.get<Task>(`/web/task/${task.taskId}`)).status).toBe(404);
  for (const key of [path, result]) expect(await server.parts.objects.stat(key)).toBeUndefined();
  expect((await server.client.post('/web/tos/complete', { key: open.key })).status).toBe(404);
  const { rows } = await server.postgres.pool.query('select key from stored_object');
  expect(rows).toEqual([]);
});

test('a task that is still waiting keeps its upload, however old that is', async () => {
  let offsetMs = 0;
  server = await startTestServer({
    works: false,
    now: () => new Date(Date.now() + offsetMs),
    environment: { RETENTION_HOURS: '2' },
  });
  const path = await server.client.upload(makeBmp(8, 8), 'patient.bmp');
  offsetMs = 1.5 * hour;
  await server.client.convert(path, { wait: 0 });
  offsetMs = 2.5 * hour;
  await sweepExpired(server.parts);
  expect(await server.parts.objects.stat(path)).toBeDefined();
});
