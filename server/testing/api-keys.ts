// API keys for tests: one that a person creates over HTTP, with a client that sends it in place of a token.
import type { createApiKey } from 'contract/routes/api-keys.ts';
import type { z } from 'zod';
import type { LoggedIn } from './accounts.ts';
import { createClient, type TestClient } from './client.ts';

type Created = z.infer<typeof createApiKey.data>;

export const allScopes = ['tools:*', 'tasks:read', 'account:read'];

/** A client that sends this key. */
export function clientWithKey(url: string, key: string): TestClient {
  const client = createClient(url);
  client.headers.authorization = `Bearer ${key}`;
  return client;
}

export async function makeApiKey(
  server: { readonly url: string },
  { client }: Pick<LoggedIn, 'client'>,
  fields: z.input<typeof createApiKey.body> | object = {},
): Promise<Created & { readonly client: TestClient }> {
  const { status, body } = await client.post<Created>('/web/apiKey', { name: 'Shop', scopes: allScopes, ...fields });
  if (status !== 200) throw new Error(`no key: ${status} ${JSON.stringify(body)}`);
  return { ...body.data, client: clientWithKey(server.url, body.data.key) };
}
