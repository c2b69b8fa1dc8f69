// Everything the server keeps about an account, as JSON for its owner; hashes and tokens are not among it.
import { AppError } from 'contract/errors.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import type { Parts } from '../parts.ts';
import { findAllTasks } from '../tasks/owner-store.ts';
import type { TaskRow } from '../tasks/store.ts';
import { listLogins } from './login-store.ts';
import { presentUser } from './present.ts';
import { findAccount } from './store.ts';

const mostPerHour = 10;

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
    files:
      row.result?.files.map(file => ({ name: file.name, size: file.bytes, url: linkOf(file.key, file.name) })) ?? [],
    text: row.result?.text ?? null,
    error: row.error?.error ?? null,
    charge: { kind: row.charge_kind, amount: row.charge_amount, state: row.charge_state },
    createdAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  };
}

/** RATE_LIMITED when it is asked for again and again. */
export async function exportEverything(
  parts: Pick<Parts, 'database' | 'objects' | 'now'>,
  accountId: string,
  baseUrl: string,
): Promise<Record<string, unknown>> {
  const now = parts.now();
  await countTry(parts.database, { key: `export ${accountId}`, most: mostPerHour, perSeconds: 3600 }, now);
  const account = await findAccount(parts.database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const linkOf = (key: string, downloadName: string) => parts.objects.publicUrl(key, { baseUrl, downloadName });
  const [user, devices, tasks] = await Promise.all([
    presentUser(parts, parts.database, accountId, baseUrl),
    listLogins(parts.database, accountId, now),
    findAllTasks(parts.database, ownerOfAccount(accountId)),
  ]);
  return {
    exportedAt: now.toISOString(),
    account: {
      ...user,
      platformSource: account.platform_source,
      referredBy: account.referred_by,
      logidUrl: account.logid_url,
      createdAt: account.created_at.toISOString(),
    },
    devices: devices.map(device => ({
      name: device.device,
      createdAt: device.created_at.toISOString(),
      lastSeenAt: device.last_seen_at.toISOString(),
    })),
    tasks: tasks.map(row => describeTask(row, linkOf)),
  };
}
