// The address that a request counts for, wherever something is limited by address.
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** Of IPv6 the half that a customer is given as a whole. */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  // A proxy that writes something else is asked to be mended by everybody sharing one count.
  if (!ipaddr.isValid(request.ip)) return 'unknown';
  const address = ipaddr.process(request.ip);
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map(part => part.toString(16)).join(':')}::/64`;
}
