// A receiver of webhooks for tests, and the check of a signature as Standard Webhooks describes it, written without the product's code.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebhookMessage, webhookMessageSchema } from 'contract/routes/webhooks.ts';
import { onTestFinished } from 'vitest';

export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly id: string;
  readonly message: WebhookMessage;
}

export type Answer = (response: ServerResponse, received: Received) => void;

const accept: Answer = response => response.writeHead(204).end();

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** From now on requests are answered like this. */
  answer: Answer;
  /** Resolves with all requests once there are so many. */
  readonly until: (count: number) => Promise<readonly Received[]>;
  readonly close: () => void;
}

/** Listens until the test ends. */
export async function startReceiver(first: Answer = accept): Promise<Receiver> {
  const received: Received[] = [];
  let wake = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        id: String(request.headers['webhook-id']),
        message: webhookMessageSchema.parse(JSON.parse(body)),
      };
      received.push(one);
      receiver.answer(response, one);
      wake.resolve();
      wake = Promise.withResolvers();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answer: first,
    async until(count) {
      while (received.length < count) await wake.promise;
      return received;
    },
    close,
  };
  onTestFinished(close);
  return receiver;
}

/** Whether one of the signatures of a message was made with this secret. */
export function isSignedWith({ headers, body }: Pick<Received, 'headers' | 'body'>, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const wanted = createHmac('sha256', key)
    .update(`${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`)
    .digest('base64');
  const signatures = String(headers['webhook-signature']).split(' ');
  return signatures.some(signature => signature === `v1,${wanted}`);
}
