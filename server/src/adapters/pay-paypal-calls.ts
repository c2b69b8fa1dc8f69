// Calls to PayPal's API with an access token, which is requested when needed and kept.
import { z } from 'zod';
import { callProvider, ProviderRefusal, type ProviderReply, type ProviderSurroundings } from './payment.ts';

export interface PaypalAccount {
  readonly clientId: string;
  readonly secret: string;
  /** The id of the webhook that the operator created for this server. */
  readonly webhookId: string;
  readonly endpoint: string;
}

/** A token that expires within this time is replaced before it is used. */
const tokenMarginMs = 60_000;

/**
 * Makes a call and returns its parsed answer. `body` is JSON; a repeated call with the same `requestId` is answered with the result of the first.
 * Throws ProviderRefusal for a refusal.
 */
type AskPaypal = (method: 'GET' | 'POST', path: string, body?: string, requestId?: string) => Promise<unknown>;

export function openPaypalCalls(account: PaypalAccount, { now, timeoutMs }: ProviderSurroundings): AskPaypal {
  let token: { text: string; endsAtMs: number } | undefined;

  async function readToken(): Promise<string> {
    if (token && token.endsAtMs - tokenMarginMs > now().getTime()) return token.text;
    const basic = Buffer.from(`${account.clientId}:${account.secret}`).toString('base64');
    const reply = await callProvider(
      `${account.endpoint}/v1/oauth2/token`,
      {
        method: 'POST',
        headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'grant_type=client_credentials',
      },
      timeoutMs,
    );
    if (reply.status !== 200)
      throw new ProviderRefusal(reply.status, 'token', 'PayPal does not accept the client id and secret');
    const { access_token: text, expires_in: seconds } = z
      .object({ access_token: z.string(), expires_in: z.number() })
      .parse(JSON.parse(reply.body));
    token = { text, endsAtMs: now().getTime() + seconds * 1000 };
    return text;
  }

  async function send(method: 'GET' | 'POST', path: string, body?: string, requestId?: string): Promise<ProviderReply> {
    const headers = {
      authorization: `Bearer ${await readToken()}`,
      'content-type': 'application/json',
      prefer: 'return=representation',
      ...(requestId && { 'paypal-request-id': requestId }),
    };
    const asked = { method, headers, ...(body !== undefined && { body }) };
    return callProvider(`${account.endpoint}${path}`, asked, timeoutMs);
  }

  return async (method, path, body, requestId) => {
    let reply = await send(method, path, body, requestId);
    if (reply.status === 401) {
      // A token may be revoked early.
      token = undefined;
      reply = await send(method, path, body, requestId);
    }
    if (reply.status >= 300) {
      const { name = '', details = [] } = JSON.parse(reply.body || '{}') as {
        name?: string;
        details?: { issue?: string }[];
      };
      throw new ProviderRefusal(reply.status, details[0]?.issue ?? name, name);
    }
    return reply.body === '' ? {} : JSON.parse(reply.body);
  };
}
