// A provider's HTTP server on loopback, with answers that a test decides and switches for failures.
import http from 'node:http';
import { text } from 'node:stream/consumers';

export interface Asked {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface StandIn {
  readonly url: string;
  readonly calls: readonly Asked[];
  /** Number of calls whose connection was dropped. */
  dropped: () => number;
  /** Drops connections until it is called with false. */
  fail: (fails: boolean) => void;
  stop: () => Promise<void>;
}

export async function startStandIn(answer: (asked: Asked) => Answer): Promise<StandIn> {
  const calls: Asked[] = [];
  let isFailing = false;
  let dropped = 0;
  const server = http.createServer(async (request, response) => {
    const asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body: await text(request),
    };
    if (isFailing) {
      dropped += 1;
      request.socket.destroy();
      return;
    }
    calls.push(asked);
    const { status, headers, body } = answer(asked);
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    calls,
    dropped: () => dropped,
    fail: fails => {
      isFailing = fails;
    },
    stop: () =>
      new Promise(resolve => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
