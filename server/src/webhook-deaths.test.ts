// A server killed while it delivers: the message arrives nevertheless, under the same id, and so does that of a task that ended just before.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from 'contract/routes/tasks.ts';
import type { WebhookDelivery } from 'contract/routes/webhooks.ts';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { makeOpenFolder } from '../testing/folders.ts';
import { makeDatabase } from '../testing/fresh-database.ts';
import { makeBmp } from '../testing/pictures.ts';
import { startProcess } from '../testing/process.ts';
import { isSignedWith, startReceiver } from '../testing/receiver.ts';
import { makeLogin } from '../testing/row-login.ts';
import { makeWebhook, untilDeliveries } from '../testing/webhooks.ts';

test('a message that was on its way arrives under the same id, and each task of a batch is told although servers are killed', async () => {
  const { url: database, drop } = await makeDatabase();
  const folder = makeOpenFolder('pixwright-webhooks-');
  const environment = { DATA_DIR: folder, DATABASE_URL: database, LANES: 'image:2', FETCH_ALLOW: '127.0.0.1/32' };
  let server = await startProcess(environment);
  onTestFinished(async () => {
    await server.kill('SIGTERM');
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const token = await makeLogin(database);
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
