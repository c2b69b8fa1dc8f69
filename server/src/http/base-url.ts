// How clients reach this server, for links in replies: PUBLIC_URL, or what the request itself says.
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';

/** Underscores are in no DNS name, and in many names that containers give each other. */
const hostPattern = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

export function baseUrlOf(request: FastifyRequest, config: Pick<Config, 'publicUrl' | 'port'>): string {
  if (config.publicUrl) return config.publicUrl;
  // A forged Host header only reaches whoever forged it: replies with links are never cached.
  const named = `${request.protocol}://${request.host}`;
  const isAddress = hostPattern.test(request.host) && URL.canParse(named);
  return isAddress ? named : `${request.protocol}://localhost:${config.port}`;
}
