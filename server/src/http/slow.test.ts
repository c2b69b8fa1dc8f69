// Clients that send slowly or not at all are refused and disconnected; a proxy that TRUST_PROXY does not cover is reported.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { startTestServer } from '../../testing/server.ts';
import { warnOfUnknownProxy } from './address.ts';
import { receiveBodies } from './bodies.ts';
import { answerErrors } from './errors.ts';
import { speakZod } from './routes.ts';

/** The server's response to these bytes until it closes the connection; nothing more is sent. */
async function sendAndWait(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  if (bytes) socket.write(bytes);
  return text(socket);
}

test('a body that stops arriving is refused with 408 and the connection is closed', async () => {
  const app = Fastify() as never as Parameters<typeof receiveBodies>[0];
  receiveBodies(app, { arrivalMs: 50, drainMs: 50, maxBytes: 1000 });
  speakZod(app);
  answerErrors(app);
  app.post('/echo', async request => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as { port: number };
  const head = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  for (const half of [
    `${head}Content-Length: 20\r\n\r\n{"a":`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
  ]) {
    const reply = await sendAndWait(port, half);
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    expect(reply).toContain('"error":"BODY_TOO_SLOW"');
  }
  const whole = await fetch(`http://127.0.0.1:${port}/echo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  });
  expect([whole.status, await whole.json()]).toEqual([200, { a: 1 }]);
});

test('bodies that have not arrived fill only so much memory, and the sender of most makes room', async () => {
  const app = Fastify({ trustProxy: true }) as never as Parameters<typeof receiveBodies>[0];
  receiveBodies(app, { arrivalMs: 600_000, drainMs: 50, maxBytes: 1000 });
  speakZod(app);
  answerErrors(app);
  app.post('/echo', async request => request.body);
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  const { port } = app.server.address() as { port: number };
  const begin = (from: string, length: string) => {
    const socket = connect(port, '127.0.0.1');
    const head = `POST /echo HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${from}\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}${length}\r\n\r\n`);
    return { socket, reply: text(socket) };
  };
  const few = begin('203.0.113.1', 'Content-Length: 7');
  const many = ['203.0.113.2', '203.0.113.2'].map(from => begin(from, 'Content-Length: 600').reply);
  expect(await Promise.race(many)).toMatch(/^HTTP\/1\.1 408 /);
  many.push(begin('203.0.113.2', 'Transfer-Encoding: chunked').reply);
  for (const reply of await Promise.all(many)) expect(reply).toContain('"error":"BODY_TOO_SLOW"');
  few.socket.end('{"a":1}');
  expect(await few.reply).toMatch(/^HTTP\/1\.1 200 /);
  for (let times = 0; times < 30; times++) {
    const whole = begin('203.0.113.2', 'Content-Length: 900');
    whole.socket.end(JSON.stringify({ a: 'x'.repeat(892) }));
    expect(await whole.reply).toMatch(/^HTTP\/1\.1 200 /);
  }
});

test('connections with headers that never end, or without any data, are closed', async () => {
  const server = await startTestServer({ works: false });
  onTestFinished(server.stop);
  expect(server.app.server.headersTimeout).toBeLessThan(60_000);
  server.app.server.headersTimeout = 100;
  const port = Number(new URL(server.url).port);
  const replies = await Promise.all(
    ['GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: ', ''].map(bytes => sendAndWait(port, bytes)),
  );
  for (const reply of replies) expect(reply).toMatch(/^HTTP\/1\.1 408 |^$/);
});

test('a proxy not covered by TRUST_PROXY is reported once an hour', async () => {
  const lines: { msg: string; header: string }[] = [];
  const log = pino({ level: 'warn' }, { write: line => void lines.push(JSON.parse(line)) });
  const app = Fastify({ loggerInstance: log }) as never as Parameters<typeof receiveBodies>[0];
  let clock = new Date();
  warnOfUnknownProxy(app, { now: () => clock });
  app.get('/', async () => 'ok');
  const ask = (headers: Record<string, string>) => app.inject({ url: '/', headers });
  await ask({});
  expect(lines).toEqual([]);
  for (let times = 0; times < 3; times++) await ask({ 'x-forwarded-for': '203.0.113.7' });
  expect(lines).toEqual([expect.objectContaining({ level: 40, header: 'x-forwarded-for' })]);
  expect(lines[0]?.msg).toContain('TRUST_PROXY');
  clock = new Date(clock.getTime() + 3_600_001);
  await ask({ forwarded: 'for=203.0.113.7' });
  expect(lines.map(({ header }) => header)).toEqual(['x-forwarded-for', 'forwarded']);
});
