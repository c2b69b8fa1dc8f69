// Binds WeChat to the logged-in account and unbinds it, in the personal centre, without creating a login.
import { AppError } from 'contract/errors.ts';
import type { proofField } from 'contract/routes/accounts.ts';
import type { bindWechat } from 'contract/routes/wechat.ts';
import type { z } from 'zod';
import { lockProved, proveOwnerById, useUpCodes } from '../accounts/prove.ts';
import type { AccountService, Asker, BoundWechat } from '../accounts/service.ts';
import { hashSecret, isSecret } from '../accounts/token.ts';
import { bindPerson, deleteWaitsOf, findPerson, findWait, isBound, takeWait, unbindPeople } from './store.ts';

export const boundWechat: BoundWechat = {
  isBound,
  bind: async (trx, personId, accountId) => {
    // An account has at most one WeChat person.
    await unbindPeople(trx, accountId);
    await bindPerson(trx, personId, accountId);
  },
  unbind: unbindPeople,
  dropScans: deleteWaitsOf,
};

/**
 * Checks the QR code that this browser requested and binds the person who scanned it, replacing an earlier one. The proof is requested
 * after a scan, which stays valid meanwhile. Throws PROOF_NEEDED, or WECHAT_TAKEN if that WeChat is bound to another account.
 */
export async function bindByQr(
  service: AccountService,
  { uuid, proof: sent }: z.output<typeof bindWechat.body>,
  accountId: string,
  asker: Asker,
): Promise<'WAITING' | 'BOUND' | 'EXPIRED'> {
  const { parts } = service;
  if (!parts.wechat) throw new AppError('WECHAT_OFF');
  if (!isSecret(uuid)) return 'EXPIRED';
  const scan = { secretHash: hashSecret(uuid), kind: 'qr', owner: asker.from.visitor, now: parts.now() } as const;
  const wait = await findWait(parts.database, scan);
  if (!wait) return 'EXPIRED';
  if (!wait.isScanned) return 'WAITING';
  const proof = await proveOwnerById(service, accountId, sent, asker);
  return parts.database.transaction().execute(async trx => {
    await useUpCodes(trx, [proof]);
    const personId = (await takeWait(trx, scan))?.personId;
    if (!personId) return 'EXPIRED';
    await lockProved(trx, accountId, proof);
    const person = await findPerson(trx, personId);
    if (!person) return 'EXPIRED';
    if (person.accountId !== null && person.accountId !== accountId) throw new AppError('WECHAT_TAKEN');
    await boundWechat.bind(trx, personId, accountId);
    return 'BOUND';
  });
}

/** Throws PROOF_NEEDED, or PHONE_NEEDED if the account would have no way left to log in. */
export async function unbind(
  service: AccountService,
  accountId: string,
  sent: z.output<typeof proofField>,
  asker: Asker,
): Promise<void> {
  const proof = await proveOwnerById(service, accountId, sent, asker);
  await service.parts.database.transaction().execute(async trx => {
    await useUpCodes(trx, [proof]);
    const account = await lockProved(trx, accountId, proof);
    if (!account.mobile) throw new AppError('PHONE_NEEDED');
    await unbindPeople(trx, accountId);
  });
}
