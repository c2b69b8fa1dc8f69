// Secrets that every server of this product must share and nobody has to set: made once, kept in the database.
import type { Database } from '../adapters/postgres.ts';

const findSecret = (database: Database, name: string) =>
  database.selectFrom('server_secret').select('value').where('name', '=', name).executeTakeFirst();

/** The secret of that name; whoever comes first makes it. */
export async function loadSecret(database: Database, name: string, make: () => Buffer): Promise<Buffer> {
  const known = await findSecret(database, name);
  if (known) return known.value;
  await database
    .insertInto('server_secret')
    .values({ name, value: make() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  const kept = await findSecret(database, name);
  if (!kept) throw new Error(`the secret ${name} was made and is not there`);
  return kept.value;
}
