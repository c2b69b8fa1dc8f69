// Signatures of WeChat Pay's API v3, for our calls, its responses and its callbacks, and the decryption of callbacks.
import {
  createDecipheriv,
  createPublicKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
  X509Certificate,
} from 'node:crypto';
import { NoticeRefused } from './payment.ts';

const schema = 'WECHATPAY2-SHA256-RSA2048';
const tagBytes = 16;

export interface MerchantKeys {
  readonly mchId: string;
  /** The serial number of the merchant's certificate. */
  readonly serialNo: string;
  readonly privateKey: KeyObject;
}

/** The signed lines, each terminated by a line feed. */
const joinLines = (lines: readonly string[]): string => lines.map(line => `${line}\n`).join('');

export const signText = (text: string, key: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(text), key).toString('base64');

/** The Authorization header of a call. `path` includes the query. */
export function authorize(
  keys: MerchantKeys,
  { method, path, body }: { method: string; path: string; body: string },
  { timestamp, nonce = randomBytes(16).toString('hex') }: { timestamp: number; nonce?: string },
): string {
  const signature = signText(joinLines([method, path, String(timestamp), nonce, body]), keys.privateKey);
  const fields = {
    mchid: keys.mchId,
    nonce_str: nonce,
    signature,
    timestamp: String(timestamp),
    serial_no: keys.serialNo,
  };
  return `${schema} ${Object.entries(fields)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`;
}

export interface Signed {
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: string;
  readonly body: string;
}

/** Whether this key signed a response or a callback. */
export function isSignedBy(key: KeyObject, { timestamp, nonce, signature, body }: Signed): boolean {
  const text = joinLines([timestamp, nonce, body]);
  return verify('RSA-SHA256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
}

export interface Sealed {
  readonly ciphertext: string;
  readonly nonce: string;
  readonly associated_data?: string | undefined;
}

/** Decrypts AEAD_AES_256_GCM with the merchant's API v3 key of 32 bytes. Throws NoticeRefused for a wrong key or an altered text. */
export function unseal(apiV3Key: string, { ciphertext, nonce, associated_data: associated = '' }: Sealed): string {
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length < tagBytes) throw new NoticeRefused('sealed text is too short');
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(apiV3Key), Buffer.from(nonce));
    decipher.setAAD(Buffer.from(associated));
    decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(0, bytes.length - tagBytes)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    throw new NoticeRefused('sealed with another key, or changed on its way');
  }
}

/** The public key of a platform certificate. */
export const keyOfCertificate = (pem: string): KeyObject =>
  createPublicKey(new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'pem' }));
