// Retries after a cut connection, as every client on a flaky network must.
import { setTimeout as sleep } from 'node:timers/promises';

const isCut = (error: unknown) =>
  error instanceof TypeError || (error instanceof Error && /terminated|aborted/.test(error.message));

/** Runs `work` until it succeeds. `work` must be safe to repeat: the product's idempotency keys make a POST so. */
export async function getThrough<T>(work: () => Promise<T>, tries = 50): Promise<T> {
  for (let left = tries; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (!isCut(error) || left <= 1) throw error;
      await sleep(20);
    }
  }
}
