// The encryption of AJ-Captcha's answers: AES in ECB mode with PKCS7 padding, base64; the key is 16 letters.
import { createCipheriv, createDecipheriv, randomInt } from 'node:crypto';

const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const algorithm = 'aes-128-ecb';

export const makeSecretKey = (): string =>
  Array.from({ length: 16 }, () => signs.charAt(randomInt(signs.length))).join('');

export function seal(text: string, secretKey: string): string {
  const cipher = createCipheriv(algorithm, secretKey, null);
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64');
}

/** The text that was sealed; undefined if it was not sealed with this key. */
export function unseal(sealed: string, secretKey: string): string | undefined {
  const decipher = createDecipheriv(algorithm, secretKey, null);
  try {
    return Buffer.concat([decipher.update(sealed, 'base64'), decipher.final()]).toString('utf8');
  } catch {
    return undefined; // Another length or padding: the text was not sealed with this key.
  }
}
