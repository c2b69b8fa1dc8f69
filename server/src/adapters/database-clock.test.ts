// The database's clock in a process: it goes by the database whatever this machine's clock does, and a jump of either stops all deletions.
import { pino } from 'pino';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { findPostgres } from '../../testing/find-postgres.ts';
import { makeSchema, startTestServer } from '../../testing/server.ts';
import { sweepExpired } from '../retention/sweep.ts';
import { openDatabaseClock } from './database-clock.ts';
import { connectPostgres } from './postgres.ts';

const hourMs = 3_600_000;
const log = pino({ level: 'silent' });
let realNow: () => number;
beforeEach(() => {
  realNow = Date.now.bind(Date);
});
afterEach(() => void vi.useRealTimers());

/** Sets the clock of this machine, and nothing else that measures time. */
const setClock = (byMs: number) => vi.useFakeTimers({ now: Date.now() + byMs, toFake: ['Date'] });

/** A clock on a database whose own clock a test can set. */
async function openSettable() {
  const { postgres, schema, drop } = await makeSchema();
  await postgres.pool.query(`create table ${schema}.offset_of_clock as select interval '0' as by`);
  await postgres.pool.query(
    `create function ${schema}.clock_timestamp() returns timestamptz language sql as 'select pg_catalog.clock_timestamp() + by from ${schema}.offset_of_clock'`,
  );
  // Names of the schema before those of the system.
  const shifted = connectPostgres(await findPostgres(), { schema: `${schema},pg_catalog` });
  const clock = await openDatabaseClock({ database: shifted.database, log, pauseMs: hourMs });
  onTestFinished(async () => {
    clock.close();
    await shifted.close();
    await drop();
  });
  const setDatabase = (by: string) => postgres.pool.query(`update ${schema}.offset_of_clock set by = $1`, [by]);
  return { clock, setDatabase };
}

/** Looks are made at most once a second. */
const untilLooked = async (ask: () => Promise<unknown>, expected: unknown) =>
  expect.poll(ask, { timeout: 20_000 }).toEqual(expected);

test.each([3 * 24 * hourMs, -3 * 24 * hourMs])(
  'its time is the database’s, also after this machine’s clock was set by %i ms',
  async byMs => {
    const { clock } = await openSettable();
    expect(Math.abs(clock.now().getTime() - realNow())).toBeLessThan(2000);
    const before = performance.timeOrigin + performance.now();
    setClock(byMs);
    expect(Math.abs(clock.now().getTime() - before)).toBeLessThan(2000);
    expect(await clock.findFault()).toContain('3 days');
    expect(await clock.mayDelete()).toBe(false);
    vi.useRealTimers();
    expect(await clock.findFault()).toBeNull();
    expect(await clock.mayDelete()).toBe(true);
  },
);

test.each(['3 days', '-3 days'])(
  'a database whose clock jumps by %s stops deletions, and its time is followed',
  async by => {
    const { clock, setDatabase } = await openSettable();
    expect(await clock.mayDelete()).toBe(true);
    await setDatabase(by);
    await untilLooked(clock.mayDelete, false);
    expect(await clock.findFault()).toContain(by.startsWith('-') ? 'ahead of' : 'behind');
    const offMs = clock.now().getTime() - Date.now();
    expect(Math.round(offMs / hourMs)).toBe(by.startsWith('-') ? -72 : 72);
    // This machine is set as well: the two agree again, and what the jump seems to have ended is still kept.
    setClock(offMs);
    expect(await clock.findFault()).toBeNull();
    expect(await clock.mayDelete()).toBe(false);
    expect(await clock.isSteadyFor(0)).toBe(true);
    expect(await clock.isSteadyFor(60_000)).toBe(false);
  },
);

test('a sweep removes nothing while the clocks differ, even what has expired', async () => {
  let offsetMs = 0;
  const server = await startTestServer({ works: false, now: () => new Date(realNow() + offsetMs) });
  onTestFinished(() => server.stop());
  const key = await server.client.upload(new TextEncoder().encode('GIF89a-something'), 'kept.gif');
  offsetMs = 48 * hourMs;
  setClock(3 * 24 * hourMs);
  expect(await sweepExpired(server.parts)).toEqual({ tasks: 0, objects: 0 });
  expect(await server.parts.objects.stat(key)).toBeDefined();
  vi.useRealTimers();
  expect(await sweepExpired(server.parts)).toEqual({ tasks: 0, objects: 1 });
});
