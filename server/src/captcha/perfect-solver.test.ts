// What stops a program that solves every picture: the passes per hour of its address, and the codes of the number it targets.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeClock } from '../../testing/clock.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { check, getCaptcha, makeClientUid, readAnswer } from './test-front-end.ts';

const clock = makeClock();
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ works: false, now: clock.now, environment: { TRUST_PROXY: '1' } });
});
afterAll(() => server.stop());
beforeEach(() => clock.turnSeconds(48 * 3600));

const trackTo = (x: number) =>
  Array.from({ length: 30 }, (_, i) => [(1 - Math.cos((Math.PI * i) / 29)) * 0.5 * x, Math.round((i / 29) * 700)]);

type Solver = (address: string, sendsTrack?: boolean) => Promise<string>;

/** Solves a picture as fast as a hand might, under a new id. Returns the verification, or throws the refusal. */
const solve: Solver = async (address, sendsTrack = true) => {
  const headers = { 'x-forwarded-for': address };
  const challenge = await getCaptcha(server, 'blockPuzzle', makeClientUid(), headers, { sendsTrack });
  const [at] = await readAnswer(server, challenge.token);
  clock.turnSeconds(1);
  const more = sendsTrack ? { track: trackTo(at!.x) } : {};
  const { repCode, captchaVerification } = await check(server, challenge, { x: at!.x, y: 5 }, more, headers);
  if (repCode !== '0000') throw new Error(`no pass: ${repCode}`);
  return captchaVerification;
};

/** Counts how often it passes until it is refused, and returns the refusal. */
async function countPasses(work: () => Promise<unknown>): Promise<{ passes: number; refusal: string }> {
  for (let passes = 0; ; passes++) {
    try {
      await work();
    } catch (error) {
      return { passes, refusal: (error as Error).message };
    }
  }
}

test('an address passes 40 times per hour, whatever ids it invents, and learns how long to wait', async () => {
  const { passes, refusal } = await countPasses(() => solve('203.0.113.7'));
  expect(passes).toBe(40);
  expect(refusal).toMatch(/"repCode":"6201".*请 \d+ 分钟后再试/);
  expect(await solve('203.0.113.8')).toMatch(/^[\w+/]/);
  clock.turnSeconds(3600);
  expect(await solve('203.0.113.7')).toMatch(/^[\w+/]/);
});

test('pages without a track pass 20 times per hour at an address, and use up none of the passes with one', async () => {
  expect((await countPasses(() => solve('203.0.113.9', false))).passes).toBe(20);
  expect(await solve('203.0.113.9')).toMatch(/^[\w+/]/);
});

test('challenges that were collected in advance do not help beyond the limit', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.10' };
  const collected = await Promise.all(
    Array.from({ length: 30 }, () => getCaptcha(server, 'blockPuzzle', makeClientUid(), headers)),
  );
  clock.turnSeconds(1);
  const codes: string[] = [];
  for (const challenge of collected) {
    const [at] = await readAnswer(server, challenge.token);
    codes.push((await check(server, challenge, { x: at!.x, y: 5 }, {}, headers)).repCode);
  }
  expect(codes.filter(code => code === '0000')).toHaveLength(20);
  expect(codes.slice(20)).toEqual(Array.from({ length: 10 }, () => '6204'));
});

test('after half of its passes an address gets figures', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.11' };
  const get = () => getCaptcha(server, 'blockPuzzle', makeClientUid(), headers, { sendsTrack: true });
  for (let i = 0; i < 19; i++) await solve('203.0.113.11');
  expect((await get()).hasFigures).toBeUndefined();
  await solve('203.0.113.11');
  expect((await get()).hasFigures).toBe(true);
});

test('a number gets ten codes, from however many addresses the pictures are solved', async () => {
  let address = 0;
  const order = async () => {
    const captchaVerification = await solve(`198.51.100.${++address}`);
    const reply = await server.client.post(
      '/web/sendCode',
      { mobile: '13800001234', captchaVO: { captchaVerification } },
      { 'x-forwarded-for': `198.51.100.${address}` },
    );
    if (reply.status !== 200) throw new Error(reply.body.error);
    clock.turnSeconds(60);
  };
  expect(await countPasses(order)).toEqual({ passes: 10, refusal: 'RATE_LIMITED' });
});
