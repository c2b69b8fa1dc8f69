// A clock that a test turns on, so that nothing has to be waited for.

export interface Clock {
  readonly now: () => Date;
  readonly turnSeconds: (seconds: number) => void;
}

export function makeClock(): Clock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    turnSeconds: seconds => {
      offsetMs += seconds * 1000;
    },
  };
}
