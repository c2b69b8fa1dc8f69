// The SQL of the devices and addresses from which an account has logged in.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

/** What an account remembers of a client: `device` is the hash of its client uid, `address` is hashed by `hideWho`. */
export interface ClientMarks {
  readonly device: string | null;
  readonly address: string;
}

const marksOf = ({ device, address }: ClientMarks) => [...(device === null ? [] : [device]), `address:${address}`];

export async function keepKnown(db: Querier, accountId: string, marks: ClientMarks, now: Date): Promise<void> {
  const rows = marksOf(marks).map(mark => ({ account_id: accountId, mark, seen_at: now }));
  await db
    .insertInto('known_client')
    .values(rows)
    .onConflict(conflict => conflict.columns(['account_id', 'mark']).doUpdateSet({ seen_at: now }))
    .execute();
}

/** How an account knows a client; null without an account, after the same statement. */
export async function findKnown(
  db: Querier,
  accountId: string | null,
  marks: ClientMarks,
): Promise<'device' | 'address' | null> {
  const rows = await db
    .selectFrom('known_client')
    .select('mark')
    .where(sql<boolean>`account_id = ${accountId}::uuid`)
    .where('mark', 'in', marksOf(marks))
    .execute();
  if (rows.some(({ mark }) => mark === marks.device)) return 'device';
  return rows.length > 0 ? 'address' : null;
}
