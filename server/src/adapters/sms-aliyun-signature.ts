// Alibaba Cloud's request signature V3, ACS3-HMAC-SHA256, for calls with all arguments in the query and no body.
import { createHash, createHmac } from 'node:crypto';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** Percent-encodes everything except letters, digits and -_.~ (RFC 3986). */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

export interface AliyunCall {
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  readonly date: Date;
  /** New for each request. */
  readonly nonce: string;
}

export interface AliyunKeys {
  readonly keyId: string;
  readonly keySecret: string;
}

/** The query to send, and the headers including its signature. */
export function signAcs3(call: AliyunCall, keys: AliyunKeys): { query: string; headers: Record<string, string> } {
  const headers: Record<string, string> = {
    host: call.host,
    'x-acs-action': call.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': call.date.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': call.nonce,
    'x-acs-version': call.version,
  };
  const names = Object.keys(headers).sort();
  const query = Object.keys(call.query)
    .sort()
    .map(name => `${encode(name)}=${encode(call.query[name] ?? '')}`)
    .join('&');
  const lines = names.map(name => `${name}:${headers[name]}\n`).join('');
  const canonical = ['POST', '/', query, lines, names.join(';'), sha256('')].join('\n');
  const signature = createHmac('sha256', keys.keySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  const authorization = `ACS3-HMAC-SHA256 Credential=${keys.keyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { query, headers: { ...headers, authorization } };
}
