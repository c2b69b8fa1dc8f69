// The duration of small calls, one after the other over a connection that is kept alive.
import http from 'node:http';

const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the answer is read to its end. */
export function timeGet(url: string, headers: http.OutgoingHttpHeaders = {}): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers }, reply => reply.resume().on('end', () => resolve(performance.now() - start)))
      .on('error', reject);
  });
}
