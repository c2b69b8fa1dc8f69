// Deleting an account for good: its rows go at once, its files are marked and go with the next sweep.
import { judgeCode } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { deleteAccount } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import type { Session } from '../adapters/postgres.ts';
import { type AccountLogin, ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import { removeTasksOf } from '../tasks/owner-store.ts';
import { expireObjects } from '../uploads/store.ts';
import { removeCodesOf } from './code-store.ts';
import { useUpCode } from './codes.ts';
import { deleteKeysOf } from './key-store.ts';
import { blankLogins } from './login-store.ts';
import { proveMobile, proveOwnPassword } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { type AccountRow, findAccount, lockAccount, removeAccount } from './store.ts';

const mostPerHour = 10;

/** Sees that it is the owner who asks; answers what makes sure of it again inside of the transaction. */
async function proveOwner(
  service: AccountService,
  account: AccountRow,
  body: z.output<typeof deleteAccount.body>,
  asker: Asker,
): Promise<(session: Session, latest: AccountRow) => Promise<void>> {
  if (body.password !== undefined) {
    const proof = await proveOwnPassword(service, { accountId: account.id, password: body.password }, asker);
    return async (_session, latest) => {
      if (latest.password_hash !== proof.passwordHash) throw new AppError('OLD_PASSWORD_WRONG');
    };
  }
  const rule = judgeCode(body.code ?? '');
  if (rule || !account.mobile) throw new AppError(rule ?? 'CODE_WRONG');
  const proof = await proveMobile(service, { mobile: account.mobile, code: (body.code ?? '').trim() }, asker);
  return async (session, latest) => {
    if (latest.mobile !== proof.mobile) throw new AppError('CODE_WRONG');
    await useUpCode(session, proof);
  };
}

export async function deleteForGood(
  service: AccountService,
  { accountId }: AccountLogin,
  body: z.output<typeof deleteAccount.body>,
  asker: Asker,
): Promise<void> {
  const { parts } = service;
  const now = parts.now();
  await countTry(parts.database, { key: `delete ${accountId}`, most: mostPerHour, perSeconds: 3600 }, now);
  const account = await findAccount(parts.database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const makeSure = await proveOwner(service, account, body, asker);
  await parts.database.transaction().execute(async session => {
    const latest = await lockAccount(session, accountId);
    if (!latest) throw new AppError('ACCOUNT_GONE');
    await makeSure(session, latest);
    await removeTasksOf(session, ownerOfAccount(accountId), now);
    if (latest.avatar_key) await expireObjects(session, [latest.avatar_key], now);
    if (latest.mobile) {
      await removeCodesOf(session, latest.mobile);
      await deleteKeysOf(session, 'mobile', latest.mobile);
    }
    await blankLogins(session, accountId);
    // Takes the bound WeChat along; log-ins stay as rows without account, so that other devices are told.
    await removeAccount(session, accountId);
  });
}
