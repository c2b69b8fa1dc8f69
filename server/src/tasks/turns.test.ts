// Fair turns in a lane: which task is served next, and whether the displayed queue positions match.
import { randomUUID } from 'node:crypto';
import type { Batch } from 'contract/routes/tasks.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient, type TestClient } from '../../testing/client.ts';
import { holdRows } from '../../testing/locks.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { findTurn } from './admission.ts';
import { findTasks } from './batch-store.ts';
import { findPlaces, isShortTask } from './queue-store.ts';
import { requeueTask } from './run-queries.ts';
import { takeTask } from './worker-queries.ts';

let server: TestServer;
let upload: string;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { TRUST_PROXY: '1' } });
  upload = await server.client.upload(makeBmp(8, 8), 'turn.bmp');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.postgres.pool.query('delete from task');
});

interface Visitor {
  readonly client: TestClient;
  readonly address: string;
}
const visitor = (address: string): Visitor => ({ client: createClient(server.url, randomUUID()), address });

/** Sends tasks one after another; returns their ids. */
async function send({ client, address }: Visitor, count: number, batchId = randomUUID()): Promise<string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const reply = await client.convert(upload, { batchId, wait: 0 }, { 'x-forwarded-for': address });
    expect(reply.body).toMatchObject({ code: 200 });
    ids.push(reply.body.data.taskId);
  }
  return ids;
}

const workerId = randomUUID();
const take = async () => (await takeTask(server.parts.database, { lane: 'image', workerId }))?.id;

/** Takes tasks until none is waiting, ending each before the next is taken. Returns their ids in order. */
async function serveAll(max = Number.POSITIVE_INFINITY): Promise<string[]> {
  const served: string[] = [];
  while (served.length < max) {
    const id = await take();
    if (!id) return served;
    served.push(id);
    await endTask(id);
  }
  return served;
}

const endTask = (id: string) =>
  server.postgres.pool.query("update task set status = 'cancelled', ended_at = now() where id = $1", [id]);

const isOneOf = (ids: readonly string[]) => (id: string) => ids.includes(id);

test('a newcomer is served next although another visitor has a long batch waiting', async () => {
  const batch = await send(visitor('198.51.100.1'), 40);
  const running = await take();
  const [newcomer] = await send(visitor('198.51.100.2'), 1);
  expect(await take()).toBe(newcomer);
  expect([running, await take()]).toEqual([batch[0], batch[1]]);
});

test('calls that may take minutes never hold all places together, whoever sends them, and other calls go on', async () => {
  const slow = { calls: [{ tool: 'gif', call: 'make' }], ms: 60_000, max: 2 };
  const takeNext = async () => (await takeTask(server.parts.database, { lane: 'image', workerId, slow }))?.id;
  const senders = [1, 2, 3, 4].map(seat => visitor(`198.51.100.${seat}`));
  const animations: string[] = [];
  for (const sender of senders.slice(0, 3)) animations.push(...(await send(sender, 2)));
  await server.postgres.pool.query("update task set tool = 'gif', call = 'make'");
  const small = [...(await send(senders[0]!, 1)), ...(await send(senders[3]!, 1))];
  const taken = [await takeNext(), await takeNext(), await takeNext(), await takeNext()];
  expect(taken.filter(id => animations.includes(id!))).toHaveLength(2);
  expect(taken.filter(id => small.includes(id!))).toHaveLength(2);
  expect(await takeNext()).toBeUndefined();
  // Of two senders; the third one is next.
  await endTask(taken[0]!);
  const { rows } = await server.postgres.pool.query('select share from task where id = any($1)', [
    [...taken.filter(id => animations.includes(id!)), await takeNext()],
  ]);
  expect(new Set(rows.map(({ share }) => share)).size).toBe(3);
});

test('tasks that are expected to take minutes leave a place of a lane of seconds to others, whatever they do', async () => {
  const slow = { calls: [], ms: 60_000, max: 1 };
  const takeNext = async () => (await takeTask(server.parts.database, { lane: 'image', workerId, slow }))?.id;
  const [long, longer] = await send(visitor('198.51.100.1'), 2);
  await server.postgres.pool.query('update task set expected_ms = 60001');
  const [quick] = await send(visitor('198.51.100.2'), 1);
  expect([await takeNext(), await takeNext(), await takeNext()]).toEqual([long, quick, undefined]);
  await endTask(long!);
  expect(await takeNext()).toBe(longer);
});

test('a newcomer is served next although many visitors are waiting for the current turn', async () => {
  for (let seat = 10; seat < 22; seat++) await send(visitor(`198.51.100.${seat}`), 3);
  await serveAll(14);
  await take();
  const [newcomer, second] = await send(visitor('198.51.100.2'), 2);
  expect(await take()).toBe(newcomer);
  const rest = await serveAll(8);
  expect(rest).not.toContain(second);
});

test('an owner who sends the next task whenever one has ended does not count as a newcomer each time', async () => {
  for (let seat = 10; seat < 14; seat++) await send(visitor(`198.51.100.${seat}`), 5);
  await serveAll(5);
  const eager = visitor('198.51.100.2');
  const order: boolean[] = [];
  let [waiting] = await send(eager, 1);
  for (let taken = 0; taken < 10; taken++) {
    const id = (await take()) ?? '';
    order.push(id === waiting);
    await endTask(id);
    if (id === waiting) [waiting] = await send(eager, 1);
  }
  expect(order.filter(Boolean).length).toBeLessThanOrEqual(3);
});

test('two batches alternate', async () => {
  const first = await send(visitor('198.51.100.1'), 12);
  await serveAll(2);
  await take();
  const second = await send(visitor('198.51.100.2'), 8);
  const order = await serveAll();
  expect(order.slice(0, 16).map(isOneOf(second))).toEqual(Array.from({ length: 16 }, (_, index) => index % 2 === 0));
  // Each in its own order.
  expect(order.filter(isOneOf(first))).toEqual(first.slice(3));
  expect(order.filter(isOneOf(second))).toEqual(second);
});

test('an owner who always adds a task while another runs does not starve a batch', async () => {
  const batch = await send(visitor('198.51.100.1'), 6);
  const eager = visitor('198.51.100.2');
  const order: string[] = [];
  let running = await take();
  await send(eager, 1);
  while (order.filter(isOneOf(batch)).length < 4) {
    const next = (await take()) ?? '';
    await endTask(running ?? '');
    running = next;
    order.push(next);
    if (!batch.includes(next)) await send(eager, 1);
  }
  expect(order.map(isOneOf(batch))).toEqual([false, true, false, true, false, true, false, true]);
});

test('fresh client ids behind one address share the turns of one visitor', async () => {
  const honest = await send(visitor('198.51.100.1'), 5);
  await take();
  for (let ids = 0; ids < 30; ids++) await send(visitor('198.51.100.66'), 1);
  const order = await serveAll(8);
  expect(order.filter(isOneOf(honest))).toHaveLength(4);
});

test('visitors behind one address alternate within the turns of their address', async () => {
  const colleague = await send(visitor('198.51.100.1'), 20);
  const stranger = await send(visitor('198.51.100.2'), 20);
  await take();
  const [newcomer] = await send(visitor('198.51.100.1'), 1);
  const order = await serveAll(20);
  // Two takes per round of turns: the newcomer is served in the next turn or the one after.
  expect(order.indexOf(newcomer!)).toBeLessThan(4);
  // The address has no more turns than before.
  expect(order.filter(isOneOf(stranger))).toHaveLength(10);
  expect(order.filter(isOneOf(colleague))).toEqual(colleague.slice(1, 10));
});

test('cancelled tasks leave no turns that others have to wait for', async () => {
  const impatient = visitor('198.51.100.1');
  const kept = await send(impatient, 10);
  const cancelled = kept.splice(0, 6);
  const other = await send(visitor('198.51.100.2'), 10);
  for (const id of cancelled) await impatient.client.post(`/web/task/${id}/cancel`);
  const order = await serveAll(8);
  expect(order.filter(isOneOf(kept))).toEqual(kept);
  expect(order.filter(isOneOf(other))).toHaveLength(4);
});

test('cancelling a running task gains no turn', async () => {
  const greedy = visitor('198.51.100.1');
  const batch = await send(greedy, 6);
  const other = await send(visitor('198.51.100.2'), 6);
  const order: string[] = [];
  for (let taken = 0; taken < 8; taken++) {
    const id = (await take()) ?? '';
    order.push(id);
    if (batch.includes(id)) await greedy.client.post(`/web/task/${id}/cancel`);
    else await endTask(id);
  }
  expect(order.filter(isOneOf(other))).toHaveLength(4);
});

test('a task that is put back into the queue runs next', async () => {
  const batch = await send(visitor('198.51.100.1'), 3);
  const first = (await take()) ?? '';
  await send(visitor('198.51.100.2'), 1);
  await requeueTask(server.parts.database, { id: first, attempt: 1 }, true);
  expect([first, await take()]).toEqual([batch[0], first]);
});

test('workers that take tasks at the same time get different tasks, each once', async () => {
  const ids = [...(await send(visitor('198.51.100.1'), 12)), ...(await send(visitor('198.51.100.2'), 12))];
  const taken = await Promise.all(Array.from({ length: 24 }, take));
  expect(taken.filter(id => id !== undefined).length).toBe(new Set(taken.filter(Boolean)).size);
  const rest = await serveAll();
  expect([...taken.filter(id => id !== undefined), ...rest].sort()).toEqual(ids.sort());
});

test('a take does not wait for tasks that another transaction holds', async () => {
  const [first, second] = await send(visitor('198.51.100.1'), 2);
  const held = await holdRows(server.postgres, 'select from task where id = $1', [first]);
  expect(await take()).toBe(second);
  await held.release();
  expect(await take()).toBe(first);
});

test('the displayed positions match the order in which tasks are taken', async () => {
  const seats = [visitor('198.51.100.1'), visitor('198.51.100.1'), visitor('198.51.100.2'), visitor('198.51.100.3')];
  const batchIds = seats.map(() => randomUUID());
  const ids: string[] = [];
  for (const [round, index] of [0, 0, 0, 0, 2, 2, 1, 1, 2, 3, 0, 1].entries()) {
    ids.push(...(await send(seats[index]!, 1, batchIds[index])));
    if (round === 5 || round === 8) await take();
  }
  const { database } = server.parts;
  const rows = (await findTasks(database, ids)).filter(row => row.status === 'queued');
  const places = new Map<string, number>();
  for (const row of rows) places.set(row.id, (await findPlaces(database, [row])).get(row.id)?.position ?? 0);
  const together = await findPlaces(database, rows);
  for (const [id, { position }] of together) expect([id, position]).toEqual([id, places.get(id)]);
  expect(together.size).toBe(rows.length);
  const order = await serveAll();
  expect([...places].sort(([, a], [, b]) => a - b).map(([id]) => id)).toEqual(order);
});

test('the remaining time counts the tasks ahead in this order, and is unknown while no worker serves the lane', async () => {
  const batchId = randomUUID();
  const batch = visitor('198.51.100.1');
  await send(batch, 8, batchId);
  const newcomer = visitor('198.51.100.2');
  const [id] = await send(newcomer, 1);
  await server.postgres.pool.query('update task set expected_ms = 10000');
  const see = async () => (await newcomer.client.get<Task>(`/web/task/${id}`)).body.data;
  expect(await see()).toMatchObject({ queuePosition: 2, etaSeconds: null });
  await server.postgres.pool.query(
    `insert into worker (id, host, pid, version, lanes) values (gen_random_uuid(), 'here', 1, '1', '{"image": 2}')`,
  );
  let seen = await see();
  // The registry is read at most once per second.
  while (seen.etaSeconds === null) seen = await see();
  expect(seen).toMatchObject({ queuePosition: 2, etaSeconds: 15 });
  const { data } = (await batch.client.get<Batch>(`/web/batch/${batchId}`)).body;
  expect(data.tasks.map(task => task.queuePosition)).toEqual([1, 3, 4, 5, 6, 7, 8, 9]);
  await server.postgres.pool.query('delete from worker');
});

/** Tasks of the lane `video` that are expected to take so long. */
async function sendClips(from: Visitor, count: number, expectedMs: number | null): Promise<string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const sender = { owner: ownerOfVisitor(from), address: from.address };
    const isShort = isShortTask({ lane: 'video', expected_ms: expectedMs });
    const turn = await findTurn(server.parts.database, server.parts, sender, { lane: 'video', isShort });
    const [id] = await send(from, 1);
    const columns = [id, expectedMs, turn.share, turn.turn, turn.owner_turn, sender.owner, isShort];
    await server.postgres.pool.query(
      `update task set lane = 'video', expected_ms = $2, share = $3, turn = $4, owner_turn = $5, owner = $6, is_short = $7
        where id = $1`,
      columns,
    );
    ids.push(id!);
  }
  return ids;
}
const ownerOfVisitor = ({ client }: Visitor) => `visitor:${client.headers.clientUid}`;

/** As the worker takes tasks of a lane with two places for long tasks. */
const takeClip = async () =>
  (await takeTask(server.parts.database, { lane: 'video', workerId, maxPerShare: 1, maxLong: 2 }))?.id;
const minutes = 84_000;
const oneSecond = 1000;

test("a short task starts beside its owner's own long one, and before those that wait", async () => {
  const owner = visitor('198.51.100.1');
  const removals = await sendClips(owner, 4, minutes);
  expect([await takeClip(), await takeClip()]).toEqual([removals[0], undefined]);
  const [copy, another] = await sendClips(owner, 2, oneSecond);
  expect(await takeClip()).toBe(copy);
  // One short task and one long one of a share at a time.
  expect(await takeClip()).toBeUndefined();
  await endTask(copy!);
  expect([await takeClip(), await takeClip()]).toEqual([another, undefined]);
});

test('short tasks of a batch that run again have turns beside those of the long ones', async () => {
  const owner = visitor('198.51.100.1');
  const [, second] = await sendClips(owner, 2, minutes);
  const failed = await sendClips(owner, 2, oneSecond);
  await server.postgres.pool.query(
    `update task set status = 'failed', ended_at = now(), batch_id = 'again', tool = 'removed', call = 'removed',
        error = '{"error": "UNEXPECTED", "details": null}' where id = any($1)`,
    [failed],
  );
  await owner.client.post('/web/batch/again/retry');
  const { rows } = await server.postgres.pool.query(
    'select turn, is_short from task where id = any($1) order by turn',
    [failed],
  );
  const { rows: waiting } = await server.postgres.pool.query('select turn from task where id = $1', [second]);
  expect(rows.map(row => row.is_short)).toEqual([true, true]);
  // Behind the second long task they would not be the share's next short ones.
  expect(rows[0].turn).toBeLessThan(waiting[0].turn);
});

test('a task of which no time is expected is not short', async () => {
  const owner = visitor('198.51.100.1');
  const [removal] = await sendClips(owner, 1, minutes);
  await sendClips(owner, 1, null);
  expect([await takeClip(), await takeClip()]).toEqual([removal, undefined]);
});

test('a place is kept for short tasks while long ones of two senders run, and senders take turns in it', async () => {
  const [first, next, third] = [1, 2, 3].map(seat => visitor(`198.51.100.${seat}`)) as [Visitor, Visitor, Visitor];
  const long = [...(await sendClips(first, 1, minutes)), ...(await sendClips(next, 1, minutes))];
  await sendClips(third, 1, minutes);
  expect([await takeClip(), await takeClip(), await takeClip()]).toEqual([...long, undefined]);
  const batch = await sendClips(first, 3, oneSecond);
  const [other] = await sendClips(third, 1, oneSecond);
  const order: string[] = [];
  for (let id = await takeClip(); id; id = await takeClip()) {
    order.push(id);
    await endTask(id);
  }
  expect(order).toHaveLength(4);
  expect(order.indexOf(other!)).toBeLessThan(2);
  expect(order.filter(isOneOf(batch))).toEqual(batch);
});

test('a stream of short tasks does not starve a long one, nor the other way round', async () => {
  const eager = visitor('198.51.100.1');
  const patient = visitor('198.51.100.2');
  const single = async () =>
    (await takeTask(server.parts.database, { lane: 'video', workerId, maxPerShare: 1, maxLong: 1 }))?.id;
  const short = await sendClips(eager, 12, 20_000);
  const long = await sendClips(patient, 3, 60_000);
  const order: string[] = [];
  for (let id = await single(); id; id = await single()) {
    order.push(id);
    await endTask(id);
  }
  // One place, taken in turns: a long task is never behind more short ones of the other sender than take as long.
  const places = long.map(id => order.indexOf(id));
  for (const [nth, place] of places.entries()) expect(place - (places[nth - 1] ?? -1)).toBeLessThanOrEqual(4);
  expect(order.filter(isOneOf(short))).toEqual(short);
});

test('a short task that runs for more than a minute counts as long', async () => {
  const owner = visitor('198.51.100.1');
  const [wrong, copy] = await sendClips(owner, 2, oneSecond);
  const [removal] = await sendClips(owner, 1, minutes);
  expect(await takeClip()).toBe(wrong);
  await server.postgres.pool.query("update task set started_at = now() - interval '61 s' where id = $1", [wrong]);
  // It takes the place of the removal, and leaves the one for short tasks.
  expect([await takeClip(), await takeClip()]).toEqual([copy, undefined]);
  await endTask(wrong!);
  expect(await takeClip()).toBe(removal);
});

test('the positions of short and long tasks are those of their lines', async () => {
  const [first, other] = [visitor('198.51.100.1'), visitor('198.51.100.2')];
  const removals = await sendClips(first, 3, minutes);
  await takeClip();
  const copies = await sendClips(first, 2, oneSecond);
  const [theirs] = await sendClips(other, 1, minutes);
  const { database } = server.parts;
  const rows = (await findTasks(database, [...removals, ...copies, theirs!])).filter(row => row.status === 'queued');
  const places = await findPlaces(database, rows);
  expect(copies.map(id => places.get(id)?.position)).toEqual([1, 2]);
  expect(places.get(copies[0]!)?.ms).toBe(0);
  expect([theirs!, removals[1]!, removals[2]!].map(id => places.get(id)?.position)).toEqual([1, 2, 3]);
  for (const row of rows)
    expect((await findPlaces(database, [row])).get(row.id)?.position).toBe(places.get(row.id)?.position);
});
