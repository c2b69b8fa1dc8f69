// Attacks on accounts: guessing, enumeration, planted tokens, unusual headers and bodies.
import { once } from 'node:events';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';
import type { Login, User } from 'contract/routes/accounts.ts';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { askForCode, logInAs, setPassword, solveCaptcha } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { makeClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { buildApp } from '../app.ts';

const clock = makeClock({ isStanding: true });
const password = 'right-one-1';
let server: TestServer;
let twin: FastifyInstance;
let twinUrl: string;
let lastMobile = 13_200_000_000;
let lastAddress = 0;
let mobile: string;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now, environment: { TRUST_PROXY: '1' } });
  twin = await buildApp(server.parts);
  twinUrl = await twin.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await twin.close();
  await server.stop();
});
beforeEach(async () => {
  clock.turnSeconds(2 * 24 * 3600);
  mobile = String(++lastMobile);
});

const addressHeader = (address = `10.1.${++lastAddress >> 8}.${lastAddress & 255}`) => ({ 'x-forwarded-for': address });
const guess = (username: string, typed: string, headers = addressHeader(), url = server.url) =>
  createClient(url).post<Login>('/web/udUser/userLogin', { username, password: typed }, headers);
/** Fails and counts like a wrong password, without the cost of hashing. */
const guessCode = (headers: Record<string, string>) =>
  createClient(server.url).post('/web/udUser/mobileCheck', { mobile, code: '000000' }, headers);
const makeSomebody = async (name = mobile) => {
  await logInAs(server, name);
  await setPassword(server, name, password);
};

test('brute force: after five guesses from an address the delay doubles each time, on any server', async () => {
  await makeSomebody();
  const address = addressHeader();
  for (let count = 0; count < 5; count++) {
    const reply = await guess(mobile, `wrong-${count}`, address, count % 2 ? twinUrl : server.url);
    expect(reply.body.error).toBe('PASSWORD_WRONG');
  }
  const waits: number[] = [];
  for (let round = 0; round < 9; round++) {
    const refused = await guess(mobile, password, address, round % 2 ? twinUrl : server.url);
    expect([refused.status, refused.body.error]).toEqual([429, 'RATE_LIMITED']);
    waits.push(Number(refused.headers.get('retry-after')));
    clock.turnSeconds(waits.at(-1) ?? 0);
    expect((await guess(mobile, `wrong-again-${round}`, address)).body.error).toBe('PASSWORD_WRONG');
  }
  expect(waits.slice(0, 7)).toEqual([30, 60, 120, 240, 480, 960, 1920]);
  expect(Math.max(...waits)).toBeLessThanOrEqual(3600);
  clock.turnSeconds(3600);
  expect((await guess(mobile, password, address)).status).toBe(200);
  expect((await guess(mobile, 'wrong', address)).body.error).toBe('PASSWORD_WRONG'); // The correct password has reset the count.
});

test('brute force: simultaneous guesses count like consecutive ones', async () => {
  await makeSomebody();
  const address = addressHeader();
  const replies = await Promise.all(Array.from({ length: 12 }, (_, index) => guess(mobile, `wrong-${index}`, address)));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('brute force: an address that tries many accounts is slowed down, other addresses are not', async () => {
  const address = addressHeader();
  for (let count = 0; count < 95; count++) await guessCode(address);
  for (let count = 95; count < 100; count++) await guess(`member-${count}`, 'wrong', address);
  expect((await guess('member-100', 'wrong', address)).status).toBe(429);
  expect((await guess('member-100', 'wrong')).body.error).toBe('PASSWORD_WRONG');
});

test('mistyping people behind one address do not lock each other out', async () => {
  await makeSomebody();
  const address = addressHeader();
  for (let count = 0; count < 60; count++) {
    expect([count, (await guessCode(address)).body.error]).toEqual([count, 'CODE_WRONG']);
    clock.turnSeconds(31);
  }
  expect((await guess(mobile, password, address)).status).toBe(200);
  for (let count = 0; count < 110; count++) await guessCode(address);
  clock.turnSeconds(300);
  expect((await guess(mobile, password, address)).status).toBe(200);
});

test('enumeration: known and unknown names get the same answer for the same work', async () => {
  await makeSomebody();
  const withoutPassword = String(++lastMobile);
  await logInAs(server, withoutPassword);
  const work = vi.spyOn(Worker.prototype, 'postMessage');
  const seen: unknown[] = [];
  for (const name of [mobile, withoutPassword, String(++lastMobile), 'nobody-at-all', '\u202e']) {
    work.mockClear();
    const tries = [];
    const address = addressHeader();
    for (let count = 0; count < 6; count++) {
      const { status, body, headers } = await guess(name, `wrong-${count}`, address);
      const kept = [...headers].filter(([header]) => !['date', 'content-length', 'x-request-id'].includes(header));
      tries.push({ status, body: { ...body, requestId: '' }, kept });
    }
    seen.push({ tries, jobs: work.mock.calls.length });
  }
  work.mockRestore();
  expect(seen[0]).toMatchObject({ jobs: 5 });
  for (const each of seen) expect(each).toEqual(seen[0]);
});

test('enumeration: codes and resets get the same response for known and unknown numbers', async () => {
  await makeSomebody();
  const unknown = String(++lastMobile);
  const answers = [];
  for (const number of [mobile, unknown]) {
    const sent = await server.client.post('/web/sendCode', { mobile: number, captchaVO: await solveCaptcha(server) });
    const wrong = { mobile: number, code: '0000', password };
    const refused = [];
    for (const path of ['mobileCheck', 'updatePassWord', 'registUser', 'userLogin'])
      refused.push(
        await server.client.post(
          `/web/udUser/${path}`,
          path === 'userLogin' ? { mobile: number, code: '0000' } : wrong,
        ),
      );
    answers.push([sent, ...refused].map(({ status, body }) => ({ status, body: { ...body, requestId: '' } })));
  }
  expect(answers[0]).toEqual(answers[1]);
});

test('fixation: a token or key supplied by the client never becomes valid', async () => {
  const planted = 'P'.repeat(43);
  const code = await askForCode(server, mobile);
  const body = { mobile, code, token: planted, key: planted };
  const reply = await server.client.post<Login>('/web/udUser/userLogin', body, { token: planted });
  expect(reply.status).toBe(200);
  expect(reply.body.data.token).not.toBe(planted);
  expect((await server.client.post('/web/udUser/info', {}, { token: planted })).status).toBe(401);
  clock.turnSeconds(60);
  const key = { phone: mobile, code: await askForCode(server, mobile), key: planted };
  expect((await server.client.post('/web/udUser/newPhoneNum', key)).body.error).toBe('LOGIN_KEY_EXPIRED');
});

test('CSRF: a cookie authenticates no request, forms are refused, and other sites may not read responses', async () => {
  const { token } = await logInAs(server, mobile);
  const url = `${server.url}/web/udUser/info`;
  const json = { 'content-type': 'application/json' };
  const byCookie = await fetch(url, { method: 'POST', headers: { ...json, cookie: `token=${token}` }, body: '{}' });
  expect(byCookie.status).toBe(401);
  expect(byCookie.headers.get('set-cookie')).toBeNull();
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x']) {
    const form = await fetch(url, { method: 'POST', headers: { 'content-type': type, token }, body: 'a=b' });
    expect([type, form.status]).toEqual([type, 415]);
  }
  const origin = 'https://evil.example';
  const wanted = { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'token' };
  const preflight = await fetch(url, { method: 'OPTIONS', headers: wanted });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
});

/** Sends these bytes and returns the complete response. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const chunks: Buffer[] = [];
  socket.on('data', chunk => chunks.push(chunk));
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return Buffer.concat(chunks).toString('latin1');
}

test.each(['platformSource', 'logidUrl', 'clientUid', 'token'])(
  'header injection: line breaks in %s reach neither a response header nor a row',
  async name => {
    const code = await askForCode(server, mobile);
    const body = JSON.stringify({ mobile, code });
    for (const evil of ['a\r X-Evil: 1', 'a\nX-Evil: 1', 'a\0b', 'http://x/%0d%0aX-Evil:%201', 'PC-a%0d%0aX-Evil: 1']) {
      const head = `POST /web/udUser/userLogin HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      const reply = await sendRaw(`${head}${name}: ${evil}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      expect([evil, reply.slice(0, 8)]).toEqual([evil, 'HTTP/1.1']);
      expect(reply.split('\r\n\r\n')[0]).not.toMatch(/^x-evil/im);
    }
    const { rows } = await server.postgres.pool.query(
      'select platform_source, logid_url from account where mobile = $1',
      [mobile],
    );
    for (const row of rows) expect(JSON.stringify(row)).not.toMatch(/\\r|\\n|\r|\n/);
  },
);

test.each(['userLogin', 'registUser', 'updatePassWord', 'newPhoneNum', 'mobileCheck', 'update/info', 'delete'])(
  'a body of ten megabytes is refused by %s',
  async path => {
    const body = JSON.stringify({ username: 'x'.repeat(10 * 1024 * 1024) });
    const { token } = await logInAs(server, mobile);
    const headers = { 'content-type': 'application/json', token };
    const reply = await fetch(`${server.url}/web/udUser/${path}`, { method: 'POST', headers, body });
    expect([reply.status, ((await reply.json()) as { error: string }).error]).toEqual([413, 'BODY_TOO_LARGE']);
  },
);

test('NUL characters, unpaired surrogates and enormous texts are refused before they reach the database', async () => {
  const { client } = await logInAs(server, mobile);
  const unlike = Array.from({ length: 500 }, (_, index) => String.fromCodePoint(0x1f300 + index)).join('');
  expect((await guess(unlike, 'x')).body.error).toBe('PASSWORD_WRONG');
  for (const evil of ['a\u0000b', '\ud83d', 'x'.repeat(2000)]) {
    for (const [path, body] of [
      ['userLogin', { username: evil, password: 'x' }],
      ['userLogin', { username: 'member', password: evil }],
      ['update/info', { nickName: evil }],
      ['updateResourcePassWord', { newPassword: evil }],
      ['mobileCheck', { mobile, code: evil }],
    ] as const) {
      const reply = await client.post(`/web/udUser/${path}`, body);
      expect([path, reply.status]).toEqual([path, 400]);
    }
  }
});

test('look-alikes: names that read like another one are refused', async () => {
  const { client } = await logInAs(server, mobile);
  await client.post('/web/udUser/update/info', { username: 'admin-1' });
  const other = (await logInAs(server, String(++lastMobile))).client;
  const change = (body: unknown) => other.post<User>('/web/udUser/update/info', body);
  for (const username of ['аdmin-1', 'admin‐1', 'ADMIN-1', 'ａdmin-1', 'admin-1\u200b', 'adm\u0131n-1'])
    expect((await change({ username })).body.error).toMatch(/^USERNAME_(BAD|TAKEN)$/);
  for (const nickName of ['\u202enimda', 'ad\u2066min', 'ad\u00admin', 'admin\ufe0f\u200b'])
    expect((await change({ nickName })).body.error).toBe('NICKNAME_BAD');
  expect((await change({ nickName: 'ＡＤＭＩＮ' })).body.data.nickName).toBe('ADMIN');
});

test('two servers: a login on one is valid on the other, and ends on both', async () => {
  const code = await askForCode(server, mobile);
  const { data } = (await createClient(twinUrl).post<Login>('/web/udUser/userLogin', { mobile, code })).body;
  const infoOn = async (url: string) =>
    (await createClient(url).post('/web/udUser/info', {}, { token: data.token })).status;
  expect([await infoOn(server.url), await infoOn(twinUrl)]).toEqual([200, 200]);
  await createClient(server.url).post('/web/udUser/logout', {}, { token: data.token });
  expect([await infoOn(server.url), await infoOn(twinUrl)]).toEqual([401, 401]);
  const keys = await Promise.all([server.url, twinUrl].map(url => createClient(url).get('/web/publicKey')));
  expect(keys[0]?.body.data).toEqual(keys[1]?.body.data);
});
