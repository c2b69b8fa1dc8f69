// The address to which the webhooks of the bench are posted: it keeps what came under which id.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { webhookMessageSchema } from 'contract/routes/webhooks.ts';

export interface Receiver {
  readonly url: string;
  /** The event and the task of each message, by id. */
  readonly told: ReadonlyMap<string, string>;
  /** Ids under which different messages came. */
  readonly clashes: ReadonlySet<string>;
  readonly count: () => number;
  readonly close: () => void;
}

export async function startReceiver(host: string): Promise<Receiver> {
  const told = new Map<string, string>();
  const clashes = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    try {
      const { type, data } = webhookMessageSchema.parse(JSON.parse(await text(request)));
      const id = String(request.headers['webhook-id']);
      const message = `${type} ${data.taskId}`;
      count += 1;
      if (told.has(id) && told.get(id) !== message) clashes.add(id);
      told.set(id, message);
      response.writeHead(204).end();
    } catch {
      // A request that broke off: its server was killed.
      response.destroy();
    }
  }).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://${host}:${typeof address === 'object' ? address?.port : 0}`,
    told,
    clashes,
    count: () => count,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
