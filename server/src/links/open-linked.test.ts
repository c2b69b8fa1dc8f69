// Files of a link as streams: the connection to the host ends with the stream, even if it was never read.
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { StoredLink } from '../tasks/stored.ts';
import { parallelPerHost } from './open-link.ts';
import { openLinked } from './open-linked.ts';

let site: Server;
let link: StoredLink;
const config = { ...readConfig({}), fetchAllow: ['127.0.0.1/32'] };
beforeAll(async () => {
  site = createServer((_, response) => response.end('a file')).listen(0, '127.0.0.1');
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
  // One more than the places of a sender: the last one waits for ever if the others keep theirs.
  for (let times = 0; times <= parallelPerHost.ofSender; times++) await use();
});
