// The SQL of verification codes: one per number; its tries are counted in the same statement that reads it. `address` is hashed by
// `hideWho`.
import { sql } from 'kysely';
import type { Querier } from '../adapters/postgres.ts';

export async function replaceCode(
  db: Querier,
  code: { mobile: string; codeHash: Buffer; address: string; now: Date; expiresAt: Date },
): Promise<void> {
  const row = {
    code_hash: code.codeHash,
    tries: 0,
    address: code.address,
    tries_elsewhere: 0,
    created_at: code.now,
    expires_at: code.expiresAt,
  };
  await db
    .insertInto('sms_code')
    .values({ mobile: code.mobile, ...row })
    .onConflict(conflict => conflict.column('mobile').doUpdateSet(row))
    .execute();
}

/**
 * Uses up one try and returns the hash to compare with; undefined if there is no code or no try left. The address that requested the code
 * has `max` tries, and all other addresses share as many.
 */
export async function countCodeTry(
  db: Querier,
  { mobile, address, now, max }: { mobile: string; address: string; now: Date; max: number },
): Promise<Buffer | undefined> {
  const isOwn = sql<boolean>`address is not distinct from ${address}`;
  const row = await db
    .updateTable('sms_code')
    .set({
      tries: sql<number>`tries + case when ${isOwn} then 1 else 0 end`,
      tries_elsewhere: sql<number>`tries_elsewhere + case when ${isOwn} then 0 else 1 end`,
    })
    .where('mobile', '=', mobile)
    .where('expires_at', '>', now)
    .where(sql<number>`case when ${isOwn} then tries else tries_elsewhere end`, '<', max)
    .returning('code_hash')
    .executeTakeFirst();
  return row?.code_hash;
}

/** Deletes this code; false if it was gone. Of several concurrent calls only one deletes it. */
export async function removeCode(db: Querier, mobile: string, codeHash: Buffer): Promise<boolean> {
  const row = await db
    .deleteFrom('sms_code')
    .where('mobile', '=', mobile)
    .where('code_hash', '=', codeHash)
    .returning('mobile')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeCodesOf(db: Querier, mobile: string): Promise<void> {
  await db.deleteFrom('sms_code').where('mobile', '=', mobile).execute();
}
