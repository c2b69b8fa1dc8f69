// The SQL of what the sweep deletes of operators: sessions that have expired.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export async function deleteExpiredSessions(db: Querier, now: Date): Promise<void> {
  const free = db.selectFrom('operator_session').select('token_hash').where('expires_at', '<=', now);
  await db.deleteFrom('operator_session').where('token_hash', 'in', free.forUpdate().skipLocked()).execute();
}
