// Beyond the limit of open connections, the address with most of them loses the one that it needs least.
import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { limitConnections } from './connections.ts';

test('an address with many connections loses the earliest idle one, and others get theirs', () => {
  const server = new EventEmitter();
  limitConnections(server, 4);
  const closed: string[] = [];
  const open = (remoteAddress: string, name: string) => {
    const socket = Object.assign(new EventEmitter(), {
      remoteAddress,
      destroy: () => {
        closed.push(name);
        socket.emit('close');
      },
    });
    server.emit('connection', socket);
    return socket;
  };
  const response = new EventEmitter();
  server.emit('request', { socket: open('203.0.113.1', 'busy') }, response);
  for (const name of ['first', 'second']) open('203.0.113.1', name);
  open('203.0.113.2', 'other');
  open('203.0.113.3', 'newcomer');
  expect(closed).toEqual(['first']);
  open('203.0.113.4', 'another newcomer');
  expect(closed).toEqual(['first', 'second']);
  response.emit('close');
  open('203.0.113.1', 'again');
  expect(closed).toEqual(['first', 'second', 'busy']);
});
