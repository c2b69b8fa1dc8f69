// A link, from its submission to the last byte of its clip: the server parses the page and forwards the file, compared with curl, which
// already knows the file's URL. The site is on loopback, so that no network is measured.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Task } from 'contract/task.ts';
import { videoParsing } from 'tools/video-parsing/contract.ts';
import { makeClip } from '../engines/video/test-clips.ts';
import { median, timeOf } from './numbers.ts';
import { createClient, startProduct } from './product.ts';
import type { Bench } from './report.ts';

const megabytes = Number(process.env.LINK_MEGABYTES ?? 200);
const rounds = 5;

const curl = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)('curl', [
    ...['--silent', '--fail', '--output', '/dev/null', url],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
  ]);

/** A page with a clip of this many megabytes: a real beginning, followed by padding. */
async function openSite(folder: string) {
  const head = await readFile(makeClip({ folder, name: 'clip.mp4', seconds: 2 }));
  const filling = randomBytes(1024 * 1024);
  const clip = Buffer.concat([head, ...Array.from({ length: megabytes }, () => filling)]);
  const site = createServer((request, response) => {
    if (request.url === '/')
      return response.setHeader('content-type', 'text/html').end('<video src="/clip.mp4"></video>');
    const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const end = Math.min(clip.length, to === '' ? clip.length : Number(to) + 1);
    const isPart = request.headers.range !== undefined;
    const part = { 'content-range': `bytes ${from}-${end - 1}/${clip.length}` };
    const length = { 'content-length': end - Number(from) };
    response.writeHead(isPart ? 206 : 200, { ...length, ...(isPart && part) });
    return response.end(clip.subarray(Number(from), end));
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const address = site.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  return {
    url,
    close: () => {
      site.closeAllConnections();
      site.close();
    },
  };
}

export const benchLinks: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-links-'));
  const site = await openSite(folder);
  const product = await startProduct({ FETCH_ALLOW: '127.0.0.1/32' });
  try {
    const client = createClient(product.url);
    const parse = async () => {
      const task = await client.post<Task>(videoParsing.calls[0].path, { url: `${site.url}/`, wait: 15 });
      const link = task.result?.files[0]?.url;
      if (!link) throw new Error(`the link was ${task.status}: ${task.error?.error}`);
      return link;
    };
    const link = await parse();
    const times: { parsed: number; passed: number; direct: number }[] = [];
    for (let round = 0; round < rounds; round++)
      times.push({
        parsed: await timeOf(parse),
        passed: await timeOf(() => curl(link, client.headers)),
        direct: await timeOf(() => curl(`${site.url}/clip.mp4`)),
      });
    const middle = (name: 'parsed' | 'passed' | 'direct') => median(times.map(time => time[name]));
    const [parsed, passed, direct] = [middle('parsed'), middle('passed'), middle('direct')];
    return [
      {
        what: 'A page with one clip on loopback, from the call to its end',
        ours: `${parsed.toFixed(2)} s`,
        rival: `–`,
        aim: '≤ 1.5 s',
        isMet: parsed <= 1.5,
      },
      {
        what: `Its clip of ${megabytes} MB through the server`,
        ours: `${passed.toFixed(2)} s, ${(megabytes / passed).toFixed(0)} MB/s`,
        rival: `curl from the site itself: ${direct.toFixed(2)} s, ${(megabytes / direct).toFixed(0)} MB/s`,
        aim: '≥ 100 MB/s',
        isMet: megabytes / passed >= 100,
      },
    ];
  } finally {
    site.close();
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
