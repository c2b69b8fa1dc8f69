// Accounts with a login, made in the rows of a database, for tests and benches of servers that run in processes of their own.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { hashSecret, makeSecret } from '../src/accounts/token.ts';

/** Makes an account. Returns its id and the token of a login that is valid for a day. */
export async function insertPerson({
  pool,
}: {
  readonly pool: pg.Pool;
}): Promise<{ accountId: string; token: string }> {
  const [accountId, token] = [randomUUID(), makeSecret()];
  await pool.query(
    `insert into account (id, nick_name, share_code, platform_source, created_at) values ($1, 'Member', $2, 'web-pc', now())`,
    [accountId, accountId],
  );
  await pool.query(
    `insert into login (id, token_hash, account_id, device, created_at, last_seen_at, expires_at)
      values ($1, $2, $3, 'test', now(), now(), now() + interval '1 day')`,
    [randomUUID(), hashSecret(token), accountId],
  );
  return { accountId, token };
}

/** Makes an account with a login and returns its token. */
export async function makeLogin(databaseUrl: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: databaseUrl });
  try {
    return (await insertPerson({ pool })).token;
  } finally {
    await pool.end();
  }
}
