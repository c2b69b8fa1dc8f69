// Transactions that change several tasks or objects lock tasks first, then objects, each kind in the order of its key
// (docs/decisions/locks.md), so that no two of them deadlock.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { askForCode, logInAs } from '../../testing/accounts.ts';
import { findFree, holdRows } from '../../testing/locks.ts';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { makeKey } from '../adapters/objects-names.ts';
import type { Querier } from '../adapters/postgres.ts';
import { noteMasks, releaseEarlierResults, releaseObjects } from '../objects/objects.ts';
import { giveObjects } from '../objects/owner-queries.ts';
import { deleteObjects, markExpired } from '../objects/store.ts';
import { useObjects } from '../objects/use-queries.ts';
import { giveTasks, removeTasksOf } from './owner-store.ts';
import { lockFailed } from './retry-store.ts';
import { forgetTask } from './tasks.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ works: false });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await query('delete from task');
  await query('delete from stored_object');
});

const query = async (text: string, values: unknown[] = []) => (await server.postgres.pool.query(text, values)).rows;
const later = new Date(Date.now() + 3_600_000);
const failed = `update task set status = 'failed', ended_at = now(), error = '{"error": "UNEXPECTED", "details": null}'`;

test('a retry of a batch and the deletion of its account at the same time are both answered', async () => {
  const mobile = '13500000001';
  const { client } = await logInAs(server, mobile);
  const keys: string[] = [];
  for (const size of [7, 8, 9]) keys.push(await client.upload(makeBmp(size, size), `${size}.bmp`));
  for (const key of keys) await client.convert(key, { batchId: 'left-behind', wait: 0 });
  await query(failed);
  const code = await askForCode(server, mobile);
  const held = await holdRows(server.postgres, 'select from stored_object where key = $1', [keys.sort()[1]]);
  const deleted = client.post('/web/udUser/delete', { code });
  await held.untilWaiting(1);
  const retried = client.post('/web/batch/left-behind/retry');
  await held.untilWaiting(2);
  await held.release();
  expect((await deleted).body).toMatchObject({ code: 200 });
  expect((await retried).body.error).toBe('TASK_NOT_FOUND');
  expect(await query('select id from task')).toEqual([]);
});

/** Inserts three tasks and three objects of the last task. The row whose name sorts first is last on disk and in every index. */
async function makeRows(owner: string): Promise<{ ids: string[]; keys: string[]; taskId: string }> {
  const ids = [randomUUID(), randomUUID(), randomUUID()].sort();
  const keys = [1, 2, 3].map(() => makeKey('input', new Date(), 'bmp')).sort();
  const taskId = ids[2]!;
  for (const id of ids.toReversed())
    await query(
      `insert into task (id, batch_id, owner, tool, call, key_code, lane, options, inputs, status, stage, request_hash, pace, expires_at, created_at)
        values ($1, 'batch', $2, 't', 'c', 'MATTING', 'image', '{}', '[]', 'queued', 'waiting', '', '', now(), $3)`,
      [id, owner, new Date(ids.indexOf(id) * 1000)],
    );
  await query(failed);
  for (const key of keys.toReversed())
    await query(
      `insert into stored_object (key, name, bytes, is_complete, task_id, expires_at, purpose, owner)
        values ($1, 'a', 1, true, $2, now(), 'input', $3)`,
      [key, taskId, owner],
    );
  return { ids, keys, taskId };
}

interface Rows {
  readonly keys: readonly string[];
  readonly taskId: string;
  readonly owner: string;
}

const signed = (since: Date) => ({ since, forMs: 1000, upToBytes: 10 });
const removeAll = (db: Querier, { owner }: Rows): Promise<unknown> => removeTasksOf(db, owner, later);
/** Runs on the connection of the transaction that the test opened. */
const removeOne = (db: Querier, { taskId }: Rows): Promise<unknown> =>
  forgetTask(
    {
      now: () => later,
      database: { transaction: () => ({ execute: (act: (db: Querier) => unknown) => act(db) }) },
    } as never,
    taskId,
  );

test.each<[string, (db: Querier, rows: Rows) => Promise<unknown>]>([
  [
    'using',
    (trx, { keys, taskId }) =>
      useObjects(
        trx,
        [...keys].map(key => ({ key, taskId })),
        later,
      ),
  ],
  ['noting masks', (trx, { keys }) => noteMasks(trx, keys)],
  ['releasing', (trx, { keys }) => releaseObjects(trx, keys, later)],
  ['releasing earlier results', (trx, { taskId }) => releaseEarlierResults(trx, { taskId, keys: [], now: later })],
  ['giving', (trx, { owner }) => giveObjects(trx, { from: owner, to: 'account:y', max: 1000 })],
  ['marking', (trx, { keys }) => markExpired(trx, keys, later)],
  ['deleting', (trx, { keys }) => deleteObjects(trx, keys, signed(later))],
  ['deleting what may return', (trx, { keys }) => deleteObjects(trx, keys, signed(new Date(0)))],
  ['removing the task', removeOne],
  ['removing all tasks', removeAll],
])('objects are locked by key: %s', async (name, change) => {
  const owner = 'visitor:x';
  const { keys, taskId } = await makeRows(owner);
  // Only rows marked as removed are ever deleted.
  if (name.startsWith('deleting')) await query('update stored_object set is_removed = true');
  const held = await holdRows(server.postgres, 'select from stored_object where key = $1', [keys[1]]);
  const changed = server.parts.database.transaction().execute(trx => change(trx, { keys, taskId, owner }));
  await held.untilWaiting(1);
  expect(await findFree(server.postgres, 'select key from stored_object')).toEqual([keys[2]]);
  await held.release();
  await changed;
});

test.each<[string, (db: Querier, owner: string) => Promise<unknown>]>([
  ['running again', (trx, owner) => lockFailed(trx, 'batch', owner)],
  ['giving', (trx, owner) => giveTasks(trx, owner, 'account:y')],
  ['removing', (trx, owner) => removeTasksOf(trx, owner, later)],
])('tasks are locked by id: %s', async (_name, change) => {
  const owner = 'visitor:x';
  const { ids } = await makeRows(owner);
  const held = await holdRows(server.postgres, 'select from task where id = $1', [ids[1]]);
  const changed = server.parts.database.transaction().execute(trx => change(trx, owner));
  await held.untilWaiting(1);
  expect(await findFree(server.postgres, 'select id from task')).toEqual([ids[2]]);
  await held.release();
  await changed;
});

test('the removal of an owner waits for no row of another one, and leaves it', async () => {
  const { ids } = await makeRows('visitor:x');
  const others = await makeRows('visitor:y');
  const held = await holdRows(server.postgres, "select from task where owner = 'visitor:y'");
  await server.parts.database.transaction().execute(trx => removeTasksOf(trx, 'visitor:x', later));
  await held.release();
  const left = (await query('select id from task')).map(row => row.id);
  expect(left.sort()).toEqual(others.ids);
  expect(left).not.toContain(ids[0]);
});

test.each([
  ['one', removeOne, 2],
  ['all', removeAll, 0],
])('tasks that are removed are locked before their objects: %s', async (_name, remove, free) => {
  const owner = 'visitor:x';
  const { keys, taskId } = await makeRows(owner);
  const held = await holdRows(server.postgres, 'select from stored_object where key = $1', [keys[0]]);
  const removed = server.parts.database
    .transaction()
    .execute((trx): Promise<unknown> => remove(trx, { keys, taskId, owner }));
  await held.untilWaiting(1);
  expect(await findFree(server.postgres, 'select id from task')).toHaveLength(free);
  await held.release();
  await removed;
});
