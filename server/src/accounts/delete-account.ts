// Deleting an account for good: its rows go at once, its files are marked and go with the next sweep.
import { judgeCode } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { deleteAccount } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import type { Session } from '../adapters/postgres.ts';
import { type AccountLogin, ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import { removeCodesOf } from './code-store.ts';
import { type CodeProof, useUpCode } from './codes.ts';
import { removeKeysOf } from './key-store.ts';
import { blankLogins } from './login-store.ts';
import { type PasswordProof, proveMobile, proveOwnPassword } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { type AccountRow, findAccount, forgetReferrer, lockAccount, removeAccount } from './store.ts';

const mostPerHour = 10;

/** By password or by code, whichever was filled in. */
async function proveOwner(
  service: AccountService,
  account: AccountRow,
  { password, code }: z.output<typeof deleteAccount.body>,
  asker: Asker,
): Promise<PasswordProof | CodeProof> {
  if (password) return proveOwnPassword(service, { accountId: account.id, password }, asker);
  const rule = password === '' && !code ? 'PASSWORD_MISSING' : judgeCode(code ?? '');
  if (rule || !account.mobile) throw new AppError(rule ?? 'CODE_WRONG');
  return proveMobile(service, { mobile: account.mobile, code: (code ?? '').trim() }, asker);
}

/** What a later call could go on from. */
async function removeProofs(
  { wechat }: AccountService,
  session: Session,
  { id, mobile }: AccountRow,
  now: Date,
): Promise<void> {
  if (mobile) {
    await removeCodesOf(session, mobile);
    await removeKeysOf(session, { kind: 'mobile', subject: mobile, now });
  }
  await wechat.dropScans(session, id);
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
  const proof = await proveOwner(service, account, body, asker);
  await parts.database.transaction().execute(async session => {
    if ('codeHash' in proof) await useUpCode(session, proof);
    // Codes, keys and scans before the account, as in every way in: two would wait for each other otherwise.
    await removeProofs(service, session, account, now);
    const latest = await lockAccount(session, accountId);
    if (!latest) throw new AppError('ACCOUNT_GONE');
    if ('codeHash' in proof && latest.mobile !== proof.mobile) throw new AppError('CODE_WRONG');
    if ('passwordHash' in proof && latest.password_hash !== proof.passwordHash)
      throw new AppError('OLD_PASSWORD_WRONG');
    await forgetReferrer(session, accountId);
    await service.tasks.remove(session, ownerOfAccount(accountId), now);
    await blankLogins(session, accountId);
    // Takes the bound WeChat along; log-ins stay as rows without account, so that other devices are told.
    await removeAccount(session, accountId);
  });
}
