// Wakes the loops that wait for work in a lane, one for each new task, so that a single task does not wake the whole lane.
export interface Bell {
  /** Announces this many new tasks: wakes as many waiting loops. A ring without a waiting loop lets the next loop continue at once. */
  ring: (count?: number) => void;
  ringForAll: () => void;
  /** Resolves when the bell rings for this loop, or after the time-out. */
  wait: (timeoutMs: number) => Promise<void>;
}

/** A bell for a lane with `width` loops. */
export function createBell(width: number): Bell {
  const waiting: (() => void)[] = [];
  // Rings that found no waiting loop. Each loop needs to check only once, so no more rings are kept than there are loops.
  let unheard = 0;
  const ring = (count = 1) => {
    for (let rung = 0; rung < Math.min(width, count); rung++) {
      const wake = waiting.pop();
      if (wake) wake();
      else unheard = Math.min(width, unheard + 1);
    }
  };
  return {
    ring,
    ringForAll: () => ring(width),
    wait: timeoutMs =>
      new Promise(resolve => {
        if (unheard > 0) {
          unheard--;
          return resolve();
        }
        const wake = () => {
          clearTimeout(timer);
          resolve();
        };
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(wake), 1);
          resolve();
        }, timeoutMs);
        waiting.push(wake);
      }),
  };
}
