// The SQL by which other nouns read what an account owns.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import { selectWallet, type WalletRow } from './store.ts';

/** The wallet of an account; undefined if it never owned anything. */
export const findWallet = async (db: Querier, accountId: string): Promise<WalletRow | undefined> =>
  (await selectWallet(accountId, sql``).execute(db)).rows[0];
