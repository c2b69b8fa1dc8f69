// The SQL of what the sweep deletes of accounts: logins, codes and keys that have expired, and clients that were not seen for long.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export async function deleteExpiredLogins(db: Querier, now: Date): Promise<void> {
  const free = db.selectFrom('login').select('id').where('expires_at', '<=', now).forUpdate().skipLocked();
  await db.deleteFrom('login').where('id', 'in', free).execute();
}

export async function deleteExpiredCodes(db: Querier, now: Date): Promise<void> {
  const free = db.selectFrom('sms_code').select('mobile').where('expires_at', '<=', now).forUpdate().skipLocked();
  await db.deleteFrom('sms_code').where('mobile', 'in', free).execute();
}

export async function deleteExpiredKeys(db: Querier, now: Date): Promise<void> {
  const free = db.selectFrom('login_key').select('key_hash').where('expires_at', '<=', now);
  await db.deleteFrom('login_key').where('key_hash', 'in', free.forUpdate().skipLocked()).execute();
}

const keptDays = 180;

export async function deleteOldKnown(db: Querier, now: Date): Promise<void> {
  const old = sql<boolean>`seen_at < ${now}::timestamptz - ${keptDays} * interval '1 day'`;
  await db.deleteFrom('known_client').where(old).execute();
}
