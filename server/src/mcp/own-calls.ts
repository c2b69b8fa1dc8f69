// Calls of this server's own HTTP routes for an MCP request: with its key, its address and its language, so that scopes, limits and prices are
// decided by the same code as for any other client.
import type { Failure } from 'contract/route.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { headersOfOwnCall } from '../http/request-trace.ts';

/** A call that was refused. */
export class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.msg);
    this.failure = failure;
  }
}

export interface OwnCalls {
  /** The data of the answer. Throws Refused. */
  readonly get: <T>(path: string) => Promise<T>;
  readonly post: <T>(path: string, body?: object) => Promise<T>;
}

/** What decides who calls, from where, in which language, and under which address links are made. */
const passedOn = ['authorization', 'host', 'lang', 'accept-language', 'user-agent', 'forwarded', 'x-forwarded-for'];
const passedByProxies = ['x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];

export function openOwnCalls(app: FastifyInstance, { headers, raw }: FastifyRequest): OwnCalls {
  const sent = [...passedOn, ...passedByProxies].flatMap(name => {
    const value = headers[name];
    return value === undefined ? [] : [[name, value]];
  });
  const call = async <T>(method: 'GET' | 'POST', url: string, payload?: object): Promise<T> => {
    const reply = await app.inject({
      method,
      url,
      headers: { ...Object.fromEntries(sent), ...headersOfOwnCall() },
      ...(payload && { payload }),
      ...(raw.socket.remoteAddress && { remoteAddress: raw.socket.remoteAddress }),
    });
    const body = reply.json<{ data: T } & Failure>();
    if (reply.statusCode !== 200) throw new Refused(body);
    return body.data;
  };
  return { get: path => call('GET', path), post: (path, body = {}) => call('POST', path, body) };
}
