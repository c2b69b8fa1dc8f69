// Logging in: a fresh token for this device, and what the visitor had begun goes on as the account's.
import { randomUUID } from 'node:crypto';
import { AppError } from 'contract/errors.ts';
import type { Login } from 'contract/routes/accounts.ts';
import type { Session } from '../adapters/postgres.ts';
import { loginLifeMs, ownerOfAccount } from '../http/owner.ts';
import type { Parts } from '../parts.ts';
import { giveTasks } from '../tasks/owner-store.ts';
import { endOldestLogins, insertLogin } from './login-store.ts';
import { presentUser } from './present.ts';
import type { LoginSource } from './source.ts';
import { lockAccount } from './store.ts';
import { hashSecret, makeSecret } from './token.ts';

/** More devices than anybody has; a script that logs in again and again ends its own oldest ones. */
const maxDevices = 50;

/** Runs inside of a transaction, which must have proved who this is. ACCOUNT_GONE for a frozen or deleted account. */
export async function logIn(
  parts: Pick<Parts, 'now' | 'objects'>,
  session: Session,
  accountId: string,
  from: LoginSource,
): Promise<Login> {
  const account = await lockAccount(session, accountId);
  if (!account || account.is_frozen) throw new AppError('ACCOUNT_GONE');
  if (from.visitor) await giveTasks(session, from.visitor, ownerOfAccount(accountId));
  const token = makeSecret();
  const now = parts.now();
  const expiresAt = new Date(now.getTime() + loginLifeMs);
  await insertLogin(session, {
    id: randomUUID(),
    tokenHash: hashSecret(token),
    accountId,
    device: from.device,
    now,
    expiresAt,
  });
  await endOldestLogins(session, accountId, maxDevices);
  return { token, user: await presentUser(parts, session, accountId, from.baseUrl) };
}
