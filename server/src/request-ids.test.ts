// One id from a request through the log lines of every process that works for it: two real servers, one that answers and one that works.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../testing/client.ts';
import { makeOpenFolder } from '../testing/folders.ts';
import { makeDatabase } from '../testing/fresh-database.ts';
import { readLogLines } from '../testing/log.ts';
import { makeBmp } from '../testing/pictures.ts';
import { startProcess } from '../testing/process.ts';
import { startReceiver } from '../testing/receiver.ts';
import { makeLogin } from '../testing/row-login.ts';
import { makeWebhook } from '../testing/webhooks.ts';

test('the id of a call is in the lines of the server, the worker, the child and the webhook of its task, and in no others', async () => {
  const { url, drop } = await makeDatabase();
  const folder = makeOpenFolder('pixwright-ids-');
  const shared = { DATA_DIR: folder, DATABASE_URL: url, WORKERS: '1', FETCH_ALLOW: '127.0.0.1/32', LOG_LEVEL: 'debug' };
  const api = await startProcess({ ...shared, ROLE: 'api' });
  const worker = await startProcess({ ...shared, ROLE: 'worker' });
  onTestFinished(async () => {
    await Promise.all([api.kill('SIGTERM'), worker.kill('SIGTERM')]);
    await drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const client = createClient(api.url);
  client.headers.token = await makeLogin(url);
  const receiver = await startReceiver();
  await makeWebhook({ client }, receiver.url);
  const uploaded = await client.upload(makeBmp(30, 20), 'p.bmp');
  const calls = [await client.convert(uploaded), await client.convert(uploaded)];
  await receiver.until(2);
  const ids = calls.map(({ headers }) => String(headers.get('x-request-id')));
  expect(new Set(ids).size).toBe(2);
  for (const [nth, { body }] of calls.entries()) {
    const { taskId } = body.data;
    const find = (output: string) => readLogLines(output).filter(line => line.requestId === ids[nth]);
    const saysAll = () => find(api.output()).some(({ msg }) => msg === 'a webhook was sent');
    while (!saysAll()) await sleep(20);
    expect(find(api.output())).toMatchObject([
      { msg: 'a task was accepted', taskId, tool: 'image-converter' },
      { msg: 'a webhook was sent', taskId, type: 'task.done', status: 204 },
    ]);
    expect(find(worker.output())).toMatchObject([
      { msg: 'a task runs', taskId, lane: 'image', attempt: 1 },
      { msg: 'a child works', taskId, module: 'tools/image-converter/run.ts' },
      { msg: 'a task is done', taskId },
    ]);
  }
});
