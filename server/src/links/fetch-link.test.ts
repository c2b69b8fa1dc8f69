// The guarded fetch against servers that redirect, lie, stall and point to internal addresses. One rule per test.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createTcpServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { AppError } from 'contract/errors.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DatabaseUnavailable } from '../adapters/postgres.ts';
import { type FetchOptions, fetchLink } from './fetch-link.ts';
import { parallelPerHost } from './open-link.ts';

const picture = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(9000, 7)]);
let folder: string;
const open: Server[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'links-'));
});
afterEach(async () => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
  // A file exists only if the fetch succeeded, and those tests remove it.
  expect(await readdir(folder)).toEqual([]);
});
afterAll(() => rm(folder, { recursive: true }));

async function serve(handler: RequestListener): Promise<string> {
  const server = createServer(handler);
  open.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchWith = (link: string, options: Partial<FetchOptions> = {}) =>
  fetchLink(link, {
    folder,
    sender: 'visitor',
    maxBytes: 1_000_000,
    wholeMs: 5000,
    allow: ['127.0.0.1/32'],
    ...options,
  });
const refusal = async (link: string, options: Partial<FetchOptions> = {}) => {
  try {
    await fetchWith(link, options);
  } catch (cause) {
    return (cause as { code?: string }).code ?? cause;
  }
  return 'fetched';
};
const takeBytes = async (path: string) => {
  const bytes = await readFile(path);
  await rm(path);
  return bytes;
};

test('a fetch stores the file and reports its name and type', async () => {
  const base = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'Image/PNG; charset=x' }).end(picture),
  );
  const file = await fetchWith(`  ${base}/a/%E5%9B%BE%20one.png?x=1#part `);
  expect(file).toMatchObject({ bytes: picture.length, fileName: '图 one.png', contentType: 'image/png' });
  expect((await takeBytes(file.path)).equals(picture)).toBe(true);
});

test.each([
  [`attachment; filename="a/../b.png"`, 'b.png'],
  [`attachment; filename=plain.png; size=1`, 'plain.png'],
  [`attachment; filename="x.png"; filename*=UTF-8''%E5%9B%BE.png`, '图.png'],
  [`attachment; filename="q\\"uote.png"`, 'q_uote.png'],
  [Buffer.from('inline; filename="图.png"').toString('latin1'), '图.png'],
  [`attachment; filename*=UTF-8''%ff%zz.png`, '%ff%zz.png'],
  ['inline', 'path.gif'],
])('the file is named after %j', async (disposition, name) => {
  const base = await serve((_request, response) =>
    response.writeHead(200, { 'content-disposition': disposition }).end(picture),
  );
  const file = await fetchWith(`${base}/path.gif`);
  await rm(file.path);
  expect(file.fileName).toBe(name);
});

test('only the usual request headers are sent', async () => {
  let names: string[] = [];
  const base = await serve((request, response) => {
    names = Object.keys(request.headers);
    response.end(picture);
  });
  await rm((await fetchWith(base)).path);
  expect(names.sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
});

test.each([
  ['', 'LINK_EMPTY'],
  ['   ', 'LINK_EMPTY'],
  ['ftp://example.org/a.png', 'LINK_BAD'],
  ['file:///etc/passwd', 'LINK_BAD'],
  ['javascript:alert(1)', 'LINK_BAD'],
  ['example.org/a.png', 'LINK_BAD'],
  ['http://', 'LINK_BAD'],
  ['http://user:secret@example.org/', 'LINK_BAD'],
  ['http://user@example.org/', 'LINK_BAD'],
  [`http://example.org/${'a'.repeat(5000)}`, 'LINK_BAD'],
])('the link %j is refused', async (link, code) => {
  expect(await refusal(link)).toBe(code);
});

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://１２７.0.0.1/',
  'http://0.0.0.0/',
  'http://0/',
  'http://10.1.2.3/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://100.100.100.200/',
  'http://169.254.169.254/latest/meta-data/',
  'http://168.63.129.16/',
  'http://192.0.0.192/',
  'http://198.18.0.1/',
  'http://192.0.2.1/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:a9fe:a9fe]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:1::1]/',
  'http://[fe80::1]/',
  'http://[fec0::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://[4000::1]/',
  'http://localhost/',
  'http://localhost./',
  'http://LOCALHOST/',
  'http://any.localhost/',
])('%s is not visited', async link => {
  expect(await refusal(link, { allow: [] })).toBe('LINK_REFUSED');
});

test.each([21, 22, 25, 110, 1023, 3306, 5432, 6379, 11211])('no connection is made to port %i', async port => {
  expect(await refusal(`http://127.0.0.1:${port}/`)).toBe('LINK_REFUSED');
});

test('a name is refused if one of its addresses is private', async () => {
  const resolve = async () => ['127.0.0.1', '10.0.0.1'];
  expect(await refusal('http://mixed.test:8000/', { resolve })).toBe('LINK_REFUSED');
});

test('the connection goes to the address that was checked, however often the name changes', async () => {
  const base = await serve((_request, response) => response.end(picture));
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
  let asked = 0;
  const resolve = async () => [answers[asked++] ?? ''];
  const file = await fetchWith(base.replace('127.0.0.1', 'rebind.test'), { resolve });
  await rm(file.path);
  expect(asked).toBe(1);
});

test('the same name is checked again at every hop', async () => {
  const base = await serve((_request, response) => response.writeHead(302, { location: '/again' }).end());
  const answers = ['127.0.0.1', '127.0.0.2'];
  const resolve = async () => [answers.shift() ?? ''];
  expect(await refusal(base.replace('127.0.0.1', 'rebind.test'), { resolve })).toBe('LINK_REFUSED');
  expect(answers).toEqual([]);
});

test('five redirects are followed and the sixth is refused', async () => {
  const base = await serve((request, response) => {
    const left = Number(request.url?.slice(1));
    if (left > 0) response.writeHead(left % 2 ? 301 : 307, { location: `/${left - 1}` }).end('moved');
    else response.end(picture);
  });
  const file = await fetchWith(`${base}/5`);
  await rm(file.path);
  expect(file.bytes).toBe(picture.length);
  expect(await refusal(`${base}/6`)).toBe('LINK_UNREACHABLE');
});

test.each(['http://10.0.0.1/', 'http://[::1]/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/', '//169.254.169.254/'])(
  'a redirect to %s is not followed',
  async location => {
    const base = await serve((_request, response) => response.writeHead(302, { location }).end());
    expect(await refusal(base)).toBe('LINK_REFUSED');
  },
);

test('one host gets a limited number of fetches at a time, including redirects from other hosts', async () => {
  const held: ServerResponse[] = [];
  let max = 0;
  let redirected = 0;
  const base = await serve((request, response) => {
    if (request.headers.host?.startsWith('target.')) {
      held.push(response);
      max = Math.max(max, held.length);
      return;
    }
    redirected += 1;
    response.writeHead(302, { location: base.replace('127.0.0.1', 'target.test') }).end();
  });
  const resolve = async () => ['127.0.0.1'];
  const links = Array.from({ length: 3 * parallelPerHost.max }, (_, index) =>
    base.replace('127.0.0.1', `from-${index}.test`),
  );
  const fetching = Promise.all(
    links.map((link, index) => fetchWith(link, { resolve, wholeMs: 20_000, sender: `visitor ${index % 3}` })),
  );
  while (redirected < links.length || held.length < parallelPerHost.max) await sleep(5);
  for (let left = links.length; left > 0; left -= 1) {
    while (held.length === 0) await sleep(5);
    held.shift()?.end(picture);
  }
  for (const { path } of await fetching) await rm(path);
  expect(max).toBe(parallelPerHost.max);
});

test.each([404, 500, 204, 206, 304])('status %i is refused', async status => {
  const base = await serve((_request, response) => response.writeHead(status).end());
  expect(await refusal(base)).toBe('LINK_UNREACHABLE');
});

test('a file whose declared length is too large is refused before its body', async () => {
  let sent = 0;
  const base = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': '5000000' });
    response.write(Buffer.alloc(1000), () => {
      sent += 1000;
    });
  });
  expect(await refusal(base)).toBe('FILE_ABOVE_KB');
  expect(sent).toBeLessThanOrEqual(1000);
});

test('the caller learns of the expected bytes before they arrive, and of bytes beyond the declared length', async () => {
  const base = await serve((request, response) => {
    if (request.url === '/declared') response.writeHead(200, { 'content-length': '9000' }).flushHeaders();
    else response.write(Buffer.alloc(100));
  });
  const refuse = (max: number) => (bytes: number) => {
    if (bytes > max) throw new AppError('UPLOAD_QUOTA', { bytes });
  };
  await expect(fetchWith(`${base}/declared`, { onGrow: refuse(8999) })).rejects.toMatchObject({
    details: { bytes: 9000 },
  });
  await expect(fetchWith(`${base}/undeclared`, { onGrow: refuse(99) })).rejects.toMatchObject({
    details: { bytes: 100 },
  });
});

test('a database that is away while the bytes are counted is not taken for a fault of the host', async () => {
  const base = await serve((_request, response) => void response.write(Buffer.alloc(100)));
  const away = new DatabaseUnavailable('no answer');
  const onGrow = async (bytes: number) => {
    if (bytes > 0) throw away;
  };
  await expect(fetchWith(base, { onGrow })).rejects.toBe(away);
});

test('a body that never ends is cut at the limit', async () => {
  const base = await serve((request, response) => {
    const timer = setInterval(() => response.write(Buffer.alloc(200_000)), 1);
    request.on('close', () => clearInterval(timer));
  });
  expect(await refusal(base)).toBe('FILE_ABOVE_KB');
});

test('no file is kept if the body is shorter than declared', async () => {
  const base = await serve((request, response) => {
    response.writeHead(200, { 'content-length': '9000' });
    response.write(Buffer.alloc(100), () => request.socket.destroy());
  });
  expect(await refusal(base)).toBe('LINK_UNREACHABLE');
});

test('no file is kept if the body breaks off', async () => {
  const base = await serve((request, response) => {
    response.write(Buffer.alloc(100), () => setTimeout(() => request.socket.destroy(), 20));
  });
  expect(await refusal(base)).toBe('LINK_UNREACHABLE');
});

test('nothing is read beyond a declared length that is too small', async () => {
  const server = createTcpServer(socket =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello, and much more`),
  );
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const outcome = await fetchWith(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`).catch(
    cause => cause.code,
  );
  server.close();
  if (outcome === 'LINK_UNREACHABLE') return;
  expect((await takeBytes(outcome.path)).toString()).toBe('hello');
});

test('a compressed body is refused, because it could decompress to any size', async () => {
  const base = await serve((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(50_000_000))),
  );
  expect(await refusal(base)).toBe('LINK_UNREACHABLE');
});

test('an empty body is refused', async () => {
  const base = await serve((_request, response) => response.end());
  expect(await refusal(base)).toBe('LINK_UNREACHABLE');
});

test('a body that drips beyond the deadline is aborted', async () => {
  const base = await serve((request, response) => {
    const timer = setInterval(() => response.write('.'), 20);
    request.on('close', () => clearInterval(timer));
  });
  expect(await refusal(base, { wholeMs: 300 })).toBe('DEADLINE');
});

test('a body that moves may take its time, and one that hardly moves is given up', async () => {
  const sent = { '/moves': 100, '/creeps': 1 };
  const base = await serve((request, response) => {
    let left = 40;
    const timer = setInterval(() => {
      response.write('.'.repeat(sent[request.url as keyof typeof sent]));
      left -= 1;
      if (left === 0) response.end();
    }, 20);
    request.on('close', () => clearInterval(timer));
  });
  const stall = { idleMs: 400, windowMs: 400, minBytes: 200 };
  const { path, bytes } = await fetchWith(`${base}/moves`, { stall });
  await rm(path);
  expect(bytes).toBe(4000);
  expect(await refusal(`${base}/creeps`, { stall })).toBe('DEADLINE');
});

test('the wait for a place at a host does not count', async () => {
  const held: ServerResponse[] = [];
  const base = await serve((request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end(picture);
  });
  const others = Array.from({ length: parallelPerHost.ofSender }, () => fetchWith(`${base}/held`));
  while (held.length < parallelPerHost.ofSender) await sleep(5);
  const last = fetchWith(base, { wholeMs: 500 });
  await sleep(800);
  for (const response of held) response.end(picture);
  for (const { path } of await Promise.all([...others, last])) await rm(path);
});

test('a body that falls silent is aborted, long before the deadline', async () => {
  const base = await serve((_request, response) => void response.write('a beginning'));
  await expect(fetchWith(base, { wholeMs: 20_000, idleTimeoutMs: 1000 })).rejects.toMatchObject({
    code: 'DEADLINE',
    details: { code: 'UND_ERR_BODY_TIMEOUT' },
  });
});

test('a server that sends nothing at all is aborted', async () => {
  const base = await serve(() => undefined);
  expect(await refusal(base, { wholeMs: 300 })).toBe('DEADLINE');
});

test('a resolver that never answers is aborted', async () => {
  const resolve = () => new Promise<string[]>(() => undefined);
  expect(await refusal('http://slow.test/', { wholeMs: 200, resolve })).toBe('DEADLINE');
});

test("a fetch stops when the caller aborts it, with the caller's reason", async () => {
  const base = await serve((_request, response) => void response.write('a beginning'));
  const reason = new Error('cancelled');
  expect(await refusal(base, { signal: AbortSignal.abort(reason) })).toBe(reason);
  const caller = new AbortController();
  setTimeout(() => caller.abort(reason), 100);
  expect(await refusal(base, { signal: caller.signal })).toBe(reason);
});

test('a closed port and an unknown name are reported', async () => {
  const base = await serve(() => undefined);
  open[0]?.close();
  expect(await refusal(base)).toBe('LINK_UNREACHABLE');
  const resolve = () => Promise.reject(new Error('ENOTFOUND'));
  expect(await refusal('http://unknown.test/', { resolve })).toBe('LINK_UNREACHABLE');
});

test("a disk error is this server's fault, not the link's", async () => {
  const base = await serve((_request, response) => response.end(picture));
  expect(await refusal(base, { folder: join(folder, 'missing') })).toBe('ENOENT');
});
