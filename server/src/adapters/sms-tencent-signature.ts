// Tencent Cloud's request signature V3, TC3-HMAC-SHA256, for posted JSON.
import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

export const tencentContentType = 'application/json; charset=utf-8';

export interface TencentCall {
  readonly host: string;
  readonly service: string;
  readonly payload: string;
  readonly timestampSeconds: number;
}

/** The Authorization header, which signs the content type, the host and the payload. */
export function signTc3(call: TencentCall, keys: { readonly keyId: string; readonly keySecret: string }): string {
  const signed = 'content-type;host';
  const lines = `content-type:${tencentContentType}\nhost:${call.host}\n`;
  const canonical = ['POST', '/', '', lines, signed, sha256(call.payload)].join('\n');
  // The day in UTC.
  const day = new Date(call.timestampSeconds * 1000).toISOString().slice(0, 10);
  const scope = `${day}/${call.service}/tc3_request`;
  const toSign = ['TC3-HMAC-SHA256', call.timestampSeconds, scope, sha256(canonical)].join('\n');
  const key = hmac(hmac(hmac(`TC3${keys.keySecret}`, day), call.service), 'tc3_request');
  const signature = hmac(key, toSign).toString('hex');
  return `TC3-HMAC-SHA256 Credential=${keys.keyId}/${scope}, SignedHeaders=${signed}, Signature=${signature}`;
}
