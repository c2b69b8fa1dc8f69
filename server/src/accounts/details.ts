// The details that people can change: nickname, username, gender, avatar, phone number.
import { AppError } from 'contract/errors.ts';
import type { bindPhone, User, updateInfo } from 'contract/routes/accounts.ts';
import type { Language } from 'contract/words.ts';
import type { z } from 'zod';
import type { Querier } from '../adapters/postgres.ts';
import { countTry } from '../limits/limits.ts';
import { isShown, storeAvatar, takeAvatar } from './avatar.ts';
import { presentUser } from './present.ts';
import { lockProved, proveMobile, proveOwner, useUpCodes } from './prove.ts';
import type { AccountService, Asker } from './service.ts';
import { findAccount, findAccountByMobile, isUsernameTaken, lockAccount, takenBy, updateAccount } from './store.ts';

const maxUsernamesPerHour = 20;

/** Writes values that must be unique: another account may take one between the check and the write. */
async function writeUnique(db: Querier, id: string, change: Parameters<typeof updateAccount>[2]): Promise<void> {
  await updateAccount(db, id, change).catch((error: unknown) => {
    const code = takenBy(error);
    throw code ? new AppError(code, null, { cause: error }) : error;
  });
}

async function refuseTakenUsername({ parts }: AccountService, accountId: string, username: string): Promise<void> {
  // Without a limit the responses would reveal the usernames of all accounts.
  const limit = { key: `username ${accountId}`, max: maxUsernamesPerHour, perSeconds: 3600 };
  await countTry(parts.database, limit, parts.now());
  if (await isUsernameTaken(parts.database, username, accountId)) throw new AppError('USERNAME_TAKEN');
}

/** Returns the changed user. Throws USERNAME_TAKEN, or the avatar's refusal. */
export async function changeDetails(
  service: AccountService,
  accountId: string,
  body: z.output<typeof updateInfo.body>,
  view: { readonly baseUrl: string; readonly language: Language },
): Promise<User> {
  const { parts } = service;
  const nickName = body.nickName ?? body.nickname;
  const { username, avatar } = body;
  if (username) await refuseTakenUsername(service, accountId, username);
  const shown = avatar && (await findAccount(parts.database, accountId))?.avatar_key;
  const isNewAvatar = avatar !== undefined && !(avatar && isShown(avatar, shown));
  const stored = isNewAvatar && avatar ? await storeAvatar(parts, accountId, avatar) : null;
  return parts.database.transaction().execute(async trx => {
    const account = await lockAccount(trx, accountId);
    if (!account) throw new AppError('ACCOUNT_GONE');
    await writeUnique(trx, accountId, {
      ...(nickName && { nick_name: nickName }),
      ...(username && { username }),
      ...(body.gender !== undefined && { gender: body.gender }),
      ...(isNewAvatar && { avatar_key: stored }),
    });
    if (isNewAvatar) await takeAvatar(trx, { taken: stored, dropped: account.avatar_key }, parts.now());
    return presentUser(service, trx, accountId, view);
  });
}

/**
 * Sets or changes the number of an account. Replacing a number needs a proof that the token is not stolen; a code for the account's current
 * number is such a proof. Throws PROOF_NEEDED, CODE_WRONG, or PHONE_TAKEN if another account has the number.
 */
export async function changeMobile(
  service: AccountService,
  accountId: string,
  { phone: mobile, code, proof: sent }: z.output<typeof bindPhone.body>,
  asker: Asker,
): Promise<User> {
  const { parts } = service;
  const account = await findAccount(parts.database, accountId);
  if (!account) throw new AppError('ACCOUNT_GONE');
  const ownerProof = account.mobile === mobile ? undefined : await proveOwner(service, account, sent, asker);
  const proof = await proveMobile(service, { mobile, code }, asker);
  return parts.database.transaction().execute(async trx => {
    await useUpCodes(trx, [proof, ownerProof ?? null]);
    await lockProved(trx, accountId, ownerProof === undefined ? proof : ownerProof);
    const holder = await findAccountByMobile(trx, mobile);
    if (holder && holder.id !== accountId) throw new AppError('PHONE_TAKEN');
    await writeUnique(trx, accountId, { mobile });
    return presentUser(service, trx, accountId, asker.from);
  });
}
