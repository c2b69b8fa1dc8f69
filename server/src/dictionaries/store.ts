// The SQL of dictionary entries that the operator has set.

import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export const findEntries = (db: Querier, dictionary: string): Promise<{ label: string; value: string }[]> =>
  db
    .selectFrom('dictionary_entry')
    .select(['label', 'value'])
    .where('dictionary', '=', dictionary)
    .orderBy('label')
    .execute();

export async function putEntry(
  db: Querier,
  entry: { dictionary: string; label: string; value: string },
): Promise<void> {
  await db
    .insertInto('dictionary_entry')
    .values(entry)
    .onConflict(conflict =>
      conflict.columns(['dictionary', 'label']).doUpdateSet({ value: entry.value, updated_at: sql<Date>`now()` }),
    )
    .execute();
}

export async function removeEntry(db: Querier, dictionary: string, label: string): Promise<void> {
  await db.deleteFrom('dictionary_entry').where('dictionary', '=', dictionary).where('label', '=', label).execute();
}

/** The dictionaries in which the operator has set entries. */
export async function listNames(db: Querier): Promise<string[]> {
  const rows = await db.selectFrom('dictionary_entry').select('dictionary').distinct().orderBy('dictionary').execute();
  return rows.map(row => row.dictionary);
}
