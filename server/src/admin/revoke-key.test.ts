// An operator sees the API keys of an account without secrets and revokes one, which is recorded with its reason.
import type { PersonView } from 'contract/routes/operators.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { equip, errorOf, letIn } from '../../testing/operators.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const admin = '13700000031';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { ADMINS: admin } });
});
afterAll(() => server.stop());

test('a key is listed without its secret, revoked once, and the act says why', async () => {
  const operator = await equip(server, admin);
  await letIn(operator, operator.codeOf());
  const person = await logInAs(server, '13700000032');
  const { id: keyId, key, lastFour, client } = await makeApiKey(server, person);
  const view = async () => (await operator.client.get<PersonView>(`/admin/person?id=${person.user.id}`)).body.data;
  const before = await view();
  expect(before.apiKeys).toMatchObject([{ id: keyId, name: 'Shop', lastFour, revokedAt: null }]);
  expect(JSON.stringify(before)).not.toContain(key);
  const revoke = (accountId: string, seen = before.seen) =>
    operator.client.post('/admin/apiKey/revoke', { accountId, keyId, reason: 'found in a public repository', seen });
  const other = await logInAs(server, '13700000033');
  expect(errorOf(await revoke(other.user.id))).toEqual([404, 'KEY_NOT_FOUND']);
  expect(errorOf(await person.client.post('/admin/apiKey/revoke', { accountId: person.user.id, keyId }))[0]).toBe(404);
  expect((await revoke(person.user.id)).status).toBe(200);
  expect(errorOf(await client.get('/web/udUser/balance'))).toEqual([401, 'KEY_INVALID']);
  expect(errorOf(await revoke(person.user.id))).toEqual([409, 'CHANGED_MEANWHILE']);
  const after = await view();
  expect(after.apiKeys[0]?.revokedAt).not.toBeNull();
  expect(after.acts[0]).toMatchObject({
    act: 'revoke key',
    subject: person.user.id,
    reason: 'found in a public repository',
    details: { asked: { key: keyId }, after: { name: 'Shop', lastFour } },
  });
});
