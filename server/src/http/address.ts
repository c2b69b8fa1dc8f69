// The client address on which all per-address limits are based, and a warning if it is a proxy's.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

/** The IPv4 address, or the /64 network of an IPv6 address, which is usually one customer's network. */
export function addressOf(request: Pick<FastifyRequest, 'ip'>): string {
  // If a proxy writes something else, all clients behind it share one count until the proxy is fixed.
  if (!ipaddr.isValid(request.ip)) return 'unknown';
  const address = ipaddr.process(request.ip);
  if (address.kind() === 'ipv4') return address.toString();
  const parts = (address as ipaddr.IPv6).parts.slice(0, 4);
  return `${parts.map(part => part.toString(16)).join(':')}::/64`;
}

const remindEveryMs = 3_600_000;

/**
 * Warns, at most hourly, if requests arrive through a proxy that TRUST_PROXY does not cover: all of its clients would share one address and
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
