// The database of a product that runs, for benches that look into it or insert accounts.
import { startEmbeddedPostgres } from '../server/src/adapters/embedded-postgres.ts';
import { connectPostgres, type Postgres } from '../server/src/adapters/postgres.ts';
import type { Product } from './product.ts';

/** Runs `work` on the own database of a product that is running. */
export async function withDatabaseOf<T>({ folder }: Product, work: (postgres: Postgres) => Promise<T>): Promise<T> {
  const embedded = await startEmbeddedPostgres(folder);
  const postgres = connectPostgres(embedded.connection);
  try {
    return await work(postgres);
  } finally {
    await postgres.close();
    await embedded.stop();
  }
}
