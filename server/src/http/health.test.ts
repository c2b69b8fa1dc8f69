// Readiness probes are answered even if the database accepts connections without responding, or the store hangs.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { connectPostgres } from '../adapters/postgres.ts';
import { buildApp } from '../app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

/** An application with the same parts, except for the given ones. */
async function openWith(others: Partial<TestServer['parts']>) {
  const app = await buildApp({ ...server.parts, ...others });
  onTestFinished(() => app.close());
  // On a busy machine a sound database may answer too late for one probe, so tests poll the state that they expect.
  return async () => {
    const reply = await app.inject('/readyz');
    return { status: reply.statusCode, checks: reply.json().checks };
  };
}
const healthy = { database: 'ok', store: 'ok', disk: 'ok', clock: 'ok', running: 'ok' };

test('a healthy server is ready', async () => {
  const probe = await openWith({});
  await expect.poll(probe).toEqual({ status: 200, checks: healthy });
});

test('a database that accepts connections without responding makes the server unready', async () => {
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
  const probe = await openWith({ patient: postgres.patient });
  const answers = await Promise.all(Array.from({ length: 20 }, probe));
  for (const { status, checks } of answers) expect([status, checks.database]).toEqual([503, 'failed']);
  // Twenty probes share one check.
  expect(sockets).toHaveLength(1);
  await expect.poll(probe).toEqual({ status: 503, checks: { ...healthy, database: 'failed' } });
});

test('a store that hangs makes the server unready until it responds', async () => {
  let release: () => void = () => undefined;
  const hanging = new Promise<void>(resolve => (release = resolve));
  let asked = 0;
  const objects = new Proxy(server.parts.objects, {
    get: (target, name) =>
      name === 'check'
        ? () => {
            asked += 1;
            return hanging;
          }
        : Reflect.get(target, name),
  });
  const probe = await openWith({ objects });
  await expect.poll(probe).toEqual({ status: 503, checks: { ...healthy, store: 'failed' } });
  expect((await probe()).status).toBe(503);
  expect(asked).toBe(1);
  release();
  await expect.poll(probe).toEqual({ status: 200, checks: healthy });
});
