// The SQL of what the sweep deletes of WeChat: waits and signatures that have expired, and persons without an account.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

/** Deletes expired waits and signatures, and persons who came over a day ago and never got an account. */
export async function deleteExpiredWaits(db: Querier, now: Date): Promise<void> {
  const used = db.selectFrom('wechat_callback').select('signature_hash').where('expires_at', '<=', now);
  await db.deleteFrom('wechat_callback').where('signature_hash', 'in', used.forUpdate().skipLocked()).execute();
  const waits = db.selectFrom('wechat_login').select('secret_hash').where('expires_at', '<=', now);
  await db.deleteFrom('wechat_login').where('secret_hash', 'in', waits.forUpdate().skipLocked()).execute();
  const dayAgo = new Date(now.getTime() - 24 * 3_600_000);
  const people = db.selectFrom('wechat_person').select('id').where('account_id', 'is', null);
  const free = people.where('created_at', '<', dayAgo).forUpdate().skipLocked();
  await db.deleteFrom('wechat_person').where('id', 'in', free).execute();
}
