// Limits the number of fetches that this process has open to one host at a time. Places are distributed among senders, so that one sender's
// slow links do not block the links of others.
import { AppError } from 'contract/errors.ts';

interface Passage {
  readonly host: string;
  /** The visitor or the address that sent the link. */
  readonly sender: string;
  /** Aborting it rejects a fetch that is still waiting, with the signal's reason. */
  readonly signal: AbortSignal;
  /** LINK_HOST_BUSY after waiting this long. */
  readonly maxWaitMs?: number;
}

interface Places {
  /** Concurrent fetches from one host. */
  readonly max: number;
  /** Of these, for one sender. */
  readonly ofSender: number;
  /**
   * A sender with no open fetch gets a place even beyond `max`, up to this number, so that a few senders whose downloads take hours cannot
   * hold all places.
   */
  readonly withFirsts: number;
}

const busyRetrySeconds = 30;

/** Runs `act` as soon as the host has a place for the sender. */
export type HostGate = <T>(passage: Passage, act: () => Promise<T>) => Promise<T>;

interface Waiting {
  readonly sender: string;
  readonly take: () => void;
}

interface Gate {
  open: number;
  readonly openOf: Map<string, number>;
  /** In order of arrival. */
  readonly waiting: Set<Waiting>;
}

const openOf = (gate: Gate, sender: string) => gate.openOf.get(sender) ?? 0;

function countOpen(gate: Gate, sender: string, change: 1 | -1): void {
  gate.open += change;
  const left = openOf(gate, sender) + change;
  if (left > 0) gate.openOf.set(sender, left);
  else gate.openOf.delete(sender);
}

function hasPlace(gate: Gate, { max, ofSender, withFirsts }: Places, sender: string): boolean {
  const own = openOf(gate, sender);
  return own < ofSender && gate.open < (own === 0 ? withFirsts : max);
}

/**
 * The next fetch: of the senders below their limit, the one with the fewest open fetches; among several, the one that has waited longest.
 */
function chooseNext(gate: Gate, places: Places): Waiting | undefined {
  let next: Waiting | undefined;
  for (const each of gate.waiting) {
    const open = openOf(gate, each.sender);
    if (hasPlace(gate, places, each.sender) && (!next || open < openOf(gate, next.sender))) next = each;
  }
  return next;
}

function waitForPlace(gate: Gate, { sender, signal, maxWaitMs }: Passage): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      gate.waiting.delete(waiting);
      signal.removeEventListener('abort', onAbort);
      clearTimeout(timer);
    };
    const giveUp = (reason: unknown) => {
      leave();
      reject(reason);
    };
    const onAbort = () => giveUp(signal.reason);
    const timer =
      maxWaitMs === undefined
        ? undefined
        : setTimeout(() => giveUp(new AppError('LINK_HOST_BUSY', { retryAfterSeconds: busyRetrySeconds })), maxWaitMs);
    const take = () => {
      leave();
      // Counted here, so that a newcomer cannot take the place before this fetch continues.
      countOpen(gate, sender, 1);
      resolve();
    };
    const waiting: Waiting = { sender, take };
    gate.waiting.add(waiting);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

export function createHostGate(places: Places): HostGate {
  const gates = new Map<string, Gate>();
  return async (passage, act) => {
    const { sender, signal } = passage;
    signal.throwIfAborted();
    // A trailing dot does not make a name another host.
    const host = passage.host.replace(/(?<!\.)\.+$/, '');
    const gate = gates.get(host) ?? { open: 0, openOf: new Map(), waiting: new Set() };
    gates.set(host, gate);
    if (hasPlace(gate, places, sender)) countOpen(gate, sender, 1);
    else await waitForPlace(gate, passage);
    try {
      return await act();
    } finally {
      countOpen(gate, sender, -1);
      chooseNext(gate, places)?.take();
      if (gate.open === 0) gates.delete(host);
    }
  };
}
