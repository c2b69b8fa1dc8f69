// The SQL of messages that the sandbox kept instead of sending.
import type { Querier } from '../adapters/postgres.ts';

export interface SandboxSms {
  mobile: string;
  code: string;
  text: string;
  createdAt: Date;
}

/** Keeps a message, and deletes all but the latest hundred. */
export async function keepSms(db: Querier, message: SandboxSms): Promise<void> {
  const { id } = await db
    .insertInto('sandbox_sms')
    .values({ mobile: message.mobile, code: message.code, text: message.text, created_at: message.createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('sandbox_sms')
    .where('id', '<=', id - 100)
    .execute();
}

/** The latest first. */
export async function listSms(db: Querier, most: number): Promise<SandboxSms[]> {
  const rows = await db.selectFrom('sandbox_sms').selectAll().orderBy('id', 'desc').limit(most).execute();
  return rows.map(row => ({ mobile: row.mobile, code: row.code, text: row.text, createdAt: row.created_at }));
}
