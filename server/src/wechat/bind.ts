// Binding WeChat to the account that is logged in, and letting go of it: in the personal center, without a log-in of its own.
import { AppError } from 'contract/errors.ts';
import type { BoundWechat } from '../accounts/service.ts';
import { lockAccount } from '../accounts/store.ts';
import { hashSecret, isSecret } from '../accounts/token.ts';
import type { Parts } from '../parts.ts';
import { bindPerson, deleteWaitsOf, findPerson, findWait, isBound, takeWait, unbindPeople } from './store.ts';

export const boundWechat: BoundWechat = {
  isBound,
  bind: async (session, personId, accountId) => {
    // An account has one WeChat person at most.
    await unbindPeople(session, accountId);
    await bindPerson(session, personId, accountId);
  },
  unbind: unbindPeople,
  dropScans: deleteWaitsOf,
};

/**
 * Looks at the QR code that `owner` asked for and binds whoever scanned it. One account has one WeChat: a new one takes the
 * place of the old. WECHAT_TAKEN when it logs in to another account.
 */
export async function bindByQr(
  parts: Parts,
  uuid: string,
  by: { accountId: string; owner: string | null },
): Promise<'WAITING' | 'BOUND' | 'EXPIRED'> {
  if (!parts.wechat) throw new AppError('WECHAT_OFF');
  if (!isSecret(uuid)) return 'EXPIRED';
  const asker = { secretHash: hashSecret(uuid), kind: 'qr', owner: by.owner, now: parts.now() } as const;
  const wait = await findWait(parts.database, asker);
  if (!wait) return 'EXPIRED';
  if (!wait.isScanned) return 'WAITING';
  return parts.database.transaction().execute(async session => {
    const personId = (await takeWait(session, asker))?.personId;
    if (!personId) return 'EXPIRED';
    if (!(await lockAccount(session, by.accountId))) throw new AppError('ACCOUNT_GONE');
    const person = await findPerson(session, personId);
    if (!person) return 'EXPIRED';
    if (person.accountId !== null && person.accountId !== by.accountId) throw new AppError('WECHAT_TAKEN');
    await boundWechat.bind(session, personId, by.accountId);
    return 'BOUND';
  });
}

/** PHONE_NEEDED when there would be no way left to log in. */
export async function unbind(parts: Parts, accountId: string): Promise<void> {
  await parts.database.transaction().execute(async session => {
    const account = await lockAccount(session, accountId);
    if (!account) throw new AppError('ACCOUNT_GONE');
    if (!account.mobile) throw new AppError('PHONE_NEEDED');
    await unbindPeople(session, accountId);
  });
}
