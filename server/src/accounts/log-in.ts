// Logging in: creates a token for this device, and transfers the visitor's tasks to the account.
import { randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Login } from 'contract/routes/accounts.ts';
import type { Querier } from '../adapters/postgres.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { frozen } from './freeze.ts';
import { marksOf } from './known-clients.ts';
import { keepKnown } from './known-store.ts';
import { endOldestLogins, insertLogin } from './login-store.ts';
import { loginLifeMs } from './owners.ts';
import { presentUser } from './present.ts';
import type { AccountService } from './service.ts';
import type { LoginSource } from './source.ts';
import { lockAccount } from './store.ts';
import { hashSecret, makeSecret } from './token.ts';

/** More than a person's devices; a script that logs in repeatedly ends its own oldest logins. */
const maxDevices = 50;

/** Runs inside a transaction that has proven the person's identity. Throws ACCOUNT_GONE or ACCOUNT_FROZEN. */
export async function logIn(
  service: AccountService,
  db: Querier,
  accountId: string,
  from: LoginSource,
  { takesTasks }: { takesTasks: boolean } = { takesTasks: true },
): Promise<Login> {
  const account = await lockAccount(db, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  if (account.is_frozen) throw frozen(service.parts.config, from);
  if (from.visitor && takesTasks) await service.tasks.give(db, from.visitor, ownerOfAccount(accountId));
  const token = makeSecret();
  const now = service.parts.now();
  const expiresAt = new Date(now.getTime() + loginLifeMs);
  await insertLogin(db, {
    id: randomUUID(),
    tokenHash: hashSecret(token),
    accountId,
    device: from.device,
    takesTasks,
    now,
    expiresAt,
  });
  await keepKnown(db, accountId, marksOf(service.parts, { address: from.address, device: from.visitor }), now);
  await endOldestLogins(db, accountId, maxDevices);
  return { token, user: await presentUser(service, db, accountId, from) };
}
