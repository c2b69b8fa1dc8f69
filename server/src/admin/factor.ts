// The second factor of an operator: a key in an authenticator app. It is set up from the terminal of the server alone, so that a
// thief of an account cannot give it a factor of their own.
import { AppError } from 'contract/errors.ts';
import { holdOwner } from '../accounts/owners.ts';
import { ownerOfAccount } from '../http/owner.ts';
import { removeSecret, replaceSecret, type SecretKeys } from '../secrets/store.ts';
import { type Grounds, type Operator, performAct } from './acts.ts';
import { endSessionsOf, putFactor, removeFactor } from './store.ts';
import { makeTotpKey } from './totp.ts';

export const secretNameOf = (accountId: string) => `operator factor ${accountId}`;

/**
 * Gives an account a new key in place of any other, or takes it away, and ends its operator sessions. Answers the key, null for one that was
 * taken away. ACCOUNT_GONE.
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
