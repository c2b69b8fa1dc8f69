// The SQL that checks whether the ledger balances.
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

export interface Violation {
  readonly rule: string;
  readonly subject: string;
  readonly detail: string;
}

const invariants = readFileSync(new URL('./invariants.sql', import.meta.url), 'utf8');

/** All violations of the ledger's invariants; empty if all hold. Reads all movements. */
export const checkMoney = async (db: Querier): Promise<Violation[]> =>
  (await sql.raw<Violation>(invariants).execute(db)).rows;
