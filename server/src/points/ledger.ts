// Bookings by other nouns: purchases, grants, refunds and membership terms. Charges for runs are in charges.ts.
import { AppError } from 'contract/errors.ts';
import type { Sentence } from 'contract/words.ts';
import type { Querier } from '../adapters/postgres.ts';
import {
  bookIn,
  bookOut,
  findViolations,
  findWallet,
  insertTerm,
  insertWallet,
  lockWallet,
  type NewMovement,
  returnForever,
  type TermLength,
  type Unit,
  type Violation,
  type WalletRow,
} from './store.ts';

export type { TermLength };

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

/** Takes back what a refunded order had bought, as far as it is neither spent nor held. Returns the amount. */
export async function takeBack(
  db: Querier,
  { accountId, ...booking }: Booking,
  reason: 'refund' | 'correction' = 'refund',
): Promise<number> {
  const { id: walletId } = await openWallet(db, accountId);
  return bookOut(db, { walletId, reason, ...booking });
}

/** Extends a membership, or shortens it for negative numbers. Returns whether it was new. */
export async function addTerm(
  { config }: { readonly config: { readonly timeZone: string } },
  db: Querier,
  term: {
    readonly accountId: string;
    readonly length: TermLength;
    /** The plan's name. */
    readonly mealName: Sentence;
    readonly reason: 'purchase' | 'grant' | 'refund' | 'correction';
    readonly reference: string;
  },
): Promise<boolean> {
  const { accountId, ...rest } = term;
  const { id: walletId } = await openWallet(db, accountId);
  return insertTerm(db, { walletId, ...rest }, config.timeZone);
}

/** Takes back an unlimited membership that an order had bought; what other orders and grants gave remains. Returns whether it was new. */
export async function takeBackForever(
  { config }: { readonly config: { readonly timeZone: string } },
  db: Querier,
  { accountId, ...term }: { readonly accountId: string; readonly mealName: Sentence; readonly reference: string },
): Promise<boolean> {
  const { id: walletId } = await openWallet(db, accountId);
  return returnForever(db, { walletId, ...term }, config.timeZone);
}

/** The wallet of an account; undefined if it never owned anything. */
export const readWallet = (db: Querier, accountId: string): Promise<WalletRow | undefined> => findWallet(db, accountId);

/** All violations of the ledger's invariants; empty if all hold. Reads all movements. */
export const checkMoney = (db: Querier): Promise<Violation[]> => findViolations(db);
