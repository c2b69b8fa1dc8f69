// A few addresses that have all places of long requests do not keep others out.
import { EventEmitter } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { countOpenStreams } from './open-streams.ts';

test('addresses that fill the total leave a few places to each of the others, and never more than the total again', () => {
  const streams = countOpenStreams({ perAddress: 20, total: 40 });
  const open = (ip: string) => {
    const raw = Object.assign(new EventEmitter(), { destroyed: false });
    streams.add({ ip } as FastifyRequest, { raw } as unknown as FastifyReply);
    return raw;
  };
  const opened = ['203.0.113.1', '203.0.113.2'].flatMap(ip => Array.from({ length: 20 }, () => open(ip)));
  const refused = expect.objectContaining({ code: 'TOO_MANY_STREAMS' });
  expect(() => open('203.0.113.1')).toThrow(refused);
  const newcomers = Array.from({ length: 20 }, (_, at) => `198.51.100.${at}`);
  for (const ip of newcomers) opened.push(open(ip), open(ip));
  expect(() => open(newcomers[0]!)).toThrow(refused);
  expect(streams.count()).toBe(80);
  expect(() => open('192.0.2.1')).toThrow(refused);
  for (const raw of opened) raw.emit('close');
  expect(streams.count()).toBe(0);
});
