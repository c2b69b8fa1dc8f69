// Secrets that every server of this product must share and nobody has to set: made once, kept in the database.
import type { Database } from '../adapters/postgres.ts';

/** The secret of that name; whoever comes first makes it. */
export async function loadSecret(database: Database, name: string, make: () => Buffer): Promise<Buffer> {
  await database
    .insertInto('server_secret')
    .values({ name, value: make() })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
  const { value } = await database
    .selectFrom('server_secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
