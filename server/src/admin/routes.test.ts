// The operators' routes over HTTP: repeated, concurrent and forged acts, exports, and bulletins.
import type { OperatorOrder, PersonView, Sheet } from 'contract/routes/operators.ts';
import type { Order } from 'contract/routes/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { findUnbalanced, ownedBy } from '../../testing/money.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const [ann, bob] = ['13700000001', '13700000002'];
let nowMs = Date.now();
let server: TestServer;
let operator: Awaited<ReturnType<typeof equip>>;
let other: Awaited<ReturnType<typeof equip>>;
let mobile = 13_700_001_000;
const newPerson = () => logInAs(server, String(++mobile));
const view = async (by: LoggedIn, id: string) => (await by.client.get<PersonView>(`/admin/person?id=${id}`)).body.data;

beforeAll(async () => {
  server = await startTestServer({
    works: false,
    now: () => new Date(nowMs),
    environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox', ADMINS: `${ann},${bob}` },
  });
  operator = await equip(server, ann);
  other = await equip(server, bob);
  await letIn(operator, operator.codeOf());
  await letIn(other, other.codeOf());
});
afterAll(() => server.stop());
async function buy(person: LoggedIn): Promise<string> {
  person.client.headers.lang = 'zh';
  const plans = await person.client.get<{ list: { id: string }[] }>('/web/paySettings/coinEditions');
  const body = { editionId: plans.body.data.list[0]!.id, payType: 'wechat' };
  const { orderNo } = (await person.client.post<Order>('/web/createPreOrder', body)).body.data;
  await person.client.post('/sandbox/cashier/pay', { orderNo });
  return orderNo;
}

const findOrder = async (orderNo: string) =>
  (await operator.client.get<{ list: OperatorOrder[] }>(`/admin/orders?search=${orderNo}`)).body.data.list[0]!;

// Acts are limited per minute.
beforeEach(() => {
  nowMs += 60_000;
});

test('a gift is given once however often the request is sent, and its record contains the state before and after', async () => {
  const person = await newPerson();
  const gift = { accountId: person.user.id, coins: 40, uses: 3, days: 7, reason: 'a lost file', seen: 0 };
  const key = { 'idempotency-key': 'gift-1' };
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => operator.client.post<{ act: string }>('/admin/grant', gift, key)),
  );
  expect(new Set(answers.map(answer => answer.body.data?.act)).size).toBe(1);
  expect(await ownedBy(server, person)).toEqual([3, 0, 40, 0]);
  expect(errorOf(await operator.client.post('/admin/grant', { ...gift, coins: 41 }, key))).toEqual([
    409,
    'IDEMPOTENCY_CLASH',
  ]);
  const seen = await view(operator, person.user.id);
  expect(seen.acts).toMatchObject([
    {
      act: 'grant',
      operator: operator.user.nickName,
      reason: 'a lost file',
      details: { before: { coins: 0, isMember: false }, after: { coins: 40, uses: 3, isMember: true } },
    },
  ]);
  expect(seen.ledger?.map(line => [line.kind, line.amount, line.reason]).sort()).toEqual([
    ['coins', 40, 'grant'],
    ['membership', null, 'grant'],
    ['uses', 3, 'grant'],
  ]);
  expect(await findUnbalanced(server)).toEqual([]);
});

test.each([
  { coins: -5 },
  { uses: 0 },
  { coins: 1.5 },
  { days: -3 },
  { coins: 1e12 },
  { coins: '5' },
  {},
  { isForever: true, days: 1 },
  { coins: 5, reason: '  ' },
  { coins: 5, seen: undefined },
])('a gift of %o is refused', async gift => {
  const person = await newPerson();
  const body = { accountId: person.user.id, reason: 'x', seen: 0, ...gift };
  expect((await operator.client.post('/admin/grant', body)).status).toBe(400);
  expect(await ownedBy(server, person)).toEqual([]);
});

test('of two concurrent operators, the second is told to look again', async () => {
  const person = await newPerson();
  const gift = { accountId: person.user.id, coins: 10, reason: 'both mean well', seen: 0 };
  const answers = await Promise.all([operator, other].map(({ client }) => client.post('/admin/grant', gift)));
  expect(answers.map(errorOf).sort()).toEqual([
    [200, undefined],
    [409, 'CHANGED_MEANWHILE'],
  ]);
  expect(await ownedBy(server, person)).toEqual([0, 0, 10, 0]);
  const { seen } = await view(other, person.user.id);
  expect((await other.client.post('/admin/grant', { ...gift, seen })).status).toBe(200);
  expect(await ownedBy(server, person)).toEqual([0, 0, 20, 0]);
});

test('a refund is made once: even if it is sent twice, requested by two operators, or exceeds the remaining amount', async () => {
  const person = await newPerson();
  const orderNo = await buy(person);
  const body = { orderNo, amount: 300, reason: 'a file came out wrong', seen: 0 };
  const key = { 'idempotency-key': 'refund-1' };
  const answers = await Promise.all([1, 2, 3].map(() => operator.client.post('/admin/refund', body, key)));
  expect(answers.map(answer => answer.status)).toEqual([200, 200, 200]);
  expect(errorOf(await other.client.post('/admin/refund', body))).toEqual([409, 'CHANGED_MEANWHILE']);
  const { seen, refundedAmount, state } = await findOrder(orderNo);
  expect([refundedAmount, state]).toEqual([300, 'paid']);
  expect(errorOf(await operator.client.post('/admin/refund', { ...body, amount: 691, seen }))).toEqual([
    400,
    'REFUND_TOO_LARGE',
  ]);
  const rest = { orderNo, reason: 'the rest', seen };
  const both = await Promise.all([operator, other].map(({ client }) => client.post('/admin/refund', rest)));
  expect(both.map(errorOf).sort()).toEqual([
    [200, undefined],
    [409, 'CHANGED_MEANWHILE'],
  ]);
  expect(await findOrder(orderNo)).toMatchObject({ refundedAmount: 990, state: 'refunded' });
  const paid = await server.parts.database
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('order_no', '=', orderNo)
    .execute();
  expect(paid[0]?.refunded_amount).toBe(990);
  expect(await ownedBy(server, person)).toEqual([0, 0, 0, 0]);
  const last = await findOrder(orderNo);
  expect(errorOf(await operator.client.post('/admin/refund', { ...rest, seen: last.seen }))).toEqual([
    409,
    'ORDER_REFUNDED',
  ]);
  expect(await findUnbalanced(server)).toEqual([]);
});

test('revenue counts payments and refunds on their days, and orders can be found by number, person and state', async () => {
  const person = await newPerson();
  const orderNo = await buy(person);
  const days = await operator.client.get<{ list: { day: string; paid: number; orders: number; refunded: number }[] }>(
    '/admin/revenue?currency=CNY&days=7',
  );
  const { list } = days.body.data;
  expect(list).toHaveLength(7);
  const today = list.at(-1)!;
  const { rows } = await server.postgres.pool.query(
    `select sum(amount)::int as paid, count(*)::int as orders, sum(refunded_amount)::int as refunded from purchase_order where state in ('paid', 'refunded')`,
  );
  expect(today).toMatchObject(rows[0]);
  const numbers = async (query: string) =>
    (await operator.client.get<{ list: OperatorOrder[] }>(`/admin/orders?${query}`)).body.data.list.map(
      one => one.orderNo,
    );
  expect(await numbers(`search=${person.user.id}`)).toEqual([orderNo]);
  expect(await numbers(`search=${orderNo.toLowerCase()}&state=paid`)).toEqual([orderNo]);
  expect(await numbers(`search=${orderNo}&state=stuck`)).toEqual([]);
  await server.parts.database
    .updateTable('purchase_order')
    .set({ fault: 'paid 1 CNY' })
    .where('order_no', '=', orderNo)
    .execute();
  expect(await numbers('state=stuck')).toEqual([orderNo]);
});

test('an exported file contains no formulas, and the export is recorded', async () => {
  const person = await newPerson();
  const orderNo = await buy(person);
  await server.parts.database
    .updateTable('purchase_order')
    .set({
      fault: '=HYPERLINK("http://evil.example";"x")',
      agent_code: '@SUM',
      meal_name: JSON.stringify({ zh: '＝1+1,"\n', en: 'x' }),
    })
    .where('order_no', '=', orderNo)
    .execute();
  const { csv } = (await operator.client.post<{ csv: string }>('/admin/orders/export', { search: orderNo })).body.data;
  expect(csv.startsWith('\ufeff"order"')).toBe(true);
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"";""x"")"`);
  expect(csv).toContain(`"'＝1+1,""\n"`);
  expect(csv).toContain(`"'@SUM"`);
  const { list } = (await operator.client.get<{ list: { act: string }[] }>('/admin/acts?size=1')).body.data;
  expect(list[0]?.act).toBe('export');
});

test('names with markup are data: they are returned unchanged, as JSON that no browser renders as a page', async () => {
  const person = await newPerson();
  const nickName = '</script><img src=x onerror=1>';
  await server.parts.database
    .updateTable('account')
    .set({ nick_name: nickName })
    .where('id', '=', person.user.id)
    .execute();
  const answer = await operator.client.get<{ list: { nickName: string }[] }>(
    `/admin/people?search=${encodeURIComponent('</SCRIPT>')}`,
  );
  expect(answer.body.data.list.map(one => one.nickName)).toEqual([nickName]);
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  for (const search of ['%', '_', '\\', "' or 1=1 --"]) {
    const found = await operator.client.get<{ total: number }>(`/admin/people?search=${encodeURIComponent(search)}`);
    expect([found.status, found.body.data.total], search).toEqual([200, 0]);
  }
});

test('prices and dictionaries change together or not at all, and a dry run changes nothing', async () => {
  const read = async () => (await operator.client.get<{ sheet: Sheet; seen: number }>('/admin/sheet')).body.data;
  const { sheet, seen } = await read();
  const week = sheet.plans!.find(plan => plan.name.en === 'Weekly' && plan.currency === 'CNY')!;
  const wanted = {
    plans: [{ ...week, amount: 1290 }],
    dictionaries: { trialSetting: { batchFileCount: '7', maxFreePreview: null } },
  };
  const plan = { sheet: wanted, isDryRun: true, reason: '', seen };
  const dry = await operator.client.post<{ changes: unknown[]; act: string | null }>('/admin/sheet', plan);
  expect(dry.body.data).toEqual({
    changes: [
      { what: 'plan 周卡 / Weekly (CNY)', before: { amount: 1490 }, after: { amount: 1290 } },
      { what: 'trialSetting.batchFileCount', before: '5', after: '7' },
    ],
    act: null,
  });
  expect(await read()).toMatchObject({ sheet, seen });
  for (const [path, bad] of [
    ['plans.0.id', { plans: [{ ...week, id: crypto.randomUUID() }] }],
    ['plans.0.id', { plans: [{ ...week, id: undefined }] }],
    ['plans.1', { plans: [week, week] }],
    ['dictionaries.trialSetting.batchFileCount', { dictionaries: { trialSetting: { batchFileCount: '-1' } } }],
    ['dictionaries.trialSetting.batchFiles', { dictionaries: { trialSetting: { batchFiles: '1' } } }],
  ] as const) {
    const both = {
      plans: [],
      ...bad,
      dictionaries: { upload_limit: { videoSize: '1' }, ...('dictionaries' in bad && bad.dictionaries) },
    };
    const answer = await operator.client.post('/admin/sheet', { sheet: both, reason: 'x', seen });
    expect([answer.status, (answer.body.details as { path: string }[])[0]?.path]).toEqual([400, path]);
  }
  for (const bad of [
    { ...week, amount: -1 },
    { ...week, amount: 5000 },
    { ...week, isForever: true },
    { ...week, price: 1 },
  ])
    expect((await operator.client.post('/admin/sheet', { sheet: { plans: [bad] }, reason: 'x', seen })).status).toBe(
      400,
    );
  expect(await read()).toMatchObject({ sheet, seen });
  const change = { sheet: wanted, reason: 'a sale', seen };
  expect((await operator.client.post('/admin/sheet', change)).status).toBe(200);
  expect(errorOf(await other.client.post('/admin/sheet', change))).toEqual([409, 'CHANGED_MEANWHILE']);
  const after = await read();
  expect(after.sheet.plans!.find(one => one.id === week.id)?.amount).toBe(1290);
  expect(after.sheet.dictionaries!.trialSetting).toMatchObject({ batchFileCount: '7', maxFreePreview: '1' });
  const again = await operator.client.post('/admin/sheet', { ...change, seen: after.seen });
  expect(errorOf(again)).toEqual([400, 'NOTHING_CHANGES']);
  // The product's own value was not stored, so a later version may change it.
  const own = await server.parts.database.selectFrom('dictionary_entry').select('label').execute();
  expect(own.map(entry => entry.label)).toEqual(['batchFileCount']);
});

test('a coupon is created, changed and withdrawn, and its stock is never below the number already received', async () => {
  const read = async () => (await operator.client.get<{ sheet: Sheet; seen: number }>('/admin/sheet')).body.data;
  const find = async (name: string) => (await read()).sheet.coupons!.find(coupon => coupon.name === name);
  const change = async (coupons: unknown[]) =>
    operator.client.post('/admin/sheet', { sheet: { coupons }, reason: 'spring', seen: (await read()).seen });
  const coupon = {
    name: 'spring-25',
    title: { zh: '春季券', en: 'Spring' },
    percentOff: 20,
    startsAt: '2026-01-01T00:00:00+08:00',
    endsAt: '2036-01-01T00:00:00Z',
    pieces: 2,
  };
  expect((await change([coupon])).status).toBe(200);
  expect(await find('spring-25')).toMatchObject({ percentOff: 20, pieces: 2, startsAt: '2025-12-31T16:00:00.000Z' });
  expect(errorOf(await change([coupon]))).toEqual([400, 'NOTHING_CHANGES']);
  await server.parts.database.updateTable('coupon').set({ taken: 2 }).where('name', '=', 'spring-25').execute();
  expect((await operator.client.get<{ taken: object }>('/admin/sheet')).body.data.taken).toMatchObject({
    'spring-25': 2,
  });
  for (const bad of [
    { pieces: 1 },
    { percentOff: 100 },
    { amountOff: 5 },
    { endsAt: coupon.startsAt },
    { name: 'A b' },
  ])
    expect((await change([{ ...coupon, ...bad }])).status).toBe(400);
  expect((await change([coupon, coupon])).status).toBe(400);
  expect((await change([{ ...coupon, isOnOffer: false }])).status).toBe(200);
  expect((await find('spring-25'))?.isOnOffer).toBe(false);
});

test('a bulletin is shown to all visitors in their language until it expires or is withdrawn', async () => {
  const shown = async (lang: string) =>
    (await server.stranger.get<{ list: { title: string; text: string }[] }>('/web/wxaqapi/getWxMessage', { lang })).body
      .data.list;
  const publish = async (name: string, more: object = {}) => {
    const { seen } = (await operator.client.get<{ seen: number }>('/admin/bulletins')).body.data;
    const title = { zh: `${name}公告`, en: `${name} notice` };
    const body = {
      tone: 'warn',
      title,
      text: { zh: '<b>详情</b>', en: '<b>more</b>' },
      reason: 'works',
      seen,
      ...more,
    };
    return operator.client.post('/admin/bulletins/publish', body);
  };
  expect((await publish('A')).status).toBe(200);
  expect((await publish('B', { hours: 1 })).status).toBe(200);
  expect(errorOf(await publish('C', { seen: 0 }))).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(await shown('zh')).toMatchObject([{ title: 'B公告', text: '<b>详情</b>' }, { title: 'A公告' }]);
  const second = await server.stranger.get('/web/wxaqapi/getWxMessage?page=2&size=1', { lang: 'en' });
  expect(second.body.data).toMatchObject({ list: [{ title: 'A notice' }], total: 2 });
  await server.parts.database
    .updateTable('bulletin')
    .set({ starts_at: new Date(0), ends_at: new Date(1000) })
    .where('ends_at', 'is not', null)
    .execute();
  expect(await shown('en')).toMatchObject([{ title: 'A notice' }]);
  const { list, seen } = (
    await operator.client.get<{ list: { id: string; isShown: boolean }[]; seen: number }>('/admin/bulletins')
  ).body.data;
  expect(list.map(one => one.isShown)).toEqual([true, false]);
  const withdraw = { id: list[0]!.id, reason: 'done', seen };
  expect((await operator.client.post('/admin/bulletins/withdraw', withdraw)).status).toBe(200);
  expect(await shown('en')).toEqual([]);
  const { seen: last } = (await operator.client.get<{ seen: number }>('/admin/bulletins')).body.data;
  expect(errorOf(await operator.client.post('/admin/bulletins/withdraw', { ...withdraw, seen: last }))).toEqual([
    404,
    'BULLETIN_NOT_FOUND',
  ]);
});
