// Wakes the loops that wait for work in a lane, one for each new task, so that a single task does not wake the whole lane.
export interface Bell {
  /** Announces this many new tasks: wakes as many waiting loops. A ring without a waiting loop lets the next loop continue at once. */
  ring: (count?: number) => void;
  ringForAll: () => void;
  /** Wakes one waiting loop, if there is any, for a look without news. */
  lookAnyway: () => void;
  /** Resolves when the bell wakes this loop. */
  wait: () => Promise<'ring' | 'look'>;
}

/** A bell for a lane; `countLoops` tells how many loops it has. */
export function createBell(countLoops: () => number): Bell {
  const waiting: ((reason: 'ring' | 'look') => void)[] = [];
  // Rings that found no waiting loop. Each loop needs to check only once, so no more rings are kept than there are loops.
  let unheard = 0;
  const ring = (count = 1) => {
    const loops = countLoops();
    for (let rung = 0; rung < Math.min(loops, count); rung++) {
      const wake = waiting.pop();
      if (wake) wake('ring');
      else unheard = Math.min(loops, unheard + 1);
    }
  };
  return {
    ring,
    ringForAll: () => ring(Math.max(countLoops(), waiting.length)),
    lookAnyway: () => waiting.pop()?.('look'),
    wait: () =>
      new Promise(resolve => {
        if (unheard === 0) {
          waiting.push(resolve);
          return;
        }
        unheard--;
        resolve('ring');
      }),
  };
}
