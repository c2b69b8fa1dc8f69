// Limits the open connections of this server, so that it keeps files for its database, its store and its children. Idle connections cost their
// client nothing, and a process without free files cannot even read its own.
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressOf } from './address.ts';

/** Far more than the requests that may be open at once; each connection costs some kilobytes. */
const maxConnections = 20_000;
/** The part of the files that this process may open. */
const shareOfFiles = 1 / 2;

/** Infinite where the system does not tell. */
export function readFileLimit(): number {
  try {
    return Number(
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Number.POSITIVE_INFINITY,
    );
  } catch {
    return Number.POSITIVE_INFINITY; // Not Linux.
  }
}

interface Listener {
  on(event: 'connection', heard: (socket: Socket) => void): unknown;
  on(event: 'request', heard: (request: IncomingMessage, response: ServerResponse) => void): unknown;
}

/**
 * Beyond the limit, the address with most connections loses one: the earliest that waits for a request, or else the earliest. So others always
 * get a connection, however many one address opens.
 */
export function limitConnections(
  server: Listener,
  max = Math.min(maxConnections, shareOfFiles * readFileLimit()),
): void {
  const addresses = new Map<string, Set<Socket>>();
  const busy = new WeakSet<Socket>();
  let count = 0;

  function forget(address: string, socket: Socket): void {
    const own = addresses.get(address);
    if (!own?.delete(socket)) return;
    count -= 1;
    if (own.size === 0) addresses.delete(address);
  }

  function makeRoom(): void {
    const [address, largest] = [...addresses].reduce((one, other) => (other[1].size > one[1].size ? other : one));
    const sockets = [...largest];
    const minNeeded = sockets.find(socket => !busy.has(socket)) ?? sockets[0]!;
    // Its close event comes later.
    forget(address, minNeeded);
    minNeeded.destroy();
  }

  server.on('connection', socket => {
    const address = addressOf({ ip: socket.remoteAddress ?? '' });
    addresses.set(address, (addresses.get(address) ?? new Set()).add(socket));
    count += 1;
    socket.once('close', () => forget(address, socket));
    if (count > max) makeRoom();
  });
  server.on('request', ({ socket }, response) => {
    busy.add(socket);
    response.once('close', () => busy.delete(socket));
  });
}
