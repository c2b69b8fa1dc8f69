// An operator revokes an API key of an account, for instance one that was published by mistake.
import { revokeKey } from '../api-keys/api-keys.ts';
import type { Parts } from '../parts.ts';
import { type Grounds, type Operator, performAct } from './acts.ts';

/** Returns the id of the act. KEY_NOT_FOUND. */
export async function revokeKeyAsOperator(
  { database, name }: Operator,
  needs: Pick<Parts, 'now' | 'config'>,
  { accountId, keyId, ...grounds }: { readonly accountId: string; readonly keyId: string } & Grounds,
): Promise<string> {
  const act = { act: 'revoke key', subject: accountId, asked: { key: keyId } };
  const { id } = await database.transaction().execute(trx =>
    performAct(trx, name, act, grounds, async () => {
      const { name: called, lastFour, scopes, revokedAt } = await revokeKey(trx, needs, accountId, keyId);
      return { after: { name: called, lastFour, scopes, revokedAt } };
    }),
  );
  return id;
}
