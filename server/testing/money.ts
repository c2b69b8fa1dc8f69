// Money for tests: gifts for a person, what they own, and the books.
import { randomUUID } from 'node:crypto';
import { checkMoney } from '../src/points/check-queries.ts';
import { addTerm, bookGrant, type TermLength } from '../src/points/ledger.ts';
import { findWallet } from '../src/points/wallet-queries.ts';
import type { LoggedIn } from './accounts.ts';
import type { TestServer } from './server.ts';

export interface Gift {
  readonly uses?: number;
  readonly coins?: number;
  readonly term?: TermLength;
}

/** What a gift and a look at it need of a server. */
interface Books {
  readonly parts: Pick<TestServer['parts'], 'database' | 'config'>;
}

export async function give({ parts }: Books, { user }: Pick<LoggedIn, 'user'>, gift: Gift): Promise<void> {
  const { uses, coins, term } = gift;
  const booking = { accountId: user.id, reference: randomUUID() };
  await parts.database.transaction().execute(async trx => {
    if (uses) await bookGrant(trx, { ...booking, unit: 'use', amount: uses });
    if (coins) await bookGrant(trx, { ...booking, unit: 'coin', amount: coins });
    const mealName = { zh: '会员', en: 'Member' };
    if (term) await addTerm(parts, trx, { ...booking, length: term, mealName, reason: 'grant' });
  });
}

/** Uses, uses held, coins, coins held. */
export async function ownedBy({ parts }: Books, { user }: Pick<LoggedIn, 'user'>): Promise<number[]> {
  const wallet = await findWallet(parts.database, user.id);
  return wallet ? [wallet.uses, wallet.uses_held, wallet.coins, wallet.coins_held] : [];
}

/** The violated rules of money; a test expects none. */
export const findUnbalanced = async ({ parts }: Books) => checkMoney(parts.database);
