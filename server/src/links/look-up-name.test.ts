// Names of links against DNS servers that are silent, contradict each other, or are absent.
import { createSocket, type Socket } from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findAddresses } from './open-link.ts';

const { dns, lookup } = vi.hoisted(() => ({ dns: { server: '' }, lookup: vi.fn() }));
vi.mock('node:dns/promises', async importOriginal => {
  const real = await importOriginal<typeof import('node:dns/promises')>();
  class Resolver extends real.Resolver {
    constructor(options?: ConstructorParameters<typeof real.Resolver>[0]) {
      super(options);
      this.setServers([dns.server]);
    }
  }
  return { ...real, Resolver, lookup };
});

const types = { 1: 'v4', 28: 'v6' } as const;
const zone: Record<string, Partial<Record<'v4' | 'v6', number[]>>> = {
  'both.test': { v4: [93, 184, 216, 34], v6: [0x26, 6, 0x28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
  'four.test': { v4: [93, 184, 216, 34] },
  'trap.test': { v4: [93, 184, 216, 34], v6: [0xfd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1] },
};
const asked: string[] = [];
let server: Socket;

/** Answers the names of the zone, does not answer those of `silent.test`, and denies all others. */
beforeAll(async () => {
  server = createSocket('udp4', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at++]!; length > 0; length = query[at++]!) {
      labels.push(query.toString('latin1', at, at + length));
      at += length;
    }
    const name = labels.join('.').toLowerCase();
    const type = types[query.readUInt16BE(at) as 1 | 28];
    asked.push(`${name} ${type}`);
    if (name.endsWith('silent.test')) return;
    const bytes = zone[name]?.[type];
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(name in zone ? 0x8180 : 0x8183, 2);
    for (const [place, count] of [1, bytes ? 1 : 0, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * place);
    const question = query.subarray(12, at + 4);
    const record = bytes
      ? [Buffer.from([0xc0, 12, 0, query[at + 1]!, 0, 1, 0, 0, 0, 9, 0, bytes.length, ...bytes])]
      : [];
    server.send(Buffer.concat([head, question, ...record]), port, address);
  });
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve));
  dns.server = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => lookup.mockReset());

const find = (hostname: string, allow: string[] = [], signal = new AbortController().signal) =>
  findAddresses({ hostname, port: 80 }, { allow }, signal);
const refusal = (hostname: string, allow?: string[]) =>
  find(hostname, allow).then(
    addresses => addresses,
    (cause: { code?: string }) => cause.code,
  );

test('names whose servers do not answer occupy no thread of the process, and other names are found meanwhile', async () => {
  const silent = Array.from({ length: 40 }, (_, at) => refusal(`${at}.silent.test`, ['10.0.0.0/8']));
  // Each is asked for again if no answer comes.
  await expect.poll(() => new Set(asked.filter(name => name.includes('silent.test'))).size).toBe(80);
  expect(await find('four.test')).toEqual(['93.184.216.34']);
  const stop = new AbortController();
  const stopped = find('one.silent.test', [], stop.signal);
  stop.abort(new Error('left'));
  await expect(stopped).rejects.toThrow('left');
  expect(new Set(await Promise.all(silent))).toEqual(new Set(['LINK_UNREACHABLE']));
  expect(lookup).not.toHaveBeenCalled();
});

test('the addresses of both families are checked', async () => {
  expect(await find('both.test')).toEqual(['93.184.216.34', '2606:2800::1']);
  expect(await refusal('trap.test')).toBe('LINK_REFUSED');
});

test('the system is asked for a name that DNS denies only where private targets are allowed, one name at a time', async () => {
  let open = 0;
  let maxOpen = 0;
  lookup.mockImplementation(async (name: string) => {
    open += 1;
    maxOpen = Math.max(maxOpen, open);
    await new Promise(resolve => setTimeout(resolve, 5));
    open -= 1;
    return [{ address: name === 'intranet' ? '10.0.0.7' : '192.168.0.1', family: 4 }];
  });
  expect(await refusal('intranet')).toBe('LINK_UNREACHABLE');
  expect(lookup).not.toHaveBeenCalled();
  const names = ['intranet', 'printer', 'intranet', 'intranet'];
  expect(await Promise.all(names.map(name => refusal(name, ['10.0.0.0/8'])))).toEqual([
    ['10.0.0.7'],
    'LINK_REFUSED',
    ['10.0.0.7'],
    ['10.0.0.7'],
  ]);
  expect([lookup.mock.calls.length, maxOpen]).toEqual([4, 1]);
});

test('a machine without a DNS server asks its system', async () => {
  const usual = dns.server;
  const closed = createSocket('udp4');
  await new Promise<void>(resolve => closed.bind(0, '127.0.0.1', resolve));
  dns.server = `127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise<void>(resolve => closed.close(resolve));
  lookup.mockResolvedValue([{ address: '93.184.216.34', family: 4 }]);
  expect(await find('four.test')).toEqual(['93.184.216.34']);
  // Without any answer the fault is the machine's connection, not the link.
  lookup.mockRejectedValue(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
  expect(await refusal('four.test')).toBe('LINK_NO_NETWORK');
  dns.server = usual;
  expect(await refusal('no-such-name.test')).toBe('LINK_UNREACHABLE');
});
