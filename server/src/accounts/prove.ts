// Proofs of identity, by password or by code. Each try is counted before it is checked.
import { accountSentence } from 'contract/account-errors.ts';
import { judgeCode, judgePassword, normalisePhone } from 'contract/account-rules.ts';
import { AppError, errorSentence } from 'contract/errors.ts';
import type { proofField } from 'contract/routes/accounts.ts';
import type { Language } from 'contract/words.ts';
import type { z } from 'zod';
import type { Querier } from '../adapters/postgres.ts';
import { type CodeProof, checkCode, useUpCode } from './codes.ts';
import { countFrom, countProof, forgiveName } from './growing-delay.ts';
import { recognise } from './known-clients.ts';
import type { AccountService, Asker } from './service.ts';
import { type AccountRow, findAccount, findAccountByName, lockAccount } from './store.ts';

/** A password that was just checked and is correct; `passwordHash` is compared again once the account is locked. */
export interface PasswordProof {
  readonly accountId: string;
  readonly passwordHash: string;
}

/** The proof that a client is the owner and does not merely have the token; null for an account that has no means of proof. */
export type OwnerProof = PasswordProof | CodeProof | null;

/** The name under which wrong passwords are counted at a login: the account's id, or the typed name if it belongs to no account. */
const nameOf = (account: AccountRow | undefined, typed: string) =>
  account ? `account ${account.id}` : `name ${typed}`;

/**
 * Checks a password, with the same work and the same refusal whether the account exists or not. Throws PASSWORD_WRONG, RATE_LIMITED or
 * QUEUE_FULL.
 */
export async function provePassword(
  { parts, seal }: AccountService,
  { username, password }: { username: string; password: string },
  asker: Asker,
): Promise<PasswordProof> {
  const now = parts.now();
  const typed = await seal.open(password, now);
  const name = username.trim().toLowerCase();
  const mobile = normalisePhone(name) ?? null;
  const account = await findAccountByName(parts.database, { name, mobile });
  const guesser = await recognise(parts, account?.id ?? null, asker);
  const tries = await countProof(parts.forgetful, { name: nameOf(account, mobile ?? name), guesser, now });
  const passwordHash = account?.password_hash ?? null;
  const isRight = await parts.passwords.verify(typed, passwordHash);
  if (!account || !passwordHash || !isRight) throw new AppError('PASSWORD_WRONG');
  await tries.succeed();
  return { accountId: account.id, passwordHash };
}

/**
 * Checks the password that a logged-in client sends for its own account. Counted separately from logins, so that strangers who guess there
 * cannot prevent the owner from proving anything here. Throws OLD_PASSWORD_WRONG, RATE_LIMITED or QUEUE_FULL.
 */
async function proveOwnPassword(
  { parts, seal }: AccountService,
  { accountId, password }: { accountId: string; password: string },
  asker: Asker,
): Promise<PasswordProof> {
  const now = parts.now();
  const typed = await seal.open(password, now);
  const guesser = await recognise(parts, accountId, asker);
  const tries = await countProof(parts.forgetful, { name: `own ${accountId}`, guesser, now });
  const account = await findAccount(parts.database, accountId);
  const passwordHash = account?.password_hash ?? null;
  const isRight = await parts.passwords.verify(typed, passwordHash);
  if (!passwordHash || !isRight) throw new AppError('OLD_PASSWORD_WRONG');
  await tries.succeed();
  return { accountId, passwordHash };
}

/**
 * Checks the code that was sent to a number. Counted only for the address: a code has few tries anyway, and guesses by strangers must not
 * lock out the owner of the number, for whom the code reserves tries. Throws CODE_WRONG or RATE_LIMITED.
 */
export async function proveMobile(
  { parts }: AccountService,
  { mobile, code }: { mobile: string; code: string },
  asker: Asker,
): Promise<CodeProof> {
  const tries = await countFrom(parts.forgetful, { address: asker.address, now: parts.now() });
  const proof = await checkCode(parts, { mobile, code, address: asker.address });
  await tries.succeed();
  return proof;
}

/** Adds to an error which field of the form is wrong. */
function atField(error: unknown, path: string, { from }: Asker): unknown {
  if (!(error instanceof AppError) || !/^(?:CODE|OLD_PASSWORD)_/.test(error.code)) return error;
  const issues = [{ path, error: errorSentence(error.code, from.language) }];
  return new AppError(error.code, { issues }, { cause: error });
}

/**
 * Checks the proof in a call that its token is not stolen: the password, or a code that was sent to the account's number. `paths` names the
 * fields for refusals. PROOF_NEEDED if neither was sent, with the proofs that this account has; CODE_WRONG, OLD_PASSWORD_WRONG,
 * RATE_LIMITED, QUEUE_FULL.
 */
export async function proveOwner(
  service: AccountService,
  account: AccountRow,
  sent: z.output<typeof proofField>,
  asker: Asker,
  paths = { password: 'proof.password', code: 'proof.code' },
): Promise<OwnerProof> {
  const { password, code } = { password: sent?.password || '', code: sent?.code?.trim() || '' };
  const { mobile } = account;
  try {
    if (password) return await proveOwnPassword(service, { accountId: account.id, password }, asker);
    if (code && mobile) {
      const rule = judgeCode(code);
      if (rule) throw new AppError(rule);
      return await proveMobile(service, { mobile, code }, asker);
    }
  } catch (error) {
    throw atField(error, password ? paths.password : paths.code, asker);
  }
  if (account.password_hash !== null || mobile !== null) throw proofNeeded(account);
  return null;
}

/** `proveOwner` for other nouns, which know the account by its id. Throws ACCOUNT_GONE as well. */
export async function proveOwnerById(
  service: AccountService,
  accountId: string,
  sent: z.output<typeof proofField>,
  asker: Asker,
): Promise<OwnerProof> {
  const account = await findAccount(service.parts.database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  return proveOwner(service, account, sent, asker);
}

const proofNeeded = (account: AccountRow) =>
  new AppError('PROOF_NEEDED', {
    proofs: [...(account.password_hash === null ? [] : ['password']), ...(account.mobile === null ? [] : ['code'])],
  });

/** Uses up the codes among some proofs, in the order of their numbers, before the account is locked. Throws CODE_WRONG for a used one. */
export async function useUpCodes(db: Querier, proofs: readonly OwnerProof[]): Promise<void> {
  const codes = proofs.filter(proof => proof !== null && 'codeHash' in proof);
  for (const proof of codes.sort((a, b) => a.mobile.localeCompare(b.mobile))) await useUpCode(db, proof);
}

/** Locks the account and refuses a proof that no longer matches it. Throws ACCOUNT_GONE, PROOF_NEEDED, CODE_WRONG or OLD_PASSWORD_WRONG. */
export async function lockProved(db: Querier, accountId: string, proof: OwnerProof): Promise<AccountRow> {
  const locked = await lockAccount(db, accountId);
  if (!locked) throw new AppError('ACCOUNT_GONE');
  if (proof === null) {
    if (locked.password_hash !== null || locked.mobile !== null) throw proofNeeded(locked);
  } else if ('codeHash' in proof) {
    if (locked.mobile !== proof.mobile) throw new AppError('CODE_WRONG');
  } else if (locked.password_hash !== proof.passwordHash) throw new AppError('OLD_PASSWORD_WRONG');
  return locked;
}

/** Unseals and validates a new password. Throws PASSWORD_SEAL_BAD, or the error of the rule it breaks. */
export async function openNewPassword(
  { parts, seal }: AccountService,
  { sent, path, language }: { sent: string; path: string; language: Language },
): Promise<string> {
  const password = await seal.open(sent, parts.now());
  const rule = judgePassword(password);
  if (rule) throw new AppError(rule, { issues: [{ path, error: accountSentence(rule, language) }] });
  return password;
}

/** Resets the delay after wrong passwords, because the account has a new one. */
export async function forgiveWrongPasswords(
  parts: AccountService['parts'],
  db: Querier,
  account: AccountRow,
  asker: Asker,
): Promise<void> {
  const guesser = await recognise({ ...parts, database: db }, account.id, asker);
  await forgiveName(db, nameOf(account, ''), guesser);
  await forgiveName(db, `own ${account.id}`, guesser);
}
