// A start waits for a database or a store that is there but not ready, and for nothing else.
import pg from 'pg';
import { expect, test } from 'vitest';
import { StoreUnavailable } from './adapters/objects.ts';
import { DatabaseUnavailable } from './adapters/postgres.ts';
import { ConfigError } from './config.ts';
import { startPatiently } from './start-patiently.ts';

const withCode = (code: string) => Object.assign(new Error('it says so'), { code });
const told = (cause: unknown) => new ConfigError('what to change', { cause });

/** How often is started, and how often is told why, if starts fail with this for so long. 25 s pass at each pause. */
async function count(error: unknown, failures: number, isStopping = () => false) {
  let [starts, tells, now] = [0, 0, 0];
  const start = async () => {
    if (starts++ < failures) throw error;
    return 'started';
  };
  const tell = () => {
    tells += 1;
  };
  const pause = async () => {
    now += 25_000;
  };
  const end = await startPatiently(start, { tell, isStopping, now: () => now, pause }).catch(
    (thrown: unknown) => thrown,
  );
  expect(end).toBe(starts > failures ? 'started' : error);
  return { starts, tells };
}

test.each([
  ['a database that recovers', told(Object.assign(new pg.DatabaseError('starting', 1, 'error'), { code: '57P03' }))],
  ['a database that broke off', told(new DatabaseUnavailable('no answer', { cause: new Error('x') }))],
  ['a database that ended during a migration', new Error('Connection terminated unexpectedly')],
  ['a store that hangs up', told(withCode('ECONNRESET'))],
  ['a store that fails', told(Object.assign(new Error('internal'), { $metadata: { httpStatusCode: 500 } }))],
  ['a store that cannot write yet', new StoreUnavailable('no answer')],
])('%s is waited for, up to a minute', async (_what, error) => {
  expect(await count(error, 2)).toEqual({ starts: 3, tells: 1 });
  expect(await count(error, 9)).toEqual({ starts: 4, tells: 1 });
  expect(await count(error, 2, () => true)).toEqual({ starts: 1, tells: 0 });
});

test.each([
  ['a database at another address', told(new DatabaseUnavailable('no', { cause: withCode('ECONNREFUSED') }))],
  ['a store at an unknown host', told(withCode('ENOTFOUND'))],
  ['a wrong key', told(Object.assign(new Error('denied'), { $metadata: { httpStatusCode: 403 } }))],
  ['a wrong password', told(Object.assign(new pg.DatabaseError('no', 1, 'error'), { code: '28P01' }))],
  ['a mistake of ours', new TypeError('undefined is not a function')],
])('%s is told at once', async (_what, error) => {
  expect(await count(error, 1)).toEqual({ starts: 1, tells: 0 });
});
