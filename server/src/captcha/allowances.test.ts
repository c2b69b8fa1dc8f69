// Limits of captchas: how many a minute, and the lock after five wrong answers, which no other id gets round at the same challenge.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { countWrong, refuseCall } from './allowances.ts';
import { check, getCaptcha, makeClientUid, post, readAnswer } from './test-front-end.ts';

let server: TestServer;
let lateMs = 0;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: () => new Date(Date.now() + lateMs) });
});
afterAll(() => server.stop());
beforeEach(() => {
  // The address of all tests is the same.
  lateMs += 400_000;
});

const get = async (clientUid: string) =>
  (await post(server, '/captcha/get', { captchaType: 'blockPuzzle', clientUid })).body.repCode;

async function answerWrong(clientUid: string, more: Record<string, unknown> = {}) {
  const challenge = await getCaptcha(server, 'blockPuzzle', clientUid);
  lateMs += 1000;
  return (await check(server, challenge, { x: 1, y: 5 }, more)).repCode;
}

test('five wrong answers in a minute lock for five minutes, whatever id the answers carry', async () => {
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

test('four wrong answers, and one more a minute later, lock nobody', async () => {
  const clientUid = makeClientUid();
  for (let i = 0; i < 4; i++) await answerWrong(clientUid);
  lateMs += 61_000;
  await answerWrong(clientUid);
  expect(await get(clientUid)).toBe('0000');
});

test('so many calls a minute for a client, and more for an address', async () => {
  const now = new Date(Date.now() + lateMs);
  const call = (kind: 'get' | 'check', client: string, address = 'here') =>
    refuseCall(server.parts.database, kind, { client, address }, now);
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

test('an address that is wrong too often under ever new ids is locked', async () => {
  const now = new Date(Date.now() + lateMs);
  const asker = (client: string) => ({ client, address: 'bots' });
  for (let i = 0; i < 50; i++) await countWrong(server.parts.database, asker(`bot ${i}`), now);
  expect(await refuseCall(server.parts.database, 'get', asker('one more'), now)).toBe('6202');
});

test('only hashes of ids and addresses are kept', async () => {
  const clientUid = makeClientUid();
  await get(clientUid);
  const rows = await server.parts.database.selectFrom('allowance').select('key').execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(row => row.key).join(' ')).not.toMatch(new RegExp(`${clientUid}|127\\.0\\.0\\.1`));
});
