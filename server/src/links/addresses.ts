// Decides which addresses and ports a visitor's link may make this server connect to.
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');
// Azure's WireServer reveals secrets like a metadata service, but has a public address.
const metadataInPublicSpace = '168.63.129.16';

/** Ports of protocols other than HTTP, or of internal HTTP services; below 1024 only 80 and 443 are allowed. */
const closedPorts = new Set([
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 2380, 3306, 3389, 3659, 4045, 4190, 5060, 5061, 5432, 5672,
  5900, 5984, 6000, 6379, 6443, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 9042, 9092, 9200, 9300, 10080, 10250,
  10255, 11211, 27017,
]);

export const isOpenPort = (port: number): boolean =>
  port === 80 || port === 443 || (port >= 1024 && !closedPorts.has(port));

const listOwnAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap(list => list?.map(own => own.address) ?? []);

/** Whether an address is inside the `allow` CIDR ranges. */
export function isOpened(text: string, allow: readonly string[]): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return allow.some(range => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}

/**
 * Whether an address from a resolver or a URL (IPv6 without brackets) may be visited: a public unicast address that is not this machine's
 * own, or one inside the `allow` CIDR ranges. Tunnels that embed another address (NAT64, 6to4, Teredo) are refused; an IPv4-mapped IPv6
 * address is judged as IPv4.
 */
export function mayVisit(text: string, allow: readonly string[], own = listOwnAddresses()): boolean {
  if (!ipaddr.isValid(text)) return false;
  if (isOpened(text, allow)) return true;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6' && !address.match(globalIpv6)) return false;
  return address.toString() !== metadataInPublicSpace && !own.includes(address.toString());
}
