// The Idempotency-Key header: a request repeated with the same key is executed once.
import { AppError } from 'contract/errors.ts';
import type { FastifyRequest } from 'fastify';

const pattern = /^[\x21-\x7e]{1,128}$/;

/** Null without the header; BAD_REQUEST for a malformed one. */
export function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && pattern.test(key)) return key;
  throw new AppError('BAD_REQUEST', { issues: [{ path: 'Idempotency-Key', error: '1-128 × ASCII' }] });
}
