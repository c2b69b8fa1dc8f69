// Assembles orders: the payment methods of this server, and the accounts that buy.
import { holdOwner } from './accounts/owners.ts';
import { ownerOfAccount } from './http/owner.ts';
import type { OrderService } from './orders/settle.ts';
import type { Parts } from './parts.ts';
import { openPayments } from './providers.ts';

type OrderParts = Pick<Parts, 'config' | 'log' | 'secret' | 'now' | 'database'>;

export const openOrders = (parts: OrderParts): OrderService => ({
  parts,
  providers: openPayments(parts),
  holdAccount: (db, accountId) => holdOwner(db, ownerOfAccount(accountId)),
});
