// Which addresses and ports are allowed, beyond what fetch-link.test.ts covers through links.
import { networkInterfaces } from 'node:os';
import { expect, test } from 'vitest';
import { isOpenPort, mayVisit } from './addresses.ts';

test.each(['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '169.253.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is public',
  address => {
    expect(mayVisit(address, [])).toBe(true);
  },
);

test.each(['', 'localhost', '127.0.0.1/32', '1.2.3.4.5', '::ffff:10.0.0.1', 'fe80::1%eth0'])('refuses %j', address => {
  expect(mayVisit(address, [])).toBe(false);
});

test('no address of this machine is allowed, not even a public one', () => {
  expect(mayVisit('8.8.8.8', [], ['8.8.8.8'])).toBe(false);
  expect(mayVisit('2606:4700:4700::1111', [], ['2606:4700:4700::1111'])).toBe(false);
  expect(mayVisit('8.8.8.8', ['8.8.8.8/32'], ['8.8.8.8'])).toBe(true);
  const own = Object.values(networkInterfaces()).flatMap(list => list ?? []);
  expect(own.length).toBeGreaterThan(0);
  for (const { address } of own) expect(mayVisit(address, [])).toBe(false);
});

test('ranges allow the addresses inside them and no others', () => {
  expect(mayVisit('10.1.2.3', ['10.1.0.0/16'])).toBe(true);
  expect(mayVisit('::ffff:10.1.2.3', ['10.1.0.0/16'])).toBe(true);
  expect(mayVisit('10.2.2.3', ['10.1.0.0/16'])).toBe(false);
  expect(mayVisit('::1', ['127.0.0.0/8'])).toBe(false);
  expect(mayVisit('fd00::5', ['fd00::/64'])).toBe(true);
});

test('web ports are allowed, ports of databases and system services are not', () => {
  expect([80, 443, 3000, 8080, 8443, 49_152].every(isOpenPort)).toBe(true);
  expect([0, 21, 22, 25, 81, 1022, 2375, 3306, 5432, 6379, 27_017].some(isOpenPort)).toBe(false);
});
