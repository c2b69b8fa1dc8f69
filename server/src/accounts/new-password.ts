// New passwords: a forgotten one is replaced with a proven number, a known one is changed with a proof of the owner.
import { judgeCode } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { changePassword, checkMobile, resetPassword } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import type { Querier } from '../adapters/postgres.ts';
import type { AccountLogin } from '../http/owner.ts';
import { useUpCode } from './codes.ts';
import { frozen } from './freeze.ts';
import { removeKeysOf } from './key-store.ts';
import { makeLoginKey, readLoginKey, takeLoginKeysOf } from './keys.ts';
import { endLogins } from './login-store.ts';
import { forgiveWrongPasswords, lockProved, openNewPassword, proveMobile, proveOwner, useUpCodes } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { findAccount, findAccountByMobile, lockAccount, updateAccount } from './store.ts';

/** Creates a key that represents the proven number. */
export async function keyOfMobile(
  service: AccountService,
  { mobile, code }: z.output<typeof checkMobile.body>,
  asker: Asker,
): Promise<string> {
  const proof = await proveMobile(service, { mobile, code }, asker);
  return service.parts.database.transaction().execute(async trx => {
    await useUpCode(trx, proof);
    return makeLoginKey(trx, 'mobile', mobile, service.parts.now());
  });
}

type ResetBody = z.output<typeof resetPassword.body>;

/** Checks the proof of the number, a key or a code; returns the step that uses it up together with all keys of the number. */
async function proveForReset(
  service: AccountService,
  { mobile, code, key }: ResetBody,
  asker: Asker,
): Promise<(db: Querier) => Promise<void>> {
  const { parts } = service;
  const keys = { kind: 'mobile', subject: mobile, now: parts.now() } as const;
  if (key) {
    const isGood = (await readLoginKey(parts.database, 'mobile', key, keys.now)) === mobile;
    if (!isGood) throw new AppError('LOGIN_KEY_EXPIRED');
    return async trx => {
      if (!(await takeLoginKeysOf(trx, { ...keys, key }))) throw new AppError('LOGIN_KEY_EXPIRED');
    };
  }
  const rule = judgeCode(code ?? '');
  if (rule) throw new AppError(rule);
  const proof = await proveMobile(service, { mobile, code: (code ?? '').trim() }, asker);
  return async trx => {
    await useUpCode(trx, proof);
    await removeKeysOf(trx, keys);
  };
}

/**
 * Replaces the password and ends all logins of the account. ACCOUNT_NOT_FOUND reveals nothing to strangers: only the owner of the number
 * gets that far.
 */
export async function resetForgotten(service: AccountService, body: ResetBody, asker: Asker): Promise<void> {
  const { parts } = service;
  const sent = { sent: body.password, path: 'password', language: asker.from.language };
  const password = await openNewPassword(service, sent);
  const useUp = await proveForReset(service, body, asker);
  const known = await findAccountByMobile(parts.database, body.mobile);
  if (!known) throw new AppError('ACCOUNT_NOT_FOUND');
  const passwordHash = await parts.passwords.hash(password);
  await parts.database.transaction().execute(async trx => {
    await useUp(trx);
    const account = await lockAccount(trx, known.id);
    if (account?.mobile !== body.mobile) throw new AppError('ACCOUNT_NOT_FOUND');
    if (account.is_frozen) throw frozen(parts.config, asker.from);
    await updateAccount(trx, account.id, { password_hash: passwordHash });
    if (body.unbindWechat) await service.wechat.unbind(trx, account.id);
    await endLogins(trx, account.id);
    await forgiveWrongPasswords(parts, trx, account, asker);
  });
}

/**
 * Changes the password and ends all logins, or all others if it was the first password, unless the body says that they stay. Throws
 * PROOF_NEEDED without the old password or a code, OLD_PASSWORD_WRONG, CODE_WRONG or PHONE_NEEDED.
 */
export async function changeKnown(
  service: AccountService,
  { accountId, loginId }: AccountLogin,
  body: z.output<typeof changePassword.body>,
  asker: Asker,
): Promise<void> {
  const { parts } = service;
  const sent = { sent: body.newPassword, path: 'newPassword', language: asker.from.language };
  const password = await openNewPassword(service, sent);
  const account = await findAccount(parts.database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const proof = body.oldPassword
    ? await proveOwner(service, account, { password: body.oldPassword }, asker, { password: 'oldPassword', code: '' })
    : await proveOwner(service, account, body.proof, asker);
  const passwordHash = await parts.passwords.hash(password);
  await parts.database.transaction().execute(async trx => {
    await useUpCodes(trx, [proof]);
    if (account.mobile) await removeKeysOf(trx, { kind: 'mobile', subject: account.mobile, now: parts.now() });
    const latest = await lockProved(trx, accountId, proof);
    await updateAccount(trx, accountId, { password_hash: passwordHash });
    if (body.unbindWechat) {
      if (!latest.mobile) throw new AppError('PHONE_NEEDED');
      await service.wechat.unbind(trx, accountId);
    }
    if (body.endLogins !== false) {
      const kept = latest.password_hash === null ? loginId : undefined;
      await endLogins(trx, accountId, kept);
    }
    await forgiveWrongPasswords(parts, trx, latest, asker);
  });
}
