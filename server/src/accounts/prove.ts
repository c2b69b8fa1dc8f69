// Proofs of who somebody is, by password or by code, each counted before it is looked at.
import { accountSentence } from 'contract/account-errors.ts';
import { judgePassword, normalisePhone } from 'contract/account-rules.ts';
import { AppError } from 'contract/errors.ts';
import type { Language } from 'contract/words.ts';
import type { Session } from '../adapters/postgres.ts';
import { type CodeProof, checkCode } from './codes.ts';
import { countProof, forgiveName } from './growing-delay.ts';
import type { AccountService, Asker } from './service.ts';
import { type AccountRow, findAccount, findAccountByName } from './store.ts';

/** A password that was right a moment ago; `passwordHash` is compared again where something follows from it. */
export interface PasswordProof {
  readonly accountId: string;
  readonly passwordHash: string;
}

/** The same work and the same refusal whether the account exists or not. PASSWORD_WRONG, RATE_LIMITED, QUEUE_FULL. */
export async function provePassword(
  { parts, seal }: AccountService,
  { username, password }: { username: string; password: string },
  asker: Asker,
): Promise<PasswordProof> {
  const now = parts.now();
  const typed = await seal.open(password, now);
  const name = username.trim().toLowerCase();
  const mobile = normalisePhone(name) ?? null;
  const tries = await countProof(parts.forgetful, { name: `account ${mobile ?? name}`, address: asker.address, now });
  const account = await findAccountByName(parts.database, { name, mobile });
  const passwordHash = account?.password_hash ?? null;
  const isRight = await parts.passwords.verify(typed, passwordHash);
  if (!account || !passwordHash || !isRight) throw new AppError('PASSWORD_WRONG');
  await tries.succeed();
  return { accountId: account.id, passwordHash };
}

/** The password of somebody who is logged in. OLD_PASSWORD_WRONG, RATE_LIMITED, QUEUE_FULL. */
export async function proveOwnPassword(
  { parts, seal }: AccountService,
  { accountId, password }: { accountId: string; password: string },
  asker: Asker,
): Promise<PasswordProof> {
  const now = parts.now();
  const typed = await seal.open(password, now);
  const tries = await countProof(parts.forgetful, { name: `own ${accountId}`, address: asker.address, now });
  const account = await findAccount(parts.database, accountId);
  const passwordHash = account?.password_hash ?? null;
  const isRight = await parts.passwords.verify(typed, passwordHash);
  if (!passwordHash || !isRight) throw new AppError('OLD_PASSWORD_WRONG');
  await tries.succeed();
  return { accountId, passwordHash };
}

/**
 * The code that was sent to a number. Counted for the address alone: each code bears few tries anyway, and strangers who guess
 * must not keep the owner of the number out. CODE_WRONG, RATE_LIMITED.
 */
export async function proveMobile(
  { parts }: AccountService,
  { mobile, code }: { mobile: string; code: string },
  asker: Asker,
): Promise<CodeProof> {
  const tries = await countProof(parts.forgetful, { address: asker.address, now: parts.now() });
  const proof = await checkCode(parts, mobile, code);
  await tries.succeed();
  return proof;
}

/** A password that is to be set, opened and judged. PASSWORD_SEAL_BAD, or the rule it breaks. */
export async function openNewPassword(
  { parts, seal }: AccountService,
  { sent, path, language }: { sent: string; path: string; language: Language },
): Promise<string> {
  const password = await seal.open(sent, parts.now());
  const rule = judgePassword(password);
  if (rule) throw new AppError(rule, { issues: [{ path, error: accountSentence(rule, language) }] });
  return password;
}

/** Whoever was kept waiting for wrong passwords may try at once again: the password is a new one. */
export async function forgiveWrongPasswords(session: Session, account: AccountRow): Promise<void> {
  if (account.mobile) await forgiveName(session, `account ${account.mobile}`);
  if (account.username) await forgiveName(session, `account ${account.username.toLowerCase()}`);
  await forgiveName(session, `own ${account.id}`);
}
