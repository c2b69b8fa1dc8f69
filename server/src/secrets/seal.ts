// Seals secrets with a key of the operator, so that a stolen copy of the database signs nothing.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

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
