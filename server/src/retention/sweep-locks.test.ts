// A sweep of rows waits for no lock: a locked row stays until the next pass, the others are deleted immediately.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdRows } from '../../testing/locks.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { sweepExpired } from './sweep.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());

const query = async (text: string) => (await server.postgres.pool.query<{ name: string }>(text)).rows;
const past = `now() - interval '3 days'`;

/** Table, its name column, and the insert of a row that expired long ago. */
const tables: [table: string, column: string, insert: string][] = [
  [
    'login',
    'device',
    `insert into login (id, token_hash, device, created_at, last_seen_at, expires_at)
      values (gen_random_uuid(), $1::text::bytea, $1, ${past}, ${past}, ${past})`,
  ],
  ['sms_code', 'mobile', `insert into sms_code values ($1, '', 0, ${past}, ${past})`],
  ['login_key', 'subject', `insert into login_key values ($1::text::bytea, 'mobile', $1, ${past})`],
  ['captcha', 'token', `insert into captcha values ($1, 'clickWord', '', '[]', '', ${past}, ${past})`],
  ['wechat_login', 'scene', `insert into wechat_login values ($1::text::bytea, 'qr', $1, null, null, ${past})`],
  ['wechat_person', 'id', `insert into wechat_person values ($1, null, null, ${past})`],
  ['allowance', 'key', `insert into allowance values ($1, 1, ${past})`],
];

test.each(tables)('%s', async (table, column, insert) => {
  for (const name of ['free', 'held', 'free too']) await server.postgres.pool.query(insert, [name]);
  const held = await holdRows(server.postgres, `select from ${table} where ${column} = 'held'`);
  await sweepExpired(server.parts);
  expect(await query(`select ${column} as name from ${table}`)).toEqual([{ name: 'held' }]);
  await held.release();
  await sweepExpired(server.parts);
  expect(await query(`select ${column} as name from ${table}`)).toEqual([]);
});

test('an expired WeChat person is deleted although a login holds the scan that names it', async () => {
  await query(`insert into wechat_person values ('scanned', null, null, ${past})`);
  await query(`insert into wechat_login values ('1', 'qr', 'scene', null, 'scanned', now() + interval '5 minutes')`);
  const held = await holdRows(server.postgres, `select from wechat_login where scene = 'scene'`);
  await sweepExpired(server.parts);
  expect(await query('select id as name from wechat_person')).toEqual([]);
  await held.release();
});
