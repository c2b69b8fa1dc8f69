// The HTTP side of the disk store: signed PUTs stream in, GETs of public objects and signed GETs stream out.
import type { FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from 'contract/errors.ts';
import { multipartFromBytes } from 'contract/routes/uploads.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DiskObjects, storePath } from '../adapters/objects-disk.ts';
import { drain } from '../adapters/objects-disk-receive.ts';
import { attachmentHeader } from '../adapters/objects-disposition.ts';
import { isObjectKey, visibilityOf } from '../adapters/objects-names.ts';
import { objectCaching, servedAs } from '../adapters/objects-served-as.ts';
import { type StallLimits, stallLimits, watchStall } from '../adapters/stalled.ts';
import { chooseBytes } from './objects-disk-range.ts';
import { countOpenStreams, downloadLimits, type OpenStreams, uploadLimits } from './open-streams.ts';

export interface DiskHttpOptions {
  readonly store: DiskObjects;
  /** Origins on other hosts that serve the page and may send files here. */
  readonly corsOrigins: readonly string[];
  /** When a reader counts as stalled; set by tests. */
  readonly stall?: StallLimits;
  /** Limits how many files are read at once; set by tests. */
  readonly downloads?: OpenStreams;
  /** Limits how many files and parts are received at once; set by tests. */
  readonly uploads?: OpenStreams;
}

type StoreRequest = FastifyRequest<{ Params: { '*': string }; Querystring: Record<string, unknown> }>;

const drainMs = 10_000;
/** The rules for calls would answer a preflight first, and they allow no PUT. */
const ownOrigins = { cors: false } as const;

/** PUT, GET, HEAD and OPTIONS `/store/<key>`. Refusals are thrown as AppError for the application's error handler. */
export async function objectsDiskHttp(app: FastifyInstance, options: DiskHttpOptions): Promise<void> {
  const { store, downloads = countOpenStreams(downloadLimits), uploads = countOpenStreams(uploadLimits) } = options;
  // The route reads the body itself: neither Fastify's parsers nor its size limit may apply.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null));

  const keyOf = (request: StoreRequest): string => {
    const key = request.params['*'];
    if (!isObjectKey(key)) throw new AppError('NOT_FOUND');
    return key;
  };

  const allowOrigin = (request: FastifyRequest, reply: FastifyReply): boolean => {
    const { origin } = request.headers;
    reply.header('vary', 'Origin');
    if (origin === undefined || !options.corsOrigins.includes(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    return true;
  };

  app.put(
    `${storePath}/*`,
    { config: { rateGroup: 'costly', ...ownOrigins } },
    async (request: StoreRequest, reply) => {
      allowOrigin(request, reply);
      try {
        uploads.add(request, reply);
        await receive(store, keyOf(request), request);
      } catch (cause) {
        // Longer bodies are sent in parts, so an honest client has sent everything after this many bytes and reads the refusal.
        const isEnded = await drain(request.raw, multipartFromBytes, drainMs);
        if (!isEnded) reply.header('connection', 'close');
        throw cause;
      }
      return reply.send();
    },
  );

  app.options(`${storePath}/*`, { config: ownOrigins }, async (request, reply) => {
    if (allowOrigin(request, reply))
      reply.headers({
        'access-control-allow-methods': 'GET, HEAD, PUT',
        'access-control-allow-headers': 'content-type, range',
        'access-control-max-age': '7200',
      });
    return reply.code(204).send();
  });

  app.route({
    method: ['GET', 'HEAD'],
    url: `${storePath}/*`,
    config: ownOrigins,
    handler: (request, reply) => {
      downloads.add(request, reply);
      dropStalledReader(request.raw, reply.raw, options.stall ?? stallLimits);
      return give(store, keyOf(request as StoreRequest), request as StoreRequest, reply);
    },
  });
}

/**
 * Closes the connection of a reader that accepts no data, or so little that it only keeps a file open. Counts the bytes that the operating
 * system has taken, not those buffered in this process.
 */
function dropStalledReader(request: IncomingMessage, reply: ServerResponse, stall: StallLimits): void {
  const { socket } = request;
  const taken = () => socket.bytesWritten - socket.writableLength;
  const stop = watchStall(taken, stall, () => socket.destroy());
  reply.once('close', stop);
}

async function receive(store: DiskObjects, key: string, request: StoreRequest): Promise<void> {
  const isPart = 'part' in request.query;
  const claim = store.readClaim({
    key,
    contentType: isPart ? '' : (request.headers['content-type'] ?? ''),
    query: request.query,
  });
  const declared = request.headers['content-length'];
  if (declared !== undefined && Number(declared) !== claim.bytes) throw new AppError('SIGNATURE_BAD');
  if (request.headers['content-encoding'] !== undefined) throw new AppError('BAD_REQUEST');
  await store.receive(claim, request.raw);
}

async function give(
  store: DiskObjects,
  key: string,
  request: StoreRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  store.requireReadable(key, request.query);
  const file = await store.openFile(key);
  try {
    return await giveFile(file, key, request, reply);
  } catch (cause) {
    await file.close();
    throw cause;
  }
}

async function giveFile(file: FileHandle, key: string, request: StoreRequest, reply: FastifyReply) {
  const { size, mtime } = await file.stat();
  // Strong: an object is only ever replaced as a whole, never changed in place.
  const etag = `"${size.toString(16)}-${mtime.getTime().toString(16)}"`;
  const wanted = chooseBytes(request.headers, { bytes: size, etag, modified: mtime });
  const { contentType, isShown } = servedAs(key);
  const { download } = request.query;
  reply.code(wanted.status).headers({
    etag,
    'last-modified': mtime.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': visibilityOf(key) === 'signed' ? 'private, no-store' : objectCaching,
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'accept-ranges, content-disposition, content-length, content-range, etag',
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (!isShown) reply.header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'");
  if (typeof download === 'string') reply.header('content-disposition', attachmentHeader(key, download));
  else if (!isShown) reply.header('content-disposition', 'attachment');

  if (wanted.status === 416) reply.header('content-range', `bytes */${size}`);
  if (wanted.status === 206) reply.header('content-range', `bytes ${wanted.start}-${wanted.end}/${size}`);
  const length = wanted.end - wanted.start + 1;
  const hasBody = wanted.status === 200 || wanted.status === 206;
  if (hasBody) reply.header('content-type', contentType).header('content-length', length);
  if (!hasBody || request.method === 'HEAD' || length === 0) {
    await file.close();
    return reply.send();
  }
  return reply.send(file.createReadStream({ start: wanted.start, end: wanted.end, highWaterMark: 64 * 1024 }));
}
