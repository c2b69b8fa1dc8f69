// A process that holds the event streams of many visitors, separate from the bench so that its own work is not measured. It is asked to open streams,
// or how many of them have received the end of their task.
import net from 'node:net';

export interface IdleStreams {
  readonly port: number;
  readonly streams: readonly { readonly path: string; readonly clientUid: string; readonly address: string }[];
}

export interface IdleAnswer {
  /** How many were accepted with 200. */
  readonly opened: number;
  /** How many have received the event `done`. */
  readonly ended: number;
}

/** Connections that are being opened at once: fewer than the operating system keeps waiting for a server to accept them. */
const openingAtOnce = 100;

let opened = 0;
let ended = 0;

/** Resolves as soon as the response begins, and counts the end of the task when it arrives. */
function open(port: number, { path, clientUid, address }: IdleStreams['streams'][number]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    let isOpen = false;
    socket.setEncoding('utf8');
    socket.on('error', reject);
    socket.on('data', (text: string) => {
      if (!isOpen && text.startsWith('HTTP/1.1 200')) opened += 1;
      isOpen = true;
      if (text.includes('event: done\n')) ended += 1;
      resolve();
    });
    const headers = [`clientUid: ${clientUid}`, `X-Forwarded-For: ${address}`, 'Host: localhost'];
    socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  });
}

process.on('message', async ({ port, streams }: IdleStreams) => {
  const waiting = [...streams];
  const openNext = async () => {
    for (let stream = waiting.pop(); stream; stream = waiting.pop()) await open(port, stream);
  };
  await Promise.all(Array.from({ length: openingAtOnce }, openNext));
  process.send?.({ opened, ended } satisfies IdleAnswer);
});
