// Frozen accounts: every call answers code 2, no login succeeds, tasks go on, and a release lets the person in again.
import type { Overview } from 'contract/routes/operator-needs.ts';
import type { PersonView } from 'contract/routes/operators.ts';
import type { Task } from 'contract/task.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForCode, logInAs, setPassword } from '../../testing/accounts.ts';
import { createClient } from '../../testing/client.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const admin = '13700000011';
let nowMs = Date.now();
let server: TestServer;
let operator: Awaited<ReturnType<typeof equip>>;
let mobile = 13_700_002_000;

beforeAll(async () => {
  server = await startTestServer({
    works: false,
    now: () => new Date(nowMs),
    environment: {
      MEMBERSHIP: 'on',
      PAYMENTS: 'sandbox',
      ADMINS: admin,
      BRAND_CONTACT_EMAIL: 'help@example.org',
    },
  });
  operator = await equip(server, admin);
  await letIn(operator, operator.codeOf());
});
afterAll(() => server.stop());
// Acts are limited per minute.
beforeEach(() => {
  nowMs += 60_000;
});

const view = async (id: string) => (await operator.client.get<PersonView>(`/admin/person?id=${id}`)).body.data;
const act = (what: 'freeze' | 'unfreeze', accountId: string, seen: number, key?: string) =>
  operator.client.post<{ act: string }>(
    `/admin/${what}`,
    { accountId, reason: `${what} for a test`, seen },
    key ? { 'idempotency-key': key } : {},
  );

test('a frozen account is refused everywhere, its tasks go on, and its release ends the earlier logins', async () => {
  const number = String(++mobile);
  const person = await logInAs(server, number);
  await setPassword(server, number, 'right-one-1');
  const upload = await person.client.upload(makeBmp(8, 8), 'a.bmp');
  const { taskId } = (await person.client.convert(upload, { wait: 0 })).body.data;
  const frozen = await act('freeze', person.user.id, 0);
  expect(frozen.status).toBe(200);

  for (const [method, path] of [
    ['post', '/web/udUser/info'],
    ['get', '/web/task'],
    ['get', `/web/task/${taskId}`],
    ['get', '/web/udUser/balance'],
    ['post', '/web/tos/new-get-signature-norecord'],
    ['post', '/web/picture/format/newPicFormat'],
  ] as const) {
    const body = { fileName: 'a.bmp', fileSize: 10, imageUrl: upload, format: 'png' };
    const reply = await (method === 'get' ? person.client.get(path) : person.client.post(path, body));
    expect([path, reply.status, reply.body.code, reply.body.error]).toEqual([path, 401, 2, 'ACCOUNT_GONE']);
  }
  const visitor = createClient(server.url);
  const byPassword = () =>
    visitor.post<{ token: string }>('/web/udUser/userLogin', { username: number, password: 'right-one-1' });
  expect((await visitor.post('/web/udUser/userLogin', { username: number, password: 'wrong-one-1' })).body.error).toBe(
    'PASSWORD_WRONG',
  );
  const refused = await byPassword();
  expect(errorOf(refused)).toEqual([403, 'ACCOUNT_FROZEN']);
  expect(refused.body.msg).toContain('help@example.org');
  const code = await askForCode(server, number);
  const byCode = await visitor.post('/web/udUser/userLogin', { mobile: number, code }, { lang: 'zh' });
  expect([byCode.body.error, byCode.body.msg]).toEqual([
    'ACCOUNT_FROZEN',
    '账号已被冻结，暂时不能登录。如有疑问，请联系我们：help@example.org',
  ]);
  const reset = { mobile: number, code, password: 'another-1' };
  expect((await visitor.post('/web/udUser/updatePassWord', reset)).body.error).toBe('ACCOUNT_FROZEN');

  const seen = await view(person.user.id);
  expect(seen.person.isFrozen).toBe(true);
  expect(seen.acts[0]).toMatchObject({ id: frozen.body.data.act, act: 'freeze', reason: 'freeze for a test' });
  expect(seen.acts[0]?.details).toMatchObject({ before: { isFrozen: false }, after: { isFrozen: true } });

  const worker = server.startWorker();
  const status = async () =>
    (await server.postgres.pool.query('select status from task where id = $1', [taskId])).rows[0]?.status;
  await expect.poll(status, { timeout: 30_000 }).toBe('done');
  await worker.stop();

  expect((await act('unfreeze', person.user.id, seen.seen)).status).toBe(200);
  expect(errorOf(await person.client.post('/web/udUser/info'))).toEqual([401, 'LOGIN_EXPIRED']);
  const again = await byPassword();
  expect(again.status).toBe(200);
  const token = again.body.data.token;
  const task = await visitor.get<Task>(`/web/task/${taskId}`, { token });
  expect(task.body.data.status).toBe('done');
});

test('freezing is done once for a repeated request, refused after another act, and open to operators alone', async () => {
  const { user, client } = await logInAs(server, String(++mobile));
  const [first, second] = [await act('freeze', user.id, 0, 'once'), await act('freeze', user.id, 0, 'once')];
  expect([first.status, second.body.data.act]).toEqual([200, first.body.data.act]);
  expect(errorOf(await act('unfreeze', user.id, 0))).toEqual([409, 'CHANGED_MEANWHILE']);
  expect(errorOf(await act('freeze', '00000000-0000-4000-8000-000000000000', 0))).toEqual([404, 'ACCOUNT_NOT_FOUND']);
  const stranger = await logInAs(server, String(++mobile));
  for (const other of [stranger.client, server.client, client])
    expect((await other.post('/admin/freeze', { accountId: user.id, reason: 'x', seen: 0 })).status).not.toBe(200);
  expect((await operator.client.post('/admin/freeze', { accountId: user.id, reason: ' ', seen: 1 })).status).toBe(400);
  // A gift to a frozen account is booked, and is there after the release.
  const { seen } = await view(user.id);
  const gift = { accountId: user.id, coins: 3, reason: 'sorry', seen };
  expect((await operator.client.post('/admin/grant', gift)).status).toBe(200);
});

test('the overview shows the orders, failures and lanes that need an operator, and the disk', async () => {
  const { client } = await logInAs(server, String(++mobile));
  const upload = await client.upload(makeBmp(8, 8), 'a.bmp');
  await client.convert(upload, { wait: 0 });
  await server.postgres.pool.query(
    `insert into task (id, owner, tool, call, key_code, lane, options, inputs, status, stage, request_hash, pace, expires_at, ended_at, error)
      select gen_random_uuid(), 'other', 'gif', 'make', 'IMAGE_CHANGE', 'image', '{}', '[]', 'failed', 'failed', '', '', now() + interval '1 hour', now(), '{"error":"DEADLINE"}'
      from generate_series(1, 3)`,
  );
  const { status, body } = await operator.client.get<Overview>('/admin/overview');
  expect(status).toBe(200);
  expect(body.data.stuck).toEqual({ list: [], total: 0 });
  expect(body.data.failures[0]).toMatchObject({ tool: 'gif', call: 'make', failed: 3 });
  expect(body.data.failures[0]?.errors).toEqual([{ error: 'DEADLINE', count: 3 }]);
  expect(body.data.idleLanes).toContainEqual({ lane: 'image', waiting: 1 });
  expect(body.data.disk?.freeBytes).toBeGreaterThan(0);
  expect(errorOf(await client.get('/admin/overview'))).toEqual([404, 'NOT_FOUND']);
});
