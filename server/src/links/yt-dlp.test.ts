// yt-dlp under our address rules: a stand-in tries everything that the real program might be tricked into.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createNetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { argumentsOf, explainWords } from 'engines/yt-dlp/ask-yt-dlp.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeOpenFolder } from '../../testing/folders.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { visitLimits } from '../work/read-link.ts';
import { openForwardProxy } from './forward-proxy.ts';

const mp4 = Buffer.concat([
  Buffer.from('00000018667479706d703432000000006d70343269736f6d', 'hex'),
  Buffer.alloc(9000, 3),
]);

/** A stand-in that prints JSON like yt-dlp; its title reports what it was given and what it could reach. */
const standIn = (base: string) => `#!${process.execPath}
const http = require('node:http');
const net = require('node:net');
const args = process.argv.slice(2);
if (args.includes('--version')) { console.log('2025.06.09'); process.exit(0); }
const link = args.at(-1);
if (link.endsWith('/private')) { console.error('ERROR: [x] 1: Private video. Sign in if you were granted access'); process.exit(1); }
if (link.endsWith('/hang')) http.get({ host: new URL(args[args.indexOf('--proxy') + 1]).hostname, port: new URL(args[args.indexOf('--proxy') + 1]).port, path: '${base}/hanging' }), setInterval(() => {}, 1000);
const oneClip = { duration: 12, formats: [{ url: '${base}/a.mp4', ext: 'mp4', protocol: 'http', vcodec: 'avc1', acodec: 'mp4a', width: 640, height: 360 }] };
const lists = { partly: { title: 'List', entries: [null, oneClip] }, nothing: null, lost: { title: 'List', entries: [null] } };
const list = link.split('/').at(-1);
if (list in lists) {
  console.error('ERROR: [x] 1: Private video. Sign in if you were granted access');
  require('node:fs').writeFileSync(1, JSON.stringify(lists[list]));
  process.exit(1);
}
if (link.endsWith('/garbage')) { console.log('<html>no JSON</html>'); process.exit(0); }
if (link.endsWith('/flood')) for (;;) require('node:fs').writeSync(1, Buffer.alloc(65536, 91));
if (link.endsWith('/lies')) {
  const clip = url => ({ url, ext: 'mp4', protocol: 'http', vcodec: 'avc1', acodec: 'mp4a', width: 640.5, height: -360, filesize: 1e300, tbr: 'much' });
  const formats = [
    ...Array.from({ length: 20000 }, (_, at) => clip('javascript:alert(' + at + ')')),
    ...['file:///etc/passwd', 'data:video/mp4;base64,AAAA', 'http://10.0.0.1/a.mp4', 'http://[::ffff:169.254.169.254]/a.mp4', ''].map(clip),
    clip('${base}/a.mp4'),
  ];
  const answer = { title: 'x'.repeat(1e6), uploader: ['Ana'], thumbnail: 'javascript:alert(1)', duration: 'DURATION', formats };
  // Python writes what is no JSON.
  require('node:fs').writeFileSync(1, JSON.stringify(answer).replace('"DURATION"', 'NaN').replaceAll('"much"', '-Infinity'));
  process.exit(0);
}
const proxy = new URL(args[args.indexOf('--proxy') + 1]);
const get = path => new Promise(resolve => {
  const asked = http.get({ host: proxy.hostname, port: proxy.port, path, headers: { host: new URL(path).host } }, answer => {
    let text = '';
    answer.on('data', chunk => { text += chunk; }).on('end', () => resolve(answer.statusCode + ' ' + text));
  });
  asked.on('error', error => resolve(error.code));
});
const tunnel = target => new Promise(resolve => {
  const asked = http.request({ host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: target });
  asked.on('connect', answer => resolve(answer.statusCode)).on('error', error => resolve(error.code)).end();
});
const direct = port => new Promise(resolve => {
  net.connect(port, '127.0.0.1').on('connect', () => resolve('reached')).on('error', error => resolve(error.code));
});
if (!link.endsWith('/hang')) (async () => {
  const told = {
    info: await get('${base}/info'),
    inside: await get('http://10.0.0.1/'),
    metadata: await tunnel('169.254.169.254:80'),
    database: await tunnel('127.0.0.1:5432'),
    direct: await direct(${new URL(base).port}),
    noPlugins: process.env.YTDLP_NO_PLUGINS,
    names: Object.keys(process.env).sort().join(),
  };
  console.log(JSON.stringify({ title: JSON.stringify(told), uploader: 'Ana', extractor_key: 'Stand', duration: 12, formats: [
    { url: '${base}/a.mp4', ext: 'mp4', protocol: 'http', vcodec: 'avc1', acodec: 'mp4a', width: 640, height: 360, tbr: 500 },
    { url: '${base}/b.mhtml', ext: 'mhtml', protocol: 'mhtml', vcodec: 'none', acodec: 'none' },
  ] }));
  process.exit(0);
})();
`;

const usualLimits = { ...visitLimits };
let server: TestServer;
let site: Server;
let base: string;
/** Number of requests by yt-dlp that hang. */
let hanging = 0;
/** Number of such questions so far. */
let questions = 0;
const folder = makeOpenFolder('yt-dlp-');

beforeAll(async () => {
  site = createServer((request, response) => {
    if (request.url === '/info') return response.end('told');
    if (request.url === '/a.mp4') return response.end(mp4);
    if (request.url === '/hanging') {
      hanging += 1;
      questions += 1;
      response.once('close', () => (hanging -= 1));
      return undefined;
    }
    return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>a page of scripts</p>');
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => site.once('listening', resolve));
  const address = site.address();
  base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  writeFileSync(join(folder, 'yt-dlp'), standIn(base));
  chmodSync(join(folder, 'yt-dlp'), 0o755);
  server = await startTestServer({
    environment: {
      FETCH_ALLOW: '127.0.0.1/32',
      LANES: 'link:16',
      TRUST_PROXY: '1',
      YT_DLP_PATH: join(folder, 'yt-dlp'),
    },
  });
});
afterAll(async () => {
  site.closeAllConnections();
  site.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const parseLater = (url: string, address: string) =>
  server.client.post<Task>('/web/video/parse/newVideoRecover', { url, wait: 0 }, from(address));

async function parse(url: string, address = '198.51.100.1'): Promise<Task> {
  const path = '/web/video/parse/newVideoRecover';
  const { body, status } = await server.client.post<Task>(path, { url, wait: 15 }, from(address));
  let task = status === 200 ? body.data : (body.details as { task: Task }).task;
  while (task.status === 'queued' || task.status === 'running') {
    await sleep(50);
    task = (await server.client.get<Task>(`/web/task/${task.taskId}`)).body.data;
  }
  return task;
}

test('it handles a page on which our own reader finds nothing, and reaches only what links may reach', async () => {
  expect(server.parts.ytDlp).toBe('2025.06.09');
  const task = await parse(`${base}/watch`);
  expect(task.error).toBeNull();
  const { files, meta } = task.result!;
  expect(meta).toMatchObject({ author: 'Ana', site: 'Stand' });
  expect(files.map(({ size, width, durationSeconds }) => [size, width, durationSeconds])).toEqual([
    [mp4.length, 640, 12],
  ]);
  const told = JSON.parse(String(meta?.title));
  expect(told).toMatchObject({ info: '200 told', inside: '403 ', metadata: 403, database: 403, noPlugins: '1' });
  if (server.parts.confinement.on.includes('no network')) expect(told.direct).toBe('ECONNREFUSED');
  expect(told.names).not.toMatch(/SECRET|DATABASE|S3_/);
});

test('of a false result only reachable files are offered, without invalid lengths', async () => {
  const task = await parse(`${base}/lies`);
  expect(task.error).toBeNull();
  const { files, meta } = task.result!;
  expect(files.map(({ size, durationSeconds }) => [size, durationSeconds])).toEqual([[mp4.length, undefined]]);
  expect(String(meta?.title).length).toBeLessThan(4000);
  expect(JSON.stringify(task)).not.toMatch(/javascript:|file:|169\.254|10\.0\.0/);
});

test('output that is not JSON, or endless, is refused', async () => {
  for (const name of ['garbage', 'flood']) expect((await parse(`${base}/${name}`)).error?.error).toBe('PARSE_FAILED');
});

test('the finds of a list count although parts of it failed', async () => {
  const task = await parse(`${base}/partly`);
  expect(task.error).toBeNull();
  expect(task.result!.files.map(({ size, width }) => [size, width])).toEqual([[mp4.length, 640]]);
  for (const name of ['nothing', 'lost'])
    expect((await parse(`${base}/${name}`)).error?.error).toBe('LINK_LOGIN_NEEDED');
});

test('its error reasons are reported, and cancelling ends it', async () => {
  expect((await parse(`${base}/private`)).error?.error).toBe('LINK_LOGIN_NEEDED');
  const { body } = await server.client.post<Task>('/web/video/parse/newVideoRecover', { url: `${base}/hang`, wait: 0 });
  const look = async () => (await server.client.get<Task>(`/web/task/${body.data.taskId}`)).body.data;
  while ((await look()).progress < 18) await sleep(30);
  expect((await server.client.post<Task>(`/web/task/${body.data.taskId}/cancel`)).body.data.status).toBe('cancelled');
  while (hanging > 0) await sleep(20);
});

test('slow links delay neither the plain links of other senders nor their questions', async () => {
  const slow = [];
  for (let count = 0; count < 3; count += 1)
    slow.push((await parseLater(`${base}/${count}/hang`, '198.51.100.66')).body.data.taskId);
  while (hanging < 1) await sleep(20);
  // A sender has one question at a time; other senders' are answered meanwhile.
  expect((await parse(`${base}/watch`, '198.51.100.2')).result?.files).toHaveLength(1);
  expect(hanging).toBe(1);
  slow.push((await parseLater(`${base}/3/hang`, '198.51.100.77')).body.data.taskId);
  while (hanging < 2) await sleep(20);
  // All children that ask yt-dlp are busy; a plain link needs none.
  expect((await parse(`${base}/a.mp4`, '198.51.100.3')).result?.files).toHaveLength(1);
  expect(hanging).toBe(2);
  for (const taskId of slow) await server.client.post(`/web/task/${taskId}/cancel`);
  while (hanging > 0) await sleep(20);
});

test('a question has its own deadline', async () => {
  visitLimits.askingMs = 500;
  expect((await parse(`${base}/hang`)).error?.error).toBe('DEADLINE');
  visitLimits.askingMs = usualLimits.askingMs;
});

test('the wait for a turn does not count towards the deadline of a link', async () => {
  visitLimits.deadlineMs = 8000;
  const before = questions;
  // The second link gets its turn only when the deadline of the first has passed, which is as long as its own.
  const tasks = await Promise.all([0, 1].map(count => parse(`${base}/${count}/hang`)));
  visitLimits.deadlineMs = usualLimits.deadlineMs;
  expect(tasks.map(({ error }) => error?.error)).toEqual(['DEADLINE', 'DEADLINE']);
  expect(questions - before).toBe(2);
});

test('the link is never interpreted as an option, and no configuration of the operator is used', () => {
  const args = argumentsOf('--exec=rm', 'http://127.0.0.1:1');
  expect(args.slice(-2)).toEqual(['--', '--exec=rm']);
  for (const option of ['--ignore-config', '--no-exec', '--no-cookies', '--no-cache-dir', '--no-update'])
    expect(args).toContain(option);
  expect(args[args.indexOf('--proxy') + 1]).toBe('http://127.0.0.1:1');
});

test.each([
  ['ERROR: Unsupported URL: https://a.example/', 'LINK_SITE_UNKNOWN'],
  ['ERROR: [x] This video is DRM protected', 'LINK_PROTECTED'],
  ['ERROR: [x] Sign in to confirm you’re not a bot. Use --cookies', 'LINK_LOGIN_NEEDED'],
  ['ERROR: [x] This live event will begin in 3 hours.', 'LINK_LIVE'],
  ['ERROR: [x] Video unavailable', 'LINK_GONE'],
  ['ERROR: something new', undefined],
])('%j', (words, code) => {
  expect(explainWords(words)).toBe(code);
});

/** Sends one request through the proxy and returns everything received until the connection ends. */
function say(path: string, words: string): Promise<string> {
  return new Promise(resolve => {
    let heard = '';
    const socket = connect(path, () => socket.write(words));
    socket.on('data', chunk => {
      heard += chunk.toString('latin1');
    });
    socket.on('error', () => undefined).on('close', () => resolve(heard));
    setTimeout(() => socket.end(), 500);
  });
}

test('the proxy limits connections and bytes, and judges a name by the address to which it connects', async () => {
  const own = mkdtempSync(join(tmpdir(), 'p-'));
  const stop = new AbortController();
  const resolve = async (name: string) => (name === 'mixed.test' ? ['127.0.0.1', '10.0.0.1'] : ['127.0.0.1']);
  const guard = { allow: ['127.0.0.1/32'], resolve, signal: stop.signal };
  const proxy = (await openForwardProxy(own, guard, { maxBytes: 5000, maxConnections: 5, connectMs: 1000 }))!;
  const { port } = new URL(base);
  const get = (name: string, path: string) =>
    say(proxy.path, `GET http://${name}:${port}${path} HTTP/1.1\r\nHost: ${name}\r\nConnection: close\r\n\r\n`);
  expect(await get('good.test', '/info')).toContain('told');
  expect(await get('mixed.test', '/info')).toMatch(/^HTTP\/1\.1 403/);
  expect(await say(proxy.path, `CONNECT good.test:22 HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 403/);
  const cut = await say(proxy.path, `CONNECT good.test:${port} HTTP/1.1\r\n\r\nGET /a.mp4 HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(cut.length).toBeLessThan(mp4.length + 200);
  expect(await get('good.test', '/info')).not.toContain('told');
  await proxy.close();
  rmSync(own, { recursive: true });
});

test('a host that answers what no server may write ends its own request alone', async () => {
  const answers: Record<string, string> = {
    '/status': 'HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\nok',
    '/trailer': 'HTTP/1.1 200 OK\r\nTrailer: x\r\nContent-Length: 2\r\n\r\nok',
    '/upgrade': 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nok',
    '/chunks': 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nKeep-Alive: x\r\n\r\n2\r\nok\r\n0\r\n\r\n',
  };
  const odd = createNetServer(socket => {
    socket.on('error', () => undefined);
    socket.once('data', chunk => socket.end(answers[/^GET (\S+)/.exec(String(chunk))?.[1] ?? ''] ?? ''));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => odd.once('listening', resolve));
  const { port } = odd.address() as AddressInfo;
  const own = mkdtempSync(join(tmpdir(), 'p-'));
  const proxy = (await openForwardProxy(own, { allow: ['127.0.0.1/32'], signal: new AbortController().signal }))!;
  const get = async (path: string) =>
    say(proxy.path, `GET http://127.0.0.1:${port}${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(await get('/status')).toMatch(/^HTTP\/1\.1 502 /);
  const told = await get('/trailer');
  expect(told).toMatch(/^HTTP\/1\.1 200 OK\r\ncontent-length: 2\r\n/i);
  expect(told).toMatch(/\r\n\r\nok$/);
  expect(await get('/upgrade')).not.toContain('ok');
  const chunks = await get('/chunks');
  expect(chunks).toMatch(/\r\n\r\n2\r\nok\r\n0\r\n\r\n$/);
  expect(chunks).not.toMatch(/keep-alive: x/i);
  await proxy.close();
  odd.close();
  rmSync(own, { recursive: true });
});
