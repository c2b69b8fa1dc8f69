// Requests that would wait for the same rows take turns before they take a connection: otherwise a flood from one sender would hold all
// connections while it waits for its own rows.
import { AppError } from 'contract/errors.ts';

interface Turns {
  waiting: number;
  last: Promise<unknown>;
}

/** Runs `act` after all earlier ones of the same name have ended. */
export type InTurn = <T>(name: string, act: () => Promise<T>) => Promise<T>;

/** At most `maxWaiting` of a name run or wait in this process; further ones are refused with RATE_LIMITED. */
export function createTurns(maxWaiting = Number.POSITIVE_INFINITY): InTurn {
  const turnsOf = new Map<string, Turns>();
  return async (name, act) => {
    const turns = turnsOf.get(name) ?? { waiting: 0, last: Promise.resolve() };
    if (turns.waiting >= maxWaiting) throw new AppError('RATE_LIMITED', { retryAfterSeconds: 1 });
    turnsOf.set(name, turns);
    turns.waiting += 1;
    const result = turns.last.then(act);
    turns.last = result.catch(() => undefined);
    try {
      return await result;
    } finally {
      turns.waiting -= 1;
      if (turns.waiting === 0) turnsOf.delete(name);
    }
  };
}
