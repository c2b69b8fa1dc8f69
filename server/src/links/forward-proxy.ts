// A forward proxy for a single program that reads a link: every connection goes to an address that the rules for links allow, and all of
// them together are limited in number and bytes. It listens on a socket file that only the program's process can open.
import { randomBytes } from 'node:crypto';
import { chmod, rm } from 'node:fs/promises';
import {
  request as askHost,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { findAddresses, type GuardOptions, portOf } from './open-link.ts';
import { parseLink } from './parse-link.ts';

export interface ProxyLimits {
  readonly maxBytes: number;
  readonly maxConnections: number;
  readonly connectMs: number;
}

const usualLimits: ProxyLimits = { maxBytes: 64 * 1024 * 1024, maxConnections: 100, connectMs: 10_000 };
/** Maximum path length of a socket file that every system accepts. */
const longestPath = 100;

export interface ForwardProxy {
  readonly path: string;
  readonly close: () => Promise<void>;
}

/** Parses the `host:port` of a CONNECT request. */
function readTarget(text: string): { hostname: string; port: number } {
  const [, hostname = '', port = ''] = /^(\[[\da-f:.]+\]|[^:/@\s]+):(\d{1,5})$/i.exec(text) ?? [];
  if (hostname === '') throw new AppError('LINK_REFUSED');
  return { hostname, port: Number(port) };
}

function connectTo(addresses: readonly string[], port: number, ms: number): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const tryNext = (at: number) => {
    const host = addresses[at];
    if (host === undefined) return reject(new AppError('LINK_UNREACHABLE'));
    const socket = connect({ host, port });
    const fail = () => {
      socket.destroy();
      tryNext(at + 1);
    };
    socket.setTimeout(ms, fail);
    socket.once('error', fail);
    socket.once('connect', () => {
      socket.off('error', fail);
      socket.setTimeout(0);
      resolve(socket);
    });
  };
  tryNext(0);
  return promise;
}

/** Headers that are about one connection (RFC 9110, section 7.6.1), besides those for this proxy. */
const ofConnection = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const passedOn = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)));

const statusOf = (cause: unknown) => (cause instanceof AppError && cause.code === 'LINK_REFUSED' ? 403 : 502);

/** Opens the proxy in `folder`; undefined if the path would be too long for a socket. When `signal` aborts, all connections are closed. */
export async function openForwardProxy(
  folder: string,
  guard: GuardOptions & { readonly signal: AbortSignal },
  limits: ProxyLimits = usualLimits,
): Promise<ForwardProxy | undefined> {
  const path = join(folder, `p-${randomBytes(6).toString('hex')}`);
  if (path.length > longestPath) return undefined;
  const open = new Set<Duplex>();
  let bytes = 0;
  let connections = 0;
  const endAll = () => {
    for (const stream of open) stream.destroy();
  };
  const watch = <S extends Duplex>(stream: S): S => {
    open.add(stream);
    stream.on('error', () => undefined);
    stream.once('close', () => open.delete(stream));
    return stream;
  };
  const count = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > limits.maxBytes) endAll();
  };
  const admit = () => {
    connections += 1;
    if (connections > limits.maxConnections || bytes > limits.maxBytes) throw new AppError('LINK_REFUSED');
  };

  async function passRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
    admit();
    const url = parseLink(request.url ?? '');
    if (url.protocol !== 'http:') throw new AppError('LINK_REFUSED');
    const port = portOf(url);
    const [host] = await findAddresses({ hostname: url.hostname, port }, guard, guard.signal);
    const asked = askHost({
      host,
      port,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: { ...passedOn(request.headers), host: url.host },
      signal: guard.signal,
      agent: false,
    });
    asked.once('response', answer => {
      answer.on('data', count);
      // Node writes no other status, and throws in this listener, which would end the server.
      const { statusCode = 0 } = answer;
      response.writeHead(statusCode >= 200 && statusCode <= 999 ? statusCode : 502, passedOn(answer.headers));
      answer.pipe(response);
    });
    asked.once('socket', socket => watch(socket));
    asked.on('error', () => response.destroy());
    request.on('data', count);
    request.pipe(asked);
  }

  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    admit();
    const target = readTarget(request.url ?? '');
    const addresses = await findAddresses(target, guard, guard.signal);
    const host = watch(await connectTo(addresses, target.port, limits.connectMs));
    if (client.destroyed) return void host.destroy();
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    host.write(head);
    for (const [one, other] of [
      [client, host],
      [host, client],
    ] as const) {
      one.on('data', count);
      one.pipe(other);
      one.once('close', () => other.destroy());
    }
  }

  const server = createServer((request, response) => {
    passRequest(request, response).catch(cause => response.writeHead(statusOf(cause)).end());
  });
  server.on('connect', (request, client, head) => {
    watch(client);
    tunnel(request, client, head).catch(cause => client.end(`HTTP/1.1 ${statusOf(cause)} Refused\r\n\r\n`));
  });
  server.on('connection', watch);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
  // The child process has its own account. Its folder cannot be listed, and this name cannot be guessed.
  await chmod(path, 0o666);
  guard.signal.addEventListener('abort', endAll, { once: true });
  return {
    path,
    async close() {
      guard.signal.removeEventListener('abort', endAll);
      endAll();
      await new Promise(resolve => server.close(resolve));
      await rm(path, { force: true });
    },
  };
}
