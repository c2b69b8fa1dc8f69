// Wrong guesses delay the one who guesses: the owner of an account keeps the way in, and strangers at many addresses are still limited.
import { randomUUID } from 'node:crypto';
import type { Login } from 'contract/routes/accounts.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { logInAs, setPassword } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const clock = makeClock({ isStanding: true });
const password = 'right-one-1';
const admin = '13100000000';
let server: TestServer;
let lastMobile = 13_100_000_000;
let lastAddress = 0;
let mobile: string;

beforeAll(async () => {
  const environment = { TRUST_PROXY: '1', ADMINS: admin, RATE_PER_MINUTE: '100000' };
  server = await startTestServer({ works: false, now: clock.now, environment });
});
afterAll(() => server.stop());
beforeEach(async () => {
  clock.turnSeconds(2 * 24 * 3600);
  mobile = String(++lastMobile);
  await logInAs(server, mobile);
  await setPassword(server, mobile, password);
});

const newAddress = () => `10.2.${++lastAddress >> 8}.${lastAddress & 255}`;
const guess = (typed: string, { address = newAddress(), device = randomUUID() as string, name = mobile } = {}) =>
  createClient(server.url, device).post<Login>(
    '/web/udUser/userLogin',
    { username: name, password: typed },
    { 'x-forwarded-for': address },
  );
const fail = async (count: number, from: Parameters<typeof guess>[1] = {}) => {
  for (let time = 0; time < count; time++) await guess(`wrong-${time}`, from);
};

test('wrong passwords from one address do not delay the owner at another, on a new device or a known one', async () => {
  const address = newAddress();
  await fail(7, { address });
  expect((await guess(password, { address })).status).toBe(429);
  const owner = await guess(password);
  expect(owner.status).toBe(200);
  // Counted for whichever of its names was typed.
  await server.client.post(
    '/web/udUser/update/info',
    { username: `owner-${lastMobile}`.slice(0, 16) },
    { token: owner.body.data.token },
  );
  expect((await guess(password, { address, name: `owner-${lastMobile}`.slice(0, 16) })).status).toBe(429);
});

test('a device that logged in before keeps its way in, even at the address from which strangers guess', async () => {
  const own = { address: newAddress(), device: randomUUID() };
  expect((await guess(password, own)).status).toBe(200);
  await fail(8, { address: own.address });
  expect((await guess(password, { address: own.address })).status).toBe(429);
  expect((await guess(password, own)).status).toBe(200);
  // Its own mistakes count, and a right answer resets them.
  await fail(4, own);
  expect((await guess(password, own)).status).toBe(200);
  await fail(5, own);
  const refused = await guess(password, own);
  expect(errorOf(refused)).toEqual([429, 'RATE_LIMITED']);
  expect(Number(refused.headers.get('retry-after'))).toBe(30);
});

test('guesses from many addresses are limited together, and a known device or address is exempt', async () => {
  const home = { address: newAddress(), device: randomUUID() };
  expect((await guess(password, home)).status).toBe(200);
  await server.postgres.pool.query('delete from allowance');
  const replies = await Promise.all(Array.from({ length: 130 }, (_, index) => guess(`wrong-${index}`)));
  expect(replies.filter(({ body }) => body.error === 'PASSWORD_WRONG')).toHaveLength(100);
  expect(errorOf(await guess(password))).toEqual([429, 'RATE_LIMITED']);
  expect((await guess(password, { ...home, address: newAddress() })).status).toBe(200);
  await Promise.all(Array.from({ length: 130 }, (_, index) => guess(`wrong-${index}`)));
  // One guess of strangers is forgotten in a quarter of an hour: however they wait, they get a few an hour.
  let more = 0;
  for (let minutes = 0; minutes < 180; minutes += 5) {
    clock.turnSeconds(300);
    if ((await guess('wrong')).body.error === 'PASSWORD_WRONG') more += 1;
  }
  expect(more).toBeLessThan(16);
  expect((await guess(password, { ...home, device: randomUUID() })).status).toBe(200);
});

test('a stolen token guesses in vain at the password, and the owner changes it meanwhile', async () => {
  const own = { address: newAddress(), device: randomUUID() };
  const { token } = (await guess(password, own)).body.data;
  const change = (oldPassword: string, { address, device }: typeof own) =>
    createClient(server.url, device).post(
      '/web/udUser/updateResourcePassWord',
      { oldPassword, newPassword: 'another-1', endLogins: false },
      { token, 'x-forwarded-for': address },
    );
  const thief = { address: newAddress(), device: randomUUID() };
  for (let count = 0; count < 5; count++) expect((await change('wrong-1', thief)).status).toBe(400);
  expect((await change(password, thief)).status).toBe(429);
  expect((await change(password, own)).status).toBe(200);
});

test("wrong codes of an operator's second factor from one address do not delay the operator at another", async () => {
  const operator = await equip(server, admin);
  const from = (address: string) => ({ client: createClient(server.url, randomUUID()), address });
  const enter = async ({ client, address }: ReturnType<typeof from>, code: string) => {
    client.headers.token = operator.token;
    client.headers['x-forwarded-for'] = address;
    return letIn({ client }, code);
  };
  const thief = from(newAddress());
  for (let count = 0; count < 5; count++) expect((await enter(thief, '000000')).body.error).toBe('FACTOR_WRONG');
  expect((await enter(thief, operator.codeOf())).status).toBe(429);
  expect((await enter(from(newAddress()), operator.codeOf())).status).toBe(200);
});
