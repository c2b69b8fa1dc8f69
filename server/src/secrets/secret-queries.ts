// The SQL by which other nouns take a secret away.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export async function removeSecret(db: Querier, name: string): Promise<void> {
  await db.deleteFrom('server_secret').where('name', '=', name).execute();
}
