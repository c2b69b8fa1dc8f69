// Deletes an account permanently: its rows immediately, its files with the next sweep.
import { AppError } from 'contract/errors.ts';
import type { deleteAccount } from 'contract/routes/accounts.ts';
import type { z } from 'zod';
import type { Querier } from '../adapters/postgres.ts';
import { removeKeysOfAccount } from '../api-keys/api-keys.ts';
import { type AccountLogin, ownerOfAccount } from '../http/owner.ts';
import { countTry } from '../limits/limits.ts';
import { removeCodesOf } from './code-store.ts';
import { removeKeysOf } from './key-store.ts';
import { blankLogins } from './login-store.ts';
import { lockProved, proveOwner, useUpCodes } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { type AccountRow, findAccount, forgetReferrer, removeAccount } from './store.ts';

const maxPerHour = 10;

/** Deletes the codes, keys and scans with which a later call could continue. */
async function removeProofs(
  { wechat }: AccountService,
  db: Querier,
  { id, mobile }: AccountRow,
  now: Date,
): Promise<void> {
  if (mobile) {
    await removeCodesOf(db, mobile);
    await removeKeysOf(db, { kind: 'mobile', subject: mobile, now });
  }
  await wechat.dropScans(db, id);
}

export async function deleteForGood(
  service: AccountService,
  { accountId }: AccountLogin,
  body: z.output<typeof deleteAccount.body>,
  asker: Asker,
): Promise<void> {
  const { parts } = service;
  const now = parts.now();
  await countTry(parts.database, { key: `delete ${accountId}`, max: maxPerHour, perSeconds: 3600 }, now);
  const account = await findAccount(parts.database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const proof = body.proof
    ? await proveOwner(service, account, body.proof, asker)
    : await proveOwner(service, account, body, asker, { password: 'password', code: 'code' });
  // An account without number and password must set one of them first.
  if (!proof) throw new AppError('PROOF_NEEDED', { proofs: [] });
  await parts.database.transaction().execute(async trx => {
    await useUpCodes(trx, [proof]);
    // Codes, keys and scans are locked before the account, as in every login: otherwise two transactions would wait for each other.
    await removeProofs(service, trx, account, now);
    await lockProved(trx, accountId, proof);
    await forgetReferrer(trx, accountId);
    await service.tasks.remove(trx, ownerOfAccount(accountId), now);
    await removeKeysOfAccount(trx, accountId);
    await blankLogins(trx, accountId);
    // The bound WeChat person is deleted as well; logins remain as rows without an account, so that other devices learn of the deletion.
    await removeAccount(trx, accountId);
  });
}
