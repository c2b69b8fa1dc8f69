// The address that a request counts for in every limit by address, and a warning when it is a proxy's.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** IPv4, or the /64 of IPv6, which is the usual size of one customer's network. */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  // All clients behind a proxy that writes something else share one count, until the proxy is fixed.
  if (!ipaddr.isValid(request.ip)) return 'unknown';
  const address = ipaddr.process(request.ip);
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map(part => part.toString(16)).join(':')}::/64`;
}

const remindEveryMs = 3_600_000;

/**
 * Warns, at most hourly, when requests come through a proxy that the switches do not name: then all of its clients share one address and
 * its limits.
 */
export function warnOfUnknownProxy(app: FastifyInstance, { now }: { now: () => Date }): void {
  let lastMs = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async ({ headers, log }) => {
    const name = ['x-forwarded-for', 'forwarded'].find(header => headers[header] !== undefined);
    if (!name || now().getTime() - lastMs < remindEveryMs) return;
    lastMs = now().getTime();
    log.warn(
      { header: name },
      'a proxy seems to stand in front: set TRUST_PROXY to the number of proxies, or all of its clients share the limits of one address. Without a proxy, a client wrote this header, and it has no effect',
    );
  });
}
