// Files of a link as streams: the connection to the host ends with the stream, even if it was never read.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StallLimits } from '../adapters/stalled.ts';
import { readConfig } from '../config.ts';
import type { StoredLink } from '../tasks/stored.ts';
import { parallelPerHost } from './open-link.ts';
import { openFileOfLink, openLinked, passOn } from './open-linked.ts';

let site: Server;
/** Open ones to endless files. */
let connections = 0;
let link: StoredLink;
const config = { ...readConfig({}), fetchAllow: ['127.0.0.1/32'] };
beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/a.txt') return response.end('a file');
    connections += 1;
    response.once('close', () => (connections -= 1));
    const size = request.url === '/drip' ? 1 : 64 * 1024;
    const timer = setInterval(() => response.write(Buffer.alloc(size)), 5);
    response.once('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  const address = site.address();
  const port = typeof address === 'object' ? address?.port : 0;
  link = { url: `http://127.0.0.1:${port}/a.txt`, type: 'mp4', name: 'a', bytes: 6 } as StoredLink;
});
afterAll(() => {
  site.closeAllConnections();
  site.close();
});

const open = (signal = new AbortController().signal) => openLinked({ config }, link, { sender: 'one', signal });

test.each([
  ['destroyed before it is read', async () => void (await open()).destroy()],
  [
    'left unread when its reader is gone',
    async () => {
      const gone = new AbortController();
      await open(gone.signal);
      gone.abort(new Error('gone'));
    },
  ],
  ['read to its end', async () => expect(await text(await open())).toBe('a file')],
  [
    'destroyed while it is read',
    async () => {
      for await (const chunk of await open()) {
        expect(String(chunk)).toBe('a file');
        break;
      }
    },
  ],
])('a stream that is %s gives its place at the host back', async (_, use) => {
  // One more than the places of a sender: the last one waits forever if the others keep theirs.
  for (let times = 0; times <= parallelPerHost.ofSender; times++) await use();
});

describe('a connection that is only held', () => {
  const stall = { idleMs: 50, windowMs: 100, minBytes: 4096 };
  const openEndless = (name: string, limits: StallLimits) => {
    const { signal } = new AbortController();
    const endless = { ...link, url: link.url.replace('/a.txt', name) };
    return openFileOfLink({ config }, endless, { sender: 'held', signal }).then(opened =>
      passOn(opened, signal, limits),
    );
  };

  test('by a host that drips is closed', async () => {
    const stream = await openEndless('/drip', { ...stall, idleMs: 600_000 });
    await expect(text(stream)).rejects.toMatchObject({ code: 'DEADLINE' });
    while (connections > 0) await sleep(5);
  });

  test('by a reader that takes no more is closed', async () => {
    const stream = await openEndless('/flood', { ...stall, windowMs: 600_000 });
    const ended = once(stream, 'error');
    stream.read();
    expect((await ended)[0]).toMatchObject({ code: 'DEADLINE' });
    while (connections > 0) await sleep(5);
  });

  test('by a reader that takes a few bytes at a time is closed', async () => {
    const stream = await openEndless('/flood', { ...stall, idleMs: 600_000, minBytes: 100 * 1024 * 1024 });
    const ended = once(stream, 'error');
    const sips = setInterval(() => stream.read(1), 5);
    expect((await ended)[0]).toMatchObject({ code: 'DEADLINE' });
    clearInterval(sips);
    while (connections > 0) await sleep(5);
  });

  test('longer than a download may wait keeps it from waiting forever', async () => {
    const held = await Promise.all(Array.from({ length: parallelPerHost.ofSender }, () => open()));
    const { signal } = new AbortController();
    const waiting = openFileOfLink({ config }, link, { sender: 'one', signal, maxWaitMs: 1 });
    await expect(waiting).rejects.toMatchObject({ code: 'LINK_HOST_BUSY' });
    // Another visitor does not wait.
    const other = await openFileOfLink({ config }, link, { sender: 'two', signal, maxWaitMs: 1 });
    await other.close();
    for (const stream of held) stream.destroy();
  });
});
