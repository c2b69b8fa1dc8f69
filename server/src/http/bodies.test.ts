// Refused bodies: the sender always receives the complete response, with details that fit the error.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

const loginPath = '/web/udUser/userLogin';
async function send(path: string, body: string | undefined, type = 'application/json') {
  const headers = { 'content-type': type, lang: 'en' };
  const reply = await fetch(new URL(path, server.url), { method: 'POST', headers, ...(body && { body }) });
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

/** Runs in another process, because the fault shows only between two event loops that share a connection. */
const senderOfLarge = `
  const [url, type] = process.argv.slice(1);
  const body = JSON.stringify({ username: 'x'.repeat(10 * 1024 * 1024) });
  const seen = new Set();
  for (let round = 0; round < 15; round++) {
    const reply = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body });
    seen.add((await reply.text()).match(/"(?:error|repCode)":"(\\w+)"/)?.[1]);
  }
  console.log([...seen].join());
`;

test.each([
  [loginPath, 'application/json', 'BODY_TOO_LARGE'],
  [loginPath, 'text/xml', 'BODY_TYPE_UNSUPPORTED'],
  ['/captcha/get', 'application/json', '0011'],
])('ten megabytes sent to %s as %s get a refusal that the sender can always read', async (path, type, told) => {
  const flags = ['--input-type=module', '-e', senderOfLarge, server.url + path, type];
  const { stdout } = await promisify(execFile)(process.execPath, flags);
  expect(stdout.trim()).toBe(told);
});

test('a field of the wrong type is refused with its actual type', async () => {
  const { body } = await send(loginPath, JSON.stringify({ username: ['a'], password: 5 }));
  expect(body.details).toEqual([
    { path: 'username', error: 'Invalid input: expected string, received array' },
    { path: 'password', error: 'Invalid input: expected string, received number' },
  ]);
});

const values = (count: number) => Array.from({ length: count }, () => 0);

test('a body of more values than any call takes is refused before its schema looks at each of them', async () => {
  const write = (count: number) => {
    const paragraph = { kind: 'text', pieces: values(1400) };
    const paragraphs = Array.from({ length: Math.round(count / 1400) }, () => paragraph);
    return send('/web/imageTotext/write', JSON.stringify({ page: { turn: 0, isCut: false, paragraphs } }));
  };
  const [some, many] = [await write(35_000), await write(45_000)];
  expect([some.status, some.body.error]).toEqual([400, 'BAD_REQUEST']);
  expect([many.status, many.body.error]).toEqual([413, 'BODY_TOO_LARGE']);
  // The same as text, as forms send lists.
  const list = (count: number) => send('/web/picture/gif', JSON.stringify({ list: JSON.stringify(values(count)) }));
  const delays = (count: number) =>
    send('/web/picture/gif', JSON.stringify({ list: ['http://x/a'], delays: JSON.stringify(values(count)) }));
  expect((await list(10)).status).toBe(400);
  expect((await delays(1000)).body.details).toMatchObject([{ error: expect.stringContaining('300') }]);
  expect((await delays(45_000)).body.details).toMatchObject([{ error: expect.stringContaining('received string') }]);
});

test.each(['{"a":', 'null,', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}'])(
  '%s is an invalid body, listed in details like any other',
  async text => {
    const { status, body } = await send(loginPath, text);
    expect([status, body.error]).toEqual([400, 'BAD_REQUEST']);
    expect(body.details).toEqual([{ path: '', error: expect.stringMatching(/JSON/) }]);
  },
);

test.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain'])(
  'a missing body counts as absent, even with the type %s',
  async type => {
    expect((await send('/web/udUser/logout', undefined, type)).status).toBe(200);
    expect((await send('/web/udUser/logout', 'a=b', 'text/plain')).status).toBe(415);
  },
);

test('the remaining allowance of a rate limit is not sent in headers', async () => {
  const { headers } = await fetch(`${server.url}/web/udUser/info`, { method: 'POST' });
  expect([...headers.keys()].filter(name => name.startsWith('x-ratelimit'))).toEqual([]);
});

test('all IPv6 addresses of one /64 count as one in every limit', async () => {
  const strict = await startTestServer({ works: false, environment: { TRUST_PROXY: '1', RATE_PER_MINUTE: '1' } });
  const post = async (path: string, from: string, body: object = {}) => {
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
    return (await fetch(strict.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).status;
  };
  const [one, two, other] = ['2001:db8:7:7::1', '2001:db8:7:7:ffff::2', '2001:db8:7:8::1'];
  expect([await post(loginPath, one), await post(loginPath, two), await post(loginPath, other)]).toEqual([
    400, 429, 400,
  ]);
  for (const from of [one, two, other]) await post('/captcha/get', from, { captchaType: 'blockPuzzle' });
  const { rows } = await strict.postgres.pool.query<{ client: string }>('select distinct client from captcha');
  expect(rows).toHaveLength(2);
  await strict.stop();
});
