// Everything the server stores about an account, as JSON for its owner, without hashes and tokens.
import { AppError } from 'contract/errors.ts';
import type { Language } from 'contract/words.ts';
import { keysOf } from '../api-keys/api-keys.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { addList, type JsonPieces } from '../http/routes.ts';
import { countTry } from '../limits/limits.ts';
import { linkTo } from '../objects/objects.ts';
import { exportPurchases } from '../orders/own-coupons.ts';
import { exportMoney } from '../points/records.ts';
import { webhooksOf } from '../webhooks/webhooks.ts';
import { listLogins } from './login-store.ts';
import { presentUser } from './present.ts';
import type { AccountService } from './service.ts';
import { findAccount } from './store.ts';

const maxPerHour = 10;

/** An account may have thousands of tasks, so they are read while they are sent. Throws RATE_LIMITED after a few exports per hour. */
export async function exportEverything(
  service: AccountService,
  accountId: string,
  view: { readonly baseUrl: string; readonly language: Language },
): Promise<JsonPieces> {
  const { parts } = service;
  const { database, now } = parts;
  await countTry(database, { key: `export ${accountId}`, max: maxPerHour, perSeconds: 3600 }, now());
  const account = await findAccount(database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const linkOf = (key: string, downloadName: string) => linkTo(parts, key, { baseUrl: view.baseUrl, downloadName });
  const [user, devices, apiKeys, webhooks, money, purchases] = await Promise.all([
    presentUser(service, database, accountId, view),
    listLogins(database, accountId, now()),
    keysOf(database, parts, accountId),
    webhooksOf(database, accountId),
    exportMoney(database, accountId, view.language),
    exportPurchases(database, accountId, view),
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
    apiKeys,
    webhooks: webhooks.list,
    // Included even if membership is now off: what was booked or received before remains the person's data.
    ...((parts.config.membership || money.balance || purchases.coupons.length > 0 || purchases.orders.length > 0) && {
      money: { ...money, ...purchases },
    }),
  };
  return addList(known, 'tasks', service.tasks.describe(parts, ownerOfAccount(accountId), linkOf));
}
