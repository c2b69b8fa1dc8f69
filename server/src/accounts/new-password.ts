// New passwords: a forgotten one set anew by whoever proves the number, and one that is known changed.
import { judgeCode } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { changePassword, checkMobile, resetPassword } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import type { Session } from '../adapters/postgres.ts';
import type { AccountLogin } from '../http/owner.ts';
import { useUpCode } from './codes.ts';
import { makeLoginKey, readLoginKey, takeLoginKey } from './keys.ts';
import { endLogins } from './login-store.ts';
import { forgiveWrongPasswords, openNewPassword, proveMobile, proveOwnPassword } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { findAccount, findAccountByMobile, lockAccount, updateAccount } from './store.ts';

/** A key that stands for the proved number. */
export async function keyOfMobile(
  service: AccountService,
  { mobile, code }: z.output<typeof checkMobile.body>,
  asker: Asker,
): Promise<string> {
  const proof = await proveMobile(service, { mobile, code }, asker);
  return service.parts.database.transaction().execute(async session => {
    await useUpCode(session, proof);
    return makeLoginKey(session, 'mobile', mobile, service.parts.now());
  });
}

type ResetBody = z.output<typeof resetPassword.body>;

/** Sees that the number is proved, by key or by code; answers what uses that proof up. */
async function proveForReset(
  service: AccountService,
  { mobile, code, key }: ResetBody,
  asker: Asker,
): Promise<(session: Session) => Promise<void>> {
  const { parts } = service;
  if (key) {
    const isOfMobile = (subject: string | undefined) => {
      if (subject !== mobile) throw new AppError('LOGIN_KEY_EXPIRED');
    };
    isOfMobile(await readLoginKey(parts.database, 'mobile', key, parts.now()));
    return async session => isOfMobile(await takeLoginKey(session, 'mobile', key, parts.now()));
  }
  const rule = judgeCode(code ?? '');
  if (rule) throw new AppError(rule);
  const proof = await proveMobile(service, { mobile, code: (code ?? '').trim() }, asker);
  return session => useUpCode(session, proof);
}

/** Ends every log-in of the account. ACCOUNT_NOT_FOUND may be said: only the owner of the number gets that far. */
export async function resetForgotten(service: AccountService, body: ResetBody, asker: Asker): Promise<void> {
  const { parts } = service;
  const sent = { sent: body.password, path: 'password', language: asker.from.language };
  const password = await openNewPassword(service, sent);
  const useUp = await proveForReset(service, body, asker);
  const known = await findAccountByMobile(parts.database, body.mobile);
  if (!known) throw new AppError('ACCOUNT_NOT_FOUND');
  const passwordHash = await parts.passwords.hash(password);
  await parts.database.transaction().execute(async session => {
    await useUp(session);
    const account = await lockAccount(session, known.id);
    if (account?.mobile !== body.mobile) throw new AppError('ACCOUNT_NOT_FOUND');
    if (account.is_frozen) throw new AppError('ACCOUNT_GONE');
    await updateAccount(session, account.id, { password_hash: passwordHash });
    await endLogins(session, account.id);
    await forgiveWrongPasswords(session, account);
  });
}

/** Ends every other log-in. OLD_PASSWORD_WRONG, also when one is set and none was sent. */
export async function changeKnown(
  service: AccountService,
  login: AccountLogin,
  body: z.output<typeof changePassword.body>,
  asker: Asker,
): Promise<void> {
  const { parts } = service;
  const { accountId, loginId } = login;
  const sent = { sent: body.newPassword, path: 'newPassword', language: asker.from.language };
  const password = await openNewPassword(service, sent);
  const account = await findAccount(parts.database, accountId);
  const hasPassword = account?.password_hash !== null;
  const before = hasPassword
    ? (await proveOwnPassword(service, { accountId, password: body.oldPassword ?? '' }, asker)).passwordHash
    : null;
  const passwordHash = await parts.passwords.hash(password);
  await parts.database.transaction().execute(async session => {
    const latest = await lockAccount(session, accountId);
    if (!latest) throw new AppError('ACCOUNT_GONE');
    // Somebody else has set one meanwhile: that one has to be known now.
    if (latest.password_hash !== before) throw new AppError('OLD_PASSWORD_WRONG');
    await updateAccount(session, accountId, { password_hash: passwordHash });
    await endLogins(session, accountId, loginId);
    await forgiveWrongPasswords(session, latest);
  });
}
