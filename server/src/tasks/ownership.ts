// The effects of a login, an export and the deletion of an account on tasks; `app.ts` passes them to the accounts.

import type { Parts } from '../parts.ts';
import { isLocked } from '../points/rights.ts';
import { shortenResult } from './locked.ts';
import { giveTasks, hasTasks, readAllTasks, removeTasksOf } from './owner-store.ts';
import { firstInputs } from './steps.ts';
import type { TaskRow } from './store.ts';

type LinkOf = (key: string, name: string) => string | Promise<string>;

/** Exports a locked result in its shortened form: files without links, the text cut. */
async function describeTask(config: { readonly membership: boolean }, row: TaskRow, linkOf: LinkOf) {
  const locked = isLocked(config, row);
  const result = row.result && locked ? shortenResult(row.result) : row.result;
  const link = async (key: string, name: string, isHidden = false) => ({
    url: isHidden ? null : await linkOf(key, name),
  });
  const inputs = firstInputs(row).map(async input => ({
    field: input.field,
    name: input.name,
    ...(input.kind === 'link'
      ? { url: input.playlistKey ? await linkOf(input.playlistKey, input.name) : input.url }
      : { ...(await link(input.key, input.name)), size: input.bytes }),
  }));
  const files = result?.files.map(async file => ({
    name: file.name,
    size: file.bytes,
    ...(await link(file.key, file.name, locked)),
  }));
  const links = (result?.links ?? []).map(({ name, bytes, url }) => ({ name, size: bytes, url: locked ? null : url }));
  return {
    taskId: row.id,
    batchId: row.batch_id,
    tool: row.tool,
    call: row.call,
    keyCode: row.key_code,
    status: row.status,
    options: row.options,
    ...(row.steps && { steps: row.steps.map(({ tool, call, options }) => ({ tool, call, options })) }),
    inputs: await Promise.all(inputs),
    files: [...(await Promise.all(files ?? [])), ...links],
    text: result?.text ?? null,
    error: row.error?.error ?? null,
    charge: { kind: row.charge_kind, amount: row.charge_amount, state: row.charge_state },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

/** All tasks of an owner for an export, newest first. */
async function* describeAll({ database, config }: Pick<Parts, 'database' | 'config'>, owner: string, linkOf: LinkOf) {
  for await (const row of readAllTasks(database, owner)) yield await describeTask(config, row, linkOf);
}

export const ownedTasks = {
  exist: hasTasks,
  give: giveTasks,
  remove: removeTasksOf,
  describe: describeAll,
};
