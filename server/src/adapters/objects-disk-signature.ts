// Signed links of the disk store. An upload link binds method, key, exact size, content type, part and expiry; a download link binds
// method, key, name and expiry.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from 'contract/errors.ts';

export interface PutClaim {
  readonly key: string;
  /** The size of this request's body: the whole file or one part. */
  readonly bytes: number;
  readonly contentType: string;
  readonly expiresAtMs: number;
  /** Present when one part of a file is sent. */
  readonly part?: { readonly uploadId: string; readonly partNumber: number };
}

const mac = (secret: Buffer, claim: PutClaim): Buffer =>
  createHmac('sha256', secret)
    .update(
      JSON.stringify([
        'PUT',
        claim.key,
        claim.bytes,
        claim.contentType,
        claim.expiresAtMs,
        claim.part?.uploadId ?? null,
        claim.part?.partNumber ?? null,
      ]),
    )
    .digest();

/** The query of the link: all bound values except key and content type, which the request itself carries. */
export function signClaim(secret: Buffer, claim: PutClaim): URLSearchParams {
  const query = new URLSearchParams({ bytes: String(claim.bytes), expires: String(claim.expiresAtMs) });
  if (claim.part) {
    query.set('upload', claim.part.uploadId);
    query.set('part', String(claim.part.partNumber));
  }
  query.set('signature', mac(secret, claim).toString('base64url'));
  return query;
}

const wholeNumber = (text: string | undefined): number => {
  if (text === undefined || !/^\d{1,15}$/.test(text)) throw new AppError('SIGNATURE_BAD');
  return Number(text);
};

/** The claim of a link after its signature was verified. Throws SIGNATURE_BAD or SIGNATURE_EXPIRED. */
export function readClaim(
  secret: Buffer,
  request: { key: string; contentType: string; query: Readonly<Record<string, unknown>>; nowMs: number },
): PutClaim {
  const value = (name: string): string | undefined => {
    const text = request.query[name];
    return typeof text === 'string' ? text : undefined;
  };
  const uploadId = value('upload');
  const claim: PutClaim = {
    key: request.key,
    bytes: wholeNumber(value('bytes')),
    contentType: request.contentType,
    expiresAtMs: wholeNumber(value('expires')),
    ...(uploadId === undefined ? {} : { part: { uploadId, partNumber: wholeNumber(value('part')) } }),
  };
  requireSignature(mac(secret, claim), value('signature'));
  if (claim.expiresAtMs <= request.nowMs) throw new AppError('SIGNATURE_EXPIRED');
  return claim;
}

function requireSignature(expected: Buffer, given: string | undefined): void {
  const bytes = Buffer.from(given ?? '', 'base64url');
  if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) throw new AppError('SIGNATURE_BAD');
}

const macOfRead = (secret: Buffer, key: string, expiresAtMs: number, downloadName: string | undefined): Buffer =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['GET', key, expiresAtMs, downloadName ?? null]))
    .digest();

/** The query of a link that opens one object until it expires. */
export function signRead(
  secret: Buffer,
  read: { key: string; expiresAtMs: number; downloadName?: string | undefined },
): URLSearchParams {
  const query = new URLSearchParams({ expires: String(read.expiresAtMs) });
  if (read.downloadName !== undefined) query.set('download', read.downloadName);
  query.set('signature', macOfRead(secret, read.key, read.expiresAtMs, read.downloadName).toString('base64url'));
  return query;
}

/** Throws SIGNATURE_BAD or SIGNATURE_EXPIRED unless the query currently opens this object. Returns the expiry. */
export function checkRead(
  secret: Buffer,
  request: { key: string; query: Readonly<Record<string, unknown>>; nowMs: number },
): number {
  const { expires, signature, download } = request.query;
  const expiresAtMs = wholeNumber(typeof expires === 'string' ? expires : undefined);
  const downloadName = typeof download === 'string' ? download : undefined;
  const expected = macOfRead(secret, request.key, expiresAtMs, downloadName);
  requireSignature(expected, typeof signature === 'string' ? signature : undefined);
  if (expiresAtMs <= request.nowMs) throw new AppError('SIGNATURE_EXPIRED');
  return expiresAtMs;
}
