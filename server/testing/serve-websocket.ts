// The side of a server of RFC 6455, as far as stand-ins need it: accepts the connection and sends messages.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';

const magic = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** Accepts the upgrade. Returns a function that sends a text, or binary data, as one message. */
export function acceptWebsocket(request: IncomingMessage, socket: Duplex): (message: string | Buffer) => void {
  const key = createHash('sha1').update(`${request.headers['sec-websocket-key']}${magic}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${key}\r\n\r\n`,
  );
  socket.on('error', () => undefined);
  // Connections of an HTTP server stay half open.
  socket.on('end', () => socket.end());
  return message => {
    const data = Buffer.from(message);
    const head = Buffer.alloc(10);
    head[0] = 0x80 | (typeof message === 'string' ? 1 : 2);
    head[1] = 127;
    head.writeBigUInt64BE(BigInt(data.length), 2);
    // The shortest form of the length is prescribed.
    const short = data.length < 126 ? Buffer.from([head[0]!, data.length]) : undefined;
    const middle = data.length < 65_536 ? Buffer.from([head[0]!, 126, data.length >> 8, data.length & 255]) : undefined;
    if (!socket.destroyed) socket.write(Buffer.concat([short ?? middle ?? head, data]));
  };
}
