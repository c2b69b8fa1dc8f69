// How a file is split into parts: all of `partBytes` except the last, which contains the rest.
import { AppError } from 'contract/errors.ts';
import { partBytes } from 'contract/routes/uploads.ts';

export const countParts = (bytes: number): number => Math.ceil(bytes / partBytes);

/** Bytes of part `partNumber` (from 1) of a file of `bytes`. BAD_REQUEST when the file has no such part. */
export function partSize(bytes: number, partNumber: number): number {
  const count = countParts(bytes);
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > count)
    throw new AppError('BAD_REQUEST', { issues: [{ path: 'partNumber', error: `1-${count}` }] });
  return partNumber < count ? partBytes : bytes - (count - 1) * partBytes;
}

export const partStart = (partNumber: number): number => (partNumber - 1) * partBytes;
