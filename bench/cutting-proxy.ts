// A proxy that cuts every connection after a fixed time, as many proxies in front of small servers do.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** Number of connections that were cut while in use. */
  readonly cuts: () => number;
  /** Bytes sent to the server. */
  readonly bytesUp: () => number;
  /** Cuts all connections immediately. */
  readonly cutAll: () => void;
  close: () => void;
}

export async function startCuttingProxy(target: string, lifetimeMs: number): Promise<CuttingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  let cuts = 0;
  let bytesUp = 0;
  const server = createServer(client => {
    const upstream = connect(Number(port), hostname);
    open.add(client);
    const timer = setTimeout(() => {
      cuts++;
      client.destroy();
      upstream.destroy();
    }, lifetimeMs);
    const end = () => {
      clearTimeout(timer);
      open.delete(client);
      client.destroy();
      upstream.destroy();
    };
    client.on('data', chunk => {
      bytesUp += chunk.length;
    });
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    cuts: () => cuts,
    bytesUp: () => bytesUp,
    cutAll: () => {
      for (const socket of open) {
        cuts++;
        socket.destroy();
      }
    },
    close: () => server.close(),
  };
}
