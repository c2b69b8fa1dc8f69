// The SQL of lanes that operators have changed.
import type { Lane } from 'contract/tool.ts';
import { sql } from 'kysely';
import { announceTask } from '../adapters/notices.ts';
import type { Querier } from '../adapters/postgres.ts';

export interface LaneSetting {
  /** How many tasks each worker that serves the lane runs side by side; null: as its server's own settings say. */
  readonly width: number | null;
  /** Its waiting tasks stay, and none is started. */
  readonly isPaused: boolean;
}

/** The settings of all lanes that were changed. */
export async function readLaneSettings(db: Querier): Promise<ReadonlyMap<Lane, LaneSetting>> {
  const rows = await db.selectFrom('lane_setting').select(['lane', 'width', 'is_paused']).execute();
  return new Map(rows.map(row => [row.lane, { width: row.width, isPaused: row.is_paused }]));
}

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
