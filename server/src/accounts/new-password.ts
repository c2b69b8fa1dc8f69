// New passwords: a forgotten one set anew by whoever proves the number, and one that is known changed.
import { judgeCode } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { changePassword, checkMobile, resetPassword } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import type { Session } from '../adapters/postgres.ts';
import type { AccountLogin } from '../http/owner.ts';
import { useUpCode } from './codes.ts';
import { removeKeysOf } from './key-store.ts';
import { makeLoginKey, readLoginKey, takeLoginKeysOf } from './keys.ts';
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

/** Sees that the number is proved, by key or by code; answers what uses up that proof, and every key of the number with it. */
async function proveForReset(
  service: AccountService,
  { mobile, code, key }: ResetBody,
  asker: Asker,
): Promise<(session: Session) => Promise<void>> {
  const { parts } = service;
  const keys = { kind: 'mobile', subject: mobile, now: parts.now() } as const;
  if (key) {
    const isGood = (await readLoginKey(parts.database, 'mobile', key, keys.now)) === mobile;
    if (!isGood) throw new AppError('LOGIN_KEY_EXPIRED');
    return async session => {
      if (!(await takeLoginKeysOf(session, { ...keys, key }))) throw new AppError('LOGIN_KEY_EXPIRED');
    };
  }
  const rule = judgeCode(code ?? '');
  if (rule) throw new AppError(rule);
  const proof = await proveMobile(service, { mobile, code: (code ?? '').trim() }, asker);
  return async session => {
    await useUpCode(session, proof);
    await removeKeysOf(session, keys);
  };
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

/** Ends every log-in, or all but this one when it was the first password. OLD_PASSWORD_WRONG, also when none was sent. */
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
    if (account?.mobile) await removeKeysOf(session, { kind: 'mobile', subject: account.mobile, now: parts.now() });
    const latest = await lockAccount(session, accountId);
    if (!latest) throw new AppError('ACCOUNT_GONE');
    // Somebody else has set one meanwhile: that one has to be known now.
    if (latest.password_hash !== before) throw new AppError('OLD_PASSWORD_WRONG');
    await updateAccount(session, accountId, { password_hash: passwordHash });
    await endLogins(session, accountId, before === null ? loginId : undefined);
    await forgiveWrongPasswords(session, latest);
  });
}
