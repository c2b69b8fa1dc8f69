// WeChat's signatures of its calls and encryption of its messages (WXBizMsgCrypt): SHA-1 over sorted parts; AES-256-CBC with PKCS#7 padding
// to 32 bytes.
import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from 'contract/errors.ts';

/** SHA-1, in hex, of the parts sorted by their bytes. */
const signParts = (parts: readonly string[]): string =>
  createHash('sha1')
    .update([...parts].sort().join(''))
    .digest('hex');

/** Whether `signature` was made from these parts, the secret token among them; compared in constant time. */
export function isSignedWith(signature: string | undefined, parts: readonly string[]): boolean {
  const given = Buffer.from(signature ?? '');
  const wanted = Buffer.from(signParts(parts));
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** The key as shown in WeChat's console: 43 characters of base64. */
export const aesKeyPattern = /^[A-Za-z\d+/]{43}$/;

const blockBytes = 32;
const randomBytesBefore = 16;

/** The decrypted text, which must end with `receiver`, our own app id. SIGNATURE_BAD if anything is malformed. */
export function decryptMessage(encrypted: string, encodingAesKey: string, receiver: string): string {
  const key = Buffer.from(`${encodingAesKey}=`, 'base64');
  const bytes = Buffer.from(encrypted, 'base64');
  if (bytes.length === 0 || bytes.length % 16 !== 0) throw new AppError('SIGNATURE_BAD');
  const decipher = createDecipheriv('aes-256-cbc', key, key.subarray(0, 16)).setAutoPadding(false);
  const plain = Buffer.concat([decipher.update(bytes), decipher.final()]);
  const padding = plain.at(-1) ?? 0;
  const content = plain.subarray(randomBytesBefore, plain.length - padding);
  if (padding < 1 || padding > blockBytes || content.length < 4) throw new AppError('SIGNATURE_BAD');
  const textBytes = content.readUInt32BE(0);
  const text = content.subarray(4, 4 + textBytes);
  const named = content.subarray(4 + textBytes).toString();
  if (text.length !== textBytes || named !== receiver) throw new AppError('SIGNATURE_BAD');
  return text.toString();
}
