// The ledger by its rows: each booking on a wallet beside another one that has the same, which no booking may touch.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { findFree, holdRows } from '../../testing/locks.ts';
import { give, ownedBy } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Querier } from '../adapters/postgres.ts';
import { decideCharge, type WantedRun } from './charges.ts';
import { addTerm, bookPurchase, openWallet, takeBack } from './ledger.ts';
import {
  bookIn,
  bookOut,
  findSold,
  freeUp,
  insertHolds,
  lockWalletsOf,
  lowerHolds,
  type NewHold,
  releaseHolds,
  settleHold,
} from './store.ts';
import { findWallet } from './wallet-queries.ts';

let server: TestServer;
let person: LoggedIn;
let other: LoggedIn;
let wallet: string;
let theirs: string;
let lastMobile = 13_720_000_000;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());
const rich = { uses: 10, coins: 100, term: { days: 30 } };
beforeEach(async () => {
  [person, other] = [await logInAs(server, String(++lastMobile)), await logInAs(server, String(++lastMobile))];
  for (const one of [person, other]) await give(server, one, rich);
  [wallet, theirs] = [await walletOf(person), await walletOf(other)];
});

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const walletOf = async ({ user }: LoggedIn) => (await findWallet(server.parts.database, user.id))!.id;
const act = <T>(work: (db: Querier) => Promise<T>) => server.parts.database.transaction().execute(work);
const later = new Date(Date.now() + 3_600_000);

type Wanted = Pick<NewHold, 'unit' | 'amount'> & { readonly key?: NewHold['key'] };
const uses = (amount: number): Wanted => ({ unit: 'use', amount });
const coins = (amount: number): Wanted => ({ unit: 'coin', amount });

/** Holds all of these for tasks of their own, whose ids it returns; undefined if it holds none. */
async function hold(wanted: readonly Wanted[], of = wallet): Promise<string[] | undefined> {
  const holds = wanted.map(one => ({ key: null, ...one, taskId: randomUUID(), subject: 'a/b' }));
  const isHeld = await act(trx => insertHolds(trx, of, holds, later));
  return isHeld ? holds.map(one => one.taskId) : undefined;
}
const readHolds = (taskIds: readonly string[]) =>
  query(
    `select unit, amount::int, state, ended_at is not null as ended from hold
      where task_id = any ($1) order by array_position($1, task_id)`,
    [taskIds],
  );
/** Of the person, and of the other one. */
const readOwned = async () => [await ownedBy(server, person), await ownedBy(server, other)];
const untouched = [10, 0, 100, 0];

test('holds are made all or none, of what is free and of uses only during a membership', async () => {
  const [first, second] = (await hold([uses(4), coins(60)]))!;
  expect(await readHolds([first!, second!])).toEqual([
    { unit: 'use', amount: 4, state: 'held', ended: false },
    { unit: 'coin', amount: 60, state: 'held', ended: false },
  ]);
  expect(await readOwned()).toEqual([[10, 4, 100, 60], untouched]);
  for (const tooMuch of [[coins(41)], [uses(7)], [coins(20), coins(21)], [uses(1), coins(41)], [uses(7), coins(1)]])
    expect([tooMuch, await hold(tooMuch)]).toEqual([tooMuch, undefined]);
  expect(await readOwned()).toEqual([[10, 4, 100, 60], untouched]);
  await query("update wallet set member_until = now() - interval '1 second' where id = $1", [wallet]);
  expect([await hold([uses(1)]), await hold([coins(1), uses(1)])]).toEqual([undefined, undefined]);
  expect(await hold([coins(1)])).toHaveLength(1);
  await query('update wallet set member_until = null, is_forever = true where id = $1', [wallet]);
  expect(await hold([uses(6), coins(39)])).toHaveLength(2);
  expect(await readOwned()).toEqual([[10, 10, 100, 100], untouched]);
});

/** A key of the person that has spent so much this month, and what a hold says that counts for it. */
async function makeKey(spent: { uses: number; coins: number }) {
  const { id } = await makeApiKey(server, person);
  const [row] = await query(
    'update key_spending set uses = $2, coins = $3, month = $4 where key_id = $1 returning month::text',
    [id, spent.uses, spent.coins, '2026-05-01'],
  );
  const readSpent = async () => {
    const [now] = await query('select uses::int, coins::int from key_spending where key_id = $1', [id]);
    return [now.uses, now.coins];
  };
  return { of: { id, month: row.month as string }, readSpent };
}

test('what is released is free again, and counts no longer for the month of its key', async () => {
  const [key, spared] = [await makeKey({ uses: 7, coins: 70 }), await makeKey({ uses: 7, coins: 70 })];
  const ofKey = { key: key.of };
  const [use, coin] = (await hold([
    { ...uses(3), ...ofKey },
    { ...coins(30), ...ofKey },
  ]))!;
  const [kept] = (await hold([coins(5)]))!;
  const [last] = (await hold([{ ...coins(11), key: { ...key.of, month: '2026-04-01' } }]))!;
  const [strangers] = (await hold([coins(9)], theirs))!;
  // Of one unit at a time: the other keeps what it has.
  await act(trx => releaseHolds(trx, [use!, last!]));
  expect(await key.readSpent()).toEqual([4, 70]);
  await act(trx => releaseHolds(trx, [coin!]));
  expect(await readOwned()).toEqual([
    [10, 0, 100, 5],
    [10, 0, 100, 9],
  ]);
  expect([await key.readSpent(), await spared.readSpent()]).toEqual([
    [4, 40],
    [7, 70],
  ]);
  const released = { state: 'released', ended: true };
  expect(await readHolds([use!, coin!, kept!, strangers!])).toEqual([
    { unit: 'use', amount: 3, ...released },
    { unit: 'coin', amount: 30, ...released },
    { unit: 'coin', amount: 5, state: 'held', ended: false },
    { unit: 'coin', amount: 9, state: 'held', ended: false },
  ]);
  await act(trx => releaseHolds(trx, [use!, coin!]));
  await act(trx => releaseHolds(trx, [kept!]));
  expect([await ownedBy(server, person), await key.readSpent()]).toEqual([untouched, [4, 40]]);
});

test('a hold that is lowered gives back the rest, to its wallet and to the month of its key, and none is raised', async () => {
  const [key, spared] = [await makeKey({ uses: 7, coins: 70 }), await makeKey({ uses: 7, coins: 70 })];
  const ofKey = { key: key.of };
  const [use, coin, plain, paid] = (await hold([
    { ...uses(3), ...ofKey },
    { ...coins(30), ...ofKey },
    coins(20),
    coins(10),
  ]))! as [string, string, string, string];
  const [strangers] = (await hold([coins(9), uses(1)], theirs))!;
  await act(trx => settleHold(trx, paid));
  const lower = (amounts: Readonly<Record<string, number>>) =>
    act(trx =>
      lowerHolds(
        trx,
        Object.entries(amounts).map(([taskId, amount]) => ({ taskId, amount })),
      ),
    );
  await lower({ [use]: 2 });
  expect(await key.readSpent()).toEqual([6, 70]);
  await lower({ [use]: 1, [coin]: 12, [plain]: 15, [paid]: 1 });
  expect((await readHolds([use, coin, plain, paid, strangers!])).map(row => row.amount)).toEqual([1, 12, 15, 10, 9]);
  expect(await readOwned()).toEqual([
    [10, 1, 90, 27],
    [10, 1, 100, 9],
  ]);
  expect([await key.readSpent(), await spared.readSpent()]).toEqual([
    [5, 52],
    [7, 70],
  ]);
  await lower({ [use]: 1, [coin]: 13, [plain]: 15 });
  expect(await ownedBy(server, person)).toEqual([10, 1, 90, 27]);
  expect(await key.readSpent()).toEqual([5, 52]);
  await lower({ [coin]: 10 });
  expect(await key.readSpent()).toEqual([5, 50]);
  // What counts for another month gives nothing back to this one.
  await query("update hold set key_month = '2026-04-01' where task_id = $1", [coin]);
  await lower({ [coin]: 2 });
  expect([await ownedBy(server, person), await key.readSpent()]).toEqual([
    [10, 1, 90, 17],
    [5, 50],
  ]);
});

test('a hold is paid once, by one movement', async () => {
  const [use, coin, kept] = (await hold([uses(3), coins(30), coins(1)]))! as [string, string, string];
  await hold([uses(3), coins(30)], theirs);
  expect(await act(trx => settleHold(trx, use))).toEqual({ unit: 'use', amount: 3 });
  expect(await act(trx => settleHold(trx, coin))).toEqual({ unit: 'coin', amount: 30 });
  expect([await act(trx => settleHold(trx, use)), await act(trx => settleHold(trx, randomUUID()))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(await readOwned()).toEqual([
    [7, 0, 70, 1],
    [10, 3, 100, 30],
  ]);
  const settled = { state: 'settled', ended: true };
  expect(await readHolds([use, coin, kept])).toEqual([
    { unit: 'use', amount: 3, ...settled },
    { unit: 'coin', amount: 30, ...settled },
    { unit: 'coin', amount: 1, state: 'held', ended: false },
  ]);
  const moved = `select movement.unit, movement.amount::int, destination_book, hold.task_id from movement
    join hold on hold.id = movement.hold_id and hold.id::text = reference where reason = 'run' and source_wallet = $1 order by movement.id`;
  expect(await query(moved, [wallet])).toEqual([
    { unit: 'use', amount: 3, destination_book: 'spent', task_id: use },
    { unit: 'coin', amount: 30, destination_book: 'spent', task_id: coin },
  ]);
  expect(await query(moved, [theirs])).toEqual([]);
});

const owedBy = async (id: string) => {
  const [row] = await query('select coins_owed::int as coins, uses_owed::int as uses from wallet where id = $1', [id]);
  return [row.uses, row.coins];
};

test.each([
  ['coin', 100, 2],
  ['use', 10, 0],
] as const)('what is claimed beyond the balance is owed, and income pays it first (%s)', async (unit, all, place) => {
  const claim = (amount: number, reference: string) =>
    act(trx => bookOut(trx, { walletId: wallet, unit, amount, reason: 'refund', reference }));
  const income = (amount: number, reference: string) =>
    act(trx => bookIn(trx, 'given', { walletId: wallet, unit, amount, reason: 'grant', reference }));
  const look = async () => [
    (await ownedBy(server, person))[place],
    (await owedBy(wallet)).reduce((sum, one) => sum + one),
  ];
  await claim(4, `${unit} small`);
  expect(await look()).toEqual([all - 4, 0]);
  for (let again = 0; again < 2; again++) await claim(all + 2, `${unit} large`);
  expect(await look()).toEqual([0, 6]);
  expect(await income(2, `${unit} first`)).toBe(true);
  expect(await look()).toEqual([0, 4]);
  expect(await income(2, `${unit} first`)).toBe(false);
  expect(await look()).toEqual([0, 4]);
  expect(await income(4, `${unit} second`)).toBe(true);
  expect(await look()).toEqual([0, 0]);
  expect(await income(9, `${unit} third`)).toBe(true);
  expect(await look()).toEqual([9, 0]);
  const rows = await query(
    `select reason, amount::int, owed::int from movement where unit = $2 and (source_wallet = $1 or destination_wallet = $1)
      order by id offset 1`,
    [wallet, unit],
  );
  expect(rows.map(({ reason, amount, owed }) => [reason, amount, owed])).toEqual([
    ['refund', 4, 0],
    ['refund', all - 4, 6],
    ['grant', 2, 0],
    ['debt', 2, -2],
    ['grant', 4, 0],
    ['debt', 4, -4],
    ['grant', 9, 0],
  ]);
  expect([(await readOwned())[1], await owedBy(theirs)]).toEqual([untouched, [0, 0]]);
});

test('holds make room for a claim, the newest first, and no more than it needs', async () => {
  const made: string[] = [];
  for (const amount of [30, 20, 10]) made.push((await hold([coins(amount)]))![0]!);
  await hold([uses(9)]);
  await hold([coins(50)], theirs);
  const [oldest, middle, newest] = made;
  const free = (amount: number) => act(trx => freeUp(trx, { walletId: wallet, unit: 'coin', amount }));
  expect(await free(40)).toEqual([]);
  expect(await free(41)).toEqual([newest]);
  expect(await readOwned()).toEqual([
    [10, 9, 100, 50],
    [10, 0, 100, 50],
  ]);
  expect(await free(50)).toEqual([]);
  expect((await free(1000)).toSorted()).toEqual([oldest, middle].toSorted());
  expect(await readOwned()).toEqual([
    [10, 9, 100, 0],
    [10, 0, 100, 50],
  ]);
});

test('what an order sold is taken back once, from the wallet that it filled', async () => {
  const buy = (accountId: string, reference: string) =>
    act(async trx => {
      const isNew: boolean[] = [];
      for (const { unit, amount } of [coins(50), uses(5)])
        isNew.push(await bookPurchase(trx, { accountId, unit, amount, reference }));
      return isNew;
    });
  const [orderNo, others] = [randomUUID(), randomUUID()];
  expect(await buy(person.user.id, orderNo)).toEqual([true, true]);
  expect(await buy(person.user.id, orderNo)).toEqual([false, false]);
  await buy(other.user.id, others);
  expect(await act(trx => findSold(trx, wallet, orderNo))).toEqual([coins(50), uses(5)]);
  expect(await act(trx => findSold(trx, wallet, others))).toEqual([]);
  const [kept, freed] = [(await hold([coins(100)]))![0], (await hold([coins(50)]))![0]];
  const refund = () => act(trx => takeBack(server.parts, trx, { accountId: person.user.id, orderNo }));
  expect(await refund()).toEqual([freed]);
  expect(await readOwned()).toEqual([
    [10, 0, 100, 100],
    [15, 0, 150, 0],
  ]);
  expect(await act(trx => findSold(trx, wallet, orderNo))).toEqual([]);
  expect(await refund()).toEqual([]);
  expect((await readHolds([kept!]))[0].state).toBe('held');
});

test('wallets are locked in the order of their ids, those alone that hold something for these tasks', async () => {
  const [mine, released] = [(await hold([coins(1)]))![0]!, (await hold([coins(1)], theirs))![0]!];
  await act(trx => releaseHolds(trx, [released]));
  const unlocked = async (taskIds: readonly string[]) =>
    act(async trx => {
      await lockWalletsOf(trx, taskIds);
      const rows = await query('select id from wallet where id = any ($1) for update skip locked', [[wallet, theirs]]);
      return rows.map(({ id }) => id);
    });
  expect(await unlocked([mine, released])).toEqual([theirs]);
  expect(await unlocked([])).toHaveLength(2);
  const [low, high] = [wallet, theirs].sort();
  const both = [mine, (await hold([coins(1)], theirs))![0]!];
  // Now the last one on disk.
  await query('update wallet set coins = coins where id = $1', [low]);
  const held = await holdRows(server.postgres, 'select from wallet where id = $1', [low]);
  const locked = act(trx => lockWalletsOf(trx, both));
  await held.untilWaiting(1);
  const ofBoth = 'select id from wallet where id = any ($1)';
  expect(await findFree(server.postgres, ofBoth, [[low, high]])).toEqual([high]);
  await held.release();
  await locked;
});

const ofMembership = (id: string) =>
  query(
    `select is_forever, meal_name->>'en' as name, to_char(member_until at time zone $2, 'HH24:MI:SS') as time,
      (member_until at time zone $2)::date - (now() at time zone $2)::date as days, member_since is null as never
      from wallet where id = $1`,
    [id, server.parts.config.timeZone],
  ).then(([row]) => row);

test('a term adds its days to the end of the membership, to the last second of a day, and none is added twice', async () => {
  const { user } = await logInAs(server, String(++lastMobile));
  const add = (length: Parameters<typeof addTerm>[2]['length'], reference: string = randomUUID()) =>
    act(trx =>
      addTerm(server.parts, trx, {
        ...{ accountId: user.id, length, reference, reason: 'purchase' },
        mealName: { zh: reference, en: reference },
      }),
    );
  const back = (orderNo: string) => act(trx => takeBack(server.parts, trx, { accountId: user.id, orderNo }));
  const { id } = await act(trx => openWallet(trx, user.id));
  const look = async () => {
    const { days, time, is_forever, name } = await ofMembership(id);
    return [is_forever ? 'forever' : days, time, name];
  };
  expect((await ofMembership(id)).never).toBe(true);
  const end = '23:59:59';
  expect([await add({ days: 10 }, 'ten'), await add({ days: 10 }, 'ten')]).toEqual([true, false]);
  expect(await look()).toEqual([10, end, 'ten']);
  expect((await ofMembership(id)).never).toBe(false);
  await add({ days: 5 }, 'five');
  expect(await look()).toEqual([15, end, 'five']);
  await add({ days: -3 }, 'less');
  expect(await look()).toEqual([12, end, 'less']);
  await add('forever', 'always');
  expect(await look()).toEqual(['forever', null, 'always']);
  await add({ days: 1 }, 'more');
  expect(await look()).toEqual(['forever', null, 'more']);
  // As if it had never been, and once.
  for (let again = 0; again < 2; again++) await back('always');
  expect(await look()).toEqual([13, end, 'more']);
  await back('ten');
  expect(await look()).toEqual([3, end, 'more']);
  await back('nothing');
  expect(await look()).toEqual([3, end, 'more']);
  await add('over', 'closed');
  expect((await look())[0]).toBe(0);
  expect((await findWallet(server.parts.database, user.id))!.is_member).toBe(false);
  await add({ days: 2 }, 'again');
  expect(await look()).toEqual([2, end, 'again']);
  await back('again');
  expect((await findWallet(server.parts.database, user.id))!.is_member).toBe(false);
  const now = await ofMembership(wallet);
  expect([now.days, now.time, now.name, now.is_forever]).toEqual([30, end, 'Member', false]);
});

test('where no membership is sold, no run costs anything, whatever its price', async () => {
  const run: WantedRun = {
    ...{ owner: `account:${person.user.id}`, address: 'here', keyId: null, tool: 'a', call: 'b', batchId: null },
    ...{ cost: { kind: 'coins', amount: 40 }, isCounted: false, isRevision: false, trial: null },
  };
  const decide = (membership: boolean, changes: Partial<WantedRun> = {}) =>
    act(trx => decideCharge(trx, { config: { ...server.parts.config, membership } }, { ...run, ...changes }));
  const free = { charge: { kind: 'none', amount: 0, state: 'none' }, payment: null, trial: null, walletId: null };
  expect(await decide(false)).toMatchObject(free);
  expect(await decide(true, { cost: { kind: 'none' } })).toMatchObject(free);
  expect(await decide(true)).toMatchObject({ charge: { kind: 'coins', amount: 40, state: 'held' }, walletId: wallet });
});
