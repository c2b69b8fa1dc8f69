// Playlists as links, through the converter: fetched segment by segment, decrypted, joined, converted. No host other than their own is
// contacted.
import { createCipheriv } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Task } from 'contract/task.ts';
import { makeClip, whyNoClips } from 'engines/video/test-clips.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { linkLimits } from '../work/fetch-clip.ts';

const converter = '/web/video/formatmp4/newFormatmp4';
const usual = { ...linkLimits };

describe.skipIf(whyNoClips)('playlists by link', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playlists-'));
  const files = new Map<string, Buffer>();
  /** Responses sent instead of a file, until the end of a test. */
  const answers = new Map<string, { status: number; location?: string; bytes?: Buffer; drips?: boolean }>();
  let asked: string[] = [];
  let server: TestServer;
  let site: Server;
  let base: string;

  beforeAll(async () => {
    server = await startTestServer({ environment: { FETCH_ALLOW: '127.0.0.1/32', LANES: 'link:8,video:1' } });
    site = createServer((request, response) => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      asked.push(path);
      const other = answers.get(path);
      if (other) {
        const { status, location, bytes, drips } = other;
        response.writeHead(status, location === undefined ? {} : { location });
        if (!drips) return response.end(bytes ?? '');
        const timer = setInterval(() => response.write('.'), 50);
        return void response.once('close', () => clearInterval(timer));
      }
      const bytes = files.get(path);
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
      if (!bytes) return response.writeHead(404).end();
      if (from === undefined) return response.end(bytes);
      return response.writeHead(206).end(bytes.subarray(Number(from), Number(to) + 1));
    }).listen(0, '127.0.0.1');
    await new Promise(resolve => site.once('listening', resolve));
    const address = site.address();
    base = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    // Two seconds as six segments of MPEG-TS, and the same as MP4 fragments with separate sound.
    const segment = ['-f', 'hls', '-hls_time', '0.4', '-hls_list_size', '0', '-g', '10', '-c:v', 'libx264'];
    makeClip({ folder, name: 'ts.m3u8', seconds: 2, args: [...segment, '-c:a', 'aac'] });
    const parts = ['-hls_segment_type', 'fmp4', '-hls_flags', 'single_file'];
    makeClip({ folder, name: 'video.m3u8', seconds: 2, args: [...segment, '-an', ...parts] });
    makeClip({
      folder,
      name: 'sound.m3u8',
      picture: null,
      seconds: 2,
      args: [...segment.slice(0, 6), '-c:a', 'aac', ...parts],
    });
    for (const name of readdirSync(folder)) files.set(`/${name}`, readFileSync(join(folder, name)));
  });
  afterEach(() => {
    asked = [];
    answers.clear();
    Object.assign(linkLimits, usual);
  });
  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function convert(videoUrl: string, options: Record<string, unknown> = {}): Promise<Task> {
    const { body, status } = await server.client.post<Task>(converter, { videoUrl, wait: 15, ...options });
    let task = status === 200 ? body.data : (body.details as { task: Task }).task;
    while (task.status === 'queued' || task.status === 'running') {
      await sleep(50);
      task = (await server.client.get<Task>(`/web/task/${task.taskId}`)).body.data;
    }
    return task;
  }
  const refusal = async (name: string, text: string) => {
    files.set(name, Buffer.from(`#EXTM3U\n${text}`));
    return (await convert(`${base}${name}`)).error?.error;
  };

  test('the segments of a playlist become an MP4 without re-encoding', async () => {
    const task = await convert(`${base}/ts.m3u8`);
    expect(task.error).toBeNull();
    const [file] = task.result!.files;
    expect(file).toMatchObject({ name: 'ts.mp4', contentType: 'video/mp4', width: 160, height: 120 });
    expect(Math.abs(file!.durationSeconds! - 2)).toBeLessThan(0.15);
    expect(task.result?.meta).toMatchObject({ video: 'copy', sound: 'copy' });
  });

  test.each([
    ['says so', '#EXT-X-DISCONTINUITY\n'],
    ['does not say so', ''],
  ])('a clip whose timestamps start again is as long as its parts, where its playlist %s', async (_, told) => {
    const lines = files.get('/ts.m3u8')!.toString().replace('#EXT-X-ENDLIST', '').trim();
    const again = lines.slice(lines.indexOf('#EXTINF'));
    files.set('/ad.m3u8', Buffer.from(`${lines}\n${told}${again}\n#EXT-X-ENDLIST\n`));
    for (const [start, end] of [
      [0, 4],
      [2.5, 3.7],
    ] as const) {
      const task = await convert(`${base}/ad.m3u8`, { start, end });
      expect(task.error).toBeNull();
      expect(Math.abs(task.result!.files[0]!.durationSeconds! - (end - start))).toBeLessThan(0.15);
    }
  });

  test('the best of several qualities is chosen; separate picture and sound are joined', async () => {
    files.set(
      '/master.m3u8',
      Buffer.from(
        '#EXTM3U\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="x",DEFAULT=YES,URI="sound.m3u8"\n' +
          '#EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=80x60\nts.m3u8\n' +
          '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=160x120,AUDIO="a"\nvideo.m3u8\n',
      ),
    );
    const task = await convert(`${base}/master.m3u8`);
    expect(task.error).toBeNull();
    expect(task.result!.files[0]).toMatchObject({ name: 'master.mp4', width: 160 });
    expect(Math.abs(task.result!.files[0]!.durationSeconds! - 2)).toBeLessThan(0.15);
    expect(task.result?.meta).toMatchObject({ video: 'copy', sound: 'copy' });
    expect(asked).not.toContain('/ts.m3u8');
    // The page offers both, and the selected one is fetched.
    const parsed = await server.client.post<Task>('/web/video/parse/newVideoRecover', {
      url: `${base}/master.m3u8`,
      wait: 15,
    });
    const offered = parsed.body.data.result!;
    expect(offered.files.map(({ width, contentType }) => [width, contentType])).toEqual([
      [160, 'application/vnd.apple.mpegurl'],
      [80, 'application/vnd.apple.mpegurl'],
    ]);
    asked = [];
    expect((await convert(offered.files[1]!.path)).error).toBeNull();
    expect(asked).toContain('/ts.m3u8');
    expect(asked).not.toContain('/video.m3u8');
  });

  test('encrypted segments are decrypted with the key of their own host', async () => {
    const key = Buffer.from('0123456789abcdef');
    const plain = files.get('/ts.m3u8')!.toString();
    let number = 0;
    const lines = plain.split('\n').map(line => {
      if (!line.endsWith('.ts')) return line;
      const iv = Buffer.alloc(16);
      iv.writeUInt32BE(number++, 12);
      const cipher = createCipheriv('aes-128-cbc', key, iv);
      files.set(`/locked-${line}`, Buffer.concat([cipher.update(files.get(`/${line}`)!), cipher.final()]));
      return `locked-${line}`;
    });
    files.set('/key', key);
    const locked = lines.join('\n').replace('#EXTINF', '#EXT-X-KEY:METHOD=AES-128,URI="/key"\n#EXTINF');
    files.set('/locked.m3u8', Buffer.from(locked));
    const task = await convert(`${base}/locked.m3u8`);
    expect([task.error, task.result?.files[0]?.width]).toEqual([null, 160]);
    for (const page of ['a page that asks for a login', '<p>a longer page</p>'.repeat(500)]) {
      files.set('/key', Buffer.from(page));
      expect((await convert(`${base}/locked.m3u8`)).error?.error).toBe('LINK_PROTECTED');
    }
    files.set('/key', Buffer.from('another key 1234'));
    expect((await convert(`${base}/locked.m3u8`)).error?.error).toMatch(/LINK_PROTECTED|FILE_CORRUPT|TYPE_UNSUPPORTED/);
  });

  test.each([
    'file:///etc/passwd',
    'concat:ts0.ts|file:///etc/passwd',
    'http://10.0.0.1/a.ts',
    'http://127.0.0.2/a.ts',
    'http://localhost:5432/a.ts',
  ])('a playlist that names %s is refused, and nothing is fetched for it', async named => {
    expect(await refusal('/hostile.m3u8', `#EXTINF:1,\nts0.ts\n#EXTINF:1,\n${named}\n#EXT-X-ENDLIST\n`)).toBe(
      'LINK_REFUSED',
    );
    expect(asked).toEqual(['/hostile.m3u8']);
  });

  test('live, too long, empty and too large playlists each have their own error', async () => {
    expect(await refusal('/a.m3u8', '#EXTINF:1,\nts0.ts\n')).toBe('LINK_LIVE');
    const endless = Array.from({ length: 10_000 }, (_, n) => `#EXTINF:1,\n${n}.ts`).join('\n');
    expect(await refusal('/b.m3u8', `${endless}\n#EXT-X-ENDLIST`)).toBe('PLAYLIST_TOO_LONG');
    expect(await refusal('/c.m3u8', '#EXTINF:1,\ngone.ts\n#EXT-X-ENDLIST')).toBe('LINK_UNREACHABLE');
    expect(asked).toEqual(['/a.m3u8', '/b.m3u8', '/c.m3u8', '/gone.ts']);
    linkLimits.bytes = 3000;
    expect((await convert(`${base}/ts.m3u8`)).error?.error).toBe('FILE_ABOVE_KB');
  });

  test('of a hundred qualities that are all too large, no more than two playlists are read', async () => {
    const qualities = Array.from(
      { length: 100 },
      (_, n) => `#EXT-X-STREAM-INF:BANDWIDTH=9e15,RESOLUTION=1x1\n${n}.m3u8`,
    );
    for (let n = 0; n < 100; n++) files.set(`/${n}.m3u8`, files.get('/ts.m3u8')!);
    files.set('/many.m3u8', Buffer.from(`#EXTM3U\n${qualities.join('\n')}\n`));
    expect((await convert(`${base}/many.m3u8`)).error).toBeNull();
    expect(asked.filter(path => path.endsWith('.m3u8'))).toEqual(['/many.m3u8', '/0.m3u8', '/99.m3u8']);
  });

  test('nested playlists, and playlists that refer to each other, end at the second one', async () => {
    files.set('/loop.m3u8', Buffer.from('#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nloop.m3u8\n'));
    expect((await convert(`${base}/loop.m3u8`)).error?.error).toBe('FILE_CORRUPT');
    expect(asked).toEqual(['/loop.m3u8', '/loop.m3u8']);
  });

  test('byte ranges that do not match the request are refused', async () => {
    const parts = (...ranges: string[]) =>
      refusal('/parts.m3u8', `${ranges.map(range => `#EXT-X-BYTERANGE:${range}\nts0.ts`).join('\n')}\n#EXT-X-ENDLIST`);
    answers.set('/ts0.ts', { status: 200, bytes: Buffer.alloc(70_000) });
    expect(await parts('100@0', '100@100')).toBe('LINK_UNREACHABLE');
    answers.set('/ts0.ts', { status: 206, bytes: Buffer.alloc(70_000) });
    expect(await parts('100@0', '100@100')).toBe('LINK_UNREACHABLE');
    answers.set('/ts0.ts', { status: 206, bytes: Buffer.alloc(10) });
    expect(await parts('100@0', '100@100')).toBe('LINK_UNREACHABLE');
    expect(await parts('999999999999999@0')).toMatch(/FILE_TOO_LARGE|LINK_UNREACHABLE/);
  });

  test.each([
    ['to a private address', 'http://10.0.0.1/a.ts', 'LINK_REFUSED'],
    ['to a file', 'file:///etc/passwd', 'LINK_REFUSED'],
    ['to the port of a database', 'http://127.0.0.1:5432/', 'LINK_REFUSED'],
    ['to itself', '/ts0.ts', 'LINK_UNREACHABLE'],
  ])('a segment, a key and a playlist that redirect %s are refused', async (_, location, code) => {
    answers.set('/ts0.ts', { status: 302, location });
    answers.set('/key', { status: 302, location: location === '/ts0.ts' ? '/key' : location });
    expect(await refusal('/e.m3u8', '#EXTINF:1,\nts0.ts\n#EXT-X-ENDLIST')).toBe(code);
    const keyed = '#EXT-X-KEY:METHOD=AES-128,URI="key"\n#EXTINF:1,\nts1.ts\n#EXT-X-ENDLIST';
    expect(await refusal('/f.m3u8', keyed)).toBe(code);
    expect(await refusal('/g.m3u8', '#EXT-X-STREAM-INF:BANDWIDTH=1\nts0.ts\n')).toBe(code);
  });

  test('a segment that drips delays only its own task', async () => {
    linkLimits.playlistMs = 3_600_000;
    answers.set('/ts0.ts', { status: 200, drips: true });
    files.set('/drip.m3u8', Buffer.from('#EXTM3U\n#EXTINF:1,\nts0.ts\n#EXT-X-ENDLIST'));
    const asking = { videoUrl: `${base}/drip.m3u8`, wait: 0 };
    const { taskId } = (await server.client.post<Task>(converter, asking)).body.data;
    const statusNow = async () => (await server.client.get<Task>(`/web/task/${taskId}`)).body.data.status;
    await expect.poll(() => asked).toContain('/ts0.ts');
    expect((await convert(`${base}/sound.m3u8`, { format: 'm4a' })).error).toBeNull();
    expect(await statusNow()).toBe('running');
    await server.client.post(`/web/task/${taskId}/cancel`, {});
    await expect.poll(statusNow).toBe('cancelled');
  });

  test('a playlist that lists its own segments endlessly is cut off by the deadline', async () => {
    linkLimits.playlistMs = 300;
    const again = Array.from({ length: 4000 }, () => '#EXTINF:1,\nts0.ts').join('\n');
    expect(await refusal('/d.m3u8', `${again}\n#EXT-X-ENDLIST`)).toBe('DEADLINE');
  });

  test('an uploaded playlist is fetched from the one site that it names', async () => {
    const upload = (text: string) => server.client.upload(Buffer.from(text), 'talk.m3u8');
    const relative = files.get('/ts.m3u8')!.toString();
    const absolute = relative.replaceAll(/^(?=\w+\.ts$)/gm, `${base}/`);
    const task = await convert(await upload(absolute));
    expect(task.error).toBeNull();
    expect(task.result!.files[0]).toMatchObject({ name: 'talk.mp4', width: 160 });
    expect(Math.abs(task.result!.files[0]!.durationSeconds! - 2)).toBeLessThan(0.15);
    asked = [];
    const { body } = await server.client.post(converter, { videoUrl: await upload(relative) });
    expect(body).toMatchObject({ code: 415, error: 'PLAYLIST_UPLOADED' });
    const second = absolute.indexOf(base, absolute.indexOf(base) + 1);
    const elsewhere = absolute.slice(0, second) + absolute.slice(second).replace(base, 'http://169.254.169.254');
    for (const hostile of [
      elsewhere,
      absolute.replace('#EXT-X-ENDLIST', '#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST'),
    ])
      expect((await server.client.post(converter, { videoUrl: await upload(hostile) })).body.error).toBe(
        'LINK_REFUSED',
      );
    expect(asked).toEqual([]);
  });

  test('a DASH manifest becomes an MP4 with its sound', async () => {
    const whole = (name: string) => files.get(`/${name}`)!;
    const text = (name: string) => whole(name).toString();
    const partOf = (name: string) => /#EXT-X-MAP:URI="([^"]+)"/.exec(text(name))![1]!;
    const set = (type: string, list: string, attributes: string) =>
      `<AdaptationSet mimeType="${type}/mp4"><Representation id="${type}" bandwidth="100000" ${attributes}><BaseURL>${partOf(list)}</BaseURL></Representation></AdaptationSet>`;
    const manifest = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT2S"><Period>${set('video', 'video.m3u8', 'width="160" height="120"')}${set('audio', 'sound.m3u8', '')}</Period></MPD>`;
    files.set('/a.mpd', Buffer.from(manifest));
    const task = await convert(`${base}/a.mpd`);
    expect(task.error).toBeNull();
    expect(task.result!.files[0]).toMatchObject({ name: 'a.mp4', width: 160 });
    expect(task.result?.meta).toMatchObject({ video: 'copy', sound: 'copy' });
  });

  test('the periods of a DASH manifest follow each other, with their sound', async () => {
    const part = (name: string) => /#EXT-X-MAP:URI="([^"]+)"/.exec(files.get(`/${name}`)!.toString())![1]!;
    const set = (type: string, list: string, codecs: string) =>
      `<AdaptationSet mimeType="${type}/mp4"><Representation id="${type}" codecs="${codecs}" bandwidth="100000" width="160" height="120"><BaseURL>${part(list)}</BaseURL></Representation></AdaptationSet>`;
    const period = `<Period duration="PT2S">${set('video', 'video.m3u8', 'avc1.64001f')}${set('audio', 'sound.m3u8', 'mp4a.40.2')}</Period>`;
    const manifest = `<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" mediaPresentationDuration="PT6S">${period.repeat(3)}</MPD>`;
    files.set('/three.mpd', Buffer.from(manifest));
    const task = await convert(`${base}/three.mpd`);
    expect(task.error).toBeNull();
    expect(Math.abs(task.result!.files[0]!.durationSeconds! - 6)).toBeLessThan(0.2);
    expect(task.result?.meta).toMatchObject({ video: 'copy', sound: 'copy' });
    const sound = await convert(`${base}/three.mpd`, { format: 'm4a' });
    expect(Math.abs(sound.result!.files[0]!.durationSeconds! - 6)).toBeLessThan(0.2);
  });
});
