// What operators see of the schedule: in the overview, and in the metrics.
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { viewOverview } from '../admin/views.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false, environment: { BACKUP_TO: tmpdir() } });
});
afterAll(() => server.stop());

const scrape = async () => (await fetch(`${server.url}/metrics`)).text();
const note = (age: string, end: string) =>
  server.postgres.pool.query(
    `insert into backup (place, name, began_at, ended_at, bytes, failure) values ('/b', 'n', now() - interval '${age}', now(), ${end})`,
  );

test('the last whole backup, its size, and a failure after it', async () => {
  const show = async () => (await viewOverview(server.parts)).backup;
  expect(await show()).toEqual({ lastAt: null, bytes: null, hasFailed: false, isLate: false });
  await note('50 hours', '123456, null');
  expect(await show()).toMatchObject({ bytes: 123456, hasFailed: false, isLate: true });
  await note('10 hours', '654321, null');
  await note('1 hour', "null, 'The disk is full.'");
  const shown = await show();
  expect(shown).toMatchObject({ bytes: 654321, hasFailed: true, isLate: false });
  await expect.poll(scrape).toContain('pixwright_last_backup_bytes 654321');
  const at = Number(/^pixwright_last_backup_timestamp_seconds (\S+)$/m.exec(await scrape())?.[1]);
  expect(at).toBe(new Date(shown!.lastAt!).getTime() / 1000);
});

test('without a schedule there is nothing to show', async () => {
  const parts = { ...server.parts, config: { ...server.parts.config, backups: null } };
  expect((await viewOverview(parts)).backup).toBeNull();
});
