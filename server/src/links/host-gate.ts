// Limits how many fetches of this process are open to one host at a time.

/** Runs `act` as soon as the host has a place. While it waits, an abort of `signal` rejects with its reason. */
export type HostGate = <T>(host: string, signal: AbortSignal, act: () => Promise<T>) => Promise<T>;

interface Gate {
  open: number;
  /** Each takes over the place of a fetch that has ended, in the order of arrival. */
  readonly waiting: Set<() => void>;
}

function waitForPlace(gate: Gate, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      gate.waiting.delete(take);
      reject(signal.reason);
    };
    const take = () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    gate.waiting.add(take);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

export function createHostGate(most: number): HostGate {
  const gates = new Map<string, Gate>();
  return async (host, signal, act) => {
    signal.throwIfAborted();
    const gate = gates.get(host) ?? { open: 0, waiting: new Set() };
    gates.set(host, gate);
    if (gate.open < most) gate.open += 1;
    else await waitForPlace(gate, signal);
    try {
      return await act();
    } finally {
      const [next] = gate.waiting;
      // The place is handed over, so that a newcomer cannot take it first.
      if (next) {
        gate.waiting.delete(next);
        next();
      } else {
        gate.open -= 1;
        if (gate.open === 0) gates.delete(host);
      }
    }
  };
}
