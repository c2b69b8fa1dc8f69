// The official MCP client, connected to a test server with an API key.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult, ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';

export async function connectMcp(url: string, key: string, capabilities: ClientCapabilities = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { capabilities });
  const headers = { authorization: `Bearer ${key}`, lang: 'en' };
  // The optional fields of its types differ from those of the interface.
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } });
  await client.connect(transport as Parameters<Client['connect']>[0]);
  onTestFinished(() => client.close());
  return client;
}

/** What the tools that tests read give; each gives a part of it. */
interface CalledData {
  readonly [field: string]: unknown;
  readonly url: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly taskId: string;
  readonly confirmPrice: string | null;
}

interface Called {
  readonly text: string;
  readonly links: readonly { readonly uri: string; readonly name: string; readonly mimeType?: string }[];
  readonly data: CalledData;
  readonly isError: boolean;
}

export async function callTool(
  client: Client,
  name: string,
  sent: Record<string, unknown>,
  onprogress?: (told: { progress: number }) => void,
): Promise<Called> {
  const options = { timeout: 120_000, ...(onprogress && { onprogress }) };
  const result = (await client.callTool({ name, arguments: sent }, undefined, options)) as CallToolResult;
  return {
    text: result.content.flatMap(one => (one.type === 'text' ? [one.text] : [])).join('\n'),
    links: result.content.flatMap(one => (one.type === 'resource_link' ? [one] : [])),
    data: (result.structuredContent ?? {}) as CalledData,
    isError: result.isError ?? false,
  };
}
