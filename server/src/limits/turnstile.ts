// Lets a few jobs run at a time, and senders take turns. Passwords are hashed and captchas drawn one at a time anyway, so the rest of their
// requests is done at that pace, and a flood of them does not reach the database all at once.
import { AppError } from 'contract/errors.ts';

export interface Turnstile {
  /**
   * Runs the job when its turn has come. Throws QUEUE_FULL if too many are waiting: the sender with most of them loses its last place, so
   * that other senders always find one.
   */
  pass: <T>(sender: string, job: () => Promise<T>) => Promise<T>;
}

interface Place {
  readonly enter: () => void;
  readonly refuse: (error: AppError) => void;
}

const busyRetrySeconds = 10;

export function openTurnstile({ width, max }: { width: number; max: number }): Turnstile {
  /** In the order of the senders' turns. */
  const waiting = new Map<string, Place[]>();
  let count = 0;
  let inside = 0;

  function refuseLast(): void {
    const [sender, places] = [...waiting].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    places.pop()?.refuse(new AppError('QUEUE_FULL', { retryAfterSeconds: busyRetrySeconds }));
    count -= 1;
    if (places.length === 0) waiting.delete(sender);
  }

  async function enter(sender: string): Promise<void> {
    if (inside < width) {
      inside += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const places = waiting.get(sender) ?? [];
    waiting.set(sender, places);
    places.push({ enter: resolve, refuse: reject });
    count += 1;
    if (count > max) refuseLast();
    await promise;
  }

  /** A job that ends passes on its place. */
  function leave(): void {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    const [sender, places] = next;
    waiting.delete(sender);
    const place = places.shift();
    if (places.length > 0) waiting.set(sender, places);
    count -= 1;
    place?.enter();
  }

  return {
    pass: async (sender, job) => {
      await enter(sender);
      try {
        return await job();
      } finally {
        leave();
      }
    },
  };
}
