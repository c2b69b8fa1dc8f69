// HTTP behaviour that only the disk store implements itself: ranges, caching, headers, cross-origin access, malformed bodies, and stalled
// connections.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import helmet from '@fastify/helmet';
import { AppError } from 'contract/errors.ts';
import { partBytes } from 'contract/routes/uploads.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { DiskObjects } from '../adapters/objects-disk.ts';
import { makeKey } from '../adapters/objects-names.ts';
import { objectsDiskHttp } from './objects-disk-http.ts';
import { countOpenStreams } from './open-streams.ts';

function answerInCodes(server: FastifyInstance): void {
  server.setErrorHandler((cause, _request, reply) => {
    const isRefusal = cause instanceof AppError;
    return reply.code(isRefusal ? cause.status : 500).send({ error: isRefusal ? cause.code : String(cause) });
  });
}

const webOrigin = 'https://web.example';
let folder: string;
let store: DiskObjects;
let app: FastifyInstance;
let baseUrl: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-'));
  store = new DiskObjects({ folder, secret: randomBytes(32) });
  app = Fastify({ bodyLimit: 10 });
  await app.register(helmet);
  answerInCodes(app);
  await app.register(objectsDiskHttp, { store, corsOrigins: [webOrigin] });
  baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const body = Buffer.from('0123456789');
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
// Earlier versions stored files under any extension.
const newKey = (extension = 'png') => makeKey('input', new Date(), 'bin').replace(/bin$/, extension);
const putBytes = async (key: string, bytes: Buffer) => {
  const path = join(folder, 'local');
  await writeFile(path, bytes);
  await store.putFile(key, path);
};
const newObject = async (extension = 'png') => {
  const key = newKey(extension);
  await putBytes(key, body);
  return key;
};
const get = (key: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${baseUrl}/store/${key}`, { headers, method });
const sign = (key: string, bytes: number) => store.signPut({ key, bytes, expiresAt: inMinutes(15), baseUrl });
const incoming = () => readdir(join(folder, '.incoming'));

/** Sends raw bytes and returns the response until the server closes the connection. */
function sendRaw(text: string, ...rest: Buffer[]): Promise<string> {
  const { port, hostname } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => {
      socket.write(text);
      for (const bytes of rest) socket.write(bytes);
    });
    socket.on('data', data => {
      answer += data;
    });
    socket.on('error', reject).on('close', () => resolve(answer));
  });
}

test('an object is served with headers that let any page show it, let its reader cache it for a day, and let no browser run it', async () => {
  const answer = await get(await newObject());
  expect(await answer.text()).toBe('0123456789');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': '10',
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=86400, immutable',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[0-9a-f-]+"$/),
  });
  expect(answer.headers.get('content-disposition')).toBeNull();
});

test.each([
  ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
  ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
  ['bytes=-3', 206, '789', 'bytes 7-9/10'],
  ['bytes=-30', 206, '0123456789', 'bytes 0-9/10'],
  ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
  ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
  ['bytes=10-', 416, '', 'bytes */10'],
  ['bytes=-0', 416, '', 'bytes */10'],
  ['bytes=5-2', 200, '0123456789', null],
  ['bytes=0-1,3-4', 200, '0123456789', null],
  ['bytes=-', 200, '0123456789', null],
  ['lines=0-1', 200, '0123456789', null],
])('the range %j is answered with %i', async (range, status, text, contentRange) => {
  const answer = await get(await newObject(), { range });
  expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([
    status,
    text,
    contentRange,
  ]);
  if (status !== 416) expect(answer.headers.get('content-length')).toBe(String(text.length));
});

test('a range is served only if the object is unchanged', async () => {
  const key = await newObject();
  const etag = (await get(key)).headers.get('etag') ?? '';
  const range = 'bytes=2-3';
  expect(await (await get(key, { range, 'if-range': etag })).text()).toBe('23');
  expect((await get(key, { range, 'if-range': '"other"' })).status).toBe(200);
  expect((await get(key, { range, 'if-range': `W/${etag}` })).status).toBe(200);
  expect((await get(key, { range, 'if-match': '"other"' })).status).toBe(412);
  await putBytes(key, Buffer.from('replaced!!!'));
  expect(await (await get(key, { range, 'if-range': etag })).text()).toBe('replaced!!!');
});

test('a client that already has the object gets 304', async () => {
  const key = await newObject();
  const { headers } = await get(key);
  const etag = headers.get('etag') ?? '';
  for (const list of [etag, `"x", W/${etag}`, '*']) {
    const answer = await get(key, { 'if-none-match': list });
    expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', etag]);
  }
  expect((await get(key, { 'if-none-match': '"x"' })).status).toBe(200);
  expect((await get(key, { 'if-modified-since': headers.get('last-modified') ?? '' })).status).toBe(304);
  expect((await get(key, { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' })).status).toBe(200);
  expect((await get(key, { 'if-modified-since': 'nonsense' })).status).toBe(200);
});

test('a HEAD returns size and type', async () => {
  const answer = await get(await newObject(), {}, 'HEAD');
  expect([answer.status, answer.headers.get('content-length'), await answer.text()]).toEqual([200, '10', '']);
});

test.each(['svg', 'html', 'xml', 'js', 'bin'])('.%s is served only as a download, in a sandbox', async extension => {
  const { headers } = await get(await newObject(extension));
  expect(headers.get('content-disposition')).toBe('attachment');
  expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  expect(headers.get('content-type')).not.toContain('html');
});

test('a download has the name in the link, with hostile characters replaced', async () => {
  const key = await newObject();
  const name = '图\r\nSet-Cookie: a=b; "x".html';
  const answer = await fetch(store.publicUrl(key, { baseUrl, downloadName: name }));
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('content-type')).toBe('image/png');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="_Set-Cookie_ a=b; _x_.html.png"; filename*=UTF-8''%E5%9B%BESet-Cookie_%20a%3Db%3B%20_x_.html.png`,
  );
});

test.each(['../../../etc/passwd', '..%2f..%2fetc%2fpasswd', '.incoming/x', '%00', 'input/2026'])(
  'nothing is found at /store/%s',
  async path => {
    const answer = await app.inject({ method: 'GET', url: `/store/${path}` });
    expect([400, 404]).toContain(answer.statusCode);
  },
);

test('pages of the configured origins may send files, other pages may not', async () => {
  const ask = (origin: string) =>
    get(
      newKey(),
      { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' },
      'OPTIONS',
    );
  const allowed = await ask(webOrigin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe(webOrigin);
  expect(allowed.headers.get('access-control-allow-methods')).toContain('PUT');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('content-type');
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
  const key = newKey();
  const signed = await sign(key, 10);
  const sent = await fetch(signed.url, { method: 'PUT', body, headers: { ...signed.headers, origin: webOrigin } });
  expect([sent.status, sent.headers.get('access-control-allow-origin')]).toEqual([200, webOrigin]);
  const refused = await fetch(`${signed.url}x`, {
    method: 'PUT',
    body,
    headers: { ...signed.headers, origin: webOrigin },
  });
  expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, webOrigin]);
});

test('a bad signature and an expired one get different errors', async () => {
  const signed = await sign(newKey(), 10);
  const put = async (url: string, bytes = body) => {
    const answer = await fetch(url, { method: 'PUT', body: bytes, headers: signed.headers });
    return ((await answer.json()) as { error: string }).error;
  };
  expect(await put(signed.url.replace('bytes=10', 'bytes=9'), body.subarray(1))).toBe('SIGNATURE_BAD');
  expect(await put(signed.url.replace(/expires=\d+/, 'expires=99999999999999'))).toBe('SIGNATURE_BAD');
  expect(await put(signed.url.replace(/signature=.*/, 'signature='))).toBe('SIGNATURE_BAD');
  expect(await put(`${signed.url}&bytes=10`)).toBe('SIGNATURE_BAD');
  expect(await put(`${signed.url}&part=1&upload=x`)).toBe('SIGNATURE_BAD');
  const over = await store.signPut({ key: newKey(), bytes: 10, expiresAt: new Date(Date.now() - 1), baseUrl });
  expect(await put(over.url)).toBe('SIGNATURE_EXPIRED');
});

test('a body without a length is counted, and one that is longer or shorter than declared is discarded', async () => {
  for (const [text, status] of [
    ['b\r\n0123456789x\r\n0\r\n\r\n', 413],
    ['9\r\n012345678\r\n0\r\n\r\n', 409],
    ['a\r\n0123456789\r\n0\r\n\r\n', 200],
  ] as const) {
    const key = newKey();
    const url = new URL((await sign(key, 10)).url);
    const head = `PUT ${url.pathname}${url.search} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\nconnection: close\r\n`;
    expect(await sendRaw(`${head}transfer-encoding: chunked\r\n\r\n${text}`)).toMatch(`HTTP/1.1 ${status} `);
    expect(await store.stat(key)).toEqual(status === 200 ? { bytes: 10 } : undefined);
  }
  expect(await incoming()).toEqual([]);
});

test('a client that is still sending receives the refusal, up to the size of a single-piece file', async () => {
  const signed = await sign(newKey(), 10);
  const large = Buffer.alloc(15_000_000);
  const answer = await fetch(signed.url, { method: 'PUT', body: large, headers: signed.headers });
  expect([answer.status, await answer.json()]).toEqual([403, { error: 'SIGNATURE_BAD' }]);
});

test('the same link cannot replace an existing file', async () => {
  const key = newKey();
  const signed = await sign(key, 10);
  for (const bytes of [body, Buffer.from('ABCDEFGHIJ')])
    expect((await fetch(signed.url, { method: 'PUT', body: bytes, headers: signed.headers })).status).toBe(200);
  expect(await (await get(key)).text()).toBe('0123456789');
  expect(await incoming()).toEqual([]);
});

test('a file that is there already is not written again', async () => {
  const signed = await sign(newKey(), 10);
  const put = async (bytes: Buffer) =>
    (await fetch(signed.url, { method: 'PUT', body: bytes, headers: signed.headers })).status;
  expect(await put(body)).toBe(200);
  await rm(join(folder, '.incoming'), { recursive: true });
  expect([await put(body), await put(body.subarray(1))]).toEqual([200, 403]);
  expect(await readdir(folder)).not.toContain('.incoming');
  await store.check();
});

/** The beginning of a request that sends ten bytes. */
const headOf = (signed: { url: string; headers: Readonly<Record<string, string>> }) => {
  const { pathname, search } = new URL(signed.url);
  const fields = { host: 'x', 'content-length': '10', ...signed.headers };
  return `PUT ${pathname}${search} HTTP/1.1\r\n${Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
};

test('a file that is sent again aborts its earlier sender', async () => {
  const key = newKey();
  const signed = await sign(key, 10);
  const hanging = sendRaw(headOf(signed), Buffer.from('xxxxx'));
  await expect.poll(() => incoming()).toHaveLength(1);
  expect((await fetch(signed.url, { method: 'PUT', body, headers: signed.headers })).status).toBe(200);
  expect(await incoming()).toEqual([]);
  await hanging;
  expect(await (await get(key)).text()).toBe('0123456789');
});

test('one address may only send a limited number of files at once, and one that ends makes room', async () => {
  const server = Fastify();
  answerInCodes(server);
  const uploads = countOpenStreams({ perAddress: 2, total: 100 });
  await server.register(objectsDiskHttp, { store, corsOrigins: [], uploads });
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => server.close());
  const signs = Array.from({ length: 3 }, () =>
    store.signPut({ key: newKey(), bytes: 10, expiresAt: inMinutes(15), baseUrl: url.origin }),
  );
  const [first, second, third] = await Promise.all(signs);
  const sockets = [first!, second!].map(signed => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined);
    socket.write(headOf(signed));
    return socket;
  });
  await expect.poll(() => incoming()).toHaveLength(2);
  const put = () => fetch(third!.url, { method: 'PUT', body, headers: third!.headers });
  const refused = await put();
  expect([refused.status, await refused.json()]).toEqual([429, { error: 'TOO_MANY_STREAMS' }]);
  sockets[0]!.end('0123456789');
  await expect.poll(() => uploads.count()).toBe(1);
  expect((await put()).status).toBe(200);
  sockets[1]!.destroy();
  await expect.poll(() => incoming()).toEqual([]);
});

test('a part that is sent again aborts its earlier sender', async () => {
  const upload = { key: newKey('bin'), bytes: partBytes + 10 };
  const uploadId = await store.startParts(upload);
  const { url } = await store.signPart({ ...upload, uploadId, partNumber: 2, expiresAt: inMinutes(15), baseUrl });
  const { pathname, search } = new URL(url);
  const hanging = sendRaw(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n`,
    Buffer.from('xxxxx'),
  );
  const file = join(folder, '.uploads', uploadId, 'file');
  while ((await readFile(file)).subarray(partBytes, partBytes + 5).toString() !== 'xxxxx') await sleep(20);
  expect((await fetch(url, { method: 'PUT', body })).status).toBe(200);
  await hanging;
  expect(await store.listParts({ ...upload, uploadId })).toEqual([{ partNumber: 2, size: 10 }]);
});

test('empty folders are removed with their last object', async () => {
  const now = new Date('2020-01-02T03:00:00Z');
  const keys = [makeKey('preview', now, 'png'), makeKey('preview', now, 'png')] as const;
  for (const key of keys) await putBytes(key, body);
  await store.remove([keys[0]]);
  expect(await readdir(join(folder, 'preview/2020/01/02/03'))).toHaveLength(1);
  await store.remove([keys[1]]);
  expect(await readdir(folder)).not.toContain('preview');
});

/** Starts a store with very short stall limits. */
async function startImpatient() {
  const stall = { idleMs: 100, windowMs: 60_000, minBytes: 1 };
  const impatient = new DiskObjects({ folder, secret: Buffer.alloc(32, 3), stall });
  const server = Fastify();
  await server.register(objectsDiskHttp, { store: impatient, corsOrigins: [], stall });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => server.close());
  const countConnections = () =>
    new Promise<number>((resolve, reject) =>
      server.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return { store: impatient, url, port: Number(new URL(url).port), countConnections };
}

test('an upload of a part that stalls is dropped, and none of its part counts', async () => {
  const server = await startImpatient();
  const key = newKey('bin');
  const bytes = partBytes + 1;
  const uploadId = await server.store.startParts({ key, bytes });
  const part = { key, uploadId, partNumber: 1, bytes, expiresAt: inMinutes(15), baseUrl: server.url };
  const target = new URL((await server.store.signPart(part)).url);
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(`PUT ${target.pathname}${target.search} HTTP/1.1\r\nhost: x\r\ncontent-length: ${partBytes}\r\n\r\n`);
  socket.write(Buffer.alloc(1000));
  await closed;
  expect(await server.store.listParts({ key, uploadId })).toEqual([]);
  await expect(server.store.completeParts({ key, uploadId, bytes })).rejects.toMatchObject({
    code: 'UPLOAD_INCOMPLETE',
  });
});

test('an upload in one piece that stalls is dropped, and leaves no file', async () => {
  const server = await startImpatient();
  const key = newKey();
  const signed = await server.store.signPut({ key, bytes: 10, expiresAt: inMinutes(15), baseUrl: server.url });
  const target = new URL(signed.url);
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  const head = `PUT ${target.pathname}${target.search} HTTP/1.1\r\nhost: x\r\ncontent-type: image/png\r\ncontent-length: 10\r\n\r\n`;
  socket.write(`${head}01234`);
  await closed;
  expect(await server.store.stat(key)).toBeUndefined();
  await expect.poll(() => incoming()).toEqual([]);
});

test('one address may only read a limited number of files at once, and a download that ends makes room', async () => {
  const server = Fastify();
  answerInCodes(server);
  const downloads = countOpenStreams({ perAddress: 2, total: 100 });
  await server.register(objectsDiskHttp, { store, corsOrigins: [], downloads });
  const url = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  onTestFinished(() => server.close());
  const key = newKey('bin');
  const path = join(folder, 'unread');
  await writeFile(path, Buffer.alloc(32 * 1024 * 1024));
  await store.putFile(key, path);
  const unread = [1, 2].map(() => {
    const socket = connect(Number(url.port), url.hostname);
    socket.on('error', () => undefined).pause();
    socket.write(`GET /store/${key} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  });
  await expect.poll(() => downloads.count()).toBe(2);
  const read = () => fetch(`${url.origin}/store/${key}`, { headers: { range: 'bytes=0-9' } });
  const refused = await read();
  expect([refused.status, await refused.json()]).toEqual([429, { error: 'TOO_MANY_STREAMS' }]);
  unread[0]!.destroy();
  await expect.poll(() => downloads.count()).toBe(1);
  const given = await read();
  expect([given.status, (await given.arrayBuffer()).byteLength]).toEqual([206, 10]);
  unread[1]!.destroy();
});

test('a download whose reader stops reading is dropped', async () => {
  const server = await startImpatient();
  const key = newKey('bin');
  const path = join(folder, 'large');
  // More than the buffers between the two sides can hold.
  await writeFile(path, Buffer.alloc(32 * 1024 * 1024));
  await server.store.putFile(key, path);
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => undefined).pause();
  socket.write(`GET /store/${key} HTTP/1.1\r\nhost: x\r\n\r\n`);
  const taken: Buffer[] = [];
  await expect.poll(() => server.countConnections()).toBe(1);
  await expect.poll(() => server.countConnections()).toBe(0);
  socket.on('data', data => taken.push(data)).resume();
  await once(socket, 'close');
  expect(Buffer.concat(taken).length).toBeLessThan(32 * 1024 * 1024);
});
