// The SQL by which other nouns ask whether an API key still counts.
import type { Querier } from '../adapters/postgres.ts';
import { isLive } from './store.ts';

/** Whether a key exists that is neither revoked nor expired. */
export async function isKeyLive(db: Querier, id: string, now: Date): Promise<boolean> {
  const row = await db.selectFrom('api_key').select('id').where('id', '=', id).where(isLive(now)).executeTakeFirst();
  return row !== undefined;
}
