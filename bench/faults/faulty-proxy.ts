// A TCP proxy for what goes wrong between two machines: it delays, holds everything back, refuses, or cuts in the middle of a transfer.
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Moods of a line. `held`: nothing arrives and neither side is told, as behind a firewall that drops packets. */
export type Mood = 'well' | 'slow' | 'held' | 'refused' | 'cutting';

/** One way of a slow line. */
const delayMs = 150;
/** A cutting line ends each connection after so many bytes in one direction. */
const cutAfterBytes = 40_000;
const heldLookMs = 50;

export interface FaultyProxy {
  readonly port: number;
  mood: Mood;
  /** Where new connections lead. */
  targetPort: number;
  /** Cuts what is open now. */
  cutAll: () => void;
  close: () => void;
}

/** Copies one direction, chunk by chunk, as the mood of the line allows. */
async function copy(from: Socket, to: Socket, mood: () => Mood): Promise<void> {
  let bytes = 0;
  for await (const chunk of from as AsyncIterable<Buffer>) {
    if (mood() === 'slow') await sleep(delayMs);
    while (mood() === 'held' && !to.destroyed) await sleep(heldLookMs);
    bytes += chunk.length;
    if (mood() === 'cutting' && bytes > cutAfterBytes) {
      to.write(chunk.subarray(0, chunk.length / 2));
      throw new Error('cut');
    }
    if (!to.write(chunk)) await once(to, 'drain');
  }
  to.end();
}

export async function startFaultyProxy(targetPort: number): Promise<FaultyProxy> {
  const open = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, client => {
    if (proxy.mood === 'refused') return void client.resetAndDestroy();
    const upstream = connect({ port: proxy.targetPort, host: '127.0.0.1', allowHalfOpen: true, noDelay: true });
    client.setNoDelay(true);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('close', () => {
        open.delete(socket);
        cut();
      });
      socket.on('error', cut);
    }
    const mood = () => proxy.mood;
    Promise.all([copy(client, upstream, mood), copy(upstream, client, mood)]).catch(cut);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const proxy: FaultyProxy = {
    port: typeof address === 'object' && address ? address.port : 0,
    mood: 'well',
    targetPort,
    cutAll: () => {
      for (const socket of open) socket.destroy();
    },
    close: () => {
      server.close();
      proxy.cutAll();
    },
  };
  return proxy;
}
