// Creating, listing, changing and revoking API keys over HTTP, and what happens to them when their account is frozen or deleted.
import { createHash } from 'node:crypto';
import type { ApiKey } from 'contract/routes/api-keys.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForCode, type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { allScopes, clientWithKey, makeApiKey } from '../../testing/api-keys.ts';
import { errorOf } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { freeze, unfreeze } from '../admin/acts.ts';
import { deleteOldKeys, maxLiveKeys } from './api-keys.ts';

let server: TestServer;
let logged = '';
beforeAll(async () => {
  const log = pino({ level: 'debug' }, { write: line => (logged += line) });
  server = await startTestServer({ works: false, log });
});
afterAll(() => server.stop());

let lastMobile = 13_500_000_000;
const newPerson = () => logInAs(server, String(++lastMobile));
const listOf = async ({ client }: LoggedIn) =>
  (await client.get<{ list: ApiKey[]; total: number }>('/web/apiKey')).body.data;
const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;

test('a key is shown once and stored as its hash beside its last four characters', async () => {
  const person = await newPerson();
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const sent = {
    name: ' Shop ',
    scopes: ['tools:image-converter', 'tasks:read', 'tasks:read'],
    perMinute: 7,
    usesPerMonth: 100,
    coinsPerMonth: 0,
    addresses: ['203.0.113.77/24', '2001:DB8::1'],
    expiresAt,
  };
  const { client: _, key, ...made } = await makeApiKey(server, person, sent);
  expect(key).toMatch(/^pxk_[\w-]{43}$/);
  expect(made).toMatchObject({
    name: 'Shop',
    scopes: ['tools:image-converter', 'tasks:read'],
    lastFour: key.slice(-4),
    perMinute: 7,
    usesPerMonth: 100,
    coinsPerMonth: 0,
    usesThisMonth: 0,
    addresses: ['203.0.113.0/24', '2001:db8::1/128'],
    expiresAt,
    lastUsedAt: null,
    revokedAt: null,
  });
  expect(await listOf(person)).toEqual({ list: [made], total: 1 });
  const [row] = await query('select * from api_key where id = $1', [made.id]);
  expect(row.key_hash).toEqual(createHash('sha256').update(key).digest());
  expect(JSON.stringify(row)).not.toContain(key.slice(4, -4));
  expect(await listOf(await newPerson())).toEqual({ list: [], total: 0 });
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ scopes: [] }, 'scopes'],
  [{ scopes: ['tasks:read', 'tools:nothing'] }, 'scopes.1'],
  [{ scopes: ['tasks:write'] }, 'scopes.0'],
  [{ scopes: ['tools:'] }, 'scopes.0'],
  [{ perMinute: 0 }, 'perMinute'],
  [{ usesPerMonth: -1 }, 'usesPerMonth'],
  [{ coinsPerMonth: 1.5 }, 'coinsPerMonth'],
  [{ addresses: ['10.0.0.0/8', '10.0.0.0/33'] }, 'addresses.1'],
  [{ addresses: ['example.org'] }, 'addresses.0'],
  [{ addresses: ['127.1'] }, 'addresses.0'],
  [{ addresses: ['0177.0.0.1'] }, 'addresses.0'],
  [{ addresses: ['2001:db8::/129'] }, 'addresses.0'],
  [{ addresses: ['fe80::1%eth0'] }, 'addresses.0'],
  [{ expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  [{ expiresAt: 'tomorrow' }, 'expiresAt'],
])('%o is refused at %s', async (fields, path) => {
  const { client } = await newPerson();
  const reply = await client.post('/web/apiKey', { name: 'Shop', scopes: allScopes, ...fields });
  expect(errorOf(reply)).toEqual([400, 'BAD_REQUEST']);
  expect((reply.body.details as { path: string }[]).map(issue => issue.path)).toContain(path);
});

test('a change keeps what was not sent, null removes a limit, and a revoked key cannot be changed', async () => {
  const person = await newPerson();
  const { id } = await makeApiKey(server, person, { perMinute: 7, usesPerMonth: 5, addresses: ['10.0.0.0/8'] });
  const change = async (fields: object) => (await person.client.post<ApiKey>(`/web/apiKey/${id}`, fields)).body.data;
  expect(await change({ name: 'Other', scopes: ['account:read'] })).toMatchObject({
    name: 'Other',
    scopes: ['account:read'],
    perMinute: 7,
    usesPerMonth: 5,
    addresses: ['10.0.0.0/8'],
  });
  expect(await change({ usesPerMonth: null, coinsPerMonth: 3, perMinute: null, addresses: [] })).toMatchObject({
    usesPerMonth: null,
    coinsPerMonth: 3,
    perMinute: 300,
    addresses: [],
  });
  const revoked = await person.client.post<ApiKey>(`/web/apiKey/${id}/revoke`);
  expect(revoked.body.data.revokedAt).toMatch(/^20/);
  const again = await person.client.post<ApiKey>(`/web/apiKey/${id}/revoke`);
  expect([again.status, again.body.data.revokedAt]).toEqual([200, revoked.body.data.revokedAt]);
  expect(errorOf(await person.client.post(`/web/apiKey/${id}`, { name: 'x' }))).toEqual([404, 'KEY_NOT_FOUND']);
});

test('nobody reads, changes or revokes the key of another account, and nobody without a login', async () => {
  const owner = await newPerson();
  const { id } = await makeApiKey(server, owner);
  const other = await newPerson();
  for (const path of [`/web/apiKey/${id}`, `/web/apiKey/${id}/revoke`, '/web/apiKey/nonsense']) {
    expect(errorOf(await other.client.post(path, { name: 'x' }))).toEqual([404, 'KEY_NOT_FOUND']);
    expect(errorOf(await server.client.post(path, { name: 'x' }))).toEqual([401, 'LOGIN_REQUIRED']);
  }
  expect(errorOf(await server.client.get('/web/apiKey'))).toEqual([401, 'LOGIN_REQUIRED']);
  expect((await listOf(owner)).list[0]).toMatchObject({ name: 'Shop', revokedAt: null });
});

test('an account has a limited number of live keys, also when they are created at once', async () => {
  const person = await newPerson();
  const make = () => person.client.post<ApiKey>('/web/apiKey', { name: 'Shop', scopes: allScopes });
  const replies = await Promise.all(Array.from({ length: maxLiveKeys + 3 }, make));
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(errorOf)).toEqual(Array.from({ length: 3 }, () => [409, 'TOO_MANY_KEYS']));
  const { list } = await listOf(person);
  expect(list).toHaveLength(maxLiveKeys);
  await person.client.post(`/web/apiKey/${list[0]!.id}/revoke`);
  expect((await make()).status).toBe(200);
});

test('the keys of a frozen account stop, and work again once it is released', async () => {
  const person = await newPerson();
  const { client } = await makeApiKey(server, person);
  const { database, config } = server.parts;
  const operator = { database, config, name: 'root' };
  const grounds = { reason: 'a test' };
  expect((await client.get('/web/udUser/balance')).status).toBe(200);
  await freeze(operator, person.user.id, grounds);
  expect(errorOf(await client.get('/web/udUser/balance'))).toEqual([401, 'KEY_INVALID']);
  await unfreeze(operator, person.user.id, grounds);
  expect((await client.get('/web/udUser/balance')).status).toBe(200);
});

test('the export lists keys without secrets, and a deleted account takes its keys with it', async () => {
  const mobile = String(++lastMobile);
  const person = await logInAs(server, mobile);
  const { id, key, client } = await makeApiKey(server, person, { usesPerMonth: 5 });
  const exported = await (await fetch(`${server.url}/web/udUser/export`, { headers: person.client.headers })).text();
  expect(JSON.parse(exported).data.apiKeys).toMatchObject([{ id, name: 'Shop', lastFour: key.slice(-4) }]);
  expect(exported).not.toContain(key);
  const hash = createHash('sha256').update(key).digest();
  for (const form of ['hex', 'base64', 'base64url'] as const) expect(exported).not.toContain(hash.toString(form));
  const gone = await person.client.post('/web/udUser/delete', { code: await askForCode(server, mobile) });
  expect(gone.status).toBe(200);
  expect(errorOf(await client.get('/web/udUser/balance'))).toEqual([401, 'KEY_INVALID']);
  expect(await query('select id from api_key where id = $1', [id])).toEqual([]);
  expect(await query('select key_id from key_spending where key_id = $1', [id])).toEqual([]);
});

test('a key that ended three months ago is deleted, a live one stays', async () => {
  const person = await newPerson();
  const [ended, revoked, live] = [
    await makeApiKey(server, person),
    await makeApiKey(server, person),
    await makeApiKey(server, person),
  ];
  const long = "now() - interval '91 days'";
  await query(`update api_key set expires_at = ${long} where id = $1`, [ended.id]);
  await query(`update api_key set revoked_at = ${long} where id = $1`, [revoked.id]);
  await deleteOldKeys(server.parts.database, server.parts.now());
  expect((await listOf(person)).list.map(({ id }) => id)).toEqual([live.id]);
  expect(await query('select key_id from key_spending where key_id = any ($1)', [[ended.id, revoked.id]])).toEqual([]);
});

test('the time of the last use is recorded once a minute, and no key is ever logged', async () => {
  const person = await newPerson();
  const { id, key, client } = await makeApiKey(server, person);
  const lastUsed = async () => (await query('select last_used_at from api_key where id = $1', [id]))[0].last_used_at;
  await client.get('/web/udUser/balance');
  const first = await lastUsed();
  expect(Math.abs(server.parts.now().getTime() - first.getTime())).toBeLessThan(60_000);
  await client.get('/web/udUser/balance');
  expect(await lastUsed()).toEqual(first);
  await query(`update api_key set last_used_at = now() - interval '61 seconds' where id = $1`, [id]);
  await client.get('/web/udUser/balance');
  expect((await lastUsed()).getTime()).toBeGreaterThanOrEqual(first.getTime());
  // A fault is logged together with its request.
  await query('alter table use_record rename to use_record_away');
  expect((await client.get('/web/udUser/getUseList')).status).toBe(500);
  await query('alter table use_record_away rename to use_record');
  await clientWithKey(server.url, `${key.slice(0, -1)}_`).get('/web/udUser/balance');
  expect(logged).toContain('a request failed unexpectedly');
  expect(logged).not.toContain(key.slice(4, 20));
});
