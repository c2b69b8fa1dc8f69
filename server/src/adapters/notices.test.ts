// The connection that receives notices: one that falls silent without being closed is replaced, and listeners are told that notices may have
// been lost.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { findPostgres } from '../../testing/find-postgres.ts';
import { openNotices, sendNotice } from './notices.ts';
import { connectPostgres } from './postgres.ts';

test('a connection that dies silently is reopened', async () => {
  const target = await findPostgres();
  const server = target.connectionString && new URL(target.connectionString);
  const place = server
    ? { host: server.hostname, port: Number(server.port) }
    : { path: `${target.host}/.s.PGSQL.5432` };
  const lines: Socket[] = [];
  const proxy = createServer(near => {
    const far = connect(place);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    near.pipe(far).pipe(near);
    lines.push(near, far);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const { port } = proxy.address() as { port: number };
  const postgres = connectPostgres(target);
  if (server) Object.assign(server, { hostname: '127.0.0.1', port: String(port) });
  const notices = await openNotices(
    { ...postgres.connection, ...(server ? { connectionString: server.href } : { host: '127.0.0.1', port }) },
    pino({ level: 'silent' }),
    100,
  );
  onTestFinished(async () => {
    await notices.close();
    for (const socket of lines) socket.destroy();
    proxy.close();
    await postgres.close();
  });
  const reconnected = new Promise<void>(resolve => notices.onReconnect(resolve));
  const heard: string[] = [];
  notices.on('task-stopped', ({ taskId }) => heard.push(taskId));
  // The connection is cut in the middle: neither side is notified.
  for (const socket of lines.splice(0)) socket.unpipe().pause();
  await reconnected;
  // On a busy machine a beat may again be answered too late, and the connection be replaced once more.
  await expect
    .poll(async () => {
      await sendNotice(postgres.database, 'task-stopped', { taskId: 'one' });
      return heard;
    })
    .toContain('one');
});

test('a connection that cannot listen is closed', async () => {
  const postgres = connectPostgres(await findPostgres(), { schema: 'nowhere' });
  onTestFinished(postgres.close);
  const name = `deaf-${process.pid}`;
  const opened = openNotices({ ...postgres.connection, application_name: name }, pino({ level: 'silent' }));
  await expect(opened).rejects.toThrow('identifier');
  await expect
    .poll(
      async () =>
        (await postgres.pool.query('select from pg_stat_activity where application_name = $1', [name])).rowCount,
    )
    .toBe(0);
});
