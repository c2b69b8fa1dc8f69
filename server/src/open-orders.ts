// Assembles orders: the payment methods of this server, the accounts that buy, and the runs that hold what was bought.

import { keepAccount } from './accounts/hold-queries.ts';
import { holdOwner } from './accounts/owners.ts';
import { ownerOfAccount } from './http/owner.ts';
import type { OrderService } from './orders/settle.ts';
import type { Parts } from './parts.ts';
import { openPayments } from './providers.ts';
import { lockCharged, setReleased } from './tasks/charge-queries.ts';

type OrderParts = Pick<Parts, 'config' | 'log' | 'secret' | 'now' | 'database'>;

export const openOrders = (parts: OrderParts): OrderService => ({
  parts,
  providers: openPayments(parts),
  holdAccount: (db, accountId) => holdOwner(db, ownerOfAccount(accountId)),
  holdPayer: keepAccount,
  async holdDebtor(db, accountId) {
    if (!(await keepAccount(db, accountId))) return false;
    await lockCharged(db, ownerOfAccount(accountId));
    return true;
  },
  releaseRuns: setReleased,
});
