// This server's address for links in replies: PUBLIC_URL, or the request's own host.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** DNS names have no underscores, but names of containers do. */
const hostPattern = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl;
  // A forged Host header only affects its sender, because replies with links are never cached.
  const named = `${request.protocol}://${request.host}`;
  const isAddress = hostPattern.test(request.host) && URL.canParse(named);
  return isAddress ? named : `${request.protocol}://localhost:${config.port}`;
}
