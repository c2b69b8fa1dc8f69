// Counts the bytes of bodies that are arriving, which stay in memory until the last byte is there. The sender with most of them makes room.

/** Some 250 bodies of the usual limit. Those of a page have a few kilobytes and arrive at once. */
export const maxArrivingBytes = 64 * 1024 * 1024;

interface Arriving {
  readonly bytes: number;
  readonly giveUp: () => void;
}

export interface ArrivingBodies {
  /**
   * Counts a body for its sender, and returns a function to call when it has arrived. Calls `giveUp` if it has to make room, as
   * the earliest body of the sender with the most.
   */
  add: (sender: string, arriving: Arriving) => () => void;
}

export function countArrivingBodies(maxBytes = maxArrivingBytes): ArrivingBodies {
  const senders = new Map<string, { bytes: number; readonly bodies: Set<Arriving> }>();
  let total = 0;

  function remove(sender: string, body: Arriving): void {
    const own = senders.get(sender);
    if (!own?.bodies.delete(body)) return;
    own.bytes -= body.bytes;
    total -= body.bytes;
    if (own.bodies.size === 0) senders.delete(sender);
  }

  function makeRoom(): void {
    const [sender, largest] = [...senders].reduce((max, other) => (other[1].bytes > max[1].bytes ? other : max));
    const [earliest] = largest.bodies;
    if (!earliest) return;
    remove(sender, earliest);
    earliest.giveUp();
  }

  return {
    add(sender, body) {
      const own = senders.get(sender) ?? { bytes: 0, bodies: new Set() };
      senders.set(sender, own);
      own.bodies.add(body);
      own.bytes += body.bytes;
      total += body.bytes;
      while (total > maxBytes && senders.size > 0) makeRoom();
      return () => remove(sender, body);
    },
  };
}
