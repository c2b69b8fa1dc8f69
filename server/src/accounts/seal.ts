// Sealed passwords: RSA-OAEP with a key pair that all servers share. A seal is valid for minutes and for one use.
import {
  constants,
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  privateDecrypt,
} from 'node:crypto';
import { isSealed } from 'contract/account-fields.ts';
import { AppError } from 'contract/errors.ts';
import type { publicKey } from 'contract/routes/accounts.ts';
import { loadOnce } from 'engines/load-once.ts';
import type { z } from 'zod';
import type { Database } from '../adapters/postgres.ts';
import { countTry } from '../limits/limits.ts';
import { loadSecret, type SecretKeys } from '../secrets/secrets.ts';

const prefix = 'rsa:';
const maxAgeMs = 5 * 60_000;
/** Maximum amount by which a client's clock may be ahead. */
const maxAheadMs = 60_000;

type PublicJwk = z.infer<typeof publicKey.data>;

export interface Seal {
  describe: () => Promise<PublicJwk>;
  /** Unseals a password; text without a seal is the password itself. Throws PASSWORD_SEAL_BAD. */
  open: (sent: string, now: Date) => Promise<string>;
}

const makePrivateKey = (): Buffer =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'der' });

function describeKey(key: KeyObject): PublicJwk {
  const { n = '', e = '' } = createPublicKey(key).export({ format: 'jwk' });
  // RFC 7638 requires the members in this order.
  const kid = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  return { kty: 'RSA', n, e, alg: 'RSA-OAEP-256', use: 'enc', kid, key_ops: ['encrypt'], ext: true };
}

/** Every error gets the same refusal, so that an attacker does not learn how far a seal was correct. */
const refuse = (cause?: unknown): never => {
  throw new AppError('PASSWORD_SEAL_BAD', null, { cause });
};

function decrypt(key: KeyObject, sealed: Buffer): { p: string; t: number } {
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    const text = privateDecrypt({ key, padding, oaepHash: 'sha256' }, sealed).toString();
    const { p, t } = JSON.parse(text) as { p?: unknown; t?: unknown };
    return typeof p === 'string' && p.length <= 1024 && typeof t === 'number' ? { p, t } : refuse();
  } catch (cause) {
    return refuse(cause);
  }
}

export function openSeal(database: Database, keys: SecretKeys): Seal {
  const loadKey = loadOnce(async (): Promise<KeyObject> => {
    const key = await loadSecret(database, keys, { name: 'password-seal', make: makePrivateKey });
    return createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  });
  const refuseTwice = async (sealed: Buffer, now: Date) => {
    const key = `password-seal ${createHash('sha256').update(sealed).digest('base64url')}`;
    await countTry(database, { key, max: 1, perSeconds: (maxAgeMs + maxAheadMs) / 1000 }, now).catch(error =>
      error instanceof AppError ? refuse(error) : Promise.reject(error),
    );
  };
  return {
    describe: async () => describeKey(await loadKey()),
    open: async (sent, now) => {
      if (!isSealed(sent)) return sent;
      const sealed = Buffer.from(sent.slice(prefix.length), 'base64');
      const { p, t } = decrypt(await loadKey(), sealed);
      const ageMs = now.getTime() - t;
      if (ageMs > maxAgeMs || ageMs < -maxAheadMs) refuse();
      await refuseTwice(sealed, now);
      return p;
    },
  };
}
