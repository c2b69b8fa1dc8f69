// A server killed while it delivers: the message arrives nevertheless, under the same id, and so does that of a task that ended just before.
import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from 'contract/routes/tasks.ts';
import type { WebhookDelivery } from 'contract/routes/webhooks.ts';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { findPostgres } from '../testing/find-postgres.ts';
import { makeOpenFolder } from '../testing/folders.ts';
import { makeBmp } from '../testing/pictures.ts';
import { startProcess } from '../testing/process.ts';
import { isSignedWith, startReceiver } from '../testing/receiver.ts';
import { makeWebhook, untilDeliveries } from '../testing/webhooks.ts';
import { hashSecret, makeSecret } from './accounts/token.ts';

/** A database of its own, and its address in the environment. */
async function makeDatabase(): Promise<{ url: string; query: (text: string, values: unknown[]) => Promise<unknown> }> {
  const found = await findPostgres();
  const name = `killed_${randomBytes(6).toString('hex')}`;
  const outer = new pg.Client(found);
  await outer.connect();
  await outer.query(`create database ${name}`);
  const url = found.connectionString
    ? Object.assign(new URL(found.connectionString), { pathname: `/${name}` }).href
    : `postgres://${found.user}@localhost/${name}?host=${encodeURIComponent(found.host ?? '')}`;
  onTestFinished(async () => {
    await outer.query(`drop database ${name} with (force)`);
    await outer.end();
  });
  return {
    url,
    async query(text, values) {
      const inner = new pg.Client({ connectionString: url });
      await inner.connect();
      await inner.query(text, values);
      await inner.end();
    },
  };
}

test('a message that was on its way arrives under the same id, and each task of a batch is told although servers are killed', async () => {
  const { url: database, query } = await makeDatabase();
  const folder = makeOpenFolder('pixwright-webhooks-');
  const environment = { DATA_DIR: folder, DATABASE_URL: database, WORKERS: '2', FETCH_ALLOW: '127.0.0.1/32' };
  let server = await startProcess(environment);
  onTestFinished(async () => {
    await server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });
  const [accountId, token] = [randomUUID(), makeSecret()];
  await query(
    `with person as (
      insert into account (id, nick_name, share_code, platform_source, created_at) values ($1, 'Member', $2, 'web-pc', now())
    ) select`,
    [accountId, accountId],
  );
  await query(
    `insert into login (id, token_hash, account_id, device, created_at, last_seen_at, expires_at)
      values ($1, $2, $3, 'test', now(), now(), now() + interval '1 day')`,
    [randomUUID(), hashSecret(token), accountId],
  );
  const connect = () => {
    const client = createClient(server.url);
    client.headers.token = token;
    return { client };
  };
  let isHanging = true;
  const receiver = await startReceiver(response => {
    if (!isHanging) response.writeHead(200).end();
  });
  const { id, secret } = await makeWebhook(connect(), receiver.url, { events: ['task.done', 'batch.done'] });
  const send = async (batchId: string) => {
    const { client } = connect();
    const uploaded = await client.upload(makeBmp(300, 200), 'p.bmp');
    return (await client.convert(uploaded, { batchId, wait: 0 })).body.data.taskId;
  };
  const first = await send('first');
  await receiver.until(1);
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push(await send('rest'));
  await server.kill('SIGKILL');
  const known = receiver.received.map(one => one.id);
  isHanging = false;
  server = await startProcess(environment);
  await sleep(300);
  await server.kill('SIGKILL');
  server = await startProcess(environment);
  const { client } = connect();
  for (;;) {
    const { data } = (await client.get<Batch>('/web/batch/rest')).body;
    if (data.done === 6) break;
    await sleep(50);
  }
  const told = (all: readonly WebhookDelivery[], type: string) => all.filter(one => one.type === type);
  // A batch that is sent task by task may end more than once.
  const list = await untilDeliveries(
    { client },
    id,
    all =>
      all.every(one => one.state === 'delivered') &&
      told(all, 'task.done').length === 7 &&
      told(all, 'batch.done').some(one => one.batchId === 'rest'),
  );
  const tasks = told(list, 'task.done').map(one => one.taskId);
  expect(tasks.sort()).toEqual([first, ...ids].sort());
  // What was on its way came again under its id; nothing came under an unknown one.
  const sent = receiver.received.map(one => one.id);
  for (const one of known) expect(sent.filter(other => other === one).length).toBeGreaterThanOrEqual(2);
  expect(new Set(sent)).toEqual(new Set(list.map(one => one.id)));
  for (const message of receiver.received) expect(isSignedWith(message, secret)).toBe(true);
});
