// Links parsed, and their files forwarded, by the whole server, against sites that redirect, lie, drip and point to internal addresses.
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { makeBmp } from '../../testing/pictures.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { visitLimits } from '../work/read-link.ts';

const path = '/web/video/parse/newVideoRecover';
/** The first bytes of an MP4, padded to a plausible length. */
const mp4 = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.from(Array.from({ length: 20_000 }, (_, n) => n % 251)),
]);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;
const pages = new Map<string, Answer>();
const usual = { ...visitLimits };
let server: TestServer;
let site: Server;
let base: string;
/** Requests that reached the site: path and headers. */
let asked: IncomingMessage[] = [];

beforeAll(async () => {
  server = await startTestServer({
    works: true,
    environment: { FETCH_ALLOW: '127.0.0.1/32', LANES: 'link:4,image:1' },
  });
  site = createServer((request, response) => {
    asked.push(request);
    const answer = pages.get(new URL(request.url ?? '/', 'http://x').pathname);
    if (answer) answer(request, response);
    else response.writeHead(404).end('not here');
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  const address = site.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterEach(() => {
  pages.clear();
  asked = [];
  Object.assign(visitLimits, usual);
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await server.stop();
});

const html =
  (text: string): Answer =>
  (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(text);

/** A file host that supports ranges and ETags. */
const file =
  (bytes: Buffer, contentType = 'application/octet-stream'): Answer =>
  (request, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const headers = { 'content-type': contentType, etag: '"v1"', 'accept-ranges': 'bytes' };
    if (from === undefined) return response.writeHead(200, { ...headers, 'content-length': bytes.length }).end(bytes);
    if (Number(from) >= bytes.length)
      return response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end();
    const end = Math.min(bytes.length - 1, to ? Number(to) : bytes.length - 1);
    const part = bytes.subarray(Number(from), end + 1);
    const range = `bytes ${from}-${end}/${bytes.length}`;
    return response.writeHead(206, { ...headers, 'content-length': part.length, 'content-range': range }).end(part);
  };

const find = async (taskId: string) => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data;

/** The ended task, or the code of the refusal. */
async function parse(url: string): Promise<Task & { refusal?: string }> {
  const { status, body } = await server.client.post<Task>(path, { url, wait: 15 });
  const details = body.details as { task?: Task } | null | undefined;
  let task = status === 200 ? body.data : details?.task;
  if (!task) return { refusal: body.error } as Task & { refusal?: string };
  while (task.status === 'queued' || task.status === 'running') {
    await sleep(50);
    task = await find(task.taskId);
  }
  return { ...task, ...(task.error && { refusal: task.error.error }) };
}
const refusal = async (url: string) => (await parse(url)).refusal;
const download = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

test('a link inside a share text yields title, author, cover, and every file with its size', async () => {
  pages.set(
    '/post',
    html(
      '<meta property="og:title" content="日落"><meta name="author" content="小王"><meta property="og:image" content="/cover.bmp"><video><source src="/720.mp4" label="720p"><source src="/360.mp4" label="360p"></video>',
    ),
  );
  pages.set('/720.mp4', file(mp4));
  pages.set('/360.mp4', file(mp4.subarray(0, 9000)));
  pages.set('/cover.bmp', file(makeBmp(320, 200)));
  const task = await parse(`7.4 复制打开，看看【日落】🌇 ${base}/post，快来看！`);
  expect(task.refusal).toBeUndefined();
  const { files, meta } = task.result!;
  expect(meta).toMatchObject({ title: '日落', author: '小王', site: '127.0.0.1' });
  expect(files.map(({ name, size, contentType, locked }) => [name, size, contentType, locked])).toEqual([
    ['日落 720p.mp4', mp4.length, 'video/mp4', false],
    ['日落 360p.mp4', 9000, 'video/mp4', false],
  ]);
  expect(meta?.items).toMatchObject([{ kind: 'video', quality: '720p', link: `${base}/720.mp4`, hasSound: true }, {}]);
  const cover = await download(String(meta?.cover));
  expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/bmp']);
  expect(Buffer.from(await cover.arrayBuffer()).equals(makeBmp(320, 200))).toBe(true);
});

test('a download goes through this server, can start at any byte, and is never served as a page', async () => {
  pages.set('/a.mp4', file(mp4, 'text/html'));
  const { result, taskId } = await parse(`${base}/a.mp4`);
  const url = result!.files[0]!.url!;
  const whole = await download(url);
  expect(whole.status).toBe(200);
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(mp4.length),
    'accept-ranges': 'bytes',
    etag: '"v1"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'content-disposition': expect.stringContaining('attachment; filename="a.mp4"'),
  });
  expect(Buffer.from(await whole.arrayBuffer()).equals(mp4)).toBe(true);
  const part = await download(url, { range: 'bytes=15000-', 'if-range': '"v1"' });
  expect([part.status, part.headers.get('content-range')]).toEqual([
    206,
    `bytes 15000-${mp4.length - 1}/${mp4.length}`,
  ]);
  expect(Buffer.from(await part.arrayBuffer()).equals(mp4.subarray(15_000))).toBe(true);
  expect(asked.at(-1)?.headers['if-range']).toBe('"v1"');
  expect((await download(url, { range: 'bytes=999999-' })).status).toBe(416);
  // The link like any other file of a result.
  const asFile = await server.client.post<{ url: string }>(`/web/task/${taskId}/download`, { fileIndex: 0 });
  expect(asFile.body.data.url).toBe(url);
  // Neither altered nor after its task is deleted.
  expect(
    (await download(url.replace(/file\/[^/]+/, `file/${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}`))).status,
  ).toBe(404);
  expect((await download(url.replace('/0/', '/cover/'))).status).toBe(404);
  await server.client.post(`/web/task/${taskId}/delete`);
  expect((await download(url)).status).toBe(404);
});

test('readers who leave before their file is looked up, or before its host has answered, take no place at the host', async () => {
  let open = 0;
  const { promise: isAnswering, resolve: answer } = Promise.withResolvers<void>();
  pages.set('/a.mp4', file(mp4));
  const { result } = await parse(`${base}/a.mp4`);
  const url = result!.files[0]!.url!;
  pages.set('/a.mp4', async (_, response) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
    await isAnswering;
    response.writeHead(200, { 'content-length': 1e9 }).write(mp4);
  });
  const hosts = server.postgres.pool;
  const waiting = async () =>
    (await hosts.query<{ count: number }>('select count(*)::int from pg_locks where not granted')).rows[0]!.count;
  const client = await hosts.connect();
  try {
    await client.query('begin');
    await client.query('lock table task in access exclusive mode');
    const early = Array.from({ length: 6 }, () => get(url).on('error', () => undefined));
    while ((await waiting()) < early.length) await sleep(10);
    for (const request of early) request.destroy();
    await sleep(100);
  } finally {
    await client.query('commit');
    client.release();
  }
  const late = get(url).on('error', () => undefined);
  while (open === 0) await sleep(10);
  late.destroy();
  answer();
  while (open > 0) await sleep(10);
  pages.set('/a.mp4', file(mp4));
  const whole = await fetch(url, { signal: AbortSignal.timeout(60_000) });
  expect(Buffer.from(await whole.arrayBuffer()).equals(mp4)).toBe(true);
});

test('a file can be used by other tools through its path', async () => {
  pages.set('/a.bmp', file(makeBmp(300, 200)));
  const { result } = await parse(`${base}/a.bmp`);
  expect(result!.meta).toMatchObject({ title: 'a', author: '', cover: null });
  for (const named of [result!.files[0]!.path, result!.files[0]!.url!]) {
    const made = await server.client.convert(named, { wait: 15 });
    expect(made.body.data).toMatchObject({ status: 'done', result: { files: [{ name: 'a.webp', width: 300 }] } });
  }
});

test('all pictures of a gallery are downloaded as one zip, which lists the missing one', async () => {
  const pictures = [1, 2, 3].map(n => `<a href="/${n}.bmp"><img src="/t/${n}.jpg"></a><img src="/p${n}.bmp" alt="x">`);
  pages.set('/gallery', html(`<title>Trip</title>${pictures.join('')}`));
  for (const n of [1, 2, 3]) pages.set(`/p${n}.bmp`, file(makeBmp(200 + n, 200)));
  const { result, taskId } = await parse(`${base}/gallery`);
  expect(result!.files.map(({ name }) => name)).toEqual(['Trip 01.bmp', 'Trip 02.bmp', 'Trip 03.bmp']);
  pages.delete('/p2.bmp');
  const { body } = await server.client.post<{ url: string }>(`/web/task/${taskId}/download`, { all: true });
  const zip = Buffer.from(await (await download(body.data.url)).arrayBuffer()).toString('latin1');
  for (const name of ['Trip 01.bmp', 'Trip 03.bmp', 'missing.txt', `${base}/p2.bmp`]) expect(zip).toContain(name);
  expect(zip).not.toContain('Trip 02.bmp');
});

test.each([
  ['', 'LINK_EMPTY'],
  ['   ', 'LINK_EMPTY'],
  ['看看这个作品', 'LINK_BAD'],
  ['ftp://example.org/a.mp4', 'LINK_BAD'],
])('%j is refused before a task is created', async (url, code) => {
  const { status, body } = await server.client.post(path, { url });
  expect([status, body.error, body.msg]).toEqual([400, code, code === 'LINK_EMPTY' ? 'Please Enter Url' : 'Url Error']);
});

test.each(['http://10.0.0.1/', 'http://169.254.169.254/latest/meta-data/', 'http://[::1]/', 'http://localhost:22/'])(
  'a link to %s is not visited',
  async url => {
    expect(await refusal(url)).toBe('LINK_REFUSED');
  },
);

test('a page that redirects to internal addresses, or lists files there, reaches nothing', async () => {
  pages.set('/moved', (_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  expect(await refusal(`${base}/moved`)).toBe('LINK_REFUSED');
  pages.set('/names', html('<video src="http://10.0.0.1/a.mp4"></video><video src="file:///etc/passwd"></video>'));
  expect(await refusal(`${base}/names`)).toBe('LINK_REFUSED');
  // The download checks the address again, whatever it was before.
  pages.set('/a.mp4', file(mp4));
  const { result } = await parse(`${base}/a.mp4`);
  pages.set('/a.mp4', (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end());
  const { status } = await download(result!.files[0]!.url!);
  expect(status).toBe(400);
});

test('the reasons given by pages and hosts are reported: gone, login needed, protected, live', async () => {
  expect(await refusal(`${base}/nothing`)).toBe('LINK_GONE');
  pages.set('/wall', (_, response) => response.writeHead(403).end('no'));
  expect(await refusal(`${base}/wall`)).toBe('LINK_LOGIN_NEEDED');
  pages.set('/closed', html('<video src="/wall"></video>'));
  expect(await refusal(`${base}/closed`)).toBe('LINK_LOGIN_NEEDED');
  const playlist =
    (text: string): Answer =>
    (_, response) =>
      response.end(`#EXTM3U\n${text}`);
  pages.set('/live.m3u8', playlist('#EXTINF:2,\na.ts\n'));
  expect(await refusal(`${base}/live.m3u8`)).toBe('LINK_LIVE');
  pages.set('/drm.m3u8', playlist('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://1"\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST'));
  expect(await refusal(`${base}/drm.m3u8`)).toBe('LINK_PROTECTED');
  pages.set('/empty', html('<p>words</p>'));
  expect(await refusal(`${base}/empty`)).toBe('LINK_WITHOUT_MEDIA');
});

test('a player in a frame is followed, and a frame that cannot be fetched does not end the visit', async () => {
  pages.set(
    '/framed',
    html('<title>Tides</title><iframe src="http://127.0.0.1:9/embed"></iframe><iframe src="/embed/7"></iframe>'),
  );
  pages.set('/embed/7', html('<script>hls.loadSource("/files/7.mp4")</script>'));
  pages.set('/files/7.mp4', file(mp4));
  const task = await parse(`${base}/framed`);
  expect(task.result?.files.map(({ name }) => name)).toEqual(['Tides.mp4']);
  expect(asked.find(({ url }) => url === '/embed/7')?.headers.referer).toBe(`${base}/framed`);
  pages.set('/drawn', html('<div id="app"></div><script>start()</script>'));
  expect(await refusal(`${base}/drawn`)).toBe('LINK_SITE_UNKNOWN');
});

test('a file with a false type is not offered; its true type counts', async () => {
  pages.set('/liars', html('<video src="/page.mp4"></video><video src="/true"></video>'));
  pages.set('/page.mp4', (_, response) =>
    response.writeHead(200, { 'content-type': 'video/mp4' }).end('<script>1</script>'),
  );
  pages.set('/true', file(mp4, 'text/html'));
  const { result } = await parse(`${base}/liars`);
  expect(result!.files.map(({ contentType, size }) => [contentType, size])).toEqual([['video/mp4', mp4.length]]);
});

/** A sound behind an ID3v2 tag of this many bytes, as one with a large cover. */
function makeTagged(bytes: number, sound: string): Buffer {
  const size = [21, 14, 7, 0].map(shift => (bytes >> shift) & 127);
  const start = Buffer.from([...Buffer.from('ID3\x04\0\0'), ...size]);
  return Buffer.concat([start, Buffer.alloc(bytes), Buffer.from(sound.padEnd(20_000, '\0'), 'latin1')]);
}

test.each([
  ['mp3', 'audio/mpeg', '\xff\xfb\x90\x64'],
  ['flac', 'audio/flac', 'fLaC\0\0\0\x22'],
  ['aac', 'audio/aac', '\xff\xf1\x50\x80'],
])('a sound behind a tag of 1 MB is a %s, on its own and on a page', async (type, contentType, start) => {
  const sound = makeTagged(2 ** 20, start);
  pages.set('/song', file(sound));
  pages.set('/page', html('<title>Songs</title><audio src="/song"></audio>'));
  const expected = [{ size: sound.length, contentType }];
  const { result, refusal: none } = await parse(`${base}/song`);
  expect([none, result?.files]).toMatchObject([undefined, [{ ...expected[0], name: `song.${type}` }]]);
  expect((await parse(`${base}/page`)).result?.files).toMatchObject(expected);
  // The tag itself is not fetched.
  const lengths = asked.flatMap(({ headers }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    return to === undefined ? [] : [Number(to) - Number(from) + 1];
  });
  expect(Math.max(...lengths)).toBe(visitLimits.lookBytes.sound);
});

test('a sound behind a tag on a host without ranges is what its tag suggests', async () => {
  const sound = makeTagged(2 ** 20, 'fLaC\0\0\0\x22');
  pages.set('/song', (_, response) => response.writeHead(200, { 'content-length': sound.length }).end(sound));
  expect((await parse(`${base}/song`)).result?.files).toMatchObject([
    { size: sound.length, contentType: 'audio/mpeg' },
  ]);
});

test('of 10,000 links on a page only some are visited', async () => {
  visitLimits.looks = 20;
  const links = Array.from({ length: 10_000 }, (_, n) => `<img src="/many/${n}.bmp" alt="x">`);
  pages.set('/many', html(links.join('')));
  const picture = file(makeBmp(200, 200));
  for (let n = 0; n < 30; n++) pages.set(`/many/${n}.bmp`, picture);
  const { result } = await parse(`${base}/many`);
  expect(result!.files.length).toBe(20);
  expect(asked.length).toBe(21);
});

test('a page and a file that drip end at the deadline, and cancelling ends them at once', async () => {
  let open = 0;
  const drip: Answer = (_, response) => {
    open += 1;
    const timer = setInterval(() => response.write('.'), 20);
    response.once('close', () => {
      open -= 1;
      clearInterval(timer);
    });
  };
  pages.set('/drip', drip);
  visitLimits.deadlineMs = 400;
  expect(await refusal(`${base}/drip`)).toBe('DEADLINE');
  visitLimits.deadlineMs = 60_000;
  const { body } = await server.client.post<Task>(path, { url: `${base}/drip`, wait: 0 });
  while (open === 0) await sleep(20);
  await server.client.post(`/web/task/${body.data.taskId}/cancel`);
  while (open > 0) await sleep(20);
  // A file that drips beside a good one is omitted in time.
  visitLimits.lookingMs = 2000;
  pages.set('/both', html('<video src="/drip"></video><video src="/a.mp4"></video>'));
  pages.set('/a.mp4', file(mp4));
  expect((await parse(`${base}/both`)).result?.files).toHaveLength(1);
});

test('an endless page is read up to a limit', async () => {
  visitLimits.pageBytes = 200_000;
  pages.set('/endless', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.write('<video src="/a.mp4"></video>');
    const timer = setInterval(() => response.write(Buffer.alloc(100_000, 32)), 1);
    response.once('close', () => clearInterval(timer));
  });
  pages.set('/a.mp4', file(mp4));
  expect((await parse(`${base}/endless`)).result?.files).toHaveLength(1);
});
