// The SQL of the worker registry. Only the database's clock counts, so that the clocks of several machines need not agree.

import type { LaneWidths } from 'contract/tool.ts';
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { silentSeconds } from '../tasks/worker-queries.ts';
import type {} from './tables.ts';

export interface WorkerIdentity {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly lanes: LaneWidths;
}

/** A heartbeat from the future is one from before the database's clock was set back: a worker that lives has written another since. */
const isSilent = sql<boolean>`(last_seen_at < now() - ${silentSeconds} * interval '1 second' or last_seen_at > now() + interval '1 minute')`;

/** Records a heartbeat. A worker that counted as dead is registered again. */
export const recordHeartbeat = (db: Querier, worker: WorkerIdentity) =>
  db
    .insertInto('worker')
    .values({ ...worker, lanes: JSON.stringify(worker.lanes) })
    .onConflict(conflict =>
      conflict.column('id').doUpdateSet({ lanes: JSON.stringify(worker.lanes), last_seen_at: sql<Date>`now()` }),
    )
    .execute();

/** Deletes the rows of workers whose heartbeat stopped, and returns them. */
export const removeSilent = (db: Querier) =>
  db.deleteFrom('worker').where(isSilent).returning(['id', 'host', 'pid']).execute();

export const removeWorker = (db: Querier, id: string) => db.deleteFrom('worker').where('id', '=', id).execute();

export const findWorkers = (db: Querier) =>
  db.selectFrom('worker').select('lanes').where(sql<boolean>`not ${isSilent}`).execute();
