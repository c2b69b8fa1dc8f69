// The ids of requests: in the header, the body of a failure and the log, and taken over from proxies that are trusted.
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { collectLog } from '../../testing/log.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer } from '../../testing/server.ts';
import { requestIds, traceRequests } from './request-trace.ts';

const named = '4bf92f3577b34da6a3ce929d0e0e4736';
const json = { 'content-type': 'application/json' };
const header = `00-${named}-00f067aa0ba902b7-01`;

async function open(environment: Record<string, string>) {
  const { log, lines, texts } = collectLog('info');
  const server = await startTestServer({ works: false, environment, log });
  onTestFinished(() => server.stop());
  const ask = async (traceparent?: string) => {
    const { headers, body } = await server.client.get('/web/task/unknown', traceparent ? { traceparent } : {});
    return { id: headers.get('x-request-id'), inBody: body.requestId };
  };
  return { server, lines, texts, ask };
}

test('a failure has its id in the header, in its body and once in each line of the log', async () => {
  const { ask, lines, texts } = await open({});
  const { id, inBody } = await ask();
  expect(id).toMatch(/^[\da-f]{32}$/);
  expect(inBody).toBe(id);
  expect(lines.filter(line => line.requestId === id)).toMatchObject([
    { msg: 'a request was refused', status: 404, error: 'TASK_NOT_FOUND', method: 'GET', route: '/web/task/:taskId' },
  ]);
  expect(texts.join('').split(String(id)).length - 1).toBe(1);
  expect((await ask()).id).not.toBe(id);
});

test('what the log of the server says while a body is worked on has the id of the request', async () => {
  const { log, lines } = collectLog('info');
  const app = Fastify({ loggerInstance: log as never, ...requestIds(0) }) as unknown as FastifyInstance;
  onTestFinished(() => app.close());
  traceRequests(app, { trustedProxies: 0, spans: null });
  app.post('/work', async request => {
    await sleep(0);
    log.info('worked');
    request.log.info('told');
    return {};
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const ask = async () => {
    const reply = await fetch(`${url}/work`, { method: 'POST', headers: json, body: '{}' });
    return { requestId: reply.headers.get('x-request-id') };
  };
  const asked = [await ask(), await ask()];
  const told = lines.filter(({ msg }) => msg === 'worked' || msg === 'told');
  expect(told).toMatchObject([asked[0], asked[0], asked[1], asked[1]]);
});

test('a traceparent is taken over behind a trusted proxy if it is well formed, and never without one', async () => {
  const trusting = await open({ TRUST_PROXY: '1' });
  expect((await trusting.ask(header)).id).toBe(named);
  for (const bad of [
    `00-${named.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${named}-${'0'.repeat(16)}-01`,
    `ff-${named}-00f067aa0ba902b7-01`,
    `${header}-more`,
    named,
  ])
    expect((await trusting.ask(bad)).id).not.toBe(named);
  const direct = await open({});
  expect((await direct.ask(header)).id).not.toBe(named);
});

test('a task that an assistant sends has the id of the request of the assistant', async () => {
  const { server, lines } = await open({});
  const person = await logInAs(server, '13700000000');
  const { key } = await makeApiKey(server, person);
  const imageUrl = await server.client.upload(makeBmp(8, 8), 'p.bmp');
  const call = { name: 'image-converter_convert', arguments: { imageUrl, format: 'webp', wait: 0 } };
  const reply = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${key}`, accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  });
  const text = reply.text();
  while (!lines.some(({ msg }) => msg === 'a task was accepted')) await sleep(20);
  expect(lines.filter(({ msg }) => msg === 'a task was accepted')).toMatchObject([
    { requestId: reply.headers.get('x-request-id') },
  ]);
  server.startWorker();
  await text;
});
