// The SQL of ends: tasks of accounts that ended, kept until the process that tells their owners has taken them. A row is written in the statement that ends
// the task, so that neither exists without the other.

import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type { TaskEnd } from './end-queries.ts';
import type { TaskTable } from './tables.ts';

const keptColumns = [
  ...['id', 'batch_id', 'owner', 'tool', 'call', 'key_code', 'lane', 'language', 'key_id'],
  ...['status', 'stage', 'progress', 'error', 'charge_kind', 'charge_amount', 'charge_state'],
  ...['start_percent', 'attempt', 'attempt_progress', 'reported_attempt', 'faults', 'expected_ms'],
  ...['created_at', 'started_at', 'ended_at', 'expires_at', 'step_index', 'step_count', 'trace'],
];
const kept = sql.join(keptColumns.map(name => sql`${sql.lit(name)}, ${sql.ref(name)}`));

/** An INSERT for a WITH clause: notes the tasks of accounts among those in `ended`, whose columns are those of `task`. */
export const noteEnds = (ended: RawBuilder<unknown>) => sql`
  insert into task_end (task_id, owner, batch_id, key_id, webhook, task)
  select id, owner, batch_id, key_id, webhook, jsonb_build_object(
    'result', null, 'partial', null, 'steps', case when steps is not null then jsonb_build_array() end, ${kept}
  )
  from ${ended} as ended where owner like 'account:%'`;

/**
 * The row of a task as it ended. If it was started again since, its columns are those of that end. If it was deleted, the result is missing, and
 * everything else that is not among the kept columns is null.
 */
export async function findEnded(
  db: Querier,
  { taskId, owner, task }: Pick<TaskEnd, 'taskId' | 'owner' | 'task'>,
): Promise<Selectable<TaskTable>> {
  const ended = JSON.stringify(task);
  const { rows } = await sql<Selectable<TaskTable>>`
    select ended.* from (select) as one
    left join task on task.id = ${taskId} and task.owner = ${owner}
    cross join lateral jsonb_populate_record(
      task, case when task.ended_at = (${ended}::jsonb ->> 'ended_at')::timestamptz then '{}' else ${ended}::jsonb end
    ) as ended`.execute(db);
  return rows[0]!;
}
