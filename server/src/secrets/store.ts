// Secrets that all servers of one database share, such as the signing key. They are made once and kept in the database, sealed
// with the operator's SECRET_KEY when one is set, so that a stolen copy of the database signs nothing.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Database, Querier } from '../adapters/postgres.ts';
import type { Config } from '../config.ts';
import type {} from './tables.ts';

export type SecretKeys = Pick<Config, 'secretKey' | 'secretKeyBefore'>;

/** The operator's key does not open the secrets in the database; the message names the setting to change. */
export class SecretKeyError extends Error {}

const cipher = 'aes-256-gcm';
const saltBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;

/** Each seal derives its own key from a fresh salt, so a key never sees the same nonce twice. */
const deriveKey = (secretKey: string, salt: Buffer, name: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secretKey, salt, `pixwright server_secret ${name}`, 32));

/** Salt, nonce, tag and ciphertext. The name is authenticated too, so that two rows cannot be exchanged. */
export function sealSecret(value: Buffer, name: string, secretKey: string): Buffer {
  const salt = randomBytes(saltBytes);
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, deriveKey(secretKey, salt, name), nonce).setAAD(Buffer.from(name));
  const text = Buffer.concat([sealing.update(value), sealing.final()]);
  return Buffer.concat([salt, nonce, sealing.getAuthTag(), text]);
}

/** Undefined when the value was sealed with another key, or altered since. */
export function openSecret(sealed: Buffer, name: string, secretKey: string): Buffer | undefined {
  const headBytes = saltBytes + nonceBytes + tagBytes;
  if (sealed.length < headBytes) return undefined;
  const salt = sealed.subarray(0, saltBytes);
  const nonce = sealed.subarray(saltBytes, saltBytes + nonceBytes);
  const opening = createDecipheriv(cipher, deriveKey(secretKey, salt, name), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(saltBytes + nonceBytes, headBytes));
  try {
    return Buffer.concat([opening.update(sealed.subarray(headBytes)), opening.final()]);
  } catch {
    return undefined; // The tag does not fit; there is no other way to fail.
  }
}

interface SecretRow {
  readonly value: Buffer;
  readonly is_sealed: boolean;
}

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

const findRow = (database: Database, name: string) =>
  database.selectFrom('server_secret').select(['value', 'is_sealed']).where('name', '=', name).executeTakeFirst();

/**
 * The secret of that name, made by the first server that needs it. An unsealed row is sealed when SECRET_KEY is set; a row that
 * SECRET_KEY_BEFORE opens is sealed with the new key, or stored unsealed when SECRET_KEY is no longer set.
 */
export async function loadSecret(
  database: Database,
  keys: SecretKeys,
  { name, make }: { name: string; make: () => Buffer },
): Promise<Buffer> {
  let row = await findRow(database, name);
  if (!row) {
    await database
      .insertInto('server_secret')
      .values({ name, ...makeRow(make(), name, keys) })
      .onConflict(conflict => conflict.column('name').doNothing())
      .execute();
    row = await findRow(database, name);
  }
  if (!row) throw new Error(`the secret ${name} was made and is not there`);
  const { value, openedBy } = readRow(row, name, keys);
  if (openedBy !== keys.secretKey)
    await database
      .updateTable('server_secret')
      .set(makeRow(value, name, keys))
      .where('name', '=', name)
      // Another server that starts at the same time may have been faster; its seal is as good.
      .where('value', '=', row.value)
      .execute();
  return value;
}

/** Puts a secret in the place of the one of that name, sealed as `keys` say. */
export async function replaceSecret(db: Querier, keys: SecretKeys, name: string, value: Buffer): Promise<void> {
  const row = makeRow(value, name, keys);
  await db
    .insertInto('server_secret')
    .values({ name, ...row })
    .onConflict(conflict => conflict.column('name').doUpdateSet(row))
    .execute();
}

export async function removeSecret(db: Querier, name: string): Promise<void> {
  await db.deleteFrom('server_secret').where('name', '=', name).execute();
}

/** Opens every secret there is, changes none, and returns how many are not sealed. SecretKeyError. */
export async function openSecrets(db: Querier, keys: SecretKeys): Promise<number> {
  const rows = await db.selectFrom('server_secret').select(['name', 'value', 'is_sealed']).execute();
  return rows.filter(row => readRow(row, row.name, keys).openedBy === null).length;
}

/** Opens every secret there is and seals it as `keys` say, so that a start fails or changes all of them. SecretKeyError. */
export async function sealSecrets(database: Database, keys: SecretKeys): Promise<void> {
  const rows = await database.selectFrom('server_secret').select('name').orderBy('name').execute();
  for (const { name } of rows)
    await loadSecret(database, keys, {
      name,
      make: () => {
        throw new Error(`the secret ${name} was deleted during the start`);
      },
    });
}
