// What a signed link of the disk store binds: method, key, exact size, content type, part and the moment it ends.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from 'contract/errors.ts';

export interface PutClaim {
  readonly key: string;
  /** Of this request's body: the whole file or one part. */
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

/** The query of the link: everything bound but key and content type, which the request itself shows. */
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

/** What a link claims, once its signature is known to be ours and not expired. SIGNATURE_BAD, SIGNATURE_EXPIRED. */
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
  const expected = mac(secret, claim);
  const given = Buffer.from(value('signature') ?? '', 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('SIGNATURE_BAD');
  if (claim.expiresAtMs <= request.nowMs) throw new AppError('SIGNATURE_EXPIRED');
  return claim;
}
