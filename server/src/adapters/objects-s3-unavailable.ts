// Tells a store that is away from one that refuses: only the first is worth another try.
import { type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { AppError } from 'contract/errors.ts';
import { StoreUnavailable } from './objects.ts';

/**
 * Refusals with a status of the client's fault that another try may not meet: a body that broke off or arrived changed, and an operation on the same
 * object at the same moment.
 */
const ofMoment: ReadonlySet<string> = new Set([
  'BadDigest',
  'ConditionalRequestConflict',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  'XAmzContentSHA256Mismatch',
]);

function isAway(cause: unknown): boolean {
  if (!(cause instanceof S3ServiceException)) return true;
  const status = cause.$metadata.httpStatusCode ?? 0;
  return (
    status === 0 || [408, 425, 429].includes(status) || (status >= 500 && status !== 501) || ofMoment.has(cause.name)
  );
}

const tell = (cause: unknown): unknown => (isAway(cause) ? new StoreUnavailable('no answer', { cause }) : cause);

/** Reads what a store sends, and throws StoreUnavailable if it breaks off. */
export async function orUnavailable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof AppError || cause instanceof StoreUnavailable ? cause : tell(cause);
  }
}

/** Makes every call of the client that has failed after its own tries throw StoreUnavailable, unless the store refused it. */
export function tellUnavailable(client: S3Client): S3Client {
  client.middlewareStack.add(
    next => async given => {
      try {
        return await next(given);
      } catch (cause) {
        throw tell(cause);
      }
    },
    { step: 'initialize', name: 'tellUnavailable', priority: 'high' },
  );
  return client;
}
