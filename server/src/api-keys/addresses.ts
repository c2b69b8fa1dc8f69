// The network addresses from which an API key may be used: single ones or CIDR ranges, IPv4 and IPv6.
import { AppError } from 'contract/errors.ts';
import ipaddr from 'ipaddr.js';

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const mappedBits = 96;

/** An IPv4-mapped IPv6 range as the IPv4 range it means: requests are judged by their IPv4 address. */
const unmap = ([network, bits]: Range): Range =>
  network.kind() === 'ipv6' && (network as ipaddr.IPv6).isIPv4MappedAddress() && bits >= mappedBits
    ? [(network as ipaddr.IPv6).toIPv4Address(), bits - mappedBits]
    : [network, bits];

/** `ipaddr.js` also reads octal, hexadecimal and shortened IPv4 addresses, which people read as others. */
const isPlain = (address: string) => address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address);

function readRange(text: string): Range | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  if (rest.length > 0 || !isPlain(address) || !ipaddr.isValid(address)) return undefined;
  // A zone names a network card of one machine.
  if (address.includes('%')) return undefined;
  const network = ipaddr.parse(address);
  const max = network.kind() === 'ipv4' ? 32 : 128;
  if (bits !== undefined && (!/^\d{1,3}$/.test(bits) || Number(bits) > max)) return undefined;
  return unmap([network, bits === undefined ? max : Number(bits)]);
}

const firstAddress = (text: string, kind: 'ipv4' | 'ipv6') =>
  kind === 'ipv4' ? ipaddr.IPv4.networkAddressFromCIDR(text) : ipaddr.IPv6.networkAddressFromCIDR(text);

/** The ranges in one spelling, without repetition. Throws BAD_REQUEST that names the faulty ones. */
export function readRanges(texts: readonly string[]): string[] {
  const issues: { path: string; error: string }[] = [];
  const ranges = texts.map((text, i) => {
    const range = readRange(text);
    if (!range) {
      issues.push({ path: `addresses.${i}`, error: '203.0.113.7 | 203.0.113.0/24 | 2001:db8::/32' });
      return '';
    }
    const [network, bits] = range;
    return `${firstAddress(`${network}/${bits}`, network.kind())}/${bits}`;
  });
  if (issues.length > 0) throw new AppError('BAD_REQUEST', { issues });
  return [...new Set(ranges)];
}

/** Whether an address is in one of these ranges; in none, if it cannot be read. */
export function isWithin(ranges: readonly string[], text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return ranges.some(range => {
    const [network, bits] = ipaddr.parseCIDR(range);
    return network.kind() === address.kind() && address.match(network, bits);
  });
}
