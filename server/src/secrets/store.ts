// The SQL of the secrets that all servers of one database share.
import type { Querier } from '../adapters/postgres.ts';
import type {} from './tables.ts';

export interface SecretRow {
  readonly value: Buffer;
  readonly is_sealed: boolean;
}

export const findSecret = (db: Querier, name: string): Promise<SecretRow | undefined> =>
  db.selectFrom('server_secret').select(['value', 'is_sealed']).where('name', '=', name).executeTakeFirst();

export const listSecrets = (db: Querier): Promise<(SecretRow & { name: string })[]> =>
  db.selectFrom('server_secret').select(['name', 'value', 'is_sealed']).orderBy('name').execute();

/** Adds a secret unless there is one of that name. */
export async function addSecret(db: Querier, name: string, row: SecretRow): Promise<void> {
  await db
    .insertInto('server_secret')
    .values({ name, ...row })
    .onConflict(conflict => conflict.column('name').doNothing())
    .execute();
}

/** Changes a secret whose stored value is still `before`. */
export async function changeSecret(db: Querier, name: string, before: Buffer, row: SecretRow): Promise<void> {
  await db.updateTable('server_secret').set(row).where('name', '=', name).where('value', '=', before).execute();
}

/** Adds a secret, or replaces the one of that name. */
export async function putSecret(db: Querier, name: string, row: SecretRow): Promise<void> {
  await db
    .insertInto('server_secret')
    .values({ name, ...row })
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}
