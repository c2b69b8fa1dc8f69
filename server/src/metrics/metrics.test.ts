// What GET /metrics shows, to whom, and with a database that hangs.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { connectPostgres } from '../adapters/postgres.ts';
import { buildApp } from '../app.ts';

const token = 'a-token-of-the-operator';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

async function scrape(url: string, headers: Record<string, string> = {}) {
  const reply = await fetch(`${url}/metrics`, { headers });
  return { status: reply.status, type: reply.headers.get('content-type'), text: await reply.text() };
}

/** The values of one metric, by their labels as they are written. */
const valuesOf = (text: string, name: string): Record<string, number> =>
  Object.fromEntries(
    [...text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => [
      labels,
      Number(value),
    ]),
  );

test('a waiting task, the requests so far and the process itself are counted', async () => {
  const path = await server.client.upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg');
  await server.client.post('/web/picture/format/newPicFormat', { imageUrl: path, format: 'png', wait: 0 });
  await server.client.get('/web/no-such-call/12345');
  // On a busy machine a sound database may answer too late for one scrape; the next ones show what was read.
  const isUp = async () => valuesOf((await scrape(server.url)).text, 'pixwright_database_up');
  await expect.poll(isUp).toEqual({ '': 1 });
  const { status, type, text } = await scrape(server.url);
  expect([status, type]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
  expect(valuesOf(text, 'pixwright_tasks')).toMatchObject({
    'lane="image",status="queued"': 1,
    'lane="image",status="running"': 0,
    'lane="video",status="queued"': 0,
  });
  expect(valuesOf(text, 'pixwright_longest_wait_seconds')['lane="image"']).toBeGreaterThan(0);
  const requests = valuesOf(text, 'pixwright_http_request_seconds_count');
  expect(requests).toMatchObject({ 'method="POST",route="/web/picture/format/newPicFormat",status="200"': 1 });
  expect(Object.keys(requests).join('\n')).not.toContain('12345');
  expect(valuesOf(text, 'pixwright_disk_free_bytes')['']).toBeGreaterThan(1e6);
  expect(valuesOf(text, 'process_resident_memory_bytes')['']).toBeGreaterThan(1e7);
});

test('a request that a proxy forwards is refused without a token', async () => {
  const { status, text } = await scrape(server.url, { 'x-forwarded-for': '203.0.113.7' });
  expect(status).toBe(401);
  expect(text).not.toContain('pixwright_');
});

test('behind a proxy that adds no header, a token is needed as well', async () => {
  const config = { ...server.parts.config, publicUrl: 'https://tools.example' };
  const app = await buildApp({ ...server.parts, config });
  onTestFinished(() => app.close());
  expect((await app.inject('/metrics')).statusCode).toBe(401);
});

test('with a token, only its holders are answered', async () => {
  const app = await buildApp({ ...server.parts, config: { ...server.parts.config, metricsToken: token } });
  onTestFinished(() => app.close());
  const ask = async (headers: Record<string, string>) => (await app.inject({ url: '/metrics', headers })).statusCode;
  expect(await ask({})).toBe(401);
  expect(await ask({ authorization: `Bearer ${token}x` })).toBe(401);
  expect(await ask({ authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.7' })).toBe(200);
});

test('a database that hangs is reported without the numbers of the queue', async () => {
  const sockets: Socket[] = [];
  const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const postgres = connectPostgres({ host: '127.0.0.1', port, user: 'x' });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    silent.close();
    await postgres.close();
  });
  const app = await buildApp({ ...server.parts, patient: postgres.patient });
  onTestFinished(() => app.close());
  const replies = await Promise.all(Array.from({ length: 10 }, () => app.inject('/metrics')));
  for (const { statusCode, body } of replies) {
    expect([statusCode, valuesOf(body, 'pixwright_database_up')]).toEqual([200, { '': 0 }]);
    expect(valuesOf(body, 'pixwright_tasks')).toEqual({});
  }
});

test('concurrent scrapes share one reading of the queue', async () => {
  let queries = 0;
  const patient = new Proxy(server.parts.patient, {
    get(target, name) {
      if (name === 'selectFrom') queries += 1;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const app = await buildApp({ ...server.parts, patient });
  onTestFinished(() => app.close());
  await app.inject('/metrics');
  const ofOne = queries;
  expect(ofOne).toBeGreaterThan(0);
  const other = await buildApp({ ...server.parts, patient });
  onTestFinished(() => other.close());
  await Promise.all(Array.from({ length: 10 }, () => other.inject('/metrics')));
  expect(queries).toBe(2 * ofOne);
});

test('the dashboard and the alert rules name only metrics that a server shows', async () => {
  await server.postgres.pool.query(
    "insert into backup (place, name, began_at, ended_at, bytes) values ('/b', 'n', now(), now(), 1)",
  );
  const shown = async () =>
    new Set([...(await scrape(server.url)).text.matchAll(/^(?:# TYPE )?(\w+)[{ ]/gm)].map(([, name]) => name));
  await expect.poll(shown).toContain('pixwright_last_backup_bytes');
  const names = await shown();
  for (const file of ['grafana/pixwright.json', 'prometheus/alerts.yaml']) {
    const text = readFileSync(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
    const named = new Set([...text.matchAll(/\b(?:pixwright|process|nodejs)_\w+/g)].map(([name]) => name));
    expect(named.size).toBeGreaterThan(5);
    expect([...named].filter(name => !names.has(name))).toEqual([]);
  }
});
