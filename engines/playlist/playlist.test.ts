// Playlists as streaming servers write them, and as an attacker would.

import { describe, expect, test } from 'vitest';
import { refusalOf } from '../test-pictures.ts';
import type { Track } from './pieces.ts';
import { readDash } from './read-dash.ts';
import { findHlsBase, type HlsQualities, readHls } from './read-hls.ts';

const base = new URL('https://cdn.example/show/master.m3u8?token=1');
const hls = (...lines: string[]) => readHls(['#EXTM3U', ...lines].join('\n'), base);
const refused = (act: () => unknown) => refusalOf((async () => act())());

test('the qualities of a multivariant playlist, the best first, with the sound that belongs to each', () => {
  const found = hls(
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="de",DEFAULT=NO,URI="sound/de.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="zh",DEFAULT=YES,URI="sound/zh.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360,CODECS="avc1.4d001e,mp4a.40.2"',
    'low/index.m3u8',
    '#EXT-X-STREAM-INF:BANDWIDTH=4900000,AVERAGE-BANDWIDTH=4000000,RESOLUTION=1920x1080,AUDIO="aac"',
    '/show/high/index.m3u8?a=b',
  );
  expect(found).toEqual({
    kind: 'qualities',
    qualities: [
      {
        url: 'https://cdn.example/show/high/index.m3u8?a=b',
        soundUrl: 'https://cdn.example/show/sound/zh.m3u8',
        bitsPerSecond: 4_000_000,
        width: 1920,
        height: 1080,
      },
      { url: 'https://cdn.example/show/low/index.m3u8', bitsPerSecond: 900_000, width: 640, height: 360 },
    ],
  });
});

test('renditions of the sound may follow the qualities that refer to them', () => {
  const found = hls(
    ...['#EXT-X-STREAM-INF:BANDWIDTH=2,AUDIO="aac"', 'a.m3u8', '#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="ac3"', 'b.m3u8'],
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="de",URI="de.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="aac",NAME="zh",DEFAULT=YES,URI="zh.m3u8"',
    '#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="ac3",NAME="zh",DEFAULT=YES,URI="text.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="ac3",NAME="fr",URI="fr.m3u8"',
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="ac3",NAME="es",URI="es.m3u8"',
  );
  expect(found).toMatchObject({
    qualities: [
      { bitsPerSecond: 2, soundUrl: 'https://cdn.example/show/zh.m3u8' },
      { bitsPerSecond: 1, soundUrl: 'https://cdn.example/show/fr.m3u8' },
    ],
  });
});

test('a default rendition without an address is the sound of the quality itself', () => {
  const own = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main",AUTOSELECT=YES,DEFAULT=YES';
  const other = '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Comment",DEFAULT=NO,URI="comment.m3u8"';
  const quality = ['#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="a"', 'a.m3u8'];
  const expected = {
    kind: 'qualities',
    qualities: [{ url: 'https://cdn.example/show/a.m3u8', bitsPerSecond: 1 }],
  };
  expect(hls(own, other, ...quality)).toEqual(expected);
  expect(hls(other, ...quality, own)).toEqual(expected);
});

test('pieces with their ranges, start segment and keys', () => {
  const found = hls(
    '#EXT-X-MEDIA-SEQUENCE:7',
    '#EXT-X-MAP:URI="a.mp4",BYTERANGE="700@0"',
    '#EXTINF:4.0,',
    '#EXT-X-BYTERANGE:1000@700',
    'a.mp4',
    '#EXTINF:2.5,title',
    '#EXT-X-BYTERANGE:500',
    'a.mp4',
    '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"',
    '#EXTINF:1,',
    'b.ts',
    '#EXT-X-KEY:METHOD=AES-128,URI="key.bin",IV=0x0A',
    '#EXTINF:1,',
    'c.ts',
    '#EXT-X-KEY:METHOD=NONE',
    '#EXTINF:1,',
    'd.ts',
    '#EXT-X-ENDLIST',
  );
  const at = (name: string) => `https://cdn.example/show/${name}`;
  const key = (digits: string) => ({ url: at('key.bin'), iv: digits.padStart(32, '0') });
  expect(found).toEqual({
    kind: 'pieces',
    seconds: 9.5,
    pieces: [
      { url: at('a.mp4'), range: { start: 0, end: 699 } },
      { url: at('a.mp4'), range: { start: 700, end: 1699 } },
      { url: at('a.mp4'), range: { start: 1700, end: 2199 } },
      { url: at('b.ts'), key: key('9') },
      { url: at('c.ts'), key: key('0a') },
      { url: at('d.ts') },
    ],
  });
});

test.each(['-5', '9'.repeat(400), '1e99', 'seven', '9007199254740993'])(
  'numbers from %.20s on make vectors of 16 bytes',
  number => {
    const found = hls(
      `#EXT-X-MEDIA-SEQUENCE:${number}`,
      '#EXT-X-KEY:METHOD=AES-128,URI="key.bin"',
      ...['#EXTINF:1,', 'a.ts', '#EXTINF:1,', 'b.ts', '#EXT-X-ENDLIST'],
    );
    const vectors = (found as Track).pieces.map(({ key }) => key?.iv);
    expect(vectors).toEqual([expect.stringMatching(/^[\da-f]{32}$/), expect.stringMatching(/^[\da-f]{32}$/)]);
  },
);

test.each([
  'file:///etc/passwd',
  'concat:a.ts|file:///etc/passwd',
  'http://10.0.0.1/a.ts',
  'https://other.example/a.ts',
  'https://cdn.example:8443/a.ts',
  '//169.254.169.254/latest/meta-data/',
  'data:video/mp2t;base64,AAAA',
  'https://user:secret@cdn.example/a.ts',
  'crypto:https://cdn.example/a.ts',
])('a playlist that names %s is refused', async named => {
  expect(await refused(() => hls('#EXTINF:1,', named, '#EXT-X-ENDLIST'))).toBe('LINK_REFUSED');
  expect(await refused(() => hls(`#EXT-X-KEY:METHOD=AES-128,URI="${named}"`))).toBe('LINK_REFUSED');
  expect(await refused(() => hls('#EXT-X-STREAM-INF:BANDWIDTH=1', named))).toBe('LINK_REFUSED');
  expect(await refused(() => hls(`#EXT-X-MAP:URI="${named}"`))).toBe('LINK_REFUSED');
});

test('live, protected, endless and broken playlists are each refused with their own reason', async () => {
  expect(await refused(() => hls('#EXTINF:1,', 'a.ts'))).toBe('LINK_LIVE');
  expect(await refused(() => hls('#EXT-X-KEY:METHOD=SAMPLE-AES,URI="k"', '#EXTINF:1,', 'a.ts'))).toBe('LINK_PROTECTED');
  const widevine = '#EXT-X-KEY:METHOD=AES-128,URI="k",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"';
  expect(await refused(() => hls(widevine))).toBe('LINK_PROTECTED');
  const endless = Array.from({ length: 10_000 }, (_, n) => `#EXTINF:1,\n${n}.ts`);
  expect(await refused(() => hls(...endless, '#EXT-X-ENDLIST'))).toBe('PLAYLIST_TOO_LONG');
  expect(await refused(() => hls('#EXT-X-ENDLIST'))).toBe('FILE_CORRUPT');
  expect(await refused(() => readHls('<html>', base))).toBe('FILE_CORRUPT');
});

test('a long line is read in one pass, and one of more than 16 KB is refused', async () => {
  const withLetters = (count: number) => hls(`#EXT-X-STREAM-INF:BANDWIDTH=5,${'A'.repeat(count)}`, 'a.m3u8');
  expect(withLetters(16_000)).toMatchObject({ qualities: [{ bitsPerSecond: 5 }] });
  expect(await refused(() => withLetters(17_000))).toBe('FILE_CORRUPT');
  expect(await refused(() => hls(`#EXT-X-KEY:${'A=,'.repeat(700_000)}`))).toBe('FILE_CORRUPT');
});

test('a playlist has at most twelve lines for each of 5,000 pieces, and a key for each', async () => {
  const end = ['https://cdn.example/a.ts', '#EXT-X-ENDLIST'];
  const lines = (count: number) => ['#EXTM3U', ...Array(count).fill('#'), ...end].join('\n');
  expect(readHls(lines(59_997), base)).toMatchObject({ pieces: [{ url: end[0] }] });
  expect(findHlsBase(lines(59_997))?.href).toBe(end[0]);
  for (const count of [59_998, 1_000_000]) {
    expect(await refused(() => readHls(lines(count), base))).toBe('PLAYLIST_TOO_LONG');
    expect(await refused(() => findHlsBase(lines(count)))).toBe('PLAYLIST_TOO_LONG');
  }
  const keys = (count: number) => hls(...Array(count).fill('#EXT-X-KEY:METHOD=AES-128,URI="k"'), ...end);
  expect(keys(5000)).toMatchObject({ pieces: [{ key: { url: 'https://cdn.example/show/k' } }] });
  expect(await refused(() => keys(5001))).toBe('PLAYLIST_TOO_LONG');
  for (const tag of ['MEDIA:TYPE=AUDIO,URI="a"', 'STREAM-INF:BANDWIDTH=1', 'SESSION-KEY:METHOD=NONE']) {
    const qualities = [...Array(5000).fill(`#EXT-X-${tag}`), '#EXT-X-STREAM-INF:BANDWIDTH=1', 'a.m3u8'];
    expect(await refused(() => hls(...qualities)), tag).toBe('PLAYLIST_TOO_LONG');
  }
});

test.each(['__proto__', 'constructor', 'toString'])('a group named %s belongs to its playlist alone', group => {
  const found = hls(
    `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${group}",NAME="planted",URI="sound.m3u8"`,
    `#EXT-X-STREAM-INF:BANDWIDTH=1,__proto__=planted,AUDIO="${group}"`,
    ...['a.m3u8', '#EXT-X-STREAM-INF:BANDWIDTH=1', 'b.m3u8'],
  );
  const at = (name: string) => `https://cdn.example/show/${name}`;
  expect(found).toMatchObject({
    qualities: [{ url: at('a.m3u8'), soundUrl: at('sound.m3u8') }, { url: at('b.m3u8') }],
  });
  expect((found as HlsQualities).qualities[1]).not.toHaveProperty('soundUrl');
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test('thousands of qualities are refused', async () => {
  const qualities = Array.from({ length: 5000 }, (_, n) => `#EXT-X-STREAM-INF:BANDWIDTH=${n}\n${n}.m3u8`);
  expect(await refused(() => hls(...qualities))).toBe('PLAYLIST_TOO_LONG');
  // Without a type each is looked at and passed over.
  const nameless = `<AdaptationSet>${'<Representation/>'.repeat(40_000)}</AdaptationSet>`;
  expect(await refused(() => dash(nameless))).toBe('PLAYLIST_TOO_LONG');
});

const dashBase = new URL('https://cdn.example/show/a.mpd');
const dash = (inner: string, attributes = 'mediaPresentationDuration="PT10S"') =>
  readDash(
    `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" ${attributes}><Period>${inner}</Period></MPD>`,
    dashBase,
  );

test('numbered and timed segments, lists, and whole files', () => {
  const { tracks, seconds } = dash(
    `<AdaptationSet mimeType="video/mp4" codecs="avc1.64001f">
      <SegmentTemplate timescale="1000" duration="4000" startNumber="3" initialization="$RepresentationID$/init.mp4" media="$RepresentationID$/$Number%03d$.m4s"/>
      <Representation id="v1" width="640" height="360" bandwidth="800000"/>
      <Representation id="v2" width="1280" height="720" bandwidth="2000000"/>
    </AdaptationSet>
    <AdaptationSet contentType="audio" mimeType="audio/mp4">
      <Representation id="a1" bandwidth="64000"><SegmentTemplate timescale="10" media="a/$Time$.m4s"><SegmentTimeline><S t="5" d="40" r="1"/><S d="20"/></SegmentTimeline></SegmentTemplate></Representation>
      <Representation id="a2" bandwidth="32000"><BaseURL>whole.m4a</BaseURL></Representation>
      <Representation id="a3" bandwidth="16000"><BaseURL>parts.mp4</BaseURL><SegmentList><Initialization range="0-99"/><SegmentURL mediaRange="100-199"/></SegmentList></Representation>
    </AdaptationSet>
    <AdaptationSet mimeType="text/vtt"><Representation id="t"><BaseURL>t.vtt</BaseURL></Representation></AdaptationSet>`,
  );
  const at = (name: string) => ({ url: `https://cdn.example/show/${name}` });
  expect(seconds).toBe(10);
  expect(tracks.map(({ id, kind, height }) => [id, kind, height])).toEqual([
    ['v2', 'video', 720],
    ['v1', 'video', 360],
    ['a1', 'sound', undefined],
    ['a2', 'sound', undefined],
    ['a3', 'sound', undefined],
  ]);
  expect(tracks[0]!.pieces).toEqual([at('v2/init.mp4'), at('v2/003.m4s'), at('v2/004.m4s'), at('v2/005.m4s')]);
  expect(tracks[2]!.pieces).toEqual([at('a/5.m4s'), at('a/45.m4s'), at('a/85.m4s')]);
  expect(tracks[3]!.pieces).toEqual([at('whole.m4a')]);
  expect(tracks[4]!.pieces).toEqual([
    { ...at('parts.mp4'), range: { start: 0, end: 99 } },
    { ...at('parts.mp4'), range: { start: 100, end: 199 } },
  ]);
});

test('a repeat without a count ends with its period, even if the times of the period do not begin at 0', () => {
  const timesOf = (attributes: string, steps: string) => {
    const template = `<SegmentTemplate timescale="10" ${attributes} media="$Time$.m4s"><SegmentTimeline>${steps}</SegmentTimeline></SegmentTemplate>`;
    const { tracks } = dash(`<AdaptationSet mimeType="video/mp4">${template}<Representation id="v"/></AdaptationSet>`);
    return tracks[0]!.pieces.map(({ url }) => Number(/(\d+)\.m4s$/.exec(url)![1]));
  };
  expect(timesOf('', '<S d="40" r="-1"/>')).toEqual([0, 40, 80]);
  const offset = 'presentationTimeOffset="1000"';
  expect(timesOf(offset, '<S t="1000" d="40" r="-1"/>')).toEqual([1000, 1040, 1080]);
  expect(timesOf(offset, '<S t="1000" d="20" r="-1"/><S t="1060" d="40"/>')).toEqual([1000, 1020, 1040, 1060]);
});

test('pieces behind another header are another file', () => {
  const map = (name: string) => `#EXT-X-MAP:URI="${name}"`;
  const list = (...heads: string[]) =>
    hls(...heads.flatMap(head => [map(head), '#EXTINF:1,', 'a.m4s']), '#EXT-X-ENDLIST');
  expect(list('show.mp4', 'ad.mp4', 'show.mp4')).toMatchObject({ cuts: [2, 4] });
  expect(list('show.mp4', 'show.mp4')).not.toHaveProperty('cuts');
});

describe('several periods', () => {
  const set = (codecs: string, height: number, named: string) =>
    `<AdaptationSet mimeType="video/mp4"><Representation id="v${height}" codecs="${codecs}" width="160" height="${height}"><BaseURL>${named}</BaseURL></Representation></AdaptationSet>`;
  const sound = (named: string) =>
    `<AdaptationSet mimeType="audio/mp4"><Representation id="a" codecs="mp4a.40.2"><BaseURL>${named}</BaseURL></Representation></AdaptationSet>`;
  const read = (...periods: string[]) => {
    const { tracks, seconds } = readDash(
      `<MPD mediaPresentationDuration="PT60S">${periods.join('')}</MPD>`,
      new URL('https://cdn.example/a.mpd'),
    );
    const names = tracks.map(({ pieces }) => pieces.map(({ url }) => url.slice('https://cdn.example/'.length)));
    return { names, seconds, cuts: tracks.map(({ cuts }) => cuts) };
  };

  test('follow each other where they are alike', () => {
    const [first, second] = ['1', '2'].map(n => set('avc1.64001f', 90, `v${n}`) + sound(`a${n}`));
    const both = read(`<Period>${first}</Period>`, `<Period start="PT20S">${second}</Period>`);
    expect(both).toEqual({
      names: [
        ['v1', 'v2'],
        ['a1', 'a2'],
      ],
      seconds: 60,
      cuts: [[1], [1]],
    });
  });

  test.each([
    ['another host', set('avc1.64001f', 90, 'https://ads.example/v') + sound('a1')],
    ['another size', set('avc1.64001f', 50, 'v1') + sound('a1')],
    ['another codec', set('hvc1.1.6', 90, 'v1') + sound('a1')],
    ['no sound', set('avc1.64001f', 90, 'v1')],
    ['protection', set('avc1.64001f', 90, 'v1').replace('<BaseURL', '<ContentProtection/><BaseURL') + sound('a1')],
  ])('an advertisement with %s is left out, and does not count', (_, inner) => {
    const main = `<Period start="PT20S">${set('avc1.64001f', 90, 'v2')}${sound('a2')}</Period>`;
    const only = read(`<Period start="PT0S">${inner}</Period>`, main);
    expect(only).toEqual({ names: [['v2'], ['a2']], seconds: 40, cuts: [undefined, undefined] });
  });

  test('of codecs that cannot be joined without a new encoding, the longest is taken', () => {
    const one = (n: string) => set('vp09.00.10.08', 90, n).replace('video/mp4', 'video/webm');
    const only = read(`<Period>${one('v1')}</Period>`, `<Period start="PT20S">${one('v2')}</Period>`);
    expect(only).toEqual({ names: [['v2']], seconds: 40, cuts: [undefined] });
  });
});

test('a hostile manifest is refused', async () => {
  const video = (base: string) =>
    `<AdaptationSet mimeType="video/mp4"><Representation id="v"><BaseURL>${base}</BaseURL></Representation></AdaptationSet>`;
  for (const named of ['file:///etc/passwd', 'http://127.0.0.1/a.mp4', 'https://other.example/a.mp4'])
    expect(await refused(() => dash(video(named)))).toBe('LINK_REFUSED');
  expect(await refused(() => dash(video('a.mp4'), 'type="dynamic"'))).toBe('LINK_LIVE');
  const keys = video('a.mp4').replace('<Representation', '<ContentProtection schemeIdUri="x"/><Representation');
  expect(await refused(() => dash(keys))).toBe('LINK_PROTECTED');
  const template = '<SegmentTemplate timescale="1" duration="1" media="$Number$.m4s"/>';
  const endless = `<AdaptationSet mimeType="video/mp4">${template}<Representation id="v"/></AdaptationSet>`;
  expect(await refused(() => dash(endless, 'mediaPresentationDuration="PT999999H"'))).toBe('PLAYLIST_TOO_LONG');
  const timeline = endless.replace(
    '<SegmentTemplate timescale="1" duration="1" media="$Number$.m4s"/>',
    '<SegmentTemplate media="$Time$.m4s"><SegmentTimeline><S d="1" r="999999999"/></SegmentTimeline></SegmentTemplate>',
  );
  expect(await refused(() => dash(timeline))).toBe('PLAYLIST_TOO_LONG');
  // Thousands of qualities, each with the thousands of pieces that one template tells of.
  const many = endless.replace('<Representation id="v"/>', '<Representation id="v"/>'.repeat(2000));
  expect(await refused(() => dash(many, 'mediaPresentationDuration="PT4000S"'))).toBe('PLAYLIST_TOO_LONG');
  const long = endless.replace('$Number$', '$Number$'.repeat(100_000));
  expect(await refused(() => dash(long, 'mediaPresentationDuration="PT4000S"'))).toBe('FILE_CORRUPT');
  const named = endless
    .replace('$Number$', '$RepresentationID$'.repeat(200))
    .replace('id="v"', `id="${'v'.repeat(100_000)}"`);
  expect(await refused(() => dash(named, 'mediaPresentationDuration="PT4000S"'))).toBe('LINK_REFUSED');
  const entity = '<!DOCTYPE a [<!ENTITY b "c">]><MPD><Period/></MPD>';
  expect(await refused(() => readDash(entity, dashBase))).toBe('FILE_CORRUPT');
  expect(await refused(() => dash('<x>'.repeat(100)))).toBe('PLAYLIST_TOO_LONG');
  expect(await refused(() => readDash('<html/>', dashBase))).toBe('FILE_CORRUPT');
});
