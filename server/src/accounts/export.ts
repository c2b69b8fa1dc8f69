// Everything the server keeps about an account, as JSON for its owner, without hashes and tokens.
import { AppError } from 'contract/errors.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import { listLogins } from './login-store.ts';
import { presentUser } from './present.ts';
import type { AccountService } from './service.ts';
import { findAccount } from './store.ts';

const mostPerHour = 10;

/** Throws RATE_LIMITED after a few exports in an hour. */
export async function exportEverything(
  service: AccountService,
  accountId: string,
  baseUrl: string,
): Promise<Record<string, unknown>> {
  const { database, objects, now } = service.parts;
  await countTry(database, { key: `export ${accountId}`, most: mostPerHour, perSeconds: 3600 }, now());
  const account = await findAccount(database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const linkOf = (key: string, downloadName: string) => objects.publicUrl(key, { baseUrl, downloadName });
  const [user, devices, tasks] = await Promise.all([
    presentUser(service, database, accountId, baseUrl),
    listLogins(database, accountId, now()),
    service.tasks.describe(database, ownerOfAccount(accountId), linkOf),
  ]);
  return {
    exportedAt: now().toISOString(),
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
    tasks,
  };
}
