// Long-lived requests (event streams, zips, stored files, uploads): how many one client may have open at once, and when a reader that accepts
// no more data is disconnected. Each server counts separately: the limit protects the memory and the sockets of a process.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import { stallLimits } from '../adapters/stalled.ts';
import { addressOf } from './address.ts';

interface StreamLimits {
  /** Allows for a browser with several tabs, each following a batch. Absent where requests name no owner. */
  readonly perOwner?: number;
  /** Allows for an office behind one address; a page that is refused polls instead. */
  readonly perAddress: number;
  /** Applies to addresses that have more than a few open, so that a few addresses that fill it leave room for the others. */
  readonly total: number;
}

/** The share of its limit that an address may use even when `total` is reached, as long as fewer than twice `total` are open. */
const shareOfNewcomer = 1 / 10;

/** A stream that waits costs some 40 KB and, a few times a minute, a little processor time (`bench idle-streams`). */
const streamLimits: StreamLimits = { perOwner: 20, perAddress: 60, total: 5000 };
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
  total: max,
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
      const isNewcomer = countOf(address) < perAddress * shareOfNewcomer;
      const isFull =
        (owner !== undefined && countOf(owner) >= perOwner) ||
        countOf(address) >= perAddress ||
        total >= (isNewcomer ? 2 * max : max);
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

const watched = new WeakSet<ServerResponse>();

/**
 * Closes the connection of a reader that has accepted fewer than `minBytes` within `stallMs` although data is waiting. A reader that takes a few
 * bytes from time to time would otherwise keep its files and its place among the streams forever. A reader that waits for a slow source stays connected.
 */
export function dropWhenStalled(
  { raw }: FastifyReply,
  stallMs: number,
  minBytes = (stallLimits.minBytes / stallLimits.windowMs) * stallMs,
): void {
  // No close event would end the timer.
  if (raw.destroyed) return;
  watched.add(raw);
  // Bytes passed to the operating system, without those still buffered in this process.
  const countTaken = () => (raw.socket ? raw.socket.bytesWritten - raw.socket.writableLength : 0);
  let wasWaiting = false;
  let before = countTaken();
  const timer = setInterval(() => {
    // A pipelined response has no socket until the one before it is complete.
    const isWaiting = raw.socket !== null && (raw.writableNeedDrain || (raw.writableEnded && !raw.writableFinished));
    const taken = countTaken();
    if (isWaiting && wasWaiting && taken - before < minBytes) raw.destroy();
    wasWaiting = isWaiting;
    before = taken;
  }, stallMs);
  raw.once('close', () => clearInterval(timer));
}

/** A smaller response fits into the buffers of the operating system. */
const smallBytes = 32 * 1024;
/** Low enough for a phone with a weak signal, which still has to load the page. */
const slowest = { stallMs: 30_000, minBytes: 16 * 1024 };

const isStream = (payload: unknown): boolean =>
  typeof (payload as { pipe?: unknown } | null | undefined)?.pipe === 'function';

/** A socket counts a single large write only when all of it is sent, so a slow reader of it would seem to stall. */
function* cutUp(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += smallBytes) yield bytes.subarray(at, at + smallBytes);
}

/**
 * Disconnects stalled readers of all long responses whose routes set no limit of their own: JSON, the page's files, the description of the API.
 * Otherwise a client that reads nothing would keep their bytes in memory, or their files open, indefinitely. Must be registered before the routes.
 */
export function dropStalledReaders(app: FastifyInstance, { stallMs, minBytes } = slowest): void {
  const dropIfLong: onSendAsyncHookHandler<unknown> = async (_request, reply, payload) => {
    const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
    const isLong = isText ? payload.length > smallBytes : isStream(payload);
    if (!isLong || watched.has(reply.raw)) return payload;
    dropWhenStalled(reply, stallMs, minBytes);
    if (!isText) return payload;
    const bytes = Buffer.from(payload as string);
    reply.header('content-length', bytes.length);
    return Readable.from(cutUp(bytes), { objectMode: false });
  };
  // Hooks of a route run after those of its plugins, which still read the text, for instance for its ETag.
  app.addHook('onRoute', route => {
    route.onSend = [route.onSend ?? [], dropIfLong].flat();
  });
}

/** Browsers and proxies wait for each response before they send the next request. */
const maxPipelined = 16;

/**
 * Disconnects a client that sends more requests over a connection than it has received responses to: all of them would be answered at once, and
 * their responses kept in memory until the client reads the first. Must be registered before the routes.
 */
export function limitPipelining(app: FastifyInstance): void {
  const unanswered = new WeakMap<Socket, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    reply.raw.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count <= maxPipelined) return done();
    void reply.hijack();
    socket.destroy();
  });
}
