// A process that opens event streams and never reads them, separate from the bench so that its own work is not measured. It receives their
// paths, and returns how many were opened.
import net from 'node:net';

export interface UnreadStreams {
  readonly port: number;
  readonly streams: readonly { path: string; clientUid: string; address: string }[];
}

/** Opens one stream; returns its status as soon as the response begins, and reads no further. */
function open(port: number, { path, clientUid, address }: UnreadStreams['streams'][number]): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', reject);
    socket.once('readable', () => resolve(Number(socket.read(12)?.toString().slice(9))));
    const headers = [`clientUid: ${clientUid}`, `X-Forwarded-For: ${address}`, 'Host: localhost'];
    socket.write(`GET ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
  });
}

process.on('message', async ({ port, streams }: UnreadStreams) => {
  const statuses = await Promise.all(streams.map(stream => open(port, stream)));
  process.send?.(statuses.filter(status => status === 200).length);
});
