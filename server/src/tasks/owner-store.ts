// The SQL of tasks by owner: a login moves a visitor's tasks to an account, and the deletion of an account deletes its tasks.
import { sql } from 'kysely';
import { announceStop } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import { releaseOfOwner } from '../objects/objects.ts';
import { giveObjects, hasManyObjects } from '../objects/owner-queries.ts';
import { releaseDeleted } from '../points/charges.ts';
import { giveTrialsTo } from '../points/trial-queries.ts';
import { lockInOrder, type TaskRow } from './store.ts';

/** Tasks or files that one transaction moves, so that a visitor with tens of thousands does not hold their rows for long. */
const maxPerStep = 1000;

/**
 * Moves tasks and files of a visitor to an account, as many as one transaction may. Returns whether no task is left. Files in excess are moved
 * before the tasks, so that none is left with the visitor when the last task has moved. An idempotency key that the account itself has used is
 * dropped from the visitor's task: a repeated call means the account's own task.
 */
export async function giveTasks(db: Querier, visitor: string, owner: string): Promise<boolean> {
  const hasMore = await hasManyObjects(db, visitor, maxPerStep);
  if (!hasMore) await giveRows(db, visitor, owner);
  await giveObjects(db, { from: visitor, to: owner, max: maxPerStep });
  const { isLeft } = await db.selectNoFrom(hasTasks(visitor).as('isLeft')).executeTakeFirstOrThrow();
  return !isLeft;
}

async function giveRows(db: Querier, visitor: string, owner: string): Promise<void> {
  const isUsed = sql<boolean>`exists (
    select from task as own where own.owner = ${owner} and own.idempotency_key = task.idempotency_key
  )`;
  await db
    .updateTable('task')
    .set({
      owner,
      came_from: visitor,
      idempotency_key: sql<string | null>`case when ${isUsed} then null else idempotency_key end`,
    })
    .where(
      lockInOrder(sql`owner = ${visitor} and id in (
        select id from task where owner = ${visitor} order by created_at desc limit ${maxPerStep}
      )`),
    )
    .execute();
  await giveTrialsTo(db, visitor, owner);
}

/** An SQL condition: the owner has tasks. */
export const hasTasks = (owner: string | null) => sql<boolean>`exists (select from task where owner = ${owner})`;

/** Small, because one task may contain megabytes of recognised text. */
const pageSize = 20;

/** All tasks of an owner, newest first. Loads all ids at once and the rows one page at a time. */
export async function* readAllTasks(db: Querier, owner: string): AsyncGenerator<TaskRow> {
  const ofOwner = db.selectFrom('task').select('id').where('owner', '=', owner);
  const ids = (await ofOwner.orderBy('created_at', 'desc').orderBy('id').execute()).map(row => row.id);
  for (let start = 0; start < ids.length; start += pageSize) {
    const page = sql<boolean>`id = any(${ids.slice(start, start + pageSize)}::uuid[])`;
    const rows = db.selectFrom('task').selectAll().where(page).where('owner', '=', owner);
    yield* await rows.orderBy('created_at', 'desc').orderBy('id').execute();
  }
}

/**
 * Removes the tasks of an owner, stops the running ones, and releases all files of the owner. The next sweep deletes the files, except
 * those that another owner's open task still reads. Locks in the order of docs/decisions/locks.md.
 */
export async function removeTasksOf(db: Querier, owner: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'charge_kind', 'charge_state'])
    .where('owner', '=', owner)
    .orderBy('id')
    .forUpdate()
    .execute();
  await releaseDeleted(db, rows);
  await releaseOfOwner(db, owner, now);
  const stopped = sql`case when ended_at is null then ${announceStop} end`;
  await db.deleteFrom('task').where('owner', '=', owner).returning(stopped.as('stopped')).execute();
}
