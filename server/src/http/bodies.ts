// Unusual bodies: absent despite their content type, refused while still arriving, or arriving too slowly.
import { AppError } from 'contract/errors.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { drain } from '../adapters/objects-disk-receive.ts';
import { addressOf } from './address.ts';
import { countArrivingBodies, maxArrivingBytes } from './arriving-bodies.ts';

/** Maximum number of bytes of a refused body to read, so that its sender sees the response; for a longer body the connection is closed. */
const maxDrained = 32 * 1024 * 1024;
const drainMs = 5000;
/**
 * A body of this size, which is the limit of nearly every call, must arrive within `arrivalMs`, even on the slowest connections in use.
 * Files are sent by PUT and have their own limits.
 */
export const usualBodyBytes = 256 * 1024;
/**
 * Values in the JSON of a body. The longest texts that people edit have about 20,000. A schema may find several mistakes in each, and a
 * megabyte of empty objects would fill the memory of the server with them.
 */
export const usualBodyValues = 40_000;
const arrivalMs = 30_000;

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const limitOf = ({ routeOptions }: FastifyRequest): number => routeOptions.bodyLimit ?? usualBodyBytes;

/** The declared length, at most the route's limit; 0 if the request has none. */
const announcedBytes = (request: FastifyRequest): number =>
  Math.min(Number(request.headers['content-length'] ?? 0) || 0, limitOf(request));

/** The bytes of the body that may have to be in memory. */
const maxBytesOf = (request: FastifyRequest): number =>
  request.headers['content-length'] === undefined ? limitOf(request) : announcedBytes(request);

/** Whether parsed JSON consists of more values than that, lists and objects included. */
export function holdsMoreThan(json: unknown, max: number): boolean {
  const left = [json];
  let count = 1;
  while (left.length > 0) {
    const inner = Object.values(left.pop() ?? {});
    count += inner.length;
    if (count > max) return true;
    for (const value of inner) if (typeof value === 'object' && value !== null) left.push(value);
  }
  return false;
}

/** Requests whose bodies were given up before a parser listened. */
const givenUp = new WeakSet<FastifyRequest>();

/** Refuses a body that has not arrived. */
function giveUpOn(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete) return;
  givenUp.add(request);
  void reply.header('connection', 'close');
  // The parser treats this as the end of the body. Destroying the request would close the connection before the response.
  if (raw.listenerCount('error') > 0) raw.emit('error', new AppError('BODY_TOO_SLOW'));
}

function onceArrived({ raw }: FastifyRequest, act: () => void): void {
  for (const event of ['end', 'close']) raw.once(event, act);
}

/** Must be registered before the routes. */
export function receiveBodies(app: FastifyInstance, limits = { arrivalMs, drainMs, maxBytes: maxArrivingBytes }): void {
  const arriving = countArrivingBodies(limits.maxBytes);
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'POST') return;
    // Some clients send a form's content type without a body.
    if (!hasBody(request)) {
      delete request.headers['content-type'];
      return;
    }
    const giveUp = () => giveUpOn(request, reply);
    const patienceMs = limits.arrivalMs * Math.max(1, announcedBytes(request) / usualBodyBytes);
    const timer = setTimeout(giveUp, patienceMs);
    onceArrived(request, () => clearTimeout(timer));
    onceArrived(request, arriving.add(addressOf(request), { bytes: maxBytesOf(request), giveUp }));
  });
  app.addHook('preParsing', async request => {
    if (givenUp.has(request)) throw new AppError('BODY_TOO_SLOW');
  });
  app.addHook('onSend', async (request, reply) => {
    if (reply.getHeader('connection') !== 'close' || request.raw.complete) return;
    // If the connection closed while the client is still sending, it would break before the client reads the response.
    if (await drain(request.raw, maxDrained, limits.drainMs)) void reply.removeHeader('connection');
  });
}
