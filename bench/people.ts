// Accounts for benches, inserted into the database with one login each.
import { randomBytes, randomUUID } from 'node:crypto';
import { hashSecret } from '../server/src/accounts/token.ts';
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

/** Creates an account and returns its id and the token of a login that is valid for a day. */
export async function insertPerson({ pool }: Postgres): Promise<{ accountId: string; token: string }> {
  const token = randomBytes(32).toString('base64url');
  const accountId = randomUUID();
  const now = new Date();
  const later = new Date(now.getTime() + 86_400_000);
  await pool.query(
    "insert into account (id, nick_name, share_code, platform_source, created_at) values ($1, 'Member', $3, 'web-pc', $2)",
    [accountId, now, randomUUID()],
  );
  await pool.query(
    "insert into login (id, token_hash, account_id, device, created_at, last_seen_at, expires_at) values ($1, $2, $3, 'bench', $4, $4, $5)",
    [randomUUID(), hashSecret(token), accountId, now, later],
  );
  return { accountId, token };
}
