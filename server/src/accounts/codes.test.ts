// Verification codes by SMS: how often they are sent, how long they are valid, and how many tries they allow.
import { AppError } from 'contract/errors.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForCode, solveCaptcha } from '../../testing/accounts.ts';
import { makeClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { listSms } from '../sandbox/store.ts';

const clock = makeClock();
let server: TestServer;
let lastMobile = 13_800_000_000;
let mobile: string;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now, environment: { TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());
beforeEach(() => {
  clock.turnSeconds(2 * 24 * 3600);
  mobile = String(++lastMobile);
});

const send = async (fields: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  server.client.post('/web/sendCode', { mobile, captchaVO: await solveCaptcha(server), ...fields }, headers);
const check = (code: string, headers: Record<string, string> = {}) =>
  server.client.post<{ key: string }>('/web/udUser/mobileCheck', { mobile, code }, headers);
const wrongFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a code of six digits is sent in the language of the request, and only its HMAC is stored', async () => {
  const reply = await send({}, { lang: 'zh' });
  expect(reply.body.data).toEqual({ expiresInSeconds: 300, retryInSeconds: 59 });
  const [message] = await listSms(server.parts.database, 1);
  expect(message?.code).toMatch(/^\d{6}$/);
  expect(message?.text).toContain(`验证码是 ${message?.code}`);
  const { rows } = await server.postgres.pool.query('select * from sms_code where mobile = $1', [mobile]);
  expect(JSON.stringify(rows)).not.toContain(message?.code);
  expect(rows[0].code_hash).toHaveLength(32);
});

test('the number is checked first, then the captcha, then the limits', async () => {
  expect((await server.client.post('/web/sendCode', { mobile: '123' })).body.error).toBe('PHONE_BAD');
  expect((await server.client.post('/web/sendCode', { mobile })).body).toMatchObject({
    error: 'CAPTCHA_MISSING',
    msg: 'Please complete security verification',
  });
  const captchaVO = await solveCaptcha(server);
  expect((await send({ captchaVO })).status).toBe(200);
  expect((await send({ captchaVO })).body.error).toBe('CAPTCHA_MISSING');
  const soon = await send();
  expect([soon.status, soon.body.error]).toEqual([429, 'RATE_LIMITED']);
  expect(Number(soon.headers.get('retry-after'))).toBeGreaterThan(50);
  expect(
    await listSms(server.parts.database, 100).then(list => list.filter(one => one.mobile === mobile)),
  ).toHaveLength(1);
});

test('rate limit rows contain neither the number nor the address', async () => {
  await send();
  const { rows } = await server.postgres.pool.query<{ key: string }>(
    "select key from allowance where key like 'sms-%'",
  );
  expect(rows.length).toBeGreaterThanOrEqual(4);
  expect(rows.map(({ key }) => key).join(' ')).not.toMatch(/\d{11}|127\.0\.0\.1/);
});

test('a number gets at most one code in 59 seconds and ten per day', async () => {
  for (let count = 0; count < 10; count++) {
    expect((await send()).status).toBe(200);
    clock.turnSeconds(59);
  }
  const eleventh = await send();
  expect(eleventh.status).toBe(429);
  expect(Number(eleventh.headers.get('retry-after'))).toBeGreaterThan(20 * 3600);
  clock.turnSeconds(24 * 3600);
  expect((await send()).status).toBe(200);
});

test('an address gets at most thirty codes per hour for all numbers together, and other addresses are not affected', async () => {
  const from = (address: string) => send({ mobile: String(++lastMobile) }, { 'x-forwarded-for': address });
  for (let count = 0; count < 30; count++) expect((await from('203.0.113.7')).status).toBe(200);
  expect((await from('203.0.113.7')).status).toBe(429);
  expect((await from('203.0.113.8')).status).toBe(200);
  for (let count = 0; count < 30; count++) await from(`2001:db8:0:1::${count}`);
  expect((await from('2001:db8:0:1:ffff::1')).status).toBe(429);
  expect((await from('2001:db8:0:2::1')).status).toBe(200);
});

test('of ten simultaneous requests, one sends a code', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => send()));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a code expires after five minutes, or when the next one is sent', async () => {
  const first = await askForCode(server, mobile);
  clock.turnSeconds(299);
  const second = await askForCode(server, mobile);
  if (first !== second) expect((await check(first)).body.error).toBe('CODE_WRONG');
  clock.turnSeconds(299);
  expect((await check(second)).status).toBe(200);
  const third = await askForCode(server, mobile);
  clock.turnSeconds(301);
  expect((await check(third)).body.error).toBe('CODE_WRONG');
});

test('a code has five tries, even when ten calls race', async () => {
  const code = await askForCode(server, mobile);
  const replies = await Promise.all(Array.from({ length: 10 }, () => check(wrongFor(code))));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(0);
  expect((await check(code)).body.error).toBe('CODE_WRONG');
  const { rows } = await server.postgres.pool.query('select tries from sms_code where mobile = $1', [mobile]);
  expect(rows).toEqual([{ tries: 5 }]);
});

test('guesses from other addresses share five tries and do not use up those of the address that requested the code', async () => {
  const code = await askForCode(server, mobile);
  const from = (number: number) => ({ 'x-forwarded-for': `203.0.113.${number}` });
  for (let count = 0; count < 5; count++)
    expect((await check(wrongFor(code), from(count))).body.error).toBe('CODE_WRONG');
  // A sixth stranger has no try left, not even with the correct code.
  expect((await check(code, from(6))).body.error).toBe('CODE_WRONG');
  expect((await check(code)).status).toBe(200);
});

test('a code is still valid after four wrong tries', async () => {
  const code = await askForCode(server, mobile);
  for (let count = 0; count < 4; count++) expect((await check(wrongFor(code))).body.error).toBe('CODE_WRONG');
  expect((await check(code)).body.data.key).toMatch(/^[\w-]{43}$/);
});

test('a message that cannot be sent leaves no code and costs no try', async () => {
  const { sms } = server.parts;
  const works = sms.send;
  Object.assign(sms, { send: () => Promise.reject(new AppError('SMS_FAILED')) });
  expect((await send()).body.error).toBe('SMS_FAILED');
  Object.assign(sms, { send: works });
  const { rows } = await server.postgres.pool.query('select * from sms_code where mobile = $1', [mobile]);
  expect(rows).toEqual([]);
  expect((await send()).status).toBe(200);
});
