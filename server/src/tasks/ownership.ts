// The effects of a login, an export and the deletion of an account on tasks; `app.ts` hands them to the accounts.
import type { Querier } from '../adapters/postgres.ts';
import { giveTasks, hasTasks, readAllTasks, removeTasksOf } from './owner-store.ts';
import type { TaskRow } from './store.ts';

function describeTask(row: TaskRow, linkOf: (key: string, name: string) => string) {
  return {
    taskId: row.id,
    batchId: row.batch_id,
    tool: row.tool,
    call: row.call,
    keyCode: row.key_code,
    status: row.status,
    options: row.options,
    inputs: row.inputs.map(input => ({
      field: input.field,
      name: input.name,
      ...(input.kind === 'link' ? { url: input.url } : { url: linkOf(input.key, input.name), size: input.bytes }),
    })),
    files: [
      ...(row.result?.files ?? []).map(file => ({
        name: file.name,
        size: file.bytes,
        url: linkOf(file.key, file.name),
      })),
      ...(row.result?.links ?? []).map(({ name, bytes, url }) => ({ name, size: bytes, url })),
    ],
    text: row.result?.text ?? null,
    error: row.error?.error ?? null,
    charge: { kind: row.charge_kind, amount: row.charge_amount, state: row.charge_state },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

/** All tasks of an owner for an export, newest first. */
async function* describeAll(db: Querier, owner: string, linkOf: (key: string, name: string) => string) {
  for await (const row of readAllTasks(db, owner)) yield describeTask(row, linkOf);
}

export const ownedTasks = {
  exist: hasTasks,
  give: giveTasks,
  remove: removeTasksOf,
  describe: describeAll,
};
