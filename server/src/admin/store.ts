// The SQL of what operators did. Rows are never changed.
import type { Querier } from '../adapters/postgres.ts';

export interface NewAct {
  readonly act: string;
  readonly operator: string;
  /** The account or other row it is done to. */
  readonly subject: string | null;
  readonly reason: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Records an act; answers its id. */
export async function insertAct(db: Querier, { details, ...act }: NewAct): Promise<string> {
  const { id } = await db
    .insertInto('operator_act')
    .values({ ...act, details: JSON.stringify(details) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The latest first. */
export const listActs = (db: Querier, most: number) =>
  db.selectFrom('operator_act').selectAll().orderBy('created_at', 'desc').limit(most).execute();
