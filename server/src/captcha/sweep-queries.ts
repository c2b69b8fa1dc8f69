// The SQL of what the sweep deletes of captchas: challenges and passes that have expired.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export async function deleteExpiredCaptchas(db: Querier, now: Date): Promise<void> {
  const captchas = db.selectFrom('captcha').select('token').where('expires_at', '<=', now);
  await db.deleteFrom('captcha').where('token', 'in', captchas.forUpdate().skipLocked()).execute();
  const passes = db.selectFrom('captcha_pass').select('hash').where('expires_at', '<=', now);
  await db.deleteFrom('captcha_pass').where('hash', 'in', passes.forUpdate().skipLocked()).execute();
}
