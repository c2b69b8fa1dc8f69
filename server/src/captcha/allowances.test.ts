// Limits of captchas: calls per minute, the lock after five wrong answers, which a new id does not evade, and which clients are suspect.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { countWrong, isSuspect, refuseCall } from './allowances.ts';
import { check, getCaptcha, makeClientUid, post, readAnswer } from './test-front-end.ts';

let server: TestServer;
let lateMs = 0;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: () => new Date(Date.now() + lateMs) });
});
afterAll(() => server.stop());
beforeEach(() => {
  // All tests share one address.
  lateMs += 400_000;
});

const get = async (clientUid: string) =>
  (await post(server, '/captcha/get', { captchaType: 'blockPuzzle', clientUid })).body.repCode;

async function answerWrong(clientUid: string, more: Record<string, unknown> = {}) {
  const challenge = await getCaptcha(server, 'blockPuzzle', clientUid);
  lateMs += 1000;
  return (await check(server, challenge, { x: 1, y: 5 }, more)).repCode;
}

test('five wrong answers within a minute lock the client for five minutes, whatever id the answers carry', async () => {
  const clientUid = makeClientUid();
  const kept = await getCaptcha(server, 'blockPuzzle', clientUid);
  for (let i = 0; i < 5; i++) expect(await answerWrong(clientUid, { clientUid: makeClientUid() })).toBe('6111');
  expect(await get(clientUid)).toBe('6202');
  const [at] = await readAnswer(server, kept.token);
  expect((await check(server, kept, { x: at!.x, y: 5 })).repCode).toBe('6202');
  expect(await get(makeClientUid())).toBe('0000');
  lateMs += 301_000;
  expect(await get(clientUid)).toBe('0000');
});

/** The reply to a request for a captcha, with the header for a wait. */
async function askAs(clientUid: string) {
  const reply = await fetch(new URL('/captcha/get', server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ captchaType: 'blockPuzzle', clientUid }),
  });
  const { repCode, retryAfterSeconds } = (await reply.json()) as { repCode: string; retryAfterSeconds?: number };
  return { repCode, seconds: retryAfterSeconds, header: reply.headers.get('retry-after') };
}

test('a locked client is told how many seconds are left, and an open one nothing', async () => {
  const clientUid = makeClientUid();
  for (let i = 0; i < 5; i++) await answerWrong(clientUid);
  const first = await askAs(clientUid);
  expect(first).toMatchObject({ repCode: '6202', header: String(first.seconds) });
  expect(first.seconds).toBeGreaterThan(200);
  expect(first.seconds).toBeLessThanOrEqual(300);
  lateMs += 100_000;
  const later = await askAs(clientUid);
  expect(later.seconds).toBeLessThanOrEqual(first.seconds! - 100);
  expect(later.seconds).toBeGreaterThan(0);
  lateMs += later.seconds! * 1000;
  expect(await askAs(clientUid)).toEqual({ repCode: '0000', seconds: undefined, header: null });
});

test('too many requests in a minute are told how long the minute lasts', async () => {
  const clientUid = makeClientUid();
  let last = await askAs(clientUid);
  for (let call = 0; call < 60 && last.repCode === '0000'; call++) last = await askAs(clientUid);
  expect(last.repCode).toBe('6201');
  expect(last.seconds).toBeGreaterThan(0);
  expect(last.seconds).toBeLessThanOrEqual(60);
});

test('four wrong answers and another one a minute later lock no client', async () => {
  const clientUid = makeClientUid();
  for (let i = 0; i < 4; i++) await answerWrong(clientUid);
  lateMs += 61_000;
  await answerWrong(clientUid);
  expect(await get(clientUid)).toBe('0000');
});

test('a client may make 60 calls per minute, and an address 300 if a track is sent', async () => {
  const now = new Date(Date.now() + lateMs);
  const call = async (kind: 'get' | 'check', client: string, address = 'here') =>
    (await refuseCall(server.parts.database, kind, { client, address, sendsTrack: true }, now))?.repCode;
  for (let i = 0; i < 60; i++) expect(await call('get', 'a')).toBeUndefined();
  expect(await call('get', 'a')).toBe('6201');
  expect(await call('check', 'a')).toBeUndefined();
  expect(await call('get', 'b')).toBeUndefined();
  for (let i = 0; i < 60; i++) await call('check', 'c');
  expect(await call('check', 'c')).toBe('6204');
  const seen = await Promise.all(Array.from({ length: 300 }, (_, i) => call('get', `new ${i}`)));
  expect(new Set(seen)).toEqual(new Set([undefined, '6201']));
  expect(await call('get', 'new', 'elsewhere')).toBeUndefined();
});

test.each([
  [true, 50],
  [false, 20],
])('an address with too many wrong answers under new ids is locked; with a track: %s', async (sendsTrack, max) => {
  const now = new Date(Date.now() + lateMs);
  const asker = (client: string) => ({ client, address: 'bots', sendsTrack });
  for (let i = 0; i < max; i++) await countWrong(server.parts.database, asker(`bot ${i}`), now);
  expect(await refuseCall(server.parts.database, 'get', asker('one more'), now)).toMatchObject({ repCode: '6202' });
  const other = { ...asker('a neighbour'), sendsTrack: !sendsTrack };
  expect(await refuseCall(server.parts.database, 'get', other, now)).toBeUndefined();
});

test('pages without a track get fewer captchas, and do not affect pages with a track at the same address', async () => {
  const own = async (clientUid: string) =>
    (await post(server, '/captcha/get', { captchaType: 'clickWord', clientUid, sendsTrack: true })).body.repCode;
  const one = makeClientUid();
  for (let i = 0; i < 20; i++) expect(await get(one)).toBe('0000');
  expect(await get(one)).toBe('6201');
  let passed = 0;
  while ((await get(makeClientUid())) === '0000') passed++;
  expect(passed).toBe(40);
  expect(await own(makeClientUid())).toBe('0000');
});

test('only hashes of ids and addresses are stored', async () => {
  const clientUid = makeClientUid();
  await get(clientUid);
  const rows = await server.parts.database.selectFrom('allowance').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(row => row.key).join(' ')).not.toMatch(new RegExp(`${clientUid}|127\\.0\\.0\\.1`));
});

const figuresFor = async (clientUid: string) => {
  const more = { sendsTrack: true };
  return (await getCaptcha(server, 'blockPuzzle', clientUid, {}, more)).hasFigures ?? false;
};

test('the second wrong answer switches to figures for ten minutes, for this client only', async () => {
  const [person, neighbour] = [makeClientUid(), makeClientUid()];
  const track = { sendsTrack: true };
  for (const hasFigures of [false, false, true]) {
    const challenge = await getCaptcha(server, 'blockPuzzle', person, {}, track);
    expect(challenge.hasFigures ?? false).toBe(hasFigures);
    lateMs += 1000;
    expect((await check(server, challenge, { x: 1, y: 5 }, { track: [] })).repCode).toBe('6111');
  }
  expect(await figuresFor(neighbour)).toBe(false);
  lateMs += 601_000;
  expect(await figuresFor(person)).toBe(false);
});

test('a piece that was not moved by a hand switches to figures at once', async () => {
  const bot = makeClientUid();
  const challenge = await getCaptcha(server, 'blockPuzzle', bot, {}, { sendsTrack: true });
  const [at] = await readAnswer(server, challenge.token);
  lateMs += 1000;
  expect((await check(server, challenge, { x: at!.x, y: 5 }, { track: [] })).repCode).toBe('6111');
  expect(await figuresFor(bot)).toBe(true);
});

test('an address with many wrong answers or endless requests gets figures, under any id', async () => {
  const now = new Date(Date.now() + lateMs);
  const { database } = server.parts;
  const asker = (address: string, client = makeClientUid()) => ({ client, address, sendsTrack: true });
  for (let i = 0; i < 19; i++) await countWrong(database, asker('wrong'), now);
  expect(await isSuspect(database, asker('wrong'), now)).toBe(false);
  await countWrong(database, asker('wrong'), now);
  expect(await isSuspect(database, asker('wrong'), now)).toBe(true);
  for (let i = 0; i < 150; i++) await refuseCall(database, 'get', asker('asking'), now);
  expect(await isSuspect(database, asker('asking'), now)).toBe(true);
  expect(await isSuspect(database, asker('elsewhere'), now)).toBe(false);
});
