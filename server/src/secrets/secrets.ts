// Secrets that all servers of one database share, such as the signing key. They are made once and kept in the database, sealed
// with the operator's SECRET_KEY when one is set, so that a stolen copy of the database signs nothing.

import type { Database, Querier } from '../adapters/postgres.ts';
import type { Config } from '../config.ts';
import { openSecret, sealSecret } from './seal.ts';
import { addSecret, changeSecret, findSecret, listSecrets, putSecret, type SecretRow } from './store.ts';

export type SecretKeys = Pick<Config, 'secretKey' | 'secretKeyBefore'>;

/** The operator's key does not open the secrets in the database; the message names the setting to change. */
export class SecretKeyError extends Error {}

/** The value of a row and the key that opened it, null for a row that was not sealed. SecretKeyError. */
function readRow(row: SecretRow, name: string, { secretKey, secretKeyBefore }: SecretKeys) {
  if (!row.is_sealed) return { value: row.value, openedBy: null };
  for (const key of [secretKey, secretKeyBefore]) {
    const value = key === null ? undefined : openSecret(row.value, name, key);
    if (value) return { value, openedBy: key };
  }
  throw new SecretKeyError(
    secretKey === null && secretKeyBefore === null
      ? 'The signing keys in this database are sealed: set SECRET_KEY to the key they were sealed with.'
      : 'SECRET_KEY is not the key that the signing keys in this database were sealed with: set that one, or, to change it, set SECRET_KEY_BEFORE to the former key.',
  );
}

const makeRow = (value: Buffer, name: string, { secretKey }: SecretKeys): SecretRow =>
  secretKey === null ? { value, is_sealed: false } : { value: sealSecret(value, name, secretKey), is_sealed: true };

/**
 * The secret of that name, made by the first server that needs it. An unsealed row is sealed when SECRET_KEY is set; a row that
 * SECRET_KEY_BEFORE opens is sealed with the new key, or stored unsealed when SECRET_KEY is no longer set.
 */
export async function loadSecret(
  database: Database,
  keys: SecretKeys,
  { name, make }: { name: string; make: () => Buffer },
): Promise<Buffer> {
  let row = await findSecret(database, name);
  if (!row) {
    await addSecret(database, name, makeRow(make(), name, keys));
    row = await findSecret(database, name);
  }
  if (!row) throw new Error(`the secret ${name} was made and is not there`);
  const { value, openedBy } = readRow(row, name, keys);
  // Another server that starts at the same time may have been faster; its seal is as good.
  if (openedBy !== keys.secretKey) await changeSecret(database, name, row.value, makeRow(value, name, keys));
  return value;
}

/** Puts a secret in the place of the one of that name, sealed as `keys` say. */
export const replaceSecret = (db: Querier, keys: SecretKeys, name: string, value: Buffer): Promise<void> =>
  putSecret(db, name, makeRow(value, name, keys));

/** Opens every secret there is, changes none, and returns how many are not sealed. SecretKeyError. */
export async function openSecrets(db: Querier, keys: SecretKeys): Promise<number> {
  const rows = await listSecrets(db);
  return rows.filter(row => readRow(row, row.name, keys).openedBy === null).length;
}

/** Opens every secret there is and seals it as `keys` say, so that a start fails or changes all of them. SecretKeyError. */
export async function sealSecrets(database: Database, keys: SecretKeys): Promise<void> {
  for (const { name } of await listSecrets(database))
    await loadSecret(database, keys, {
      name,
      make: () => {
        throw new Error(`the secret ${name} was deleted during the start`);
      },
    });
}
