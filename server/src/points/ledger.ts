// Bookings by other nouns: purchases, grants, refunds and membership terms. Charges for runs are in charges.ts.
import { AppError } from 'contract/errors.ts';
import type { Sentence } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import {
  bookIn,
  bookOut,
  findSold,
  freeUp,
  insertWallet,
  lockWallet,
  type NewMovement,
  type Unit,
  type WalletRow,
} from './store.ts';
import { insertTerm, returnTerm, type TermLength } from './term-store.ts';
import { findWallet } from './wallet-queries.ts';

export type { TermLength };

interface Terms {
  /** Where days end. */
  readonly config: { readonly timeZone: string };
}

/** The locked wallet of an account, created if necessary. Runs inside a transaction that holds the account. */
export async function openWallet(db: Querier, accountId: string): Promise<WalletRow> {
  await insertWallet(db, accountId);
  const wallet = await lockWallet(db, accountId);
  if (!wallet) throw new AppError('ACCOUNT_GONE');
  return wallet;
}

interface Booking {
  readonly accountId: string;
  readonly unit: Unit;
  readonly amount: number;
  /** The order or act that caused the booking; booked once per unit, however often it is reported. */
  readonly reference: string;
}

const bookWith =
  (book: 'sold' | 'given', reason: NewMovement['reason']) =>
  async (db: Querier, { accountId, ...booking }: Booking): Promise<boolean> => {
    const { id: walletId } = await openWallet(db, accountId);
    return bookIn(db, book, { walletId, reason, ...booking });
  };

/** Books what an order bought. Returns whether it was new. Like all of these, runs inside a transaction that holds the account. */
export const bookPurchase = bookWith('sold', 'purchase');

/** Books a gift from the operator. */
export const bookGrant = bookWith('given', 'grant');

/**
 * Takes back all that a fully refunded order gave, once: coins and uses that are free, then those that runs hold, the newest first; what was spent is
 * owed, and later income pays it first. The time that it bought ends. Returns the tasks whose holds were released, for their rows to say so.
 */
export async function takeBack(
  { config }: Terms,
  db: Querier,
  { accountId, orderNo: reference }: { readonly accountId: string; readonly orderNo: string },
): Promise<string[]> {
  const { id: walletId } = await openWallet(db, accountId);
  const released: string[] = [];
  for (const sold of await findSold(db, walletId, reference)) {
    released.push(...(await freeUp(db, { walletId, ...sold })));
    await bookOut(db, { walletId, ...sold, reason: 'refund', reference });
  }
  await returnTerm(db, { walletId, reference }, config.timeZone);
  return released;
}

/** Extends a membership, or shortens it for negative numbers. Returns whether it was new. */
export async function addTerm(
  { config }: Terms,
  db: Querier,
  term: {
    readonly accountId: string;
    readonly length: TermLength;
    /** The plan's name. */
    readonly mealName: Sentence;
    readonly reason: 'purchase' | 'grant' | 'correction';
    readonly reference: string;
  },
): Promise<boolean> {
  const { accountId, ...rest } = term;
  const { id: walletId } = await openWallet(db, accountId);
  return insertTerm(db, { walletId, ...rest }, config.timeZone);
}

export const isMember = async (db: Querier, accountId: string): Promise<boolean> =>
  (await findWallet(db, accountId))?.is_member ?? false;
