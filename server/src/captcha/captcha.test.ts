// Captchas over HTTP, as an unmodified AJ-Captcha page, our own page and bots use them.
import type { CaptchaChallenge } from 'contract/routes/captcha.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { takeCaptchaPass } from './captcha.ts';
import { deleteExpiredCaptchas } from './sweep-queries.ts';
import { aesEncrypt, check, getCaptcha, makeClientUid, post, readAnswer } from './test-front-end.ts';

let server: TestServer;
let lateMs = 0;
/** Advances the server's clock. */
const wait = (ms: number) => {
  lateMs += ms;
};

beforeAll(async () => {
  server = await startTestServer({ works: false, now: () => new Date(Date.now() + lateMs) });
});
afterAll(() => server.stop());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'passed',
    error => (error as { code: string }).code,
  );
const take = (verification: string) => refusal(takeCaptchaPass(server.parts, verification));

/** Requests a slider and returns its correct answer, this long after the request. */
async function slide(afterMs = 1200, more: Record<string, unknown> = {}) {
  const challenge = await getCaptcha(server, 'blockPuzzle', makeClientUid(), {}, more);
  const [at] = await readAnswer(server, challenge.token);
  wait(afterMs);
  return { challenge, x: at!.x, right: { x: at!.x, y: 5 } };
}

test("AJ-Captcha's slider page gets a picture, answers it, and its form passes once", async () => {
  const { challenge, x } = await slide();
  expect(Object.keys(challenge).sort()).toEqual(
    ['captchaType', 'jigsawImageBase64', 'originalImageBase64', 'secretKey', 'token', 'wordList'].sort(),
  );
  expect(challenge.secretKey).toMatch(/^[\x21-\x7e]{16}$/);
  // In a dialog 330 pixels wide, the page moved the piece in whole pixels of that dialog.
  const moved = Math.round((x * 330) / 310);
  const { repCode, repMsg, captchaVerification } = await check(server, challenge, { x: (moved * 310) / 330, y: 5.0 });
  expect([repCode, repMsg]).toEqual(['0000', null]);
  expect(await take(captchaVerification)).toBe('passed');
  expect(await take(captchaVerification)).toBe('CAPTCHA_MISSING');
});

test('the verification may contain the point as it was sent, and is still valid for one call only', async () => {
  const { challenge, right } = await slide();
  const { captchaVerification } = await check(server, challenge, right);
  const sent = aesEncrypt(JSON.stringify(right), challenge.secretKey);
  const other = aesEncrypt(`${challenge.token}---${sent}`, challenge.secretKey);
  const taken = await Promise.all([take(other), take(captchaVerification), take(other), take(captchaVerification)]);
  expect(taken.sort()).toEqual(['CAPTCHA_MISSING', 'CAPTCHA_MISSING', 'CAPTCHA_MISSING', 'passed']);
});

test("AJ-Captcha's click page: three points in the order of the list", async () => {
  const challenge = await getCaptcha(server, 'clickWord', 'point-1');
  expect(challenge.jigsawImageBase64).toBeNull();
  expect(challenge.wordList).toHaveLength(3);
  const points = await readAnswer(server, challenge.token);
  wait(3000);
  const clicked = points.map(({ x, y }) => ({ x: x + 9, y: y - 9 }));
  const { repCode, captchaVerification } = await check(server, challenge, clicked);
  expect(repCode).toBe('0000');
  expect(await take(captchaVerification)).toBe('passed');
});

test.each([
  ['another order', (points: { x: number; y: number }[]) => [points[1], points[0], points[2]]],
  ['two of three', (points: { x: number; y: number }[]) => points.slice(0, 2)],
  ['one too many', (points: { x: number; y: number }[]) => [...points, points[0]]],
  ['beside them', (points: { x: number; y: number }[]) => points.map(({ x, y }) => ({ x, y: y + 30 }))],
])('clicking the words in %s is wrong', async (_name, change) => {
  const challenge = await getCaptcha(server, 'clickWord');
  const points = [...(await readAnswer(server, challenge.token))];
  wait(3000);
  expect((await check(server, challenge, change(points))).repCode).toBe('6111');
});

test('the language of the request determines the words to click and the sentences', async () => {
  const english = await getCaptcha(server, 'clickWord', null, { lang: 'en' });
  const chinese = await getCaptcha(server, 'clickWord', null, { lang: 'zh' });
  expect(english.wordList!.join('')).toMatch(/^[A-Z]{3}$/);
  expect(chinese.wordList!.join('')).toMatch(/^\p{Script=Han}{3}$/u);
  const asked = (lang: string) => post(server, '/captcha/check', {}, { lang });
  expect((await asked('en')).body.repMsg).toMatch(/^[A-Z]/);
  expect((await asked('zh')).body.repMsg).toMatch(/\p{Script=Han}/u);
});

test.each([
  ['the right place without the time of a drag', 150, 0, '6111'],
  ['5 pixels beside', 1200, 5, '0000'],
  ['6 pixels beside', 1200, 6, '6111'],
  ['after two minutes', 120_000, 0, '6110'],
])('%s', async (_name, afterMs, off, code) => {
  const { challenge, x } = await slide(afterMs);
  expect((await check(server, challenge, { x: x + off, y: 5 })).repCode).toBe(code);
});

test('a challenge is used up by its first answer, correct or wrong', async () => {
  const one = await slide();
  expect((await check(server, one.challenge, one.right)).repCode).toBe('0000');
  expect((await check(server, one.challenge, one.right)).repCode).toBe('6110');
  const other = await slide();
  expect((await check(server, other.challenge, { x: other.x + 40, y: 5 })).repCode).toBe('6111');
  expect((await check(server, other.challenge, other.right)).repCode).toBe('6110');
});

test('one of many simultaneous answers passes', async () => {
  const { challenge, x } = await slide();
  // Each differs slightly from the others, so that each would be a separate pass.
  const points = Array.from({ length: 12 }, (_, i) => ({ x: x + i / 4 - 1.5, y: 5 }));
  const replies = await Promise.all(points.map(point => check(server, challenge, point)));
  expect(replies.filter(({ repCode }) => repCode === '0000')).toHaveLength(1);
  const taken = await Promise.all(replies.map(({ captchaVerification }) => take(captchaVerification)));
  expect(taken.filter(result => result === 'passed')).toHaveLength(1);
});

test('a verification that is missing, unchecked or three minutes old is refused', async () => {
  const { challenge, right } = await slide();
  const made = aesEncrypt(`${challenge.token}---${JSON.stringify(right)}`, challenge.secretKey);
  expect(await take(made)).toBe('CAPTCHA_MISSING');
  expect(await refusal(takeCaptchaPass(server.parts, undefined))).toBe('CAPTCHA_MISSING');
  expect((await check(server, challenge, right)).repCode).toBe('0000');
  wait(180_000);
  expect(await take(made)).toBe('CAPTCHA_MISSING');
});

/** A track with a slow start, a fast middle and a slow end, like a hand's. */
const trackTo = (x: number) =>
  Array.from({ length: 30 }, (_, i) => {
    const t = i / 29;
    return [(1 - Math.cos(Math.PI * t)) * 0.5 * x, Math.round(t * 700)];
  });

test('a page that announced a track must send one that a hand may have made', async () => {
  const promise = { sendsTrack: true };
  const without = await slide(1200, promise);
  expect((await check(server, without.challenge, without.right)).repCode).toBe('6111');
  const empty = await slide(1200, promise);
  expect((await check(server, empty.challenge, empty.right, { track: [] })).repCode).toBe('6111');
  const even = await slide(1200, promise);
  const line = Array.from({ length: 30 }, (_, i) => [(even.x * i) / 29, i * 20]);
  expect((await check(server, even.challenge, even.right, { track: line })).repCode).toBe('6111');
  const drawn = await slide(1200, promise);
  const { repCode, captchaVerification } = await check(server, drawn.challenge, drawn.right, {
    track: trackTo(drawn.x),
  });
  expect([repCode, await take(captchaVerification)]).toEqual(['0000', 'passed']);
});

test('words to click need no track', async () => {
  const challenge = await getCaptcha(server, 'clickWord', makeClientUid(), {}, { sendsTrack: true });
  const points = await readAnswer(server, challenge.token);
  wait(3000);
  expect((await check(server, challenge, points)).repCode).toBe('0000');
});

test('a slider cannot be answered as words', async () => {
  const { challenge, right } = await slide();
  const asWords: CaptchaChallenge = { ...challenge, captchaType: 'clickWord' };
  expect((await check(server, asWords, right)).repCode).toBe('6111');
});

test.each([
  ['not sealed', '{"x":1,"y":5}'],
  ['no base64', '\u{1f9e9}'],
  ['sealed with another key', aesEncrypt('{"x":1,"y":5}', 'BGxdEUOZkXka4HSj')],
])('a point that is %s is wrong and uses up the challenge', async (_name, pointJson) => {
  const { challenge, right } = await slide();
  const { token, captchaType } = challenge;
  const { status, body } = await post(server, '/captcha/check', { captchaType, pointJson, token });
  expect([status, body.repCode, body.success, body.repData]).toEqual([200, '6111', false, null]);
  expect((await check(server, challenge, right)).repCode).toBe('6110');
});

test.each([['[]'], ['null'], ['{"x":"120","y":5}'], ['{"x":null}'], ['x']])('a sealed %s is wrong', async json => {
  const { challenge } = await slide();
  const { captchaType, token, secretKey } = challenge;
  const { body } = await post(server, '/captcha/check', { captchaType, token, pointJson: aesEncrypt(json, secretKey) });
  expect(body.repCode).toBe('6111');
});

test.each([
  ['/captcha/get', {}],
  ['/captcha/get', { captchaType: 'rotate' }],
  ['/captcha/get', '{"captchaType":'],
  ['/captcha/get', 'null'],
  ['/captcha/get', { captchaType: 'blockPuzzle', clientUid: 'a\u0000b' }],
  ['/captcha/check', { captchaType: 'blockPuzzle', token: 'x' }],
  ['/captcha/check', { captchaType: 'blockPuzzle', pointJson: 'x' }],
  ['/captcha/check', { captchaType: 'blockPuzzle', pointJson: '', token: 'x' }],
  ['/captcha/check', { captchaType: 'blockPuzzle', pointJson: 'x', token: '' }],
  ['/captcha/check', { captchaType: 'blockPuzzle', pointJson: 'x'.repeat(300_000), token: 'x' }],
])('%s with %j gets the missing field, with HTTP 200', async (path, body) => {
  const reply = await post(server, path, body);
  expect([reply.status, reply.body.repCode, reply.body.success]).toEqual([200, '0011', false]);
});

test('expired captchas leave no rows', async () => {
  await slide();
  const { challenge, right } = await slide();
  await check(server, challenge, right);
  await deleteExpiredCaptchas(server.parts.database, new Date(Date.now() + lateMs + 181_000));
  const { database } = server.parts;
  expect(await database.selectFrom('captcha').selectAll().execute()).toEqual([]);
  expect(await database.selectFrom('captcha_pass').selectAll().execute()).toEqual([]);
});
