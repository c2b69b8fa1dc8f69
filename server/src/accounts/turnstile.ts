// Lets a few jobs run at a time. Passwords are hashed one at a time anyway, so the rest of a login is done at that pace, and a flood of
// logins does not reach the database all at once.
import { AppError } from 'contract/errors.ts';

export interface Turnstile {
  /** Runs the job when its turn has come. Throws QUEUE_FULL if too many are waiting. */
  pass: <T>(job: () => Promise<T>) => Promise<T>;
}

const busyRetrySeconds = 10;

export function openTurnstile({ width, most }: { width: number; most: number }): Turnstile {
  const waiting: (() => void)[] = [];
  let inside = 0;

  const enter = async (): Promise<void> => {
    if (inside < width) {
      inside += 1;
      return;
    }
    if (waiting.length >= most) throw new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds });
    // A job that ends passes on its place.
    await new Promise<void>(resolve => waiting.push(resolve));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else inside -= 1;
  };

  return {
    pass: async job => {
      await enter();
      try {
        return await job();
      } finally {
        leave();
      }
    },
  };
}
