// Uploads of a client to a real server, over a network that breaks: in one piece, in parts, and continued by another client.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { partBytes } from 'contract/routes/uploads.ts';
import { makeBmp } from 'server/testing/pictures.ts';
import { startTestServer, type TestServer } from 'server/testing/server.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from './client.ts';
import type { Client } from './make-client.ts';
import { openFile } from './node.ts';
import { type LossyProxy, openLossyProxy } from './testing/lossy-proxy.ts';

let server: TestServer;
let proxy: LossyProxy;
let client: Client;
const folder = mkdtempSync(path.join(tmpdir(), 'client-uploads-'));
beforeAll(async () => {
  server = await startTestServer({ works: false });
  proxy = await openLossyProxy(server.url);
});
afterAll(async () => {
  await proxy.close();
  await server.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  client = createClient({ origin: proxy.url });
  proxy.requests.length = 0;
  proxy.trouble = () => undefined;
});

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const storedBytes = async (key: string) => {
  const answer = await fetch(`${server.url}/store/${key}`);
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};
const isSend = ({ method }: { readonly method: string }) => method === 'PUT';
const sends = () => proxy.requests.filter(isSend).length;
/** A picture of some 17 MB, sent in three parts. */
const large = makeBmp(2400, 2400);

test('a small file arrives whole, with its name and type, and its progress ends at its size', async () => {
  const place = path.join(folder, 'photo.bmp');
  const bytes = makeBmp(40, 30);
  writeFileSync(place, bytes);
  const sent: number[] = [];
  const stored = await client.upload(await openFile(place), { onSent: count => sent.push(count) });
  expect(stored).toMatchObject({ nameOrg: 'photo.bmp', size: bytes.length });
  expect(digest(await storedBytes(stored.path))).toBe(digest(bytes));
  expect(sent.at(-1)).toBe(bytes.length);
  expect(sends()).toBe(1);
});

test('a small file whose connection breaks is sent again, one whose answer is lost is not', async () => {
  const bytes = makeBmp(40, 30);
  proxy.trouble = request => (isSend(request) && sends() === 1 ? { cutBodyAfter: 100 } : undefined);
  const cut = await client.upload(new Blob([bytes]), { name: 'a.bmp' });
  expect([sends(), digest(await storedBytes(cut.path))]).toEqual([2, digest(bytes)]);
  proxy.requests.length = 0;
  proxy.trouble = request => (isSend(request) ? 'lose answer' : undefined);
  const lost = await client.upload(new Blob([bytes]), { name: 'a.bmp' });
  expect([sends(), digest(await storedBytes(lost.path))]).toEqual([1, digest(bytes)]);
});

test('of a large file only the part whose connection broke is sent again', async () => {
  let isCut = false;
  proxy.trouble = request => {
    if (!isSend(request) || isCut || !/partNumber=2\b|part=2\b/.test(request.path)) return undefined;
    isCut = true;
    return { cutBodyAfter: 1_000_000 };
  };
  const sent: number[] = [];
  const stored = await client.upload(new File([large], 'large.bmp'), { onSent: count => sent.push(count) });
  expect(isCut).toBe(true);
  expect(digest(await storedBytes(stored.path))).toBe(digest(large));
  expect(sends()).toBe(Math.ceil(large.length / partBytes) + 1);
  expect(sent.at(-1)).toBe(large.length);
});

test('another client continues an upload that was stopped, with the parts that are missing', async () => {
  const stop = new AbortController();
  let saved: { readonly key: string; readonly uploadId: string } | undefined;
  const stopped = client.upload(new File([large], 'large.bmp'), {
    signal: stop.signal,
    onSaved: kept => {
      saved = kept;
    },
    onSent: count => {
      if (count > 0) stop.abort(new Error('stopped'));
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  const later = createClient({ origin: proxy.url, clientUid: proxy.requests[0]!.headers.clientuid as string });
  proxy.requests.length = 0;
  const stored = await later.upload(new File([large], 'large.bmp'), { saved });
  expect(stored.path).toBe(saved?.key);
  expect(digest(await storedBytes(stored.path))).toBe(digest(large));
  expect(sends()).toBeLessThan(Math.ceil(large.length / partBytes));
});

test('a refusal has the code of the table, the sentence of the server, and ends the upload at once', async () => {
  const refused = client.upload(new Blob([]), { name: 'empty.png' });
  await expect(refused).rejects.toMatchObject({ code: 'FILE_EMPTY', status: 400, msg: /empty/ });
  expect(proxy.requests).toHaveLength(1);
});
