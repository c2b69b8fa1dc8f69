// Operator sessions: who is let in and who is not, with stolen tokens, used and guessed codes, expired sessions, and operators removed from
// ADMINS.
import type { PersonView, Sheet } from 'contract/routes/operators.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { ownedBy } from '../../testing/money.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';

const [ann, bob, removed] = ['13700000001', '13700000002', '13700000003'];
let nowMs = Date.now();
let server: TestServer;
let operator: Awaited<ReturnType<typeof equip>>;
const later = (minutes: number) => {
  nowMs += minutes * 60_000;
};
const view = async (by: LoggedIn, id: string) => (await by.client.get<PersonView>(`/admin/person?id=${id}`)).body.data;

beforeAll(async () => {
  server = await startTestServer({
    works: false,
    now: () => new Date(nowMs),
    environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox', ADMINS: `86 ${ann}, ${bob},${removed}` },
  });
  operator = await equip(server, ann);
  await letIn(operator, operator.codeOf());
});
afterAll(() => server.stop());

const views = ['people', 'person?id=x', 'orders', 'queue', 'revenue?currency=CNY', 'sheet', 'bulletins', 'acts'];
const acts = ['grant', 'refund', 'sheet', 'orders/export', 'bulletins/publish', 'bulletins/withdraw', 'session/end'];

test('for visitors and accounts without the right, no operator call exists, whatever they send', async () => {
  const person = await logInAs(server, '13700001001');
  // The tokens of an operator do not make another person an operator.
  const thief = { ...person.client.headers, operatortoken: operator.client.headers.operatortoken! };
  for (const [client, headers] of [
    [createClient(server.url), {}],
    [person.client, thief],
  ] as const) {
    expect(errorOf(await client.get('/admin/session', headers))).toEqual([404, 'NOT_FOUND']);
    expect(errorOf(await client.post('/admin/session', { code: '123456' }, headers))).toEqual([404, 'NOT_FOUND']);
    for (const path of views)
      expect(errorOf(await client.get(`/admin/${path}`, headers)), path).toEqual([404, 'NOT_FOUND']);
    for (const path of acts)
      expect(errorOf(await client.post(`/admin/${path}`, {}, headers)), path).toEqual([404, 'NOT_FOUND']);
  }
  const granted = await person.client.post(
    '/admin/grant',
    { accountId: person.user.id, coins: 5, reason: 'me', seen: 0 },
    thief,
  );
  expect(errorOf(granted)).toEqual([404, 'NOT_FOUND']);
  expect(await ownedBy(server, person)).toEqual([]);
});

test("an operator's token alone opens nothing: it needs a code, and a session of the same login", async () => {
  const stolen = await logInAs(server, ann);
  expect((await stolen.client.get<{ state: string }>('/admin/session')).body.data.state).toBe('code');
  for (const path of views)
    expect(errorOf(await stolen.client.get(`/admin/${path}`)), path).toEqual([403, 'FACTOR_NEEDED']);
  const headers = { operatortoken: operator.client.headers.operatortoken! };
  expect(errorOf(await stolen.client.get('/admin/people', headers))).toEqual([403, 'FACTOR_NEEDED']);
  expect((await operator.client.get('/admin/people')).status).toBe(200);
});

test('a code is accepted once, even with two concurrent requests, and no earlier code after it', async () => {
  later(5);
  const [early, code] = [operator.codeOf(-1), operator.codeOf()];
  const again = await logInAs(server, ann);
  const answers = await Promise.all([1, 2, 3].map(() => again.client.post('/admin/session', { code })));
  expect(answers.map(errorOf).sort()).toEqual([
    [200, undefined],
    [400, 'FACTOR_WRONG'],
    [400, 'FACTOR_WRONG'],
  ]);
  for (const used of [code, early])
    expect(errorOf(await again.client.post('/admin/session', { code: used }))).toEqual([400, 'FACTOR_WRONG']);
});

test('after a few wrong codes even the right one is refused', async () => {
  later(60);
  const { codeOf } = await equip(server, bob);
  const guesser = await logInAs(server, bob);
  const tries: unknown[] = [];
  for (let code = 0; code < 7; code++)
    tries.push((await guesser.client.post('/admin/session', { code: String(code).padStart(6, '0') })).status);
  expect(tries).toEqual([400, 400, 400, 400, 400, 429, 429]);
  expect((await letIn(guesser, codeOf())).status).toBe(429);
  later(2);
  expect((await letIn(guesser, codeOf())).status).toBe(200);
});

test('a session ends after idling, at its end, with its login, and by leaving', async () => {
  later(10);
  const person = await logInAs(server, ann);
  const state = async () => (await person.client.get<{ state: string }>('/admin/session')).body.data.state;
  await letIn(person, operator.codeOf());
  for (let used = 0; used < 10; used++) {
    later(19);
    expect(await state()).toBe('open');
  }
  later(21);
  expect(await state()).toBe('code');
  await letIn(person, operator.codeOf());
  let minutes = 0;
  for (; (await state()) === 'open' && minutes < 600; minutes += 15) later(15);
  expect(minutes).toBe(480);
  await letIn(person, operator.codeOf());
  await person.client.post('/admin/session/end');
  expect(await state()).toBe('code');
  later(1);
  await letIn(person, operator.codeOf());
  await person.client.post('/web/udUser/logout');
  expect((await person.client.get('/admin/people')).status).toBe(401);
  operator = { ...operator, ...(await logInAs(server, ann)) };
  later(1);
  await letIn(operator, operator.codeOf());
});

test('an operator who is removed from ADMINS is locked out immediately, including open sessions', async () => {
  const person = await equip(server, removed!);
  expect((await letIn(person, person.codeOf())).status).toBe(200);
  expect((await person.client.get('/admin/people')).status).toBe(200);
  const config = { ...server.parts.config, admins: readConfig({ ADMINS: ann }).admins };
  const next = await buildApp({ ...server.parts, config });
  const answer = await next.inject({ url: '/admin/people', headers: person.client.headers });
  expect([answer.statusCode, answer.json().error]).toEqual([404, 'NOT_FOUND']);
  await next.close();
});

test('without an authenticator there is no way in, and a new key ends the sessions of the former one', async () => {
  const bare = await logInAs(server, removed!);
  await server.parts.database.deleteFrom('operator_factor').where('account_id', '=', bare.user.id).execute();
  expect((await bare.client.get<{ state: string }>('/admin/session')).body.data.state).toBe('unset');
  expect(errorOf(await letIn(bare, '123456'))).toEqual([403, 'FACTOR_MISSING']);
  const person = await equip(server, removed!);
  await letIn(person, person.codeOf());
  const renewed = await equip(server, removed!);
  expect(errorOf(await person.client.get('/admin/people'))).toEqual([403, 'FACTOR_NEEDED']);
  later(1);
  expect(errorOf(await letIn(person, person.codeOf()))).toEqual([400, 'FACTOR_WRONG']);
  expect((await letIn(person, renewed.codeOf())).status).toBe(200);
});

test('a form of another site has no effect: neither a cookie nor text that looks like JSON is accepted', async () => {
  const { token, operatortoken } = operator.client.headers;
  const body = JSON.stringify({
    tone: 'info',
    title: { zh: 'x', en: 'x' },
    text: { zh: '', en: '' },
    reason: 'x',
    seen: 0,
  });
  const cookie = `token=${token}; operatortoken=${operatortoken}`;
  for (const headers of [
    { 'content-type': 'application/json', cookie },
    { 'content-type': 'text/plain', token: token!, operatortoken: operatortoken! },
    { 'content-type': 'application/x-www-form-urlencoded', token: token!, operatortoken: operatortoken! },
  ]) {
    const answer = await fetch(`${server.url}/admin/bulletins/publish`, { method: 'POST', headers, body });
    expect([404, 415]).toContain(answer.status);
  }
  expect((await server.client.get<{ total: number }>('/web/wxaqapi/getWxMessage')).body.data.total).toBe(0);
});

test('without membership the calls about money do not exist, and the others work', async () => {
  const free = await startTestServer({ works: false, environment: { MEMBERSHIP: 'off', ADMINS: ann! } });
  const person = await equip(free, ann!);
  await letIn(person, person.codeOf());
  for (const path of ['orders', 'revenue?currency=CNY'])
    expect((await person.client.get(`/admin/${path}`)).status, path).toBe(404);
  for (const path of ['grant', 'refund', 'orders/export'])
    expect((await person.client.post(`/admin/${path}`, {})).status, path).toBe(404);
  for (const path of ['people', 'queue', 'sheet', 'bulletins', 'acts'])
    expect((await person.client.get(`/admin/${path}`)).status, path).toBe(200);
  expect(await view(person, person.user.id)).toMatchObject({ wallet: null, orders: null, ledger: null, holds: null });
  const { sheet } = (await person.client.get<{ sheet: Sheet }>('/admin/sheet')).body.data;
  expect(Object.keys(sheet)).toEqual(['dictionaries']);
  await free.stop();
});

test('without ADMINS no operator call exists', async () => {
  const plain = await startTestServer({ works: false });
  for (const path of views) expect((await plain.client.get(`/admin/${path}`)).status).toBe(404);
  for (const path of acts) expect((await plain.client.post(`/admin/${path}`)).status).toBe(404);
  await plain.stop();
});
