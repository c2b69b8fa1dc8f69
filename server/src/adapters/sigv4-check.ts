// For tests: whether a request carries a valid AWS signature, version 4, in its query or its Authorization header. Implemented from the
// specification ("Create a signed AWS API request") and not with the library that signs.
import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`);
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

interface Signed {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly expiresSeconds: number | null;
  readonly payloadHash: string;
}

function readSigned(request: IncomingMessage, query: URLSearchParams): Signed | null {
  const header = request.headers.authorization;
  if (query.has('X-Amz-Signature'))
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      expiresSeconds: Number(query.get('X-Amz-Expires')),
      payloadHash: 'UNSIGNED-PAYLOAD',
    };
  const found = /^AWS4-HMAC-SHA256 Credential=(\S+), ?SignedHeaders=(\S+), ?Signature=(\w+)$/.exec(header ?? '');
  if (!found) return null;
  return {
    credential: found[1] ?? '',
    signedHeaders: found[2] ?? '',
    signature: found[3] ?? '',
    date: String(request.headers['x-amz-date']),
    expiresSeconds: null,
    payloadHash: String(request.headers['x-amz-content-sha256']),
  };
}

/** Checks a request's signature; `none` if it has none. */
export function checkSignature(request: IncomingMessage, secretAccessKey: string): 'none' | 'bad' | 'expired' | 'good' {
  const url = new URL(request.url ?? '/', 'http://host');
  const signed = readSigned(request, url.searchParams);
  if (!signed) return 'none';
  const canonicalQuery = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const names = signed.signedHeaders.split(';');
  const canonicalHeaders = names.map(name => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [
    request.method,
    url.pathname,
    canonicalQuery,
    canonicalHeaders,
    signed.signedHeaders,
    signed.payloadHash,
  ];
  const [, day = '', region = '', service = ''] = signed.credential.split('/');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${signed.date}\n${scope}\n${sha256(canonical.join('\n'))}`;
  const key = hmac(hmac(hmac(hmac(`AWS4${secretAccessKey}`, day), region), service), 'aws4_request');
  if (hmac(key, text).toString('hex') !== signed.signature) return 'bad';
  if (signed.expiresSeconds === null) return 'good';
  const at = signed.date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.now() > Date.parse(at) + signed.expiresSeconds * 1000 ? 'expired' : 'good';
}
