// The SQL of growing delays. `used` counts the failed tries. A row expires a fixed time after its last try, so its expiry gives the time of
// that try.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

export interface DelayRule {
  /** Number of tries without a delay. */
  readonly free: number;
  /** The delay after the free tries; it doubles with every further one. */
  readonly firstSeconds: number;
  readonly maxSeconds: number;
  /** One failure is forgotten after this time. */
  readonly forgetSeconds: number;
}

const keptSeconds = 24 * 3600;

const lastTry = sql<Date>`(allowance.window_ends_at - ${keptSeconds} * interval '1 s')`;

const countAt = (rule: DelayRule, now: Date) => sql<number>`greatest(0,
  allowance.used - greatest(0, floor(extract(epoch from ${now}::timestamptz - ${lastTry}) / ${rule.forgetSeconds}::float8)))::int`;

/** Free tries are allowed at any time, because the clocks of two servers, or of two racing requests, may differ. */
const allowedFrom = (rule: DelayRule, now: Date) => sql<Date>`(case when ${countAt(rule, now)} < ${rule.free}
  then '-infinity'::timestamptz
  else ${lastTry} + interval '1 s' * least(
    ${rule.maxSeconds}::float8,
    ${rule.firstSeconds}::float8 * power(2, least(30, ${countAt(rule, now)} - ${rule.free})))
  end)`;

/** Counts a try if one is allowed now, and returns whether it was. Concurrent tries see each other. */
export async function countAllowedTry(db: Querier, key: string, rule: DelayRule, now: Date): Promise<boolean> {
  const endsAt = new Date(now.getTime() + keptSeconds * 1000);
  const row = await db
    .insertInto('allowance')
    .values({ key, used: 1, window_ends_at: endsAt })
    .onConflict(conflict =>
      conflict
        .column('key')
        .doUpdateSet({
          used: sql<number>`${countAt(rule, now)} + 1`,
          window_ends_at: sql<Date>`greatest(allowance.window_ends_at, ${endsAt}::timestamptz)`,
        })
        .where(sql<boolean>`${allowedFrom(rule, now)} <= ${now}`),
    )
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}

/** When the next try is allowed; undefined if one is allowed now. */
export async function findAllowedFrom(db: Querier, key: string, rule: DelayRule, now: Date): Promise<Date | undefined> {
  const row = await db
    .selectFrom('allowance')
    .select(allowedFrom(rule, now).as('from'))
    .where('key', '=', key)
    .executeTakeFirst();
  return row && row.from > now ? row.from : undefined;
}

/** Takes back a counted try that did not fail. */
export async function takeBackTry(db: Querier, key: string): Promise<void> {
  await db.updateTable('allowance').set({ used: sql<number>`greatest(0, used - 1)` }).where('key', '=', key).execute();
}
