// The SQL by which operators change lanes.
import type { Lane } from 'contract/tool.ts';
import { sql } from 'kysely';
import { announceTask } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';
import type { LaneSetting } from './lane-queries.ts';

export const writeLaneSetting = (db: Querier, lane: Lane, { width, isPaused }: LaneSetting) =>
  db
    .insertInto('lane_setting')
    .values({ lane, width, is_paused: isPaused })
    .onConflict(conflict => conflict.column('lane').doUpdateSet({ width, is_paused: isPaused }))
    .execute();

/** Announces the waiting tasks of a lane as changed. Skips those that are being taken. */
export const announceWaiting = (db: Querier, lane: Lane) =>
  sql`
    update task set change = nextval('task_change')
    where id in (select id from task where lane = ${lane} and status = 'queued' for update skip locked)
    returning ${announceTask} as announced`.execute(db);
