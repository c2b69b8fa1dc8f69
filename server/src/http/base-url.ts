// How clients reach this server, for links in replies: PUBLIC_URL, or what the request itself says.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

const hostPattern = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl;
  // A forged Host header only reaches whoever forged it: replies with links are never cached.
  const host = hostPattern.test(request.host) ? request.host : `localhost:${config.port}`;
  return `${request.protocol}://${host}`;
}
