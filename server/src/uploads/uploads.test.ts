// Uploads over HTTP: only the signed file may be sent, and an interrupted upload resumes.
import { randomBytes } from 'node:crypto';
import { partBytes, type UploadResult, type UploadSignature } from 'contract/routes/uploads.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { lanesTaking } from '../tasks/catalogue.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { QUEUE_LIMIT: '2' } });
});
afterAll(() => server.stop());

const sign = async (fileName: string, fileSize: number, contentType = 'application/octet-stream') =>
  server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', { fileName, fileSize, contentType });

test('a signature contains everything a client needs, under a key that cannot be guessed', async () => {
  const { body } = await sign('照片.PNG', 1000, 'image/png');
  expect(body.data.key).toMatch(/^input\/\d{4}\/\d\d\/\d\d\/\d\d\/[0-9a-f]{32}\.png$/);
  expect(body.data).toMatchObject({ acl: 'public-read', method: 'PUT', uploadId: null, fields: {} });
  expect(new Date(body.data.expiresAt).getTime() - Date.now()).toBeGreaterThan(14 * 60_000);
  expect((await sign('照片.PNG', 1000)).body.data.key).not.toBe(body.data.key);
});

test('a size is a number or the text of one, and an unknown type may be null', async () => {
  const ask = (fileSize: unknown) =>
    server.client.post('/web/tos/new-get-signature-norecord', { fileName: 'a.png', fileSize, contentType: null });
  expect((await ask('1000')).status).toBe(200);
  for (const wrong of [true, [1000], null, '', '-1', 1.5]) {
    const { status, body } = await ask(wrong);
    expect([wrong, status, body.details]).toEqual([wrong, 400, [{ path: 'fileSize', error: expect.any(String) }]]);
  }
});

test('a single-piece file can be completed once it has arrived', async () => {
  const { data } = (await sign('one.png', 5)).body;
  // The signature of a file in one piece has null as its upload id.
  const ask = (path: string, uploadId: unknown) => server.client.post<UploadResult>(path, { key: data.key, uploadId });
  const complete = (uploadId?: unknown) => ask('/web/tos/complete', uploadId);
  expect((await complete()).body.error).toBe('UPLOAD_INCOMPLETE');
  await fetch(data.url, { method: 'PUT', headers: data.headers, body: 'hello' });
  const done = { nameOrg: 'one.png', path: data.key, size: 5, nameNew: data.key.split('/').pop() };
  for (const none of [undefined, null, '']) expect((await complete(none)).body.data).toEqual(done);
  expect((await ask('/web/tos/abort', '')).status).toBe(200);
});

test('an interrupted multipart upload resumes from the parts that arrived', async () => {
  const bytes = randomBytes(2 * partBytes + 12_345);
  const { data } = (await sign('large.tiff', bytes.length)).body;
  const uploadId = data.uploadId ?? '';
  expect(uploadId).not.toBe('');
  const send = async (partNumber: number) => {
    const { body } = await server.client.post<{ url: string; headers: Record<string, string> }>('/web/tos/part', {
      key: data.key,
      uploadId,
      partNumber,
    });
    const part = bytes.subarray((partNumber - 1) * partBytes, partNumber * partBytes);
    return fetch(body.data.url, { method: 'PUT', headers: body.data.headers, body: part });
  };
  const arrived = async () => {
    const query = new URLSearchParams({ key: data.key, uploadId });
    const { body } = await server.client.get<{ parts: { partNumber: number; size: number }[] }>(
      `/web/tos/parts?${query}`,
    );
    return body.data.parts;
  };
  await send(3);
  await send(1);
  expect(await arrived()).toEqual([
    { partNumber: 1, size: partBytes },
    { partNumber: 3, size: 12_345 },
  ]);
  const early = await server.client.post('/web/tos/complete', { key: data.key, uploadId });
  expect([early.status, early.body.error]).toEqual([409, 'UPLOAD_INCOMPLETE']);
  await send(2);
  const { body } = await server.client.post<UploadResult>('/web/tos/complete', { key: data.key, uploadId });
  expect(body.data.size).toBe(bytes.length);
  const stored = Buffer.from(
    await (await fetch(server.parts.objects.publicUrl(data.key, { baseUrl: server.url }))).arrayBuffer(),
  );
  expect(stored.equals(bytes)).toBe(true);
});

test('a wrong upload id opens, completes and aborts nothing', async () => {
  const { data } = (await sign('mine.mp4', 20 * 1024 * 1024)).body;
  const { key } = data;
  for (const uploadId of ['f'.repeat(32), null]) {
    const completed = await server.client.post('/web/tos/complete', { key, uploadId });
    expect([completed.status, completed.body.error]).toEqual([404, 'UPLOAD_NOT_FOUND']);
    await server.client.post('/web/tos/abort', { key, uploadId });
  }
  const wrong = await server.client.post('/web/tos/part', { key, uploadId: 'f'.repeat(32), partNumber: 1 });
  expect([wrong.status, wrong.body.error]).toEqual([404, 'UPLOAD_NOT_FOUND']);
  const own = { key, uploadId: data.uploadId };
  expect((await server.client.post('/web/tos/part', { ...own, partNumber: 1 })).status).toBe(200);
  await server.client.post('/web/tos/abort', own);
  expect((await server.client.post('/web/tos/part', { ...own, partNumber: 1 })).status).toBe(404);
});

test('an aborted upload is forgotten, a complete one is not', async () => {
  const { data } = (await sign('gone.png', 3)).body;
  await server.client.post('/web/tos/abort', { key: data.key });
  expect((await server.client.post('/web/tos/complete', { key: data.key })).status).toBe(404);
  const path = await server.client.upload(makeBmp(4, 4), 'kept.bmp');
  await server.client.post('/web/tos/complete', { key: path });
  await server.client.post('/web/tos/abort', { key: path });
  expect(await server.parts.objects.stat(path)).toBeDefined();
});

test.each([
  ['a picture over 50 MB', 'big.png', 60 * 1024 * 1024, 'image/png', 50],
  ['a picture that calls itself a video', 'big.png', 60 * 1024 * 1024, 'video/mp4', 50],
  ['anything over 3000 MB', 'big.mp4', 3_145_728_001, 'video/mp4', 3000],
])('%s is refused before a byte is sent', async (_name, fileName, fileSize, contentType, maxMb) => {
  const { status, body } = await sign(fileName, fileSize, contentType);
  expect([status, body.error, body.details]).toEqual([413, 'FILE_TOO_LARGE', { maxMb }]);
});

test('a full lane refuses its own calls; an upload is refused before it starts once every lane that takes its type is full', async () => {
  const path = await server.client.upload(makeBmp(4, 4), 'full.bmp');
  const convert = () => server.client.convert(path, { wait: 0 });
  for (let index = 0; index < 2; index++) await convert();
  expect((await convert()).body.error).toBe('QUEUE_FULL');
  expect((await sign('other-lanes.png', 10)).status).toBe(200);
  // Only tools of the full lane take it.
  expect(lanesTaking('pdf')).toEqual(['image']);
  expect((await sign('late.pdf', 10, 'application/pdf')).body.error).toBe('QUEUE_FULL');
  for (const lane of lanesTaking('png'))
    await server.postgres.pool.query(
      `insert into task (id, owner, tool, call, key_code, lane, options, inputs, status, stage, request_hash, pace, expires_at)
        select gen_random_uuid(), 'other', 't', 'c', 'MATTING', $1, '{}', '[]', 'queued', 'waiting', '', '', now()
        from generate_series(1, 2)`,
      [lane],
    );
  for (const reply of [await sign('late.png', 10), await convert()]) {
    expect([reply.status, reply.body.error]).toEqual([503, 'QUEUE_FULL']);
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
});

test('sending to one signature again and again is limited per minute', async () => {
  const limited = await startTestServer({ works: false, environment: { RATE_PER_MINUTE: '3' } });
  try {
    const file = { fileName: 'a.png', fileSize: 3 };
    const { data } = (await limited.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', file)).body;
    const put = () => fetch(data.url, { method: 'PUT', headers: data.headers, body: 'abc' });
    expect([(await put()).status, (await put()).status]).toEqual([200, 200]);
    const refused = await put();
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  } finally {
    await limited.stop();
  }
});
