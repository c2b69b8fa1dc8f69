// Saved pipelines: by name, by id, of one account each, and only what could run.
import type { SavedPipeline } from 'contract/routes/pipelines.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoggedIn, logInAs } from '../../testing/accounts.ts';
import { makeApiKey } from '../../testing/api-keys.ts';
import { paths } from '../../testing/pipelines.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let person: LoggedIn;
let other: LoggedIn;
beforeAll(async () => {
  server = await startTestServer({ works: false });
  [person, other] = (await Promise.all(['13730000001', '13730000002'].map(mobile => logInAs(server, mobile)))) as [
    LoggedIn,
    LoggedIn,
  ];
});
afterAll(() => server.stop());

const path = '/web/pipeline/saved';
const toWebp = [{ path: paths.format, payload: { format: 'webp' } }];
const half = [{ path: paths.resize, payload: { percent: 50 } }];
const save = (body: object, { client } = person) => client.post<SavedPipeline>(path, body);
const list = async ({ client } = person) =>
  (await client.get<{ list: SavedPipeline[]; total: number }>(path)).body.data.list;

test('a pipeline is saved, replaced by name or id, and deleted by its owner alone', async () => {
  const { body } = await save({ name: ' Shop  photos ', steps: toWebp });
  expect(body.data).toMatchObject({ name: 'Shop  photos', steps: toWebp });
  const { id } = body.data;
  expect((await save({ name: 'Shop  photos', steps: half })).body.data).toMatchObject({ id, steps: half });
  expect((await save({ id, name: 'Halves', steps: half })).body.data).toMatchObject({ id, name: 'Halves' });
  await save({ name: 'Second', steps: toWebp });
  expect((await list()).map(one => one.name)).toEqual(['Second', 'Halves']);
  expect((await save({ id, name: 'Second', steps: half })).body.error).toBe('PIPELINE_NAME_TAKEN');
  expect(await list(other)).toEqual([]);
  expect((await save({ id, name: 'Mine', steps: half }, other)).status).toBe(404);
  expect((await other.client.post(`${path}/${id}/delete`)).status).toBe(404);
  expect((await person.client.post(`${path}/not-an-id/delete`)).status).toBe(404);
  expect((await person.client.post(`${path}/${id}/delete`)).status).toBe(200);
  expect((await list()).map(one => one.name)).toEqual(['Second']);
});

test.each<[string, object, number, string]>([
  ['no name', { name: '   ', steps: toWebp }, 400, 'BAD_REQUEST'],
  ['a long name', { name: 'x'.repeat(61), steps: toWebp }, 400, 'BAD_REQUEST'],
  ['no steps', { name: 'a', steps: [] }, 400, 'BAD_REQUEST'],
  ['an unknown call', { name: 'a', steps: [{ path: '/web/udUser/info' }] }, 400, 'BAD_REQUEST'],
  [
    'a payload that cannot run',
    { name: 'a', steps: [{ path: paths.format, payload: { format: 'exe' } }] },
    400,
    'BAD_REQUEST',
  ],
  ['steps that do not fit', { name: 'a', steps: [...toWebp, { path: '/web/video/separate' }] }, 400, 'STEP_MISFIT'],
  [
    'too much',
    { name: 'a', steps: [{ path: paths.format, payload: { format: 'webp', more: 'x'.repeat(40_000) } }] },
    413,
    'BODY_TOO_LARGE',
  ],
  [
    'another account’s id',
    { id: '11111111-1111-4111-8111-111111111111', name: 'a', steps: toWebp },
    404,
    'PIPELINE_NOT_FOUND',
  ],
])('%s is not saved', async (_name, body, status, error) => {
  const answer = await save(body, other);
  expect([answer.status, answer.body.error]).toEqual([status, error]);
  expect(await list(other)).toEqual([]);
});

test('a visitor has none, and an API key reads but does not change them', async () => {
  expect((await server.client.get(path)).status).toBe(401);
  expect((await server.client.post(path, { name: 'a', steps: toWebp })).status).toBe(401);
  const key = await makeApiKey(server, person);
  expect((await key.client.get<{ total: number }>(path)).body.data.total).toBe(1);
  expect((await key.client.post(path, { name: 'a', steps: toWebp })).body.error).toBe('KEY_SCOPE');
  const narrow = await makeApiKey(server, person, { scopes: ['tools:*'] });
  expect((await narrow.client.get(path)).body.error).toBe('KEY_SCOPE');
});

test('an account saves up to a hundred, however many calls arrive at once, and they go with it', async () => {
  const answers = await Promise.all(
    Array.from({ length: 103 }, (_, nth) => save({ name: `n${nth}`, steps: toWebp }, other)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100);
  expect(answers.find(({ status }) => status !== 200)!.body.error).toBe('PIPELINES_TOO_MANY');
  expect(await list(other)).toHaveLength(100);
  await server.postgres.pool.query('delete from account where id = $1', [other.user.id]);
  const { rows } = await server.postgres.pool.query('select 1 from saved_pipeline where account_id = $1', [
    other.user.id,
  ]);
  expect(rows).toEqual([]);
});
