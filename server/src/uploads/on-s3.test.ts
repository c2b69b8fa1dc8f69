// A picture from upload to zip with files on S3: the upload and the result go directly to the store, the zip through this server.
import { randomBytes } from 'node:crypto';
import type { Batch } from 'contract/routes/tasks.ts';
import { partBytes, type UploadSignature } from 'contract/routes/uploads.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { makeBmp, readWebpSize } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { S3Objects } from '../adapters/objects-s3.ts';
import { startS3TestServer } from '../adapters/s3-test-server.ts';
import { opensSigned } from '../objects/closed-area.ts';
import { sweepExpired } from '../retention/sweep.ts';

let s3: Awaited<ReturnType<typeof startS3TestServer>>;
let server: TestServer;
beforeAll(async () => {
  s3 = await startS3TestServer();
  server = await startTestServer({ objects: new S3Objects(s3.options) });
});
afterAll(async () => {
  await server.stop();
  await s3.close();
});

test('a picture goes to S3, is converted, and is read and deleted from there', async () => {
  const path = await server.client.upload(makeBmp(70, 30), 'on-s3.bmp', 'image/bmp');
  const { body } = await server.client.convert(path, { batchId: 'batch-on-s3' });
  const [file] = body.data.result?.files ?? [];
  expect(file?.url).not.toContain(server.url);
  const bytes = Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer());
  expect(readWebpSize(bytes)).toEqual({ width: 70, height: 30 });
  const batch = (await server.client.get<Batch>('/web/batch/batch-on-s3')).body.data;
  const zip = Buffer.from(await (await fetch(batch.zipUrl ?? '')).arrayBuffer());
  expect(zip.includes(bytes)).toBe(true);
  const again = await server.client.convert(file?.url ?? '', { format: 'png' });
  expect(again.body.data.status).toBe('done');
  await server.client.post(`/web/task/${body.data.taskId}/delete`);
  expect(await server.parts.objects.stat(file?.path ?? '')).toBeUndefined();
});

test('an upload that is overwritten through its signed URL after it was probed is not processed', async () => {
  const [first, second] = [makeBmp(40, 20), makeBmp(20, 40)];
  expect(second.length).toBe(first.length);
  const { data } = (
    await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', {
      fileName: 'a.bmp',
      fileSize: first.length,
      contentType: 'image/bmp',
    })
  ).body;
  const send = (bytes: Uint8Array) =>
    fetch(data.url, { method: 'PUT', headers: data.headers, body: bytes as Uint8Array<ArrayBuffer> });
  await send(first);
  const convert = (fileName: string) => server.client.convert(data.path, { fileName });
  expect((await convert('one.bmp')).body.data.status).toBe('done');
  // The store accepts other bytes of the same size while the URL is valid; prices were computed for the original ones.
  expect((await send(second)).status).toBe(200);
  const { status, body } = await convert('two.bmp');
  expect([status, body.error]).toEqual([409, 'UPLOAD_REPLACED']);
  await send(first);
  expect((await convert('three.bmp')).body.data.status).toBe('done');
});

test('a multipart upload goes directly to S3 and is joined there', async () => {
  const bytes = randomBytes(2 * partBytes + 99);
  const { data } = (
    await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', {
      fileName: 'large.mp4',
      fileSize: bytes.length,
      contentType: 'video/mp4',
    })
  ).body;
  const { key, uploadId } = data;
  for (const partNumber of [3, 1, 2]) {
    const signed = await server.client.post<{ url: string; headers: Record<string, string> }>('/web/tos/part', {
      key,
      uploadId,
      partNumber,
    });
    const body = bytes.subarray((partNumber - 1) * partBytes, partNumber * partBytes);
    const sent = await fetch(signed.body.data.url, { method: 'PUT', headers: signed.body.data.headers, body });
    expect(sent.status).toBe(200);
  }
  const done = await server.client.post<{ size: number }>('/web/tos/complete', { key, uploadId });
  expect(done.body.data.size).toBe(bytes.length);
  expect((await server.parts.objects.readHead(key, 16)).equals(bytes.subarray(0, 16))).toBe(true);
});

test('what a server that died wrote to see whether the bucket is closed is swept', async () => {
  const { objects } = server.parts;
  const ask = objects.opensSigned;
  let written = '';
  objects.opensSigned = async key => {
    written = key;
    const signed = await objects.signPut({ key, bytes: 1, expiresAt: new Date(Date.now() + 60_000), baseUrl: '' });
    await fetch(signed.url, { method: 'PUT', headers: signed.headers, body: 'x' });
    throw new Error('killed');
  };
  await expect(opensSigned(server.parts)).rejects.toThrow('killed');
  objects.opensSigned = ask;
  expect(await objects.stat(written)).toBeDefined();
  await sweepExpired({ ...server.parts, now: () => new Date(Date.now() + 2 * 60_000) });
  expect(await objects.stat(written)).toBeUndefined();
  expect(await opensSigned(server.parts)).toBe(false);
});

test('a call that needs the store while it is away is answered 503 with Retry-After', async () => {
  const bytes = makeBmp(70, 30);
  const file = { fileName: 'a.bmp', fileSize: bytes.length, contentType: 'image/bmp' };
  const { data } = (await server.client.post<UploadSignature>('/web/tos/new-get-signature-norecord', file)).body;
  const { objects } = server.parts;
  const near = objects.stat;
  const away = new S3Objects({ ...s3.options, endpoint: 'http://127.0.0.1:9', maxAttempts: 1 });
  objects.stat = key => away.stat(key);
  onTestFinished(() => {
    objects.stat = near;
  });
  const { status, headers, body } = await server.client.post('/web/tos/complete', { key: data.key });
  expect([status, body.error]).toEqual([503, 'SERVER_BUSY']);
  expect(headers.get('retry-after')).toBe('2');
});
