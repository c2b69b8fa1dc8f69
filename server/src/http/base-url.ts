// This server's base URL for links in responses: PUBLIC_URL, or the request's own host.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** DNS names have no underscores, but container names do. */
const hostPattern = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl;
  // A forged Host header affects only its sender, because responses with links are never cached.
  const named = `${request.protocol}://${request.host}`;
  const isAddress = hostPattern.test(request.host) && URL.canParse(named);
  return isAddress ? named : `${request.protocol}://localhost:${config.port}`;
}
