// Turns by seconds: what shares of a lane get of its time when their tasks take different times, run longer than expected, or are a member's.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { give } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sendNotice } from '../adapters/notices.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { findTurn, type Sender } from './admission.ts';
import { cancelTask, completeTask } from './end-task.ts';
import { findPlaces, isShortTask } from './queue-store.ts';
import { findTask, insertTask, type NewTask, type TaskRow } from './store.ts';
import { turnCost } from './turn-cost.ts';
import { correctTurns, findFirstTurn, passTurnOn, turnCostSql } from './turn-store.ts';
import { type TakeOptions, takeTask } from './worker-queries.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.postgres.pool.query('delete from task');
});

const second = 1000;
const minute = 60 * second;

const visitor = (address: string): Sender => ({ owner: `visitor:${randomUUID()}`, address });

interface Sent {
  readonly lane?: TaskRow['lane'];
  readonly ms: number | null;
  readonly count?: number;
}

/** Adds waiting tasks that are expected to take so long, as an acceptance does. Returns their ids. */
async function send(sender: Sender, { lane = 'image', ms, count = 1 }: Sent): Promise<string[]> {
  const ids: string[] = [];
  for (let sent = 0; sent < count; sent++) {
    const id = randomUUID();
    await server.parts.database.transaction().execute(async trx => {
      const isShort = isShortTask({ lane, expected_ms: ms });
      const turn = await findTurn(trx, server.parts, sender, { lane, isShort });
      const task: NewTask = {
        ...{ id, batch_id: null, owner: sender.owner, tool: 'convert', call: 'convert', key_code: 'FORMAT_CONVERTER' },
        ...{ language: 'en', lane, key_id: null, idempotency_key: null, request_hash: '', pace: '', start_percent: 0 },
        ...{ input_bytes: 0, expected_ms: ms, amount: null, expires_at: new Date(Date.now() + 3_600_000), ...turn },
        ...{ charge_kind: 'none', charge_amount: 0, charge_state: 'none', options: {}, inputs: [] },
      };
      await insertTask(trx, task);
    });
    ids.push(id);
  }
  return ids;
}

const workerId = randomUUID();
const take = (options: Partial<TakeOptions> = {}) =>
  takeTask(server.parts.database, { lane: 'image', workerId, ...options });

/** Ends a run as if it had taken so long. */
async function end({ id, attempt }: Pick<TaskRow, 'id' | 'attempt'>, tookMs: number): Promise<void> {
  await server.postgres.pool.query("update task set started_at = now() - $2 * interval '1 ms' where id = $1", [
    id,
    tookMs,
  ]);
  const done = await server.parts.database
    .transaction()
    .execute(trx => completeTask(trx, { id, attempt }, { files: [] }));
  expect(done?.id).toBe(id);
}

/**
 * Runs tasks one after the other while all these senders have some waiting. Returns the most milliseconds by which one had been served more than
 * another at any time, and what each had in the end.
 */
async function serve(senders: readonly Sender[], tookMs: (row: TaskRow) => number = row => row.expected_ms ?? 0) {
  const served = new Map(senders.map(({ owner }) => [owner, 0]));
  const totals = () => [...served.values()];
  const hasAll = async () => {
    const { rows } = await server.postgres.pool.query("select distinct owner from task where status = 'queued'");
    return senders.every(({ owner }) => rows.some(row => row.owner === owner));
  };
  let max = 0;
  while (await hasAll()) {
    const row = await take();
    if (!row) throw new Error('a task waits, and none was taken');
    served.set(row.owner, (served.get(row.owner) ?? 0) + tookMs(row));
    max = Math.max(max, Math.max(...totals()) - Math.min(...totals()));
    await end(row, tookMs(row));
  }
  return { max, totals: totals() };
}

test('a task costs the same turns by the rows as by the code', async () => {
  const sender = visitor('1');
  for (const ms of [null, 0, 1, 333, 12_345, 3_600_000]) await send(sender, { ms });
  await send(sender, { lane: 'video', ms: null });
  await server.postgres.pool.query('update task set share_weight = 3 where expected_ms > 5000');
  const rows = await server.parts.database.selectFrom('task').selectAll().select(turnCostSql.as('cost')).execute();
  expect(rows).toHaveLength(7);
  for (const { cost, ...row } of rows) expect([row.expected_ms, cost]).toEqual([row.expected_ms, turnCost(row)]);
});

test('senders of long and of short tasks get the same seconds', async () => {
  const [long, short] = [visitor('1'), visitor('2')];
  await send(long, { ms: minute, count: 5 });
  await send(short, { ms: 5 * second, count: 50 });
  const { max, totals } = await serve([long, short]);
  expect(max).toBeLessThanOrEqual(minute);
  expect(Math.min(...totals)).toBeGreaterThanOrEqual(3 * minute);
});

test('a sender whose tasks take longer than expected pays for the time they took', async () => {
  const [slow, honest] = [visitor('1'), visitor('2')];
  await send(slow, { ms: second, count: 30 });
  await send(honest, { ms: 10 * second, count: 30 });
  const { max, totals } = await serve([slow, honest], row => (row.owner === slow.owner ? 30 * second : 10 * second));
  expect(max).toBeLessThanOrEqual(40 * second);
  expect(Math.min(...totals)).toBeGreaterThanOrEqual(2 * minute);
});

test('a sender whose tasks take less than expected is served more of them', async () => {
  const [quick, honest] = [visitor('1'), visitor('2')];
  await send(quick, { ms: minute, count: 30 });
  await send(honest, { ms: 10 * second, count: 20 });
  const { max } = await serve([quick, honest], row => (row.owner === quick.owner ? 6 * second : 10 * second));
  expect(max).toBeLessThanOrEqual(20 * second);
});

test('cheap turns of one visitor do not pay for long tasks of another one behind the same address', async () => {
  const [cheap, costly, stranger] = [visitor('1'), visitor('1'), visitor('2')];
  await send(cheap, { ms: second, count: 40 });
  await send(costly, { ms: minute, count: 10 });
  await send(stranger, { ms: 30 * second, count: 30 });
  const served = { address: 0, stranger: 0 };
  let max = 0;
  for (let taken = 0; taken < 55; taken++) {
    const row = (await take())!;
    served[row.owner === stranger.owner ? 'stranger' : 'address'] += row.expected_ms ?? 0;
    max = Math.max(max, Math.abs(served.address - served.stranger));
    await end(row, row.expected_ms ?? 0);
  }
  expect(served.stranger).toBeGreaterThan(3 * minute);
  expect(max).toBeLessThanOrEqual(minute + 30 * second);
});

test('a sender who cancels running tasks gains no turn', async () => {
  const [greedy, other] = [visitor('1'), visitor('2')];
  await send(greedy, { ms: 10 * second, count: 10 });
  await send(other, { ms: 10 * second, count: 10 });
  const owners: string[] = [];
  for (let taken = 0; taken < 8; taken++) {
    const row = (await take())!;
    owners.push(row.owner);
    if (row.owner === other.owner) await end(row, 10 * second);
    else await server.parts.database.transaction().execute(async trx => cancelTask(trx, row.id));
  }
  expect(owners.filter(owner => owner === other.owner)).toHaveLength(4);
});

test('a newcomer is served next, however much work the others have', async () => {
  await send(visitor('1'), { ms: minute, count: 5 });
  await send(visitor('2'), { ms: second, count: 50 });
  for (let taken = 0; taken < 6; taken++) await end((await take())!, second);
  const [id] = await send(visitor('3'), { ms: 10 * minute });
  expect((await take())?.id).toBe(id);
});

test('a sender who sends one task after the other gets the seconds of one who sent all at once', async () => {
  const [single, batch] = [visitor('1'), visitor('2')];
  await send(batch, { ms: 10 * second, count: 20 });
  await send(single, { ms: 10 * second });
  const owners: string[] = [];
  for (let taken = 0; taken < 12; taken++) {
    const row = (await take())!;
    owners.push(row.owner);
    await end(row, 10 * second);
    if (row.owner === single.owner) await send(single, { ms: 10 * second });
  }
  expect(Math.abs(owners.filter(owner => owner === single.owner).length - 6)).toBeLessThanOrEqual(1);
});

/** A sender who is a member. */
async function member(mobile: string): Promise<Sender> {
  const { user } = await logInAs(server, mobile);
  await give(server, { user }, { term: { days: 30 } });
  return { owner: ownerOfAccount(user.id), address: 'elsewhere' };
}

test('a member gets three times the seconds of a visitor, who never waits longer than that', async () => {
  const premium = await member('13800000001');
  const guest = visitor('1');
  await send(guest, { ms: 10 * second, count: 20 });
  await send(premium, { ms: 10 * second, count: 60 });
  const owners: string[] = [];
  for (let taken = 0; taken < 40; taken++) {
    const row = (await take())!;
    owners.push(row.owner);
    await end(row, 10 * second);
  }
  const places = owners.flatMap((owner, place) => (owner === guest.owner ? [place] : []));
  expect(places.length).toBeGreaterThanOrEqual(10);
  expect(places.length).toBeLessThanOrEqual(11);
  for (const [nth, place] of places.entries()) expect(place - (places[nth - 1] ?? -1)).toBeLessThanOrEqual(4);
});

test('members do not starve a visitor: beside two of them it gets a seventh, and a new one is served next', async () => {
  const members = [await member('13800000002'), await member('13800000003')];
  const guest = visitor('1');
  for (const premium of members) await send(premium, { ms: 10 * second, count: 40 });
  for (let taken = 0; taken < 7; taken++) await end((await take())!, 10 * second);
  const [first] = await send(guest, { ms: 10 * second, count: 10 });
  expect((await take())?.id).toBe(first);
  await end((await findTask(server.parts.database, first!))!, 10 * second);
  let served = 0;
  for (let taken = 0; taken < 35; taken++) {
    const row = (await take())!;
    if (row.owner === guest.owner) served += 1;
    await end(row, 10 * second);
  }
  expect(served).toBe(5);
});

test('an account without a membership has the turns of a visitor', async () => {
  const { user } = await logInAs(server, '13800000004');
  const sender = { owner: ownerOfAccount(user.id), address: 'elsewhere' };
  const turn = await findTurn(server.parts.database, server.parts, sender, { lane: 'image' });
  expect(turn.share_weight).toBe(1);
});

test('tasks of an hour never hold both places of a lane, whoever sends them', async () => {
  const lane = 'video';
  const slow = { calls: [], ms: 10 * minute, max: 1 };
  const takeClip = async () => (await take({ lane, maxPerShare: 1, maxLong: 2, slow }))?.id;
  const [film] = await send(visitor('1'), { lane, ms: 60 * minute });
  const [other] = await send(visitor('2'), { lane, ms: 60 * minute });
  const [clip] = await send(visitor('3'), { lane, ms: 5 * minute });
  expect([await takeClip(), await takeClip(), await takeClip()]).toEqual([film, clip, undefined]);
  await end((await findTask(server.parts.database, film!))!, 60 * minute);
  expect(await takeClip()).toBe(other);
});

test.each([
  [20, 'changes'],
  [500, 'leaves'],
] as const)(
  'a next step that takes another time than the task whose turn it gets, among %i tasks, %s their turns',
  async (count, does) => {
    const sender = visitor('1');
    const [first, ...others] = await send(sender, { ms: 2 * second, count });
    const { pool } = server.postgres;
    const readTurns = async () =>
      new Map((await pool.query('select id, turn from task')).rows.map(({ id, turn }) => [id, Number(turn)]));
    // As a next step enters: with the last turn of its share, and the first among its owner's tasks.
    const [step] = await send(sender, { ms: 250 });
    await pool.query('update task set owner_turn = (select min(owner_turn) - 2 from task) where id = $1', [step]);
    const before = await readTurns();
    expect((await take())?.id).toBe(step);
    const after = await readTurns();
    expect(after.get(step!)).toBe(before.get(first!));
    const moved = others.map(id => after.get(id)! - before.get(id)!);
    expect(new Set(moved)).toEqual(new Set([does === 'changes' ? 250 - 2 * second : 0]));
    expect(after.get(first!)! - before.get(step!)!).toBe(moved[0]);
  },
);

test('a task that was expected to be quick and runs for long counts as long', async () => {
  const lane = 'video';
  const slow = { calls: [], ms: 10 * minute, max: 1 };
  const takeClip = async () => (await take({ lane, maxPerShare: 1, maxLong: 2, slow }))?.id;
  const [wrong] = await send(visitor('1'), { lane, ms: 5 * minute });
  expect(await takeClip()).toBe(wrong);
  await server.postgres.pool.query("update task set started_at = now() - interval '11 minutes' where id = $1", [wrong]);
  const [film] = await send(visitor('2'), { lane, ms: 60 * minute });
  const [clip] = await send(visitor('3'), { lane, ms: minute });
  expect([await takeClip(), await takeClip()]).toEqual([clip, undefined]);
  await end((await findTask(server.parts.database, wrong!))!, 11 * minute);
  expect(await takeClip()).toBe(film);
});

test('the work ahead of a task is that of its lane: what runs, and what is before it', async () => {
  await send(visitor('1'), { ms: minute, count: 3 });
  await send(visitor('1'), { lane: 'model', ms: 7 * minute });
  const running = await take();
  const { database } = server.parts;
  const rows = (await database.selectFrom('task').selectAll().execute()).filter(({ id }) => id !== running?.id);
  const together = await findPlaces(database, rows);
  const expected = { image: [minute, 2 * minute], model: [0] };
  for (const lane of ['image', 'model'] as const) {
    const found = rows.filter(row => row.lane === lane).map(({ id }) => together.get(id)!.ms);
    // What runs has begun a moment ago.
    for (const [at, ms] of found.sort((a, b) => a - b).entries())
      expect(Math.ceil(ms / (20 * second)) * 20 * second).toBe(expected[lane][at]);
  }
  for (const row of rows) {
    const { ms } = (await findPlaces(database, [row])).get(row.id)!;
    expect(Math.abs(ms - together.get(row.id)!.ms)).toBeLessThan(20 * second);
  }
});

test('the displayed places follow the order by seconds', async () => {
  const [long, short] = [visitor('1'), visitor('2')];
  await send(long, { ms: minute, count: 3 });
  await send(short, { ms: 10 * second, count: 12 });
  const { database } = server.parts;
  const rows = await database.selectFrom('task').selectAll().execute();
  const together = await findPlaces(database, rows);
  for (const row of rows)
    expect((await findPlaces(database, [row])).get(row.id)).toEqual(
      expect.objectContaining({ position: together.get(row.id)?.position }),
    );
  const order: string[] = [];
  for (let row = await take(); row; row = await take()) {
    order.push(row.id);
    await end(row, row.expected_ms ?? 0);
  }
  expect([...together].sort(([, a], [, b]) => a.position - b.position).map(([id]) => id)).toEqual(order);
});

test('short are the tasks of lanes with work of minutes that are expected to take up to twenty seconds', () => {
  const isShort = (lane: TaskRow['lane'], ms: number | null) => isShortTask({ lane, expected_ms: ms });
  expect([isShort('video', 20 * second), isShort('model-long', 0)]).toEqual([true, true]);
  expect([isShort('video', 20 * second + 1), isShort('video', null), isShort('image', second)]).toEqual([
    false,
    false,
    false,
  ]);
});

/** Waiting tasks of one sender in the lane `video`, and beside them some of its other lines, of another sender, and one that runs already. */
async function makeLines() {
  const lane = 'video';
  const [sender, other] = [visitor('1'), visitor('2')];
  const [running] = await send(sender, { lane, ms: minute });
  expect((await take({ lane }))?.id).toBe(running);
  const waiting = await send(sender, { lane, ms: minute, count: 3 });
  await send(sender, { lane, ms: second, count: 2 });
  await send(sender, { lane: 'image', ms: minute, count: 2 });
  await send(other, { lane, ms: minute, count: 2 });
  // All after the one that runs, so that only its line tells a task from the others.
  await server.postgres.pool.query('update task set turn = turn + 1000000 where id <> $1', [running]);
  const readTurns = async () => {
    const { rows } = await server.postgres.pool.query('select id, turn::int as turn from task');
    return new Map<string, number>(rows.map(({ id, turn }) => [id, turn]));
  };
  const before = await readTurns();
  const listMoves = async () =>
    [...(await readTurns())].flatMap(([id, turn]) => (turn === before.get(id) ? [] : [[id, turn - before.get(id)!]]));
  return { row: (await findTask(server.parts.database, running!))!, waiting, before, listMoves };
}

/** Notices of waiting tasks that `act` sends. */
async function hearQueued(act: () => Promise<unknown>) {
  const heard: unknown[] = [];
  const { notices, database } = server.parts;
  const stop = notices.on('task-queued', notice => void heard.push(notice));
  // They arrive in the order in which they were sent.
  const hear = async (count: number) => {
    const mark = { lane: 'link', count } as const;
    await sendNotice(database, 'task-queued', mark);
    await expect.poll(() => heard.at(-1), { interval: 5 }).toEqual(mark);
    return heard.splice(0).slice(0, -1);
  };
  await hear(98);
  await act();
  const sent = await hear(99);
  stop();
  return sent;
}

test('a run that took longer moves the waiting tasks of its own line alone, and tells the workers, which found them locked', async () => {
  const { row, waiting, listMoves } = await makeLines();
  const correct = (tookMs: number, wasStopped = false) =>
    correctTurns(server.parts.database, row, { tookMs, wasStopped });
  // Less than five seconds average out, and who stops a run gains nothing.
  expect(await hearQueued(() => correct(minute + 4 * second))).toEqual([]);
  expect(await hearQueued(() => correct(second, true))).toEqual([]);
  expect(await listMoves()).toEqual([]);
  expect(await hearQueued(() => correct(minute + 5 * second))).toEqual([{ lane: 'video', count: 3 }]);
  expect(new Map((await listMoves()) as [string, number][])).toEqual(new Map(waiting.map(id => [id, 5 * second])));
  expect(await hearQueued(() => correct(minute - 5 * second))).toEqual([{ lane: 'video', count: 3 }]);
  expect(await listMoves()).toEqual([]);
  await server.postgres.pool.query("delete from task where status = 'queued'");
  expect(await hearQueued(() => correct(2 * minute))).toEqual([]);
});

test('a share that pays for a longer run pays for each second once, also if it has more turns than others', async () => {
  const { row, waiting, listMoves } = await makeLines();
  await correctTurns(
    server.parts.database,
    { ...row, share_weight: 3 },
    { tookMs: minute + 6 * second, wasStopped: false },
  );
  expect(new Map((await listMoves()) as [string, number][])).toEqual(new Map(waiting.map(id => [id, 2 * second])));
});

test('the turn of a waiting task that is cancelled goes to the last one of its line', async () => {
  const { waiting, before, listMoves } = await makeLines();
  const [first, , last] = waiting as [string, string, string];
  const left = (await findTask(server.parts.database, first))!;
  await server.postgres.pool.query("update task set status = 'cancelled', ended_at = now() where id = $1", [first]);
  await passTurnOn(server.parts.database, left);
  expect(await listMoves()).toEqual([[last, before.get(first)! - before.get(last)!]]);
  // The last one has no later task to give its turn to.
  const end = (await findTask(server.parts.database, waiting[1]!))!;
  await passTurnOn(server.parts.database, end);
  expect(await listMoves()).toHaveLength(1);
});

test("the first turn of an owner's waiting tasks is that of its own in this line", async () => {
  const [sender, colleague] = [visitor('1'), visitor('1')];
  const lane = 'video';
  const find = (owner: string, isShort = false) =>
    findFirstTurn(server.parts.database, { owner, share: 'address:1', lane, isShort });
  await send(colleague, { lane, ms: minute });
  expect(await find(sender.owner)).toBeUndefined();
  const [first] = await send(sender, { lane, ms: minute, count: 3 });
  await send(sender, { lane, ms: second });
  await server.postgres.pool.query('update task set owner_turn = 4000 + owner_turn where owner = $1 and not is_short', [
    sender.owner,
  ]);
  const { owner_turn } = (await findTask(server.parts.database, first!))!;
  expect(await find(sender.owner)).toBe(owner_turn);
  expect(await find(sender.owner, true)).toBeLessThan(owner_turn);
  await server.postgres.pool.query("update task set status = 'cancelled', ended_at = now()");
  expect(await find(sender.owner)).toBeUndefined();
});
