// A client that reads none of a long reply is disconnected, whichever route sends it.
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { dropStalledReaders } from './open-streams.ts';

/** More than the buffers of the kernel hold. */
const longBytes = 32 * 1024 * 1024;
const stallMs = 100;

/** Sends requests over one connection and reads nothing. Resolves with the server's side of it. */
async function askUnread(app: FastifyInstance, requests: string) {
  const [[atServer], client] = await Promise.all([
    once(app.server, 'connection') as Promise<[Socket]>,
    connect((app.server.address() as AddressInfo).port, '127.0.0.1'),
  ]);
  onTestFinished(() => void client.destroy());
  client.on('error', () => undefined).pause();
  client.write(requests);
  return { atServer, client };
}

const get = (url: string) => `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** Serves long replies, and a short one at `/held` that is sent when `held` resolves. */
async function serveLong(held: Promise<unknown> = Promise.resolve()) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pixwright-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'file.bin'), Buffer.alloc(longBytes));
  const app = Fastify();
  onTestFinished(() => app.close());
  dropStalledReaders(app, { stallMs, minBytes: 1 });
  await app.register(fastifyStatic, { root: folder });
  app.get('/text', async () => 'x'.repeat(longBytes));
  app.get('/bytes', async () => Buffer.alloc(longBytes));
  app.get('/held', async () => held.then(() => 'held'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app;
}

test.each(['/text', '/bytes', '/file.bin'])('a client that reads nothing of %s is disconnected', async url => {
  const { atServer } = await askUnread(await serveLong(), get(url));
  await once(atServer, 'close');
});

/** Waits for a state of a connection that must stay open until then. */
async function waitWhileOpen(socket: Socket, isReached: () => boolean): Promise<void> {
  while (!isReached()) {
    if (socket.destroyed) throw new Error('the server closed the connection');
    await sleep(5);
  }
}

test('a client that reads a little in each window receives the whole reply', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { client, atServer } = await askUnread(await serveLong(), get('/text'));
  const countTaken = () => atServer.bytesWritten - atServer.writableLength;
  let bytes = 0;
  let taken = 0;
  let windows = 0;
  client.on('data', (data: Buffer) => {
    bytes += data.length;
    if (countTaken() > taken) client.pause();
  });
  while (bytes < longBytes) {
    taken = countTaken();
    client.resume();
    // A window ends once the kernel has taken more in the place of what the client read, however long that takes.
    await waitWhileOpen(atServer, () => countTaken() > taken || bytes > longBytes);
    vi.advanceTimersByTime(stallMs);
    windows += 1;
  }
  expect(windows).toBeGreaterThan(3);
});

test('a reply that waits for an earlier one of its connection is not stalled', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const app = await serveLong(held);
  const isCutOff = (reply: ServerResponse) => reply.destroyed && !reply.writableFinished;
  const replies: ServerResponse[] = [];
  app.server.on('request', (_request, reply) => replies.push(reply));
  const { client, atServer } = await askUnread(app, get('/held') + get('/text'));
  await waitWhileOpen(atServer, () => replies.length === 2 && vi.getTimerCount() > 0);
  vi.advanceTimersByTime(10 * stallMs);
  release();
  let bytes = 0;
  client.on('data', (data: Buffer) => (bytes += data.length)).resume();
  await waitWhileOpen(atServer, () => bytes > longBytes || replies.some(isCutOff));
  expect(bytes).toBeGreaterThan(longBytes);
});

test('the server drops a client that asks for the description of the API again and again and reads none of it', async () => {
  const server = await startTestServer({ works: false });
  onTestFinished(server.stop);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const { atServer } = await askUnread(server.app, get('/docs/json').repeat(16));
  while (atServer.writableLength === 0) await sleep(20);
  vi.advanceTimersByTime(30_000);
  expect(atServer.destroyed).toBe(false);
  vi.advanceTimersByTime(30_000);
  expect(atServer.destroyed).toBe(true);
});

test('the description of the API counts against the rate limit on each of its paths', async () => {
  const server = await startTestServer({ works: false, environment: { RATE_PER_MINUTE: '1' } });
  onTestFinished(server.stop);
  const statuses: number[] = [];
  for (const url of ['/docs/json', '/docs/yaml', '/openapi.json', '/docs/json', '/docs/yaml', '/docs/json'])
    statuses.push((await fetch(server.url + url)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});

test('a connection with more than 16 requests that await their responses is closed, and none of the further ones is answered', async () => {
  const server = await startTestServer({ works: false });
  onTestFinished(server.stop);
  let asked = 0;
  server.app.server.on('request', () => (asked += 1));
  const within = await askUnread(server.app, get('/healthz').repeat(16));
  let answers = '';
  within.client.on('data', (data: Buffer) => (answers += data)).resume();
  while ((answers.match(/HTTP\/1\.1 200 /g) ?? []).length < 16) await sleep(20);
  expect(asked).toBe(16);
  const beyond = await askUnread(server.app, get('/docs/json').repeat(1000));
  await once(beyond.atServer, 'close');
  expect(beyond.atServer.bytesWritten).toBe(0);
});
