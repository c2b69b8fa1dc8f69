// The second factor of an operator: a key in an authenticator app. It can be set up only from the server's terminal, so that the thief of
// an account cannot add a factor of their own.
import { AppError } from 'contract/errors.ts';
import { holdOwner } from '../accounts/owners.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { removeSecret } from '../secrets/secret-queries.ts';
import { replaceSecret, type SecretKeys } from '../secrets/secrets.ts';
import { type Grounds, type Operator, performAct } from './acts.ts';
import { endSessionsOf, putFactor, removeFactor } from './store.ts';
import { makeTotpKey } from './totp.ts';

export const secretNameOf = (accountId: string) => `operator factor ${accountId}`;

/**
 * Replaces an account's key by a new one, or removes it, and ends the account's operator sessions. Returns the key, or null if it was
 * removed. ACCOUNT_GONE.
 */
export async function renewFactor(
  { database, name }: Operator,
  keys: SecretKeys,
  { accountId, isRemoved = false }: { readonly accountId: string; readonly isRemoved?: boolean },
  grounds: Grounds,
): Promise<Buffer | null> {
  const key = isRemoved ? null : makeTotpKey();
  const what = { act: 'factor', subject: accountId, asked: { isRemoved } };
  await database.transaction().execute(trx =>
    performAct(trx, name, what, grounds, async () => {
      if (!(await holdOwner(trx, ownerOfAccount(accountId)))) throw new AppError('ACCOUNT_GONE');
      if (key) {
        await replaceSecret(trx, keys, secretNameOf(accountId), key);
        await putFactor(trx, accountId);
      } else {
        await removeSecret(trx, secretNameOf(accountId));
        await removeFactor(trx, accountId);
      }
      await endSessionsOf(trx, accountId);
      return {};
    }),
  );
  return key;
}
