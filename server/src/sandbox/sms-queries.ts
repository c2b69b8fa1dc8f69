// The SQL by which a message is stored instead of sent.
import type { Querier } from '../adapters/postgres.ts';
import type { SandboxSms } from './store.ts';
import type {} from './tables.ts';

/** Stores a message, and deletes all but the latest hundred. */
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
