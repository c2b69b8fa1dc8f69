// Long-lived requests (event streams, zips, stored files, uploads): how many one client may have open at once, and when a reader that accepts
// no more data is disconnected. Each server counts separately: the limit protects the memory and the sockets of a process.
import { AppError } from 'contract/errors.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stallLimits } from '../adapters/stalled.ts';
import { addressOf } from './address.ts';

interface StreamLimits {
  /** Allows for a browser with several tabs, each following a batch. Absent where requests name no owner. */
  readonly perOwner?: number;
  /** Allows for an office behind one address; a page that is refused polls instead. */
  readonly perAddress: number;
  readonly total: number;
}

const streamLimits: StreamLimits = { perOwner: 20, perAddress: 60, total: 1000 };
/** For stored files, which are read without an owner. An unread download holds some 200 KB. Allows for an office of 80 browsers. */
export const downloadLimits: StreamLimits = { perAddress: 500, total: 5000 };
/** For files that are being received. A page sends up to 12 parts at once over HTTP/2, six over HTTP/1.1. Allows for an office of 20 pages. */
export const uploadLimits: StreamLimits = { perAddress: 240, total: 2400 };
const retryAfterSeconds = 10;

export interface OpenStreams {
  /** Counts this request until its response is closed. Throws TOO_MANY_STREAMS if a limit is reached. */
  add: (request: FastifyRequest, reply: FastifyReply, owner?: string) => void;
  /** Number of open streams. */
  count: () => number;
}

export function countOpenStreams({
  perOwner = Number.POSITIVE_INFINITY,
  perAddress,
  total: most,
} = streamLimits): OpenStreams {
  const open = new Map<string, number>();
  let total = 0;
  const countOf = (key: string) => open.get(key) ?? 0;
  const change = (key: string, by: 1 | -1) => {
    const count = countOf(key) + by;
    if (count === 0) open.delete(key);
    else open.set(key, count);
  };
  return {
    add(request, { raw }, owner) {
      const address = `address:${addressOf(request)}`;
      const keys = owner === undefined ? [address] : [owner, address];
      const isFull =
        (owner !== undefined && countOf(owner) >= perOwner) || countOf(address) >= perAddress || total >= most;
      if (isFull) throw new AppError('TOO_MANY_STREAMS', { retryAfterSeconds });
      // A client that has already disconnected emits no close event.
      if (raw.destroyed) return;
      for (const key of keys) change(key, 1);
      total += 1;
      raw.once('close', () => {
        for (const key of keys) change(key, -1);
        total -= 1;
      });
    },
    count: () => total,
  };
}

/**
 * Closes the connection of a reader that has accepted fewer than `leastBytes` within `stallMs` although data is waiting. A reader that takes a few
 * bytes now and then would otherwise keep its files and its place among the streams forever. A reader that waits for a slow source stays connected.
 */
export function dropWhenStalled(
  { raw }: FastifyReply,
  stallMs: number,
  leastBytes = (stallLimits.leastBytes / stallLimits.windowMs) * stallMs,
): void {
  // No close event would end the timer.
  if (raw.destroyed) return;
  const { socket } = raw;
  // Bytes passed to the operating system, without those still buffered in this process.
  const countTaken = () => (socket ? socket.bytesWritten - socket.writableLength : 0);
  let wasWaiting = false;
  let before = countTaken();
  const timer = setInterval(() => {
    const isWaiting = raw.writableNeedDrain || (raw.writableEnded && !raw.writableFinished);
    const taken = countTaken();
    if (isWaiting && wasWaiting && taken - before < leastBytes) raw.destroy();
    wasWaiting = isWaiting;
    before = taken;
  }, stallMs);
  raw.once('close', () => clearInterval(timer));
}
