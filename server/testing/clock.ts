// A clock that a test turns on, so that nothing has to be waited for.

export interface Clock {
  readonly now: () => Date;
  readonly turnSeconds: (seconds: number) => void;
}

/** Runs between the turns, unless `isStanding`: a standing clock gives waits of whole seconds the same result on any machine. */
export function makeClock({ isStanding = false } = {}): Clock {
  const startMs = Date.now();
  let offsetMs = 0;
  return {
    now: () => new Date((isStanding ? startMs : Date.now()) + offsetMs),
    turnSeconds: seconds => {
      offsetMs += seconds * 1000;
    },
  };
}
