// The door for programs, in a browser or in Node: createClient.
import type { Language } from 'contract/words.ts';
import { type Patience, usualPatience } from './attempt.ts';
import { makeId } from './connection.ts';
import { openHttp } from './http.ts';
import { type Client, makeClient } from './make-client.ts';
import { type NamedTool, nameCalls, type ToolCalls } from './tool-calls.ts';
import type { SendBytes } from './transport.ts';

export type { Task } from 'contract/task.ts';
export { ClientError } from './client-error.ts';
export type { BatchOutcome } from './run-batch.ts';
export type { Client };

export interface ClientOptions {
  /** Where the server is, such as `https://pixwright.example`. */
  readonly origin: string;
  /** Who calls: an API key (`pxk_…`), the token of a login, or the random id of a visitor. Without any of them, a new visitor. */
  readonly key?: string;
  readonly token?: string;
  readonly clientUid?: string;
  /** Of sentences and names in answers. */
  readonly language?: Language;
  /** Absent: the global one. */
  readonly fetch?: typeof globalThis.fetch;
  /** Sends bytes to the store; absent: fetch, which tells progress only after each part of 8 MiB. */
  readonly send?: SendBytes;
  /** How long failures are waited out; absent: ten minutes. */
  readonly patience?: Partial<Patience>;
}

/** With `tools`, the catalogue of tools/index.ts, each call of a tool is a function: `client.tools.upScale({ imageUrl, upscale: 4 })`. */
export interface NamedClient extends Client {
  readonly tools: ToolCalls;
}

/** Opens a client. Nothing is sent before its first call. Its errors are ClientErrors, with the codes of contract/errors.ts. */
export function createClient(options: ClientOptions & { readonly tools: readonly NamedTool[] }): NamedClient;
export function createClient(options: ClientOptions): Client;
export function createClient(options: ClientOptions & { readonly tools?: readonly NamedTool[] }): Client | NamedClient {
  const { origin, key, token, language = 'en', send, tools } = options;
  const clientUid = options.clientUid ?? (key || token ? undefined : makeId());
  const transport = openHttp({
    origin,
    headers: {
      lang: language,
      ...(key && { authorization: `Bearer ${key}` }),
      ...(token && { token }),
      ...(clientUid && { clientUid }),
    },
    language,
    fetch: options.fetch ?? globalThis.fetch.bind(globalThis),
    send,
  });
  const client = makeClient({ transport, patience: { ...usualPatience, ...options.patience } });
  return tools ? { ...client, tools: nameCalls(tools, client.runTask<string>) } : client;
}
