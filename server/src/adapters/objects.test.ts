// Requirements for every object store: one suite that runs on disk and on S3.
import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { partBytes } from 'contract/routes/uploads.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { objectsDiskHttp } from '../http/objects-disk-http.ts';
import type { ObjectStore, SignedPut } from './objects.ts';
import { DiskObjects } from './objects-disk.ts';
import { makeKey, type ObjectArea } from './objects-names.ts';
import { S3Objects } from './objects-s3.ts';
import { startS3TestServer } from './s3-test-server.ts';

interface Place {
  readonly store: ObjectStore;
  readonly baseUrl: string;
  close(): Promise<void>;
}

async function startDisk(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'objects-'));
  const store = new DiskObjects({ folder, secret: randomBytes(32) });
  const app = Fastify();
  await app.register(objectsDiskHttp, { store, corsOrigins: [] });
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    store,
    baseUrl,
    async close() {
      await app.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function startS3(): Promise<Place> {
  const server = await startS3TestServer();
  return { store: new S3Objects(server.options), baseUrl: 'http://not-used', close: server.close };
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);
const newKey = (extension = 'png', area: ObjectArea = 'input') => makeKey(area, new Date(), extension);

/** Sends half of a body and drops the connection. */
function sendHalf(signed: { url: string; headers: Readonly<Record<string, string>> }, body: Buffer): Promise<void> {
  const url = new URL(signed.url);
  const headers = { host: url.host, 'content-length': String(body.length), ...signed.headers };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname, () => {
      socket.write(`PUT ${url.pathname}${url.search} HTTP/1.1\r\n${head.join('')}\r\n`);
      socket.write(body.subarray(0, body.length / 2), () => setTimeout(() => socket.destroy(), 50));
    });
    socket.on('close', () => setTimeout(resolve, 100)).on('error', reject);
  });
}

describe.each([
  ['disk', startDisk],
  ['s3', startS3],
])('%s', (_name, start) => {
  let place: Place;
  let store: ObjectStore;
  let folder: string;
  beforeAll(async () => {
    place = await start();
    store = place.store;
    folder = await mkdtemp(join(tmpdir(), 'local-'));
  });
  afterAll(async () => {
    await place.close();
    await rm(folder, { recursive: true });
  });

  const sign = (key: string, bytes: number, expiresAt = inMinutes(15)) =>
    store.signPut({ key, bytes, expiresAt, baseUrl: place.baseUrl });
  const send = (signed: SignedPut, body: Buffer | ReadableStream, headers: Record<string, string> = signed.headers) =>
    fetch(signed.url, { method: 'PUT', body, headers, duplex: 'half' } as RequestInit);
  const putBytes = async (key: string, bytes: Buffer, downloadName?: string) => {
    const path = join(folder, randomBytes(8).toString('hex'));
    await writeFile(path, bytes);
    await store.putFile(key, path, { downloadName });
  };
  const expectRefused = async (key: string, answer: Response) => {
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await store.stat(key)).toBeUndefined();
  };

  test('a signed file is stored, and every way to read it returns the same bytes', async () => {
    const key = newKey();
    const body = randomBytes(300_000);
    const signed = await sign(key, body.length);
    expect(signed.headers['content-type']).toBe('image/png');
    expect((await send(signed, body)).status).toBe(200);
    expect(await store.stat(key)).toMatchObject({ bytes: body.length });
    expect(await store.readHead(key, 4096)).toEqual(body.subarray(0, 4096));
    expect(await store.readHead(key, 400_000)).toEqual(body);
    expect(Buffer.concat(await (await store.openRead(key)).toArray())).toEqual(body);
    expect(await store.readRange(key, { start: 10, end: 19 })).toEqual(body.subarray(10, 20));
    expect(await readFile(await store.toLocalFile(key, folder))).toEqual(body);
    const answer = await fetch(store.publicUrl(key, { baseUrl: place.baseUrl }));
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(body);
  });

  test('another size, type or key, and an altered or expired signature, are refused and leave no file', async () => {
    const body = randomBytes(1000);
    const key = newKey();
    const signed = await sign(key, body.length);
    await expectRefused(key, await send(signed, body.subarray(1)));
    await expectRefused(key, await send(signed, Buffer.concat([body, body])));
    await expectRefused(key, await send(signed, body, { 'content-type': 'text/html' }));
    const altered = signed.url.replace(/(signature=)(.)/i, (_all, name, letter) => name + (letter === '0' ? '1' : '0'));
    expect(altered).not.toBe(signed.url);
    await expectRefused(key, await send({ ...signed, url: altered }, body));
    await expectRefused(key, await send({ ...signed, url: signed.url.split('?')[0] ?? '' }, body));
    const other = newKey();
    await expectRefused(other, await send({ ...signed, url: signed.url.replace(key, other) }, body));
    const short = await sign(key, body.length, new Date(Date.now() + 1000));
    await new Promise(resolve => setTimeout(resolve, 2100));
    await expectRefused(key, await send(short, body));
  });

  test('reading a version returns the bytes of that version or refuses', async () => {
    const key = newKey();
    const [first, second] = [randomBytes(5000), randomBytes(5000)];
    const signed = await sign(key, 5000);
    await send(signed, first);
    const { version } = (await store.stat(key))!;
    const read = () =>
      store.toLocalFile(key, folder, version).then(
        async path => ((await readFile(path)).equals(first) ? 'the first' : 'others'),
        error => error.code,
      );
    expect(await read()).toBe('the first');
    expect((await store.readHead(key, 10, version)).equals(first.subarray(0, 10))).toBe(true);
    expect((await send(signed, second)).status).toBe(200);
    // The disk keeps the first version; S3 keeps the last.
    expect(await read()).toBe(version === undefined ? 'the first' : 'UPLOAD_REPLACED');
    if (version !== undefined) await expect(store.readHead(key, 10, version)).rejects.toThrow('UPLOAD_REPLACED');
  });

  test('a body that stops half-way leaves no file', async () => {
    const key = newKey();
    const body = randomBytes(200_000);
    const signed = await sign(key, body.length);
    await sendHalf(signed, body);
    expect(await store.stat(key)).toBeUndefined();
    expect((await send(signed, body)).status).toBe(200);
    expect(await store.stat(key)).toMatchObject({ bytes: body.length });
  });

  test('a script or a drawing is stored so that no browser runs it', async () => {
    for (const extension of ['svg', 'html', 'xhtml', 'js']) {
      // Earlier versions stored files under any extension.
      const key = newKey('bin').replace(/bin$/, extension);
      const body = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
      const signed = await sign(key, body.length);
      expect((await send(signed, body)).status).toBe(200);
      const { headers } = await fetch(store.publicUrl(key, { baseUrl: place.baseUrl }));
      expect(headers.get('content-disposition')).toBe('attachment');
      expect(headers.get('content-type')).toBe(extension === 'svg' ? 'image/svg+xml' : 'application/octet-stream');
    }
  });

  const begin = async (bytes: number) => {
    const key = newKey('bin');
    const uploadId = await store.startParts({ key, bytes });
    const body = randomBytes(bytes);
    const slice = (part: number) => body.subarray((part - 1) * partBytes, part * partBytes);
    const signPart = (partNumber: number) =>
      store.signPart({ key, uploadId, partNumber, bytes, expiresAt: inMinutes(15), baseUrl: place.baseUrl });
    const sendPart = async (partNumber: number, part = slice(partNumber)) => {
      const { url, headers } = await signPart(partNumber);
      return fetch(url, { method: 'PUT', body: part, headers });
    };
    return { key, uploadId, bytes, body, slice, signPart, sendPart };
  };

  test('parts that arrive in any order, one twice and one only half at first, are joined', async () => {
    const upload = await begin(3 * partBytes + 5);
    await sendHalf(await upload.signPart(3), upload.slice(3));
    expect(await store.listParts(upload)).toEqual([]);
    expect((await upload.sendPart(4)).status).toBe(200);
    expect((await upload.sendPart(1, randomBytes(partBytes))).status).toBe(200);
    expect((await upload.sendPart(3)).status).toBe(200);
    expect(await store.listParts(upload)).toEqual([
      { partNumber: 1, size: partBytes },
      { partNumber: 3, size: partBytes },
      { partNumber: 4, size: 5 },
    ]);
    await expect(store.completeParts(upload)).rejects.toMatchObject({ code: 'UPLOAD_INCOMPLETE' });
    expect(await store.stat(upload.key)).toBeUndefined();
    expect((await upload.sendPart(2)).status).toBe(200);
    expect((await upload.sendPart(1)).status).toBe(200);
    await store.completeParts(upload);
    expect((await readFile(await store.toLocalFile(upload.key, folder))).equals(upload.body)).toBe(true);
    await store.completeParts(upload);
    await expect(store.listParts(upload)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  });

  test('parts of another size, an invalid number or another upload are refused', async () => {
    const upload = await begin(partBytes + 100);
    expect((await upload.sendPart(2, randomBytes(101))).status).toBe(403);
    expect((await upload.sendPart(2, randomBytes(99))).status).toBe(403);
    expect(await store.listParts(upload)).toEqual([]);
    await expect(upload.signPart(3)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(upload.signPart(0)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const { url } = await upload.signPart(2);
    const asFirst = url.replace(/(partNumber|part)=2/i, '$1=1');
    expect((await fetch(asFirst, { method: 'PUT', body: upload.slice(2) })).status).toBe(403);
    const other = await begin(partBytes + 100);
    const elsewhere = url.replace(upload.uploadId, other.uploadId).replace(upload.key, other.key);
    expect((await fetch(elsewhere, { method: 'PUT', body: upload.slice(2) })).status).toBe(403);
    expect((await fetch(url, { method: 'PUT', body: upload.slice(2) })).status).toBe(200);
    await expect(store.listParts({ key: other.key, uploadId: upload.uploadId })).rejects.toMatchObject({
      code: 'UPLOAD_NOT_FOUND',
    });
  });

  test('an upload can be aborted repeatedly, and is then unknown', async () => {
    const upload = await begin(partBytes + 1);
    const { url } = await upload.signPart(2);
    await upload.sendPart(2);
    await store.abortParts(upload);
    await store.abortParts(upload);
    await expect(store.completeParts(upload)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect((await fetch(url, { method: 'PUT', body: upload.slice(2) })).status).toBe(404);
  });

  test('every upload of a key is aborted if its id is not known', async () => {
    const upload = await begin(partBytes + 1);
    const other = await begin(partBytes + 1);
    await upload.sendPart(2);
    await store.abortParts({ key: upload.key, uploadId: null });
    // On disk a folder of parts does not contain its key, so it is removed by age.
    if (store instanceof DiskObjects) {
      expect(await store.removeStrays(3_600_000)).toBe(0);
      expect((await store.listParts(upload)).length).toBe(1);
      await store.removeStrays(-60_000);
    } else expect(await store.listParts(other)).toEqual([]);
    await expect(store.listParts(upload)).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
  });

  test('a private object can only be read through a signed link, until it expires', async () => {
    const key = newKey('png', 'private');
    await putBytes(key, Buffer.from('secret'));
    expect(() => store.publicUrl(key, { baseUrl: place.baseUrl })).toThrow(RangeError);
    const link = (expiresAt: Date, downloadName?: string) =>
      store.signGet(key, { baseUrl: place.baseUrl, expiresAt, ...(downloadName && { downloadName }) });
    const url = await link(inMinutes(5));
    expect(await (await fetch(url)).text()).toBe('secret');
    const named = await fetch(await link(inMinutes(5), 'a.png'));
    expect(named.headers.get('content-disposition')).toContain('filename="a.png"');
    const other = newKey('png', 'private');
    await putBytes(other, Buffer.from('another'));
    const altered = url.replace(/(signature=)(.)/i, (_all, name, letter) => name + (letter === '0' ? '1' : '0'));
    for (const refused of [url.split('?')[0] ?? '', altered, url.replace(key, other)])
      expect((await fetch(refused)).status).toBe(403);
    const short = await link(new Date(Date.now() + 1000));
    while ((await fetch(short)).status === 200) await new Promise(resolve => setTimeout(resolve, 50));
    expect((await fetch(short)).status).toBe(403);
  });

  test('a local file, small or large, is stored with its download name', async () => {
    const key = newKey('png', 'output');
    await putBytes(key, Buffer.from('one'), '图 "片".png');
    const link = store.publicUrl(key, { baseUrl: place.baseUrl, downloadName: '图 "片".png' });
    const answer = await fetch(link);
    expect(await answer.text()).toBe('one');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="_ ___.png"; filename*=UTF-8''%E5%9B%BE%20_%E7%89%87_.png`,
    );
    await putBytes(key, Buffer.from('two'));
    expect((await store.readHead(key, 10)).toString()).toBe('two');
    const large = randomBytes(17 * 1024 * 1024);
    const largeKey = newKey('bin', 'output');
    await putBytes(largeKey, large);
    expect(Buffer.concat(await (await store.openRead(largeKey)).toArray()).equals(large)).toBe(true);
  });

  test('objects are removed, missing ones included, and cannot be read afterwards', async () => {
    const keys = [newKey(), newKey(), newKey()];
    await putBytes(keys[0]!, Buffer.from('a'));
    await putBytes(keys[1]!, Buffer.from('b'));
    await store.remove(keys.slice(1));
    expect(await store.stat(keys[0]!)).toMatchObject({ bytes: 1 });
    const gone = keys[1]!;
    expect(await store.stat(gone)).toBeUndefined();
    // Each call starts when it is awaited: an earlier rejection would count as unhandled.
    for (const ask of [
      () => store.readHead(gone, 1),
      () => store.readRange(gone, { start: 0, end: 0 }),
      () => store.openRead(gone),
      () => store.toLocalFile(gone, folder),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    expect((await fetch(store.publicUrl(gone, { baseUrl: place.baseUrl }))).status).toBe(404);
    expect((await readdir(folder)).filter(name => name === gone.split('/').at(-1))).toEqual([]);
  });

  test.each(['../../etc/passwd', 'input/../../x', 'input/2026/01/01/00/short.png', '', 'input/%2e%2e/x'])(
    'the key %j is refused',
    async key => {
      expect(() => store.publicUrl(key, { baseUrl: place.baseUrl })).toThrow(RangeError);
      await expect(sign(key, 1)).rejects.toThrow(RangeError);
      await expect(store.stat(key)).rejects.toThrow(RangeError);
      await expect(store.remove([key])).rejects.toThrow(RangeError);
      await expect(putBytes(key, Buffer.from('x'))).rejects.toThrow(RangeError);
    },
  );

  test('a working store passes its check', async () => {
    await store.check();
    expect(Object.keys(store.describe(place.baseUrl))).toEqual(['bucket', 'endpoint', 'region']);
  });
});
