// A run that replaces an unpaid result by other options is paid by what that result held.
import AdmZip from 'adm-zip';
import type { Task } from 'contract/task.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findFree, holdRows } from '../../testing/locks.ts';
import { findUnbalanced, type Gift, give, ownedBy } from '../../testing/money.ts';
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
let mobile = 13_701_000_000;
async function newPerson(gift: Gift): Promise<LoggedIn & { readonly imageUrl: string }> {
  const person = await logInAs(server, String(++mobile));
  await give(server, person, gift);
  return { ...person, imageUrl: await person.client.upload(makeBmp(64, 48), 'p.bmp') };
}
type Person = Awaited<ReturnType<typeof newPerson>>;

/** Costs one use. */
const filter = ({ client, imageUrl }: Person, more: object = {}, headers = {}) =>
  client.post<Task>('/web/photoFilter', { imageUrl, filterType: 'negative', wait: 15, ...more }, headers);
const quote = async ({ client, imageUrl }: Person, more: object) => {
  const payload = { imageUrl, filterType: 'vivid', ...more };
  return (await client.post<{ charge: object; allowed: boolean }>('/web/task/quote', { tool: 'photo-filter', payload }))
    .body.data;
};
const look = async ({ client }: Person, taskId: string) => (await client.get<Task>(`/web/task/${taskId}`)).body.data;
const download = ({ client }: Person, taskId: string) => client.post(`/web/task/${taskId}/download`, {});

test.each([0, 500])('the last use is held by the new run; with %i coins, none of them', async coins => {
  const person = await newPerson({ uses: 1, coins, term: { months: 1 } });
  const first = (await filter(person)).body.data;
  expect(first.charge).toEqual({ kind: 'use', amount: 1, state: 'held' });
  const replaces = first.taskId;
  expect(await quote(person, { replaces })).toMatchObject({ charge: { kind: 'use', amount: 1 }, allowed: true });
  const second = (await filter(person, { filterType: 'vivid', replaces })).body.data;
  expect(second.charge).toEqual({ kind: 'use', amount: 1, state: 'held' });
  expect(await ownedBy(server, person)).toEqual([1, 1, coins, 0]);
  expect((await look(person, replaces)).charge.state).toBe('released');
  await person.client.post(`/web/task/${replaces}/delete`);
  expect((await download(person, second.taskId)).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual([0, 0, coins, 0]);
});

test('a quote says what can be spent now: without what is held, except by the result that the run replaces', async () => {
  const person = await newPerson({ uses: 3, coins: 25 });
  const inCoins = { kind: 'coins', amount: 10 };
  expect(await quote(person, {})).toMatchObject({ charge: inCoins, left: 25 });
  const { taskId: replaces } = (await filter(person)).body.data;
  expect(await quote(person, {})).toMatchObject({ charge: inCoins, left: 15 });
  expect(await quote(person, { replaces })).toMatchObject({ charge: inCoins, left: 25 });
  await give(server, person, { term: 'forever' });
  expect(await quote(person, {})).toMatchObject({ charge: { kind: 'use', amount: 1 }, left: 3 });
});

test('an earlier result whose hold went to a run that failed is paid when it is downloaded', async () => {
  const person = await newPerson({ uses: 1, term: { months: 1 } });
  const first = (await filter(person)).body.data;
  await server.stopWorkers();
  const second = (await filter(person, { wait: 0, replaces: first.taskId })).body.data;
  await person.client.post(`/web/task/${second.taskId}/cancel`);
  server.startWorker();
  expect(await ownedBy(server, person)).toEqual([1, 0, 0, 0]);
  expect((await download(person, first.taskId)).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
});

test('a refused run, a repeated one, one of another file and one of a paid result leave the earlier charge alone', async () => {
  const person = await newPerson({ uses: 3, term: { months: 1 } });
  const stateOf = async (taskId: string) => (await look(person, taskId)).charge.state;
  const { taskId: replaces } = (await filter(person)).body.data;
  const key = { 'idempotency-key': 'a-revision' };
  await query(`create function refuse_task() returns trigger language plpgsql as $$
    begin raise exception 'not now'; end $$`);
  await query('create trigger refuse_task before insert on task for each row execute function refuse_task()');
  expect((await filter(person, { replaces }, key)).status).toBe(500);
  await query('drop trigger refuse_task on task');
  await query('drop function refuse_task');
  expect([await stateOf(replaces), await ownedBy(server, person)]).toEqual(['held', [3, 1, 0, 0]]);

  const other = { ...person, imageUrl: await person.client.upload(makeBmp(32, 48), 'q.bmp') };
  expect((await filter(other, { replaces })).body.data.charge.state).toBe('held');
  const stranger = await newPerson({ uses: 1, term: { months: 1 } });
  expect((await filter({ ...stranger, imageUrl: person.imageUrl }, { replaces })).body.data?.charge.state).toBe('held');
  expect([await stateOf(replaces), await ownedBy(server, person)]).toEqual(['held', [3, 2, 0, 0]]);

  const twins = await Promise.all(Array.from({ length: 4 }, () => filter(person, { replaces }, key)));
  expect(new Set(twins.map(({ body }) => body.data.taskId)).size).toBe(1);
  expect([await stateOf(replaces), await ownedBy(server, person)]).toEqual(['released', [3, 2, 0, 0]]);

  const paid = twins[0]!.body.data.taskId;
  await download(person, paid);
  expect((await filter(person, { replaces: paid })).body.data.charge.state).toBe('held');
  expect([await stateOf(paid), await ownedBy(server, person)]).toEqual(['settled', [2, 2, 0, 0]]);
});

test('a paid result that a run replaces leaves the batch, whose zip has the newer one alone, and is still downloaded', async () => {
  const person = await newPerson({ uses: 2, term: { months: 1 } });
  const batchId = 'tried-further';
  const { taskId: paid } = (await filter(person, { batchId })).body.data;
  expect((await download(person, paid)).status).toBe(200);
  const second = (await filter(person, { batchId, filterType: 'vivid', replaces: paid })).body.data;
  await download(person, second.taskId);
  const batch = (await person.client.get<{ total: number; zipUrl: string }>(`/web/batch/${batchId}`)).body.data;
  expect(batch.total).toBe(1);
  const zip = new AdmZip(Buffer.from(await (await fetch(batch.zipUrl)).arrayBuffer()));
  const again = (await download(person, paid)).body.data as { url: string };
  const earlier = Buffer.from(await (await fetch(again.url)).arrayBuffer());
  expect(zip.getEntries()).toHaveLength(1);
  expect(earlier.length).toBeGreaterThan(0);
  expect(zip.getEntries()[0]!.getData().equals(earlier)).toBe(false);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
});

test('a run waits for the result that it replaces before it locks the wallet', async () => {
  const person = await newPerson({ uses: 1, term: { months: 1 } });
  const { taskId: replaces } = (await filter(person)).body.data;
  const held = await holdRows(server.postgres, 'select id from task where id = $1', [replaces]);
  const run = filter(person, { replaces });
  await held.untilWaiting(1);
  const ofPerson = 'select account_id from wallet where account_id = $1';
  expect(await findFree(server.postgres, ofPerson, [person.user.id])).toEqual([person.user.id]);
  await held.release();
  expect((await run).body.data.charge.state).toBe('held');
});

test('the books balance while results of one person are replaced, paid, deleted, cancelled and swept at once', async () => {
  const person = await newPerson({ uses: 3, coins: 40, term: { months: 1 } });
  let state = 11;
  const below = (count: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  const known: string[] = [];
  const statuses = new Map<number, number>();
  const note = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const some = () => known[below(known.length)] ?? crypto.randomUUID();
  const run = async () => {
    const answer = await filter(person, {
      wait: below(2),
      filterType: below(2) ? 'vivid' : 'negative',
      ...(below(4) > 0 && { replaces: some() }),
    });
    note(answer);
    if (answer.body.data?.taskId) known.push(answer.body.data.taskId);
  };
  const steps = [
    run,
    run,
    run,
    async () => note(await download(person, some())),
    async () => note(await person.client.post(`/web/task/${some()}/delete`)),
    async () => note(await person.client.post(`/web/task/${some()}/cancel`)),
    async () => {
      await query(`update hold set expires_at = now() - interval '1 second' where id in
        (select id from hold where state = 'held' order by random() limit 2 for update skip locked)`);
      await sweepExpired(server.parts);
    },
    () => give(server, person, { uses: 1, coins: 5 }),
  ];
  const loop = async () => {
    for (let times = 0; times < 20; times++) await steps[below(steps.length)]!();
  };
  await Promise.all(Array.from({ length: 8 }, loop));
  expect(statuses.get(200)).toBeGreaterThan(20);
  expect([...statuses.keys()].filter(status => status >= 500)).toEqual([]);
  expect(await findUnbalanced(server)).toEqual([]);
  const [used] = await query(`select count(*)::int as replaced from task where charge_state = 'released'`);
  expect(used.replaced).toBeGreaterThan(0);
});
