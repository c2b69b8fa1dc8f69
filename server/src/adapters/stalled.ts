// Detects a stalled connection: the other side sends or reads nothing, or so little that it only occupies the connection.

export interface StallLimits {
  /** The other side has stalled after this long without a byte. */
  readonly idleMs: number;
  /** Duration of a window, in each of which at least `minBytes` must pass. */
  readonly windowMs: number;
  readonly minBytes: number;
}

/** A part of 8 MiB must pass within the 15 minutes of its signature; half of that speed is allowed. */
export const stallLimits: StallLimits = { idleMs: 30_000, windowMs: 60_000, minBytes: 256 * 1024 };

/** Calls `drop` once if the byte count of `passed` stops or grows too slowly. Returns a function that stops watching. */
export function watchStall(passed: () => number, stall: StallLimits, drop: () => void): () => void {
  let atIdle = passed();
  let atWindow = atIdle;
  const stop = () => {
    clearInterval(idle);
    clearInterval(window);
  };
  const judge = (isStalled: boolean) => {
    if (!isStalled) return;
    stop();
    drop();
  };
  const idle = setInterval(() => {
    const now = passed();
    judge(now === atIdle);
    atIdle = now;
  }, stall.idleMs);
  const window = setInterval(() => {
    const now = passed();
    judge(now - atWindow < stall.minBytes);
    atWindow = now;
  }, stall.windowMs);
  return stop;
}
