// A process that keeps a number of logins in flight, separate from the bench so that its own work is not measured. It receives the URL and
// the number, reports when they are in flight, and returns how each ended.
import http from 'node:http';

export interface Flood {
  readonly url: string;
  readonly names: readonly string[];
  readonly password: string;
}

const agent = new http.Agent({ keepAlive: true });

/** Each client has its own address. */
const addressOf = (index: number) => `10.7.${index >> 8}.${index & 255}`;

function logIn({ url, password }: Flood, username: string, index: number): Promise<number> {
  const body = JSON.stringify({ username, password, type: 2 });
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': addressOf(index),
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/web/udUser/userLogin`, { method: 'POST', agent, headers }, reply =>
      reply.resume().on('end', () => resolve(reply.statusCode ?? 0)),
    );
    request.on('error', reject).end(body);
  });
}

process.on('message', async (flood: Flood) => {
  const statuses = await Promise.all(flood.names.map((name, index) => logIn(flood, name, index)));
  process.send?.(statuses);
});
