// Calls as third-party clients send them: numbers as text, long names, short batch ids, quotes before the call.
import { errors } from 'contract/errors.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { converterPath } from '../../testing/client.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let path: string;
beforeAll(async () => {
  server = await startTestServer();
  path = await server.client.upload(makeBmp(64, 40), 'plain.bmp');
});
afterAll(() => server.stop());

const call = (payload: object) => server.client.post<Task>(converterPath, { wait: 15, ...payload });

test('numbers and booleans may be text, formats may be spelled in any way, and empty fields count as absent', async () => {
  const { status, body } = await call({
    imageUrl: path,
    format: 'JPEG',
    width: '32',
    height: null,
    quality: '60',
    keepMetadata: 'true',
    background: 'white',
    fileSize: '7734',
    wait: '15',
  });
  expect([status, body.error]).toEqual([200, undefined]);
  expect(body.data.result?.files[0]).toMatchObject({ contentType: 'image/jpeg', width: 32, height: 20 });
});

test('the picture is accepted under its other field names', async () => {
  for (const field of ['image_url', 'image']) {
    const { status, body } = await call({ [field]: path, format: 'png' });
    expect([status, body.data?.status]).toEqual([200, 'done']);
  }
});

test.each(['/web/headimageToImage/find', '/web/imageToImage', '/msg/newSend'])(
  '%s, which calls its picture image_url, accepts it under its other field names',
  async url => {
    for (const field of ['imageUrl', 'image']) {
      const { status, body } = await server.client.post<Task>(url, { [field]: 'nothing', prompt: 'a house', wait: 0 });
      expect([status, body.details]).toEqual([400, [{ path: 'image_url', error: body.msg }]]);
      expect(body.error).toBe('LINK_BAD');
    }
  },
);

test('unreadable values are still refused, field by field', async () => {
  const { status, body } = await call({ imageUrl: path, format: 'xyz', width: 'wide', quality: '101' });
  expect([status, body.error]).toEqual([400, 'BAD_REQUEST']);
  expect((body.details as { path: string }[]).map(issue => issue.path).sort()).toEqual(['format', 'quality', 'width']);
});

test('a name of 300 letters is cut and keeps its extension, for an upload and for a call', async () => {
  const long = `${'照'.repeat(300)}.bmp`;
  const upload = await server.client.upload(makeBmp(8, 8), long);
  for (const payload of [{ imageUrl: upload }, { imageUrl: path, fileName: long }]) {
    const { body } = await call({ ...payload, format: 'png' });
    const name = body.data.result?.files[0]?.name ?? '';
    expect(name).toMatch(/^照+\.png$/);
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
  }
});

test('an empty file name counts as absent', async () => {
  const { body } = await call({ imageUrl: path, fileName: ' ', format: 'png' });
  expect(body.data.result?.files[0]?.name).toBe('plain.png');
});

test('an empty optional file field counts as absent', async () => {
  const { status, body } = await server.client.post<Task>('/web/waterMaker/add/newPictureAddWaterMaker', {
    imageUrl: path,
    markType: 'text',
    markContent: 'A',
    markUrl: '',
  });
  expect([status, body.data?.status]).toEqual([200, 'done']);
});

test('an edited text of 700 KB is accepted, and no other call accepts such a body', async () => {
  const text = '照'.repeat(150);
  const piece = (y: number) => ({ before: '\n ', text, score: 0.9, quad: [8, y, 60, y, 60, y + 2, 8, y + 2] });
  const pieces = Array.from({ length: 1400 }, (_, n) => piece(n / 100));
  const page = { turn: 0, isCut: false, paragraphs: [{ kind: 'text', pieces }] };
  const payload = { imageUrl: path, files: ['txt'], page, wait: 15 };
  expect(Buffer.byteLength(JSON.stringify(payload))).toBeGreaterThan(700_000);
  const { status, body } = await server.client.post<Task>('/web/imageTotext/write', payload);
  expect([status, body.data?.status]).toEqual([200, 'done']);
  const refused = await server.client.post<Task>(converterPath, { ...payload, format: 'png' });
  expect([refused.status, refused.body.error]).toEqual([413, 'BODY_TOO_LARGE']);
});

test('a batch may have any short name', async () => {
  const { body } = await call({ imageUrl: path, format: 'png', batchId: 7 });
  expect(body.data.batchId).toBe('7');
  expect((await server.client.get('/web/batch/7')).status).toBe(200);
});

test('a malformed id gets the same answer as an unknown id', async () => {
  for (const id of ['123', 'nothing-like-it', '00000000-0000-4000-8000-000000000000']) {
    const reply = await server.client.get(`/web/task/${id}`);
    expect([reply.status, reply.body.error]).toEqual([404, 'TASK_NOT_FOUND']);
  }
});

interface Quote {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly etaSeconds: number | null;
}

test('a quote says whether the call would be refused, and why', async () => {
  const quote = async (tool: string, payload: object) =>
    (await server.client.post<Quote>('/web/task/quote', { tool, payload })).body.data;
  expect(await quote('/web/losslessAmplification', { upscale: '2' })).toMatchObject({ allowed: true, reason: null });
  expect(await quote('upScale', { upscale: 9 })).toMatchObject({
    allowed: false,
    reason: errors.BAD_REQUEST.en,
  });
  const gone = path.replace(/[0-9a-f]{32}/, '0'.repeat(32));
  expect(await quote(converterPath, { imageUrl: gone, format: 'png' })).toMatchObject({
    allowed: false,
    reason: errors.UPLOAD_NOT_FOUND.en,
  });
  expect(await quote(converterPath, { format: 'png', fileSize: 60_000_000 })).toMatchObject({
    allowed: false,
    reason: expect.stringMatching(/50 MB/),
  });
});

test('a signature needs no content type and accepts a size as text', async () => {
  const { status, body } = await server.client.post<{ key: string }>('/web/tos/new-get-signature-norecord', {
    fileName: 'pasted',
    fileSize: '12',
    contentType: 'image/jpg; charset=binary',
  });
  expect(status).toBe(200);
  expect(body.data.key).toMatch(/\.jpg$/);
  const bare = await server.client.post('/web/tos/new-get-signature-norecord', { fileName: 'a.heic', fileSize: 12 });
  expect(bare.status).toBe(200);
});

test('the description of calls still lists the fields of each call', async () => {
  const { paths } = (await (await fetch(`${server.url}/openapi.json`)).json()) as {
    paths: Record<string, { post: { requestBody: { content: Record<string, { schema: { properties: object } }> } } }>;
  };
  const schema = paths[converterPath]?.post.requestBody.content['application/json']?.schema;
  expect(schema).toMatchObject({
    required: ['imageUrl', 'format'],
    properties: { width: { type: 'integer' }, background: { type: 'string' }, quality: { default: 80 } },
  });
});
