// Refuses new work before a byte of it is sent when too many tasks are waiting already.
import { AppError } from 'contract/errors.ts';
import type { Parts } from '../parts.ts';
import { countWaiting } from './store.ts';

const busyRetrySeconds = 30;

/** QUEUE_FULL when nothing could be worked on soon. */
export async function refuseWhenFull(parts: Pick<Parts, 'database' | 'config'>): Promise<void> {
  if ((await countWaiting(parts.database)) >= parts.config.queueLimit)
    throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
}
