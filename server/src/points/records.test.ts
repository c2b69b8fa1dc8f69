// Records of money: what people see, a ledger that rejects changes, and invariant checks that detect corruption.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { give } from '../../testing/money.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { MEMBERSHIP: 'on' } });
});
afterAll(() => server.stop());

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
let lastMobile = 13_800_000_000;
const newPerson = () => logInAs(server, String(++lastMobile));

test('the ledger rejects changes', async () => {
  const person = await newPerson();
  await give(server, person, { coins: 5, term: 'forever' });
  for (const text of [
    'update movement set amount = 500',
    'delete from movement',
    'truncate movement',
    'delete from member_term',
  ])
    await expect(query(text)).rejects.toThrow('append-only');
  await expect(query('update wallet set coins_held = coins + 1')).rejects.toThrow('check constraint');
});

test('records are added, changed and removed only by their owner', async () => {
  const [person, other] = [await newPerson(), await newPerson()];
  const add = (status: string) =>
    person.client.post<{ id: number }>('/api/udUserUseRecordData/addUserRecord', {
      keyCode: 'MATTING',
      name: 'a.png',
      status,
    });
  const { data: first } = (await add('running')).body;
  const { data: second } = (await add('running')).body;
  const update = { id: first.id, status: 'done' };
  expect((await other.client.post('/api/udUserUseRecordData/updUserRecord', update)).status).toBe(404);
  expect((await person.client.post('/api/udUserUseRecordData/updUserRecord', update)).body.data).toMatchObject({
    status: 'done',
  });
  await other.client.post('/web/udUser/delUseRecord', { id: first.id });
  const list = async () =>
    (await person.client.get<{ total: number; list: { id: number }[] }>('/web/udUser/getUseList?page=1&size=1')).body
      .data;
  expect(await list()).toMatchObject({ total: 2, list: [{ id: second.id }] });
  await person.client.post('/web/udUser/delUseRecord', { ids: [first.id, second.id] });
  expect(await list()).toEqual({ total: 0, list: [] });
});

test('a record may lack what its client does not know, and an id is never guessed', async () => {
  const { client } = await newPerson();
  const blank = { keyCode: null, taskId: '', tool: null, name: null, status: null };
  const added = await client.post<{ id: number }>('/api/udUserUseRecordData/addUserRecord', blank);
  expect(added.body.data).toMatchObject({ keyCode: null, taskId: null, tool: null, name: '' });
  const { id } = added.body.data;
  const changed = await client.post('/api/udUserUseRecordData/updUserRecord', { id: String(id), name: null });
  expect(changed.body.data).toMatchObject({ id, name: '' });
  for (const wrong of [true, [id], '', 'x', 1.5]) {
    const { status, body } = await client.post('/api/udUserUseRecordData/updUserRecord', { id: wrong, name: 'b' });
    expect([wrong, status, body.details]).toEqual([wrong, 400, [{ path: 'id', error: expect.any(String) }]]);
  }
  await client.post('/web/udUser/delUseRecord', { id, ids: null });
  expect((await client.get<{ total: number }>('/web/udUser/getUseList?page=&size=')).body.data.total).toBe(0);
});

test('top-ups are paginated, and the ticker masks names', async () => {
  const person = await newPerson();
  await give(server, person, { coins: 7, uses: 2, term: { days: 3 } });
  const { data } = (
    await person.client.get<{ total: number; list: { kind: string }[] }>('/web/udUser/getRechargeList?size=2')
  ).body;
  expect([data.total, data.list.length]).toEqual([3, 2]);
  expect((await server.client.get('/web/udUser/getListTop')).body.data).toEqual({ list: [] });
  await query(
    `insert into movement (unit, amount, source_book, destination_wallet, reason, reference)
      select 'coin', 5, 'sold', id, 'purchase', 'order-1' from wallet where account_id = $1`,
    [person.user.id],
  );
  await query('update wallet set coins = coins + 5 where account_id = $1', [person.user.id]);
  const top = (await server.client.get<{ list: { nickName: string }[] }>('/web/udUser/getListTop')).body.data;
  expect(top.list).toMatchObject([{ nickName: 'U**', coins: 5 }]);
  // An invented name is a word of the reader's language, a chosen one belongs to its person.
  const tickerIn = async (lang: string) =>
    (await server.client.get<{ list: { nickName: string }[] }>('/web/udUser/getListTop', { lang })).body.data.list[0];
  expect(await tickerIn('zh')).toMatchObject({ nickName: '用**' });
  for (const [name, shown] of [
    ['用户0042', 'U**'],
    ['张三', '张**'],
    ['User 7', 'U**'],
  ]) {
    await query('update account set nick_name = $2 where id = $1', [person.user.id, name]);
    expect(await tickerIn('en')).toMatchObject({ nickName: shown });
  }
  await query(`update account set nick_name = 'User 0042' where id = $1`, [person.user.id]);
  // A plan that includes coins is one purchase.
  await query(
    `insert into member_term (wallet_id, days, meal_name, reason, reference, until)
      select id, 30, '{"zh": "月卡", "en": "Month"}', 'purchase', 'order-1', member_until + interval '30 days'
        from wallet where account_id = $1`,
    [person.user.id],
  );
  await query(`update wallet set member_until = member_until + interval '30 days' where account_id = $1`, [
    person.user.id,
  ]);
  const later = (await server.client.get('/web/udUser/getListTop')).body.data;
  expect(later).toMatchObject({ list: [{ nickName: 'U**', mealName: 'Month', coins: null }] });
});

test('without membership a person owns no coins, also none of earlier days, as in the profile', async () => {
  const person = await newPerson();
  await give(server, person, { coins: 7 });
  const tellCoins = async () => {
    const balance = await person.client.get('/web/udUser/balance');
    const profile = await person.client.post<{ coin: number }>('/web/udUser/info');
    return [balance.body.data, profile.body.data.coin];
  };
  expect(await tellCoins()).toEqual([{ coin: 7, held: 0 }, 7]);
  Object.assign(server.parts.config, { membership: false });
  try {
    expect(await tellCoins()).toEqual([{ coin: 0, held: 0 }, 0]);
  } finally {
    Object.assign(server.parts.config, { membership: true });
  }
  expect(await tellCoins()).toEqual([{ coin: 7, held: 0 }, 7]);
});

test('without membership no purchase is told, also none of earlier days', async () => {
  const person = await newPerson();
  await give(server, person, { coins: 7 });
  await query(
    `insert into movement (unit, amount, source_book, destination_wallet, reason, reference)
      select 'coin', 5, 'sold', id, 'purchase', 'order-2' from wallet where account_id = $1`,
    [person.user.id],
  );
  await query('update wallet set coins = coins + 5 where account_id = $1', [person.user.id]);
  const top = () => server.client.get<{ list: unknown[] }>('/web/udUser/getListTop');
  expect((await top()).body.data.list).not.toEqual([]);
  Object.assign(server.parts.config, { membership: false });
  try {
    expect(await top()).toMatchObject({ status: 200, body: { data: { list: [] } } });
  } finally {
    Object.assign(server.parts.config, { membership: true });
  }
});

const order = `insert into purchase_order (order_no, account_id, kind, meal_name, days, months, is_forever, uses, coins, amount, currency, state,
    provider, refunded_amount, expires_at, paid_at)
  select 'P-1', account_id, 'coins', '{"zh": "x", "en": "x"}', 0, 0, false, 0, 50, 990, 'CNY', 'refunded', 'wechat', 990, now(), now()
  from wallet where id = $1;`;
const refunded = `insert into order_refund (refund_no, order_no, amount, state, reason) values ('R', 'P-1', 990, 'made', 'x');`;
const sold = `insert into movement (unit, amount, source_book, destination_wallet, reason, reference)
  values ('coin', 50, 'sold', $1, 'purchase', 'P-1');`;

test.each([
  ['a balance', 50, '', ['the balance is the sum of the movements', 'coin: 50 kept, 0 moved']],
  [
    'a refund that left the coins',
    50,
    order + refunded + sold,
    ['a full refund takes back what its order gave, and nothing else does', 'coin: 0 of 50'],
  ],
  [
    'a refund of nothing',
    0,
    `insert into movement (unit, amount, owed, source_wallet, destination_book, reason, reference)
      values ('coin', 0, 5, $1, 'taken', 'refund', 'P-2'); update wallet set coins_owed = 5 where id = $1;`,
    ['a refund belongs to an order that gave as much', 'coin: 0 and 5 owed'],
  ],
  [
    'a debt that nobody booked',
    0,
    'update wallet set coins_owed = 5 where id = $1;',
    ['what is owed is what the movements left owed', 'coin: 5 kept, 0 moved'],
  ],
  [
    'refunds that are not written down',
    50,
    `${order + sold} insert into movement (unit, amount, source_wallet, destination_book, reason, reference)
      values ('coin', 50, $1, 'taken', 'refund', 'P-1'); update wallet set coins = 0 where id = $1;`,
    ['what was refunded of an order is the sum of its refunds', '990 kept, 0 refunded'],
  ],
])('the invariants detect %s', async (_name, coins, changes, [rule, detail]) => {
  const client = await server.postgres.pool.connect();
  try {
    await client.query('begin');
    const person = await newPerson();
    const { rows: wallets } = await client.query(
      'insert into wallet (account_id, coins) values ($1, $2) returning id',
      [person.user.id, coins],
    );
    await client.query(changes.replaceAll('$1', `'${wallets[0].id}'`));
    const invariants = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8');
    const { rows } = await client.query(invariants);
    expect(rows).toMatchObject([{ rule, detail }]);
    // A balance and a debt exclude each other.
    await expect(client.query('update wallet set coins = 1, coins_owed = 1')).rejects.toThrow('check constraint');
  } finally {
    await client.query('rollback');
    client.release();
  }
});
