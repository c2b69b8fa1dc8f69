// `pixwright mcp`: an MCP server on standard input and output, which passes the messages of an assistant to the MCP server of a Pixwright server and
// its answers back. Tools, prices and questions to the user are therefore the same as over HTTP.
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { isJSONRPCRequest, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Environment } from './environment.ts';
import { CliError, exits } from './exits.ts';
import { findSettings } from './settings.ts';
import type { Terminal } from './terminal.ts';
import { words } from './words.ts';

const internalError = -32_603;

/** Serves until the assistant closes standard input. */
export async function serveMcp(
  named: string | undefined,
  environment: Environment,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const { language } = environment;
  const { server, key } = findSettings(named, environment, terminal.say);
  if (!key) throw new CliError(exits.denied, words[language].mcpNeedsKey);
  const headers = { authorization: `Bearer ${key}`, lang: language };
  const http = new StreamableHTTPClientTransport(new URL('/mcp', server), { requestInit: { headers } });
  const stdio = new StdioServerTransport();
  const { promise: closed, resolve } = Promise.withResolvers<void>();

  /** A request that the server could not be asked is answered with an error, so that the assistant does not wait for it. */
  async function pass(message: JSONRPCMessage): Promise<void> {
    try {
      await http.send(message);
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      if (isJSONRPCRequest(message))
        await stdio.send({ jsonrpc: '2.0', id: message.id, error: { code: internalError, message: said } });
      else terminal.say(said);
    }
  }

  stdio.onmessage = message => void pass(message);
  http.onmessage = message => {
    // The answer to `initialize` names the version, which the requests that follow repeat.
    const version = 'result' in message ? message.result.protocolVersion : undefined;
    if (typeof version === 'string') http.setProtocolVersion(version);
    void stdio.send(message);
  };
  stdio.onerror = error => terminal.say(error.message);
  // Errors of a request are thrown by `send` as well.
  http.onerror = () => undefined;
  process.stdin.once('end', resolve);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await http.start();
  await stdio.start();
  await closed;
  await http.close();
  await stdio.close();
}
