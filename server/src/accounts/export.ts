// Everything the server keeps about an account, as JSON for its owner, without hashes and tokens.
import { AppError } from 'contract/errors.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { JsonPieces } from '../http/routes.ts';
import { countTry } from '../limits/limits.ts';
import { listLogins } from './login-store.ts';
import { presentUser } from './present.ts';
import type { AccountService } from './service.ts';
import { findAccount } from './store.ts';

const mostPerHour = 10;

/** The object `known` with the field `tasks` added, as JSON. */
async function* addTasks(known: object, tasks: AsyncIterable<object>): AsyncGenerator<string> {
  yield `${JSON.stringify(known).slice(0, -1)},"tasks":[`;
  let separator = '';
  for await (const task of tasks) {
    yield separator + JSON.stringify(task);
    separator = ',';
  }
  yield ']}';
}

/** An account may have thousands of tasks, so they are read while they are sent. Throws RATE_LIMITED after a few exports in an hour. */
export async function exportEverything(
  service: AccountService,
  accountId: string,
  baseUrl: string,
): Promise<JsonPieces> {
  const { database, objects, now } = service.parts;
  await countTry(database, { key: `export ${accountId}`, most: mostPerHour, perSeconds: 3600 }, now());
  const account = await findAccount(database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const linkOf = (key: string, downloadName: string) => objects.publicUrl(key, { baseUrl, downloadName });
  const [user, devices] = await Promise.all([
    presentUser(service, database, accountId, baseUrl),
    listLogins(database, accountId, now()),
  ]);
  const known = {
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
  };
  return new JsonPieces(addTasks(known, service.tasks.describe(database, ownerOfAccount(accountId), linkOf)));
}
