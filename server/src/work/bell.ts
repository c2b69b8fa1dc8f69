// Wakes those who wait for work in a lane, one for each call, so that a single task does not send a whole lane looking.
export interface Bell {
  /** There is something to do: wakes one who waits. With nobody waiting, the next who would wait looks again instead. */
  ring: () => void;
  ringForAll: () => void;
  /** Until the bell rings for this one, or for as long as that. */
  wait: (timeoutMs: number) => Promise<void>;
}

/** A bell for a lane in which `width` work side by side. */
export function createBell(width: number): Bell {
  const waiting: (() => void)[] = [];
  // Rings that nobody waited for: more than the lane is wide would only repeat themselves.
  let unheard = 0;
  const ring = () => {
    const wake = waiting.pop();
    if (wake) wake();
    else unheard = Math.min(width, unheard + 1);
  };
  return {
    ring,
    ringForAll: () => {
      for (let count = 0; count < width; count++) ring();
    },
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
