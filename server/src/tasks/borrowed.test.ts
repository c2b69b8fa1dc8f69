// Borrowed files (another owner's result or avatar used as a task's input) outlive the task and the account that borrowed them.
import type { User } from 'contract/routes/accounts.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

/** The keys of a result and an avatar of a new account. */
async function makeLent(mobile: string): Promise<{ result: string; avatar: string }> {
  const { client } = await logInAs(server, mobile);
  const { result } = (await client.convert(await client.upload(makeBmp(8, 8), 'a.bmp'))).body.data;
  const avatar = await client.upload(makeBmp(9, 9), 'me.bmp');
  const url = (await client.post<User>('/web/udUser/update/info', { avatar })).body.data.avatar ?? '';
  return { result: result?.files[0]?.path ?? '', avatar: new URL(url).pathname.replace('/store/', '') };
}

const isThere = async (key: string) => (await server.parts.objects.stat(key)) !== undefined;

test("a person who works on another owner's files deletes only their own files", async () => {
  const lent = await makeLent('13400000001');
  for (const key of [lent.result, lent.avatar]) {
    const { taskId } = (await server.stranger.convert(key)).body.data;
    expect((await server.stranger.post(`/web/task/${taskId}/delete`)).status).toBe(200);
    await sweepExpired(server.parts);
    expect([key, await isThere(key)]).toEqual([key, true]);
  }
});

test('deleting the account that borrowed files leaves the files in place', async () => {
  const lent = await makeLent('13400000002');
  const mobile = '13400000003';
  const borrower = await logInAs(server, mobile);
  const own = await borrower.client.upload(makeBmp(7, 7), 'own.bmp');
  for (const key of [lent.result, lent.avatar, own]) await borrower.client.convert(key);
  const reply = await borrower.client.post('/web/udUser/delete', { code: await askForCode(server, mobile) });
  expect(reply.status).toBe(200);
  await sweepExpired(server.parts);
  expect(await Promise.all([lent.result, lent.avatar, own].map(isThere))).toEqual([true, true, false]);
});
