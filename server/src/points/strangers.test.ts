// Access to other people's results, and to results that were paid, released or partly paid: by strangers, zips, tickets and retries.
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { createClient, type TestClient } from '../../testing/client.ts';
import { findUnbalanced, give, ownedBy } from '../../testing/money.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
afterEach(async () => expect(await findUnbalanced(server)).toEqual([]));

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
let mobile = 13_400_500_000;
const newPerson = () => logInAs(server, String(++mobile));
async function newMember(uses: number): Promise<LoggedIn> {
  const person = await newPerson();
  await give(server, person, { uses, term: 'forever' });
  return person;
}

/** A call that costs one use. */
async function filter(client: TestClient, options: Record<string, unknown> = {}) {
  const imageUrl = await client.upload(makeBmp(64, 48), 'p.bmp');
  const body = { imageUrl, filterType: 'negative', wait: 15, ...options };
  return (await client.post<Task>('/web/photoFilter', body)).body.data;
}
const download = (client: TestClient, taskId: string, body: object = {}) =>
  client.post<{ url: string }>(`/web/task/${taskId}/download`, body);
const look = async (client: TestClient, taskId: string) => (await client.get<Task>(`/web/task/${taskId}`)).body.data;

test('a task does not exist for other people, paid or not, and their attempts settle nothing', async () => {
  const owner = await newMember(2);
  const [held, settled] = [
    await filter(owner.client, { batchId: 'mine' }),
    await filter(owner.client, { batchId: 'mine' }),
  ];
  expect((await download(owner.client, settled.taskId)).status).toBe(200);
  const others = [server.stranger, (await newMember(3)).client, createClient(server.url)];
  for (const { taskId, result } of [held, settled])
    for (const other of others) {
      const tries = [
        download(other, taskId),
        download(other, taskId, { all: true }),
        other.get(`/web/task/${taskId}`),
        other.get(`/web/task/${taskId}/zip`),
        other.get(`/web/task/${taskId}/zip?ticket=${'a'.repeat(43)}`),
        other.get(`/web/task/${taskId}/events`),
        other.post(`/web/task/${taskId}/cancel`),
        other.post(`/web/task/${taskId}/delete`),
        other.convert(result!.files[0]!.path),
      ];
      expect((await Promise.all(tries)).map(answer => answer.status)).toEqual(tries.map(() => 404));
      const [kept] = await Promise.all([
        fetch(`${server.url}/store/${result!.files[0]!.path}`, { method: 'HEAD' }),
        other
          .get(`/web/udUser/deductionCoin?taskId=${taskId}`)
          .then(({ status }) => expect([401, 404]).toContain(status)),
      ]);
      expect(kept.status).toBe(403);
    }
  expect((await others[1]!.get<Batch>('/web/batch/mine')).status).toBe(404);
  expect(await ownedBy(server, owner)).toEqual([1, 1, 0, 0]);
});

test('a zip contains only paid results, also through a URL created before the payment', async () => {
  const owner = await newMember(1);
  const { client } = owner;
  const first = await filter(client, { batchId: 'half' });
  const second = await filter(client, { batchId: 'half' });
  const before = (await client.get<Batch>('/web/batch/half')).body.data.zipUrl;
  if (before) expect((await fetch(before)).status).toBe(402);
  expect((await download(client, first.taskId)).status).toBe(200);
  const { zipUrl } = (await client.get<Batch>('/web/batch/half')).body.data;
  const zip = Buffer.from(await (await fetch(zipUrl!)).arrayBuffer());
  const entries = zip.toString('latin1').split('PK\x01\x02').length - 1;
  expect(entries).toBe(1);
  // A ticket for one task does not open another.
  const { url } = (await download(client, first.taskId, { all: true })).body.data;
  expect((await fetch(url)).status).toBe(200);
  expect((await fetch(url.replace(first.taskId, second.taskId))).status).toBe(404);
  expect((await client.get(`/web/task/${second.taskId}/zip`)).body.error).toBe('RESULT_LOCKED');
});

test('a settled charge survives cancellation, deletion and retries, and a released one is paid again', async () => {
  const owner = await newMember(2);
  const { client } = owner;
  const paid = await filter(client, { batchId: 'again' });
  await download(client, paid.taskId);
  await client.post(`/web/task/${paid.taskId}/cancel`);
  await client.post('/web/batch/again/retry');
  expect((await look(client, paid.taskId)).charge.state).toBe('settled');
  await client.post(`/web/task/${paid.taskId}/delete`);
  expect(await ownedBy(server, owner)).toEqual([1, 0, 0, 0]);

  const late = await filter(client, { batchId: 'again' });
  await query("update hold set expires_at = now() - interval '1 second' where state = 'held'");
  await sweepExpired(server.parts);
  await client.post('/web/batch/again/retry');
  const shown = await look(client, late.taskId);
  expect([shown.status, shown.charge.state, shown.result!.files[0]!.url]).toEqual(['done', 'released', null]);
  // The use was spent elsewhere meanwhile, so the file cannot be unlocked a second time.
  const other = await filter(client);
  await download(client, other.taskId);
  const answers = await Promise.all([1, 2, 3].map(() => download(client, late.taskId)));
  expect(answers.map(({ body }) => body.error)).toEqual(['USES_MISSING', 'USES_MISSING', 'USES_MISSING']);
  expect(await ownedBy(server, owner)).toEqual([0, 0, 0, 0]);
});

test('a visitor’s locked result stays locked after login, and the account pays for it', async () => {
  const visitor = createClient(server.url);
  const { taskId } = await filter(visitor);
  const person = await newMember(1);
  await query('update task set owner = $1 where id = $2', [`account:${person.user.id}`, taskId]);
  expect((await look(person.client, taskId)).result!.files[0]).toMatchObject({ locked: true, url: null });
  expect((await download(visitor, taskId)).status).toBe(404);
  expect((await download(person.client, taskId)).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
});
