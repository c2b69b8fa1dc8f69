// Calls with an API key over HTTP: which routes are open to which scopes, wrong keys, addresses and the limit per minute.
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { clientWithKey, makeApiKey } from '../../testing/api-keys.ts';
import { converterPath } from '../../testing/client.ts';
import { errorOf } from '../../testing/operators.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { buildApp } from '../app.ts';

let server: TestServer;
let person: LoggedIn;
beforeAll(async () => {
  server = await startTestServer({
    environment: { MEMBERSHIP: 'on', PAYMENTS: 'sandbox', TRUST_PROXY: '1', ADMINS: '13400000001' },
  });
  person = await logInAs(server, '13400000001');
});
afterAll(() => server.stop());

const balance = '/web/udUser/balance';

interface Described {
  readonly description?: string;
  readonly security?: readonly object[];
}

/** Every documented call: its method, its path with plausible parameters, and its description. */
async function readCalls() {
  const { body } = await fetch(`${server.url}/openapi.json`).then(async reply => ({ body: await reply.json() }));
  const { paths, components } = body as {
    paths: Record<string, Record<string, Described>>;
    components: { securitySchemes: object };
  };
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      call: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
      described,
    })),
  );
  // Signed addresses of the store and providers' notices have no owner, so no key is looked up. Captchas answer in an envelope of their own, below.
  return {
    calls: calls.filter(({ path }) => !/^\/(?:store|captcha|pay\/notify)\//.test(path)),
    schemes: components.securitySchemes,
  };
}

/** The only calls that a key may reach, beside those of tools and the tools' lists of choices. */
const openToKeys = [
  'GET /api/dictDetail',
  'GET /api/dictDetail/map',
  'GET /web/aiPrompt/getList',
  'GET /web/aiPromptCategroy',
  'GET /web/aidrawModel/getDetail',
  'GET /web/aidrawModel/pageList',
  'GET /web/batch/{batchId}',
  'GET /web/batch/{batchId}/events',
  'GET /web/batch/{batchId}/zip',
  'GET /web/designTemplate/getDetail',
  'GET /web/designTemplate/getRandomList',
  'GET /web/designTemplateType/getDetail',
  'GET /web/designTemplateType/getList',
  'GET /web/page/help/{tool}',
  'GET /web/page/{name}',
  'GET /web/pipeline/saved',
  'GET /web/progressSetting/getList',
  'GET /web/settings',
  'GET /web/task',
  'GET /web/task/{taskId}',
  'GET /web/task/{taskId}/events',
  'GET /web/task/{taskId}/zip',
  'GET /web/tos/facts',
  'GET /web/tos/film',
  'GET /web/tos/parts',
  'GET /web/tos/peaks',
  'GET /web/tos/poster',
  'GET /web/udCoinFunction/getList',
  'GET /web/udUser/balance',
  'GET /web/udUser/getRechargeList',
  'GET /web/udUser/getUseList',
  'GET /web/video/parse/file/{taskId}/{place}/{signature}/{name}',
  'GET /web/wxaqapi/getWxMessage',
  'POST /api/udUserUseRecordData/addUserRecord',
  'POST /api/udUserUseRecordData/updUserRecord',
  'POST /mcp',
  'POST /web/batch/{batchId}/retry',
  'POST /web/pipeline',
  'POST /web/pipeline/quote',
  'POST /web/task/quote',
  'POST /web/task/{taskId}/cancel',
  'POST /web/task/{taskId}/delete',
  'POST /web/task/{taskId}/download',
  'POST /web/tos/abort',
  'POST /web/tos/complete',
  'POST /web/tos/new-get-signature-norecord',
  'POST /web/tos/part',
  'POST /web/tos/size',
];

test('of all calls a key with every scope reaches those listed here and the tools; each other is refused', async () => {
  const { key } = await makeApiKey(server, person, { perMinute: 6000 });
  const { calls, schemes } = await readCalls();
  expect(Object.keys(schemes).sort()).toEqual(['apiKey', 'token']);
  const open: string[] = [];
  const misdescribed: string[] = [];
  for (const { call, method, path, described } of calls) {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const reply = await fetch(server.url + path, { method, headers, ...(method === 'POST' && { body: '{}' }) });
    const refusal = reply.status === 403 ? ((await reply.json()) as { error: string }).error : '';
    if (reply.status !== 403) await reply.body?.cancel();
    const isOpen = refusal !== 'KEY_SCOPE';
    if (isOpen) open.push(call);
    // The description says the same.
    const names = (described.security ?? []).some(way => 'apiKey' in way);
    if (names !== isOpen) misdescribed.push(call);
  }
  expect(misdescribed).toEqual([]);
  const isOfTool = (call: string) =>
    calls.some(one => one.call === call && /scope tools:(?!\*)|choices/.test(JSON.stringify(one.described)));
  expect(open.filter(call => !isOfTool(call)).sort()).toEqual(openToKeys);
  expect(open.length).toBeGreaterThan(openToKeys.length + 20);
  const closed = calls.map(({ call }) => call).filter(call => !open.includes(call));
  for (const call of [
    'GET /web/apiKey',
    'POST /web/apiKey',
    'POST /web/apiKey/{id}',
    'POST /web/apiKey/{id}/revoke',
    'POST /web/udUser/userLogin',
    'POST /web/udUser/info',
    'POST /web/udUser/delete',
    'POST /web/createPreOrder',
    'GET /web/udUser/deductionCoin',
    'GET /admin/people',
  ])
    expect(closed).toContain(call);
});

test('a captcha, which belongs to a login, is refused to a key in its own envelope', async () => {
  const { key } = await makeApiKey(server, person);
  const ask = async (headers: Record<string, string>) => {
    const body = JSON.stringify({ captchaType: 'blockPuzzle' });
    const sent = { 'content-type': 'application/json', ...headers };
    const reply = await fetch(`${server.url}/captcha/get`, { method: 'POST', headers: sent, body });
    return ((await reply.json()) as { success: boolean }).success;
  };
  expect(await ask({})).toBe(true);
  expect(await ask({ authorization: `Bearer ${key}` })).toBe(false);
});

test.each([
  ['tools:*', [200, 403, 403]],
  ['tools:image-converter', [200, 403, 403]],
  ['tools:photo-filter', [403, 403, 403]],
  ['tasks:read', [403, 200, 403]],
  ['account:read', [403, 403, 200]],
])('the scope %s opens conversion, tasks and balance: %o', async (scope, statuses) => {
  const imageUrl = await person.client.upload(makeBmp(8, 8), 'p.bmp');
  const { client } = await makeApiKey(server, person, { scopes: [scope] });
  const replies = [await client.convert(imageUrl), await client.get('/web/task'), await client.get(balance)];
  expect(replies.map(({ status }) => status)).toEqual(statuses);
  for (const reply of replies.filter(({ status }) => status === 403)) expect(reply.body.error).toBe('KEY_SCOPE');
});

test('a key acts as its account for uploads, tools, tasks, quotes and batches, with the tools of its scopes alone', async () => {
  const all = await makeApiKey(server, person);
  const imageUrl = await all.client.upload(makeBmp(8, 8), 'p.bmp');
  const { body } = await all.client.convert(imageUrl, { batchId: 'keys' });
  const { taskId, status } = body.data;
  expect(status).toBe('done');
  expect((await person.client.get<Task>(`/web/task/${taskId}`)).body.data.taskId).toBe(taskId);
  expect((await all.client.get<{ total: number }>('/web/batch/keys')).body.data.total).toBe(1);
  const narrow = await makeApiKey(server, person, { scopes: ['tools:photo-filter', 'tasks:read'] });
  expect((await narrow.client.get(`/web/task/${taskId}`)).status).toBe(200);
  for (const act of ['download', 'cancel', 'delete'])
    expect(errorOf(await narrow.client.post(`/web/task/${taskId}/${act}`))).toEqual([403, 'KEY_SCOPE']);
  const quote = (tool: string) => narrow.client.post('/web/task/quote', { tool, payload: {} });
  expect(errorOf(await quote(converterPath))).toEqual([403, 'KEY_SCOPE']);
  expect((await quote('photo-filter')).status).toBe(200);
  expect((await all.client.post(`/web/task/${taskId}/download`)).status).toBe(200);
  expect((await all.client.post(`/web/task/${taskId}/delete`)).status).toBe(200);
  // Another account's key sees nothing of it.
  const other = await makeApiKey(server, await logInAs(server, '13400000002'));
  expect(errorOf(await other.client.get(`/web/task/${taskId}`))).toEqual([404, 'TASK_NOT_FOUND']);
});

test('unknown, revoked and expired keys get the same answer, even on a public call', async () => {
  const [revoked, expired] = [await makeApiKey(server, person), await makeApiKey(server, person)];
  await person.client.post(`/web/apiKey/${revoked.id}/revoke`);
  await server.postgres.pool.query(`update api_key set expires_at = now() - interval '1 second' where id = $1`, [
    expired.id,
  ]);
  const wrong = [`pxk_${'A'.repeat(43)}`, 'pxk_', 'nonsense', '', person.token];
  const clients = [revoked.client, expired.client, ...wrong.map(key => clientWithKey(server.url, key))];
  const answers = await Promise.all(
    clients.map(async client => {
      const { status, body } = await client.get(balance);
      return { status, ...body, requestId: null };
    }),
  );
  expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 401, code: 401, error: 'KEY_INVALID', data: null });
  expect(errorOf(await revoked.client.get('/web/settings'))).toEqual([401, 'KEY_INVALID']);
});

test('a key stands above a token, and other schemes of authorization are left alone', async () => {
  const { client } = await makeApiKey(server, person, { scopes: ['tasks:read'] });
  const token = { token: person.token };
  expect(errorOf(await client.get(balance, token))).toEqual([403, 'KEY_SCOPE']);
  const basic = { authorization: 'Basic dXNlcjpwYXNz' };
  expect((await person.client.get(balance, basic)).status).toBe(200);
});

test('wrong keys from one address are refused for a while; a right key from there still works', async () => {
  const from = { 'x-forwarded-for': '198.51.100.9' };
  const { client } = await makeApiKey(server, person);
  const wrong = clientWithKey(server.url, `pxk_${'B'.repeat(43)}`);
  const statuses: number[] = [];
  for (let i = 0; i < 32; i++) statuses.push((await wrong.get(balance, from)).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), 429, 429]);
  const refused = await wrong.get(balance, from);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await client.get(balance, from)).status).toBe(200);
  expect(errorOf(await wrong.get(balance, { 'x-forwarded-for': '198.51.100.10' }))).toEqual([401, 'KEY_INVALID']);
});

test.each([
  [['203.0.113.0/24'], ['203.0.113.1', '203.0.113.255', '::ffff:203.0.113.9'], ['203.0.112.255', '2001:db8::1']],
  [['203.0.113.7'], ['203.0.113.7'], ['203.0.113.8']],
  [['2001:db8:1::/48'], ['2001:db8:1:ffff::1'], ['2001:db8:2::1', '203.0.113.7']],
  [
    ['2001:db8::5', '10.0.0.0/8'],
    ['2001:db8::5', '10.255.0.1'],
    ['2001:db8::6', '11.0.0.1'],
  ],
  [['::ffff:192.0.2.0/120'], ['192.0.2.200'], ['192.0.3.1']],
])('a key for %o works from %o and not from %o', async (addresses, inside, outside) => {
  const { client } = await makeApiKey(server, person, { addresses });
  const from = (address: string) => client.get(balance, { 'x-forwarded-for': address });
  for (const address of inside) expect([address, (await from(address)).status]).toEqual([address, 200]);
  for (const address of outside) expect(errorOf(await from(address))).toEqual([403, 'KEY_SCOPE']);
});

test('the limit per minute holds over several servers and calls at once, and every answer tells what is left', async () => {
  const other = await buildApp(server.parts);
  onTestFinished(() => other.close());
  const urls = [server.url, await other.listen({ port: 0, host: '127.0.0.1' })];
  const { key, client } = await makeApiKey(server, person, { perMinute: 10 });
  const first = await client.get(balance);
  expect(first.headers.get('ratelimit-limit')).toBe('10');
  expect(first.headers.get('ratelimit-remaining')).toBe('9');
  expect(Number(first.headers.get('ratelimit-reset'))).toBeGreaterThan(50);
  expect(Number(first.headers.get('ratelimit-reset'))).toBeLessThanOrEqual(60);
  const replies = await Promise.all(
    Array.from({ length: 24 }, (_, i) => clientWithKey(urls[i % 2]!, key).get(balance)),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(9);
  const refused = replies.filter(({ status }) => status !== 200);
  for (const reply of refused) {
    expect(errorOf(reply)).toEqual([429, 'RATE_LIMITED']);
    expect(reply.headers.get('ratelimit-remaining')).toBe('0');
    expect(reply.headers.get('retry-after')).toBe(reply.headers.get('ratelimit-reset'));
  }
  // A new minute.
  await server.postgres.pool.query(`update allowance set window_ends_at = now() where key like 'api-key %'`);
  expect((await client.get(balance)).headers.get('ratelimit-remaining')).toBe('9');
  // Refused calls count and carry the headers too.
  const narrow = await makeApiKey(server, person, { scopes: ['tasks:read'], perMinute: 2 });
  expect((await narrow.client.get(balance)).headers.get('ratelimit-remaining')).toBe('1');
});
