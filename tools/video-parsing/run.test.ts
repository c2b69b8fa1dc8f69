// Tests the run's responses to fetched documents: further requests, or finds.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Finds, type Visit, type VisitAnswer, visitAnswerSchema } from 'contract/link-visit.ts';
import { sharp } from 'engines/sharp.ts';
import { expect, test } from 'vitest';
import { makeTestFolder } from '../test-run.ts';
import { runs } from './run.ts';

interface Shown {
  readonly url?: string;
  readonly name?: string;
  readonly status?: number;
  readonly contentType?: string;
  readonly text: string | Buffer;
}

const link = 'https://site.example/post/1';

async function answer(visit: Visit, contents: readonly (string | Buffer)[]): Promise<VisitAnswer> {
  const folder = await makeTestFolder();
  const note = join(folder, 'visit.json');
  await writeFile(note, JSON.stringify(visit));
  const describe = (path: string) => ({ path, name: 'x', bytes: 0, type: 'txt' as const });
  const documents = await Promise.all(
    contents.map(async (content, index) => {
      const path = join(folder, String(index));
      await writeFile(path, content);
      return describe(path);
    }),
  );
  const output = await runs.parse({
    options: { url: link },
    inputs: { visit: describe(note) },
    lists: { documents },
    models: {},
    folder,
    progress: () => undefined,
  });
  return output.meta!.answer as VisitAnswer;
}

const read = (...shown: readonly Shown[]) =>
  answer(
    {
      kind: 'read',
      link,
      documents: shown.map(({ url = link, name = 'page', status = 200, contentType = 'text/html' }) => ({
        name,
        url,
        status,
        contentType,
      })),
    },
    shown.map(({ text }) => text),
  );

async function finds(html: string | Buffer, more: Partial<Shown> = {}): Promise<Finds> {
  const found = await read({ text: html, ...more });
  if (found.kind !== 'found') throw new Error(`it asks for ${found.wanted.map(({ url }) => url)}`);
  return found.finds;
}

/** The addresses that a page's playlists are requested from. */
async function wants(html: string): Promise<string[]> {
  const asked = await read({ text: html });
  return asked.kind === 'wants' ? asked.wanted.map(({ url }) => new URL(url).pathname) : [];
}

const urls = async (html: string) => (await finds(html)).files.map(({ url }) => new URL(url).pathname);
const refusal = (shown: Shown) =>
  read(shown).then(
    () => 'read',
    error => (error as { code?: string }).code ?? String(error),
  );

test('a link is fetched first, with the headers that its site needs', async () => {
  expect(await read()).toEqual({ kind: 'wants', wanted: [{ name: 'page', url: link }] });
});

test('reads the players of a page: video, source with qualities, and lazy addresses', async () => {
  const found = await finds(`<title> A &amp; B </title><base href="/media/">
    <video poster="p.jpg" data-src="lazy.mp4"><source src="720.mp4" type="video/mp4" label="720p"><source src="/other.webm"></video>
    <video src="blob:https://site.example/1"></video><video src="javascript:alert(1)"></video>`);
  expect(found).toMatchObject({ title: 'A & B', cover: { url: 'https://site.example/media/p.jpg' } });
  expect(found.files.map(({ url, label, height }) => [new URL(url).pathname, label, height])).toEqual([
    ['/media/lazy.mp4', undefined, undefined],
    ['/media/720.mp4', '720p', 720],
    ['/other.webm', undefined, undefined],
  ]);
});

test('reads JSON-LD: a clip with its duration, author and cover', async () => {
  const data = {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'VideoObject',
        name: 'Tides',
        author: { '@type': 'Person', name: 'Ana' },
        thumbnailUrl: ['https://site.example/t.jpg'],
        duration: 'PT1M5S',
        contentUrl: '/v/tides.mp4',
        width: 1920,
        height: { '@type': 'QuantitativeValue', value: 1080 },
      },
    ],
  };
  const found = await finds(`<script type="application/ld+json">${JSON.stringify(data)}</script>`);
  expect(found).toMatchObject({
    title: 'Tides',
    author: 'Ana',
    cover: { url: 'https://site.example/t.jpg' },
    files: [{ kind: 'video', url: 'https://site.example/v/tides.mp4', seconds: 65, width: 1920, height: 1080 }],
  });
});

test('reads Open Graph: a clip, and a player page that is no clip', async () => {
  const card = (url: string, type: string) =>
    `<meta property="og:title" content="T"><meta property="og:image" content="/c.jpg"><meta property="og:video" content="${url}"><meta property="og:video:type" content="${type}">`;
  expect(await finds(card('/a.mp4', 'video/mp4'))).toMatchObject({
    title: 'T',
    files: [{ url: 'https://site.example/a.mp4' }],
  });
  expect(await read({ text: card('/player?id=1', 'text/html') })).toMatchObject({
    wanted: [{ url: 'https://site.example/player?id=1', referer: link, isOptional: true }],
  });
});

test('reads addresses in scripts, with escaped slashes, if a page has no player', async () => {
  expect(
    await urls(
      '<script>var setup = {"file":"https:\\/\\/cdn.example\\/a\\/b.mp4?x=1\\u0026y=2","also":"https://cdn.example/c.webm","app":"https://cdn.example/app.js","types":"https://cdn.example/types.ts"}</script>',
    ),
  ).toEqual(['/a/b.mp4', '/c.webm']);
});

test('reads what a player is set up with, relative to the page', async () => {
  expect(await wants('<script>const hls = new Hls(); hls.loadSource("/live/index.m3u8?t=1");</script>')).toEqual([
    '/live/index.m3u8',
  ]);
  expect(await wants("<script>player.setup({ file: 'streams/a.mpd' })</script>")).toEqual(['/post/streams/a.mpd']);
  expect(await urls('<script>var video = { src: "\\/v\\/one.mp4" }</script>')).toEqual(['/v/one.mp4']);
  // Names of files in a list are no players.
  expect(await refusal({ text: '<p>words</p><script>const names = ["intro.mp4", "outro.mp4"]</script>' })).toMatch(
    /^LINK_/,
  );
});

test('follows the player of a page into its frames, and takes title and cover from the page', async () => {
  const page = `<title>Tides</title><meta property="og:image" content="/cover.jpg">
    <iframe src="https://ads.example/banner"></iframe><iframe src="/pixel" width="1" height="1"></iframe>
    <iframe src="https://play.example/embed/7"></iframe>`;
  expect(await read({ text: page })).toEqual({
    kind: 'wants',
    wanted: [{ name: 'frame 0.0', url: 'https://play.example/embed/7', referer: link, isOptional: true }],
  });
  const frame = { name: 'frame 0.0', url: 'https://play.example/embed/7' };
  const inner = '<title>player</title><iframe src="/v/7"></iframe>';
  expect(await read({ text: page }, { ...frame, text: inner })).toMatchObject({
    wanted: [{ name: 'frame 1.0', url: 'https://play.example/v/7', referer: frame.url }],
  });
  const last = { name: 'frame 1.0', url: 'https://play.example/v/7', text: '<video src="/files/7.mp4"></video>' };
  expect(await read({ text: page }, { ...frame, text: inner }, last)).toMatchObject({
    kind: 'found',
    finds: {
      site: 'site.example',
      title: 'Tides',
      cover: { url: 'https://site.example/cover.jpg' },
      files: [{ kind: 'video', url: 'https://play.example/files/7.mp4', referer: 'https://play.example/v/7' }],
    },
  });
  // A frame that could not be fetched leaves what the page has: here only a cover.
  await expect(read({ text: page }, { ...frame, status: 0, text: '' })).rejects.toMatchObject({
    code: 'LINK_SITE_UNKNOWN',
  });
});

test('frames are not read where the page has the clip itself', async () => {
  expect(await urls('<video src="/a.mp4"></video><iframe src="https://play.example/embed/7"></iframe>')).toEqual([
    '/a.mp4',
  ]);
});

test('reads galleries: the largest size of each image, without icons, drawings and trackers', async () => {
  expect(
    await urls(`
      <img src="/logo.png" width="200" height="60"><img src="/static/icons/x.png"><img src="/d.svg"><img src="data:image/png;base64,AA">
      <img src="/pixel.gif" width="1" height="1"><img src="/small.jpg" width="60">
      <picture><source srcset="/one-400.webp 400w, /one-1600.webp 1600w"><img src="/one-200.jpg" alt="One"></picture>
      <a href="/full/two.jpg"><img src="/thumb/two.jpg" width="150"></a>
      <img src="/wait.gif" data-original="/three.jpg" alt="Three">
      <img srcset="/four.jpg?w=1,200 1x, /four@2.jpg 2x">`),
  ).toEqual(['/one-1600.webp', '/full/two.jpg', '/three.jpg', '/four@2.jpg']);
});

test('a playlist is fetched and replaced by its qualities', async () => {
  const html = '<video src="/v/master.m3u8"></video>';
  expect(await read({ text: html })).toEqual({
    kind: 'wants',
    wanted: [{ name: 'playlist 0', url: 'https://site.example/v/master.m3u8', referer: link }],
  });
  const master =
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=100,RESOLUTION=640x360\nlow.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=900,RESOLUTION=1280x720\nhigh.m3u8\n';
  const playlist = { name: 'playlist 0', url: 'https://site.example/v/master.m3u8', text: master };
  const found = await read({ text: html }, playlist);
  expect(found).toMatchObject({
    kind: 'found',
    finds: {
      files: [
        {
          type: 'm3u8',
          url: 'https://site.example/v/master.m3u8',
          pick: 'https://site.example/v/high.m3u8',
          height: 720,
        },
        { type: 'm3u8', pick: 'https://site.example/v/low.m3u8', height: 360 },
      ],
    },
  });
  const live = { ...playlist, text: '#EXTM3U\n#EXTINF:2,\na.ts\n' };
  await expect(read({ text: html }, live)).rejects.toMatchObject({ code: 'LINK_LIVE' });
});

test('a link to a playlist is recognised by its first characters', async () => {
  const found = await finds('#EXTM3U\n#EXTINF:2.5,\na.ts\n#EXT-X-ENDLIST', {
    url: 'https://site.example/v/My%20clip.m3u8',
  });
  expect(found).toMatchObject({ title: 'My clip', files: [{ type: 'm3u8', seconds: 2.5 }] });
  const mpd =
    '<?xml version="1.0"?><MPD mediaPresentationDuration="PT8S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="a" bandwidth="8000" width="320" height="180"><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>';
  expect(await finds(mpd)).toMatchObject({ files: [{ type: 'mpd', pick: 'a', height: 180, bytes: 8000 }] });
});

test('a page of a known site is read by its resolver, behind a short link too', async () => {
  const state =
    '<script>window.__INITIAL_STATE__={"note":{"noteDetailMap":{"1":{"note":{"noteId":"1","title":"t","imageList":[{"urlDefault":"https://x.example/1.jpg"}]}}}}}</script>';
  const found = await finds(state, { url: 'https://www.xiaohongshu.com/explore/1' });
  expect(found).toMatchObject({ site: '小红书 Xiaohongshu', files: [{ url: 'https://x.example/1.jpg' }] });
  const wanted = await read({ text: '', url: 'https://www.douyin.com/video/7300000000000000001' });
  expect(wanted).toMatchObject({
    wanted: [{ name: 'own', url: 'https://www.iesdouyin.com/share/video/7300000000000000001/', device: 'phone' }],
  });
});

test.each([
  ['a page without anything', { text: '<p>words</p>' }, 'LINK_WITHOUT_MEDIA'],
  [
    'a page whose player is set by a script that we cannot read',
    { text: '<p>words</p><video id="p"></video><script>start()</script>' },
    'LINK_SITE_UNKNOWN',
  ],
  ['a page that a script draws', { text: '<div id="app"></div><script>start()</script>' }, 'LINK_SITE_UNKNOWN'],
  [
    'a page of a known site without a post',
    { text: '<div id="app"></div><script>start()</script>', url: 'https://www.xiaohongshu.com/explore/1' },
    'LINK_WITHOUT_MEDIA',
  ],
  ['a page that asks for a login', { text: '<form><input type="password"></form>' }, 'LINK_LOGIN_NEEDED'],
  ['a page of the login', { text: '', url: 'https://site.example/login?next=1' }, 'LINK_LOGIN_NEEDED'],
  ['status 403', { text: '<p>no</p>', status: 403 }, 'LINK_LOGIN_NEEDED'],
  ['status 404', { text: '<video src="/a.mp4"></video>', status: 404 }, 'LINK_GONE'],
  ['status 500', { text: '', status: 500 }, 'PARSE_FAILED'],
])('%s is reported as such', async (_, shown, code) => {
  expect(await refusal(shown)).toBe(code);
});

test('text is decoded in the encoding that the page declares', async () => {
  const gbk = Buffer.from([0xca, 0xd3, 0xc6, 0xb5]);
  const page = Buffer.concat([
    Buffer.from('<meta charset="gbk"><video src="/a.mp4"></video><title>'),
    gbk,
    Buffer.from('</title>'),
  ]);
  expect((await finds(page)).title).toBe('视频');
});

test('hostile pages are read within limits', async () => {
  const nested = `${'<div>'.repeat(200_000)}<video src="/a.mp4"></video>`;
  expect(await refusal({ text: nested })).toBe('LINK_WITHOUT_MEDIA');
  const many = Array.from({ length: 10_000 }, (_, n) => `<a href="/${n}.jpg"><img src="/t/${n}.jpg"></a>`).join('');
  expect((await finds(many)).files.length).toBeLessThanOrEqual(500);
  const open = `<video src="/a.mp4"></video><script>window.__INITIAL_STATE__={${'['.repeat(500_000)}`;
  expect((await finds(open, { url: 'https://www.xiaohongshu.com/explore/1' })).files).toHaveLength(1);
  const scripts = `<script>${'https:\\/\\/a\\/'.repeat(100_000)}</script><video src="/a.mp4"></video>`;
  expect((await finds(scripts)).files).toHaveLength(1);
});

test('absurd numbers and texts are dropped or truncated, and the rest is offered', async () => {
  const check = (found: Finds) =>
    expect(visitAnswerSchema.safeParse({ kind: 'found', finds: found }).error).toBeUndefined();
  const long = 'w'.repeat(8000);
  const card = (name: string, content: string) => `<meta property="og:${name}" content="${content}">`;
  const facts = ['width', 'height', 'duration'].map((name, at) => card(`video:${name}`, ['-5', '1e999', 'NaN'][at]!));
  const page = `${facts.join('')}${card('site_name', long)}${card('title', long)}<meta name="author" content="${long}">${card('video', '/a.mp4')}`;
  const carded = await finds(page);
  check(carded);
  expect(carded.files).toEqual([expect.not.objectContaining({ width: -5 })]);
  const lists = [
    '#EXTM3U\n#EXTINF:-9,\na.ts\n#EXT-X-ENDLIST',
    '#EXTM3U\n#EXTINF:1e999,\na.ts\n#EXT-X-ENDLIST',
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=-1,RESOLUTION=-2x1e999\na.m3u8',
    '<MPD mediaPresentationDuration="PT8S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="a" bandwidth="Infinity" width="1e999" height="2"/></AdaptationSet></Period></MPD>',
  ];
  for (const text of lists) {
    const found = await finds(text);
    check(found);
    expect(found.files).toHaveLength(1);
  }
  const post = {
    note: {
      noteId: '1',
      title: long,
      desc: long,
      user: { nickname: long },
      imageList: [{ urlDefault: 'https://x.example/1.jpg' }],
    },
  };
  const state = `<script>window.__INITIAL_STATE__=${JSON.stringify({ note: { noteDetailMap: { 1: post } } })}</script>`;
  const note = await finds(state, { url: 'https://www.xiaohongshu.com/explore/1' });
  check(note);
  expect(note.files).toHaveLength(1);
});

test('five megabytes of cards, of linked data and of white space are read within limits', async () => {
  const cards = '<meta property="og:image" content="/a.jpg">'.repeat(120_000);
  expect((await finds(`${cards}<video src="/a.mp4"></video>`)).files).toHaveLength(1);
  const urls = Array.from({ length: 1_000_000 }, () => '"a"').join(',');
  const data = `<script type="application/ld+json">{"@type":"VideoObject","contentUrl":[${urls}]}</script>`;
  expect((await finds(data)).files).toHaveLength(1);
  const blank = `<img srcset="/b.jpg${' '.repeat(32_000)}x">`.repeat(150);
  expect((await finds(`${blank}<video src="/a.mp4"></video>`)).files).toHaveLength(1);
});

const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#347' } })
    .png()
    .toBuffer();

test('after the first bytes are read, non-media files and small images are dropped, and each image is offered once at its largest', async () => {
  const picture = (path: string) => ({ kind: 'picture' as const, url: `https://site.example${path}` });
  const paths = ['/a-300x200.png', '/a-1200x800.png', '/b.png?id=1', '/b.png?id=2', '/icon.png', '/page.png'];
  const contents = [
    await png(300, 200),
    await png(1200, 800),
    await png(800, 600),
    await png(800, 600),
    await png(64, 64),
  ];
  const seen = contents.map((content, index) => ({ index, type: 'png' as const, bytes: content.length }));
  const before: Finds = { site: 's', title: 't', author: '', files: paths.map(picture) };
  const chosen = await answer({ kind: 'choose', finds: before, seen }, contents);
  if (chosen.kind !== 'found') throw new Error('nothing was chosen');
  expect(chosen.finds.files.map(({ url, width }) => [url.replace('https://site.example', ''), width])).toEqual([
    ['/a-1200x800.png', 1200],
    ['/b.png?id=1', 800],
    ['/b.png?id=2', 800],
  ]);
});

test("a file whose type differs from the page's claim is not offered", async () => {
  const files = [{ kind: 'video' as const, url: 'https://site.example/a.mp4' }];
  const visit = {
    kind: 'choose' as const,
    finds: { site: '', title: '', author: '', files },
    seen: [{ index: 0, type: 'png' as const, bytes: 9 }],
  };
  await expect(answer(visit, [await png(200, 200)])).rejects.toMatchObject({ code: 'LINK_WITHOUT_MEDIA' });
});
