// An HTTP proxy before a test's server that loses what a network loses: requests, answers, the rest of a stream.
import {
  type ClientRequest,
  createServer,
  request as forward,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
}

type Fault =
  /** The server does the work, and its answer is lost. */
  | 'lose answer'
  /** The connection breaks after so many bytes of the body; the server never sees the rest. */
  | { readonly cutBodyAfter: number }
  /** The connection breaks after so many bytes of the answer. */
  | { readonly cutAnswerAfter: number }
  /** The connection breaks after the first event of a stream. */
  | 'cut after event'
  /** The proxy itself answers. */
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  /** The proxy never answers. */
  | 'silence';

export interface LossyProxy {
  readonly url: string;
  readonly requests: SeenRequest[];
  /** Called with each request; the fault that it meets, if any. */
  trouble: (request: SeenRequest) => Fault | undefined;
  readonly close: () => Promise<void>;
}

/** Passes a stream on up to the end of its first event. */
function passEvent(from: IncomingMessage, answer: ServerResponse): void {
  let text = '';
  from.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    const isEnough = /^data: .*\n\n/m.test(text);
    answer.write(chunk, () => isEnough && answer.socket?.destroy());
  });
}

/** Lets only so many bytes of `from` pass to `write`, then calls `cut`. */
function passUpTo(max: number, from: IncomingMessage, write: (chunk: Buffer) => void, cut: () => void): void {
  let left = max;
  from.on('data', (chunk: Buffer) => {
    if (left <= 0) return;
    write(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) cut();
  });
}

function answerWith(from: IncomingMessage, answer: ServerResponse, fault: Fault | undefined): void {
  if (fault === 'lose answer') {
    from.resume().on('end', () => answer.socket?.destroy());
    return;
  }
  answer.writeHead(from.statusCode ?? 502, from.headers);
  // So that a stream's head arrives before its first event.
  answer.flushHeaders();
  if (fault === 'cut after event') passEvent(from, answer);
  else if (typeof fault === 'object' && 'cutAnswerAfter' in fault)
    passUpTo(
      fault.cutAnswerAfter,
      from,
      chunk => answer.write(chunk),
      () => answer.socket?.destroy(),
    );
  else from.pipe(answer);
}

function send(body: IncomingMessage, onward: ClientRequest, fault: Fault | undefined): void {
  if (typeof fault !== 'object' || !('cutBodyAfter' in fault)) {
    body.pipe(onward);
    return;
  }
  const cut = () => {
    body.socket.destroy();
    onward.destroy();
  };
  passUpTo(fault.cutBodyAfter, body, chunk => onward.write(chunk), cut);
}

export async function openLossyProxy(target: string): Promise<LossyProxy> {
  const server = createServer((request, answer) => {
    const seen = { method: request.method ?? '', path: request.url ?? '', headers: request.headers };
    proxy.requests.push(seen);
    const fault = proxy.trouble(seen);
    if (fault === 'silence') return;
    if (typeof fault === 'object' && 'status' in fault) {
      request.resume();
      answer.writeHead(fault.status, fault.headers).end();
      return;
    }
    const onward = forward(new URL(seen.path, target), { method: seen.method, headers: seen.headers });
    onward.on('response', from => answerWith(from, answer, fault));
    // The server closed the connection, or the request was cut.
    onward.on('error', () => answer.socket?.destroy());
    answer.on('close', () => onward.destroy());
    send(request, onward, fault);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const proxy: LossyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    trouble: () => undefined,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
