// For tests: malicious clips, by what they attempt: to have another file read, a request sent, or the machine kept busy.
import type { MediaName } from 'contract/media.ts';
import {
  ascii,
  block,
  box,
  chunk,
  cluster,
  element,
  fullBox,
  type HostileClip,
  makeAvi,
  makeFrame,
  matroska,
  matroskaHead,
  replaceBox,
  track,
  u8,
  u16,
  u32,
} from './test-containers.ts';

/** The targets that must remain untouched. */
export interface Bait {
  /** A file outside the task. */
  readonly canary: string;
  /** A server on loopback. */
  readonly url: string;
}

/** Playlists and references in every format that ffmpeg or an old player reads. */
function writeLures({ canary, url }: Bait): readonly (readonly [name: string, text: string])[] {
  const xml = '<?xml version="1.0"?>';
  return [
    ['a playlist', `#EXTM3U\n#EXTINF:9,\nfile://${canary}\n#EXTINF:9,\n${url}/a.ts\n#EXT-X-ENDLIST\n`],
    [
      'a playlist with a key',
      `#EXTM3U\n#EXT-X-MAP:URI="file://${canary}"\n#EXT-X-KEY:METHOD=AES-128,URI="${url}/key"\n#EXTINF:9,\nconcat:${canary}|${url}/b\n#EXT-X-ENDLIST\n`,
    ],
    ['a list to join', `ffconcat version 1.0\nfile 'file:${canary}'\nfile '${url}/a.mp4'\n`],
    [
      'a session',
      `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\na=control:${url}\nm=video 9 RTP/AVP 96\n`,
    ],
    [
      'a DASH manifest',
      `${xml}<MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT9S"><Period><BaseURL>${url}/</BaseURL><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="9"><BaseURL>file://${canary}</BaseURL></Representation></AdaptationSet></Period></MPD>`,
    ],
    ['a SMIL page', `${xml}<smil><body><video src="file://${canary}"/><video src="${url}/a.mp4"/></body></smil>`],
    [
      'an XSPF list',
      `${xml}<playlist version="1"><trackList><track><location>${url}/a</location></track></trackList></playlist>`,
    ],
    ['an ASX list', `<asx version="3.0"><entry><ref href="file://${canary}"/><ref href="${url}/a"/></entry></asx>`],
    ['a PLS list', `[playlist]\nFile1=${url}/a\nFile2=${canary}\nNumberOfEntries=2\n`],
    ['a stream address', `rtsptext\nrtsp://127.0.0.1:${new URL(url).port}/a\n`],
    [
      'an IMF composition',
      `${xml}<CompositionPlaylist xmlns="http://www.smpte-ra.org/schemas/2067-3/2016"><Id>urn:uuid:0</Id></CompositionPlaylist>`,
    ],
    [
      'a smooth manifest',
      `${xml}<SmoothStreamingMedia MajorVersion="2"><StreamIndex Url="${url}/a"/></SmoothStreamingMedia>`,
    ],
    ['a script', `AviSource("${canary}")\nDirectShowSource("${url}/a")\n`],
    [
      'subtitles that name files',
      `WEBVTT\n\n00:00.000 --> 00:09.000\n<img src="${url}/a"><script src="file://${canary}"></script>\n`,
    ],
  ];
}

/** Magic bytes of each type. */
export const firstBytes: Readonly<Partial<Record<MediaName, Buffer>>> = {
  mp4: box('ftyp', ascii('mp42\0\0\0\0mp42isom')),
  mov: box('wide', Buffer.alloc(0)),
  mkv: matroskaHead(),
  avi: ascii('RIFF\xff\0\0\0AVI '),
  flv: ascii('FLV\x01\x05\0\0\0\x09\0\0\0\0'),
  wmv: Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex'),
  rmvb: ascii('.RMF\0\0\0\x12\0\x01\0\0\0\0\0\0\0\x06'),
  mpg: u32(0x1ba),
  mp3: ascii('ID3\x03\0\0\0\0\0\0'),
  wav: ascii('RIFF\xff\0\0\0WAVE'),
  ogg: ascii('OggS'),
  flac: ascii('fLaC'),
  aac: u8(0xff, 0xf1, 0x50, 0x80),
};

/** Puts a text into transport stream packets. */
function packTransport(text: string): Buffer {
  const bytes = Buffer.alloc(188 * Math.max(4, Math.ceil(text.length / 184)), 0xff);
  for (let at = 0; at < bytes.length; at += 188) {
    bytes.set([0x47, 0x40, 0, 0x10], at);
    bytes.write(text.slice((at / 188) * 184, (at / 188 + 1) * 184), at + 4, 'latin1');
  }
  return bytes;
}

const namesOfClips = ['a.mp4', 'a.mov', 'a.mkv'];

/** The playlists as they are, and disguised behind magic bytes of other types. */
function hideLures(bait: Bait): HostileClip[] {
  const lures = writeLures(bait);
  const heads = Object.entries(firstBytes);
  const nameAt = (index: number) => namesOfClips[index % namesOfClips.length]!;
  const bare = lures.map(([name, text], index) => ({ name, fileName: nameAt(index), bytes: Buffer.from(text) }));
  const hidden = lures.flatMap(([name, text], index) => {
    // The playlists that ffmpeg itself reads follow every header, the others one each.
    const chosen = index < 3 ? heads : [heads[index % heads.length]!];
    return chosen.map(([type, head]) => ({
      name: `${name} behind the first bytes of ${type}`,
      fileName: nameAt(index),
      bytes: Buffer.concat([head, Buffer.from(text)]),
    }));
  });
  const packed = lures
    .slice(0, 3)
    .map(([name, text]) => ({ name: `${name} in a transport stream`, fileName: 'a.mp4', bytes: packTransport(text) }));
  return [...bare, ...hidden, ...packed];
}

/** An alias atom of old Macintosh files (QuickTime File Format, data reference atoms) with an absolute path. */
function writeAlias(path: string): Buffer {
  const named = Buffer.alloc(150);
  named.set([4, ...ascii('disk')], 10);
  named.set([6, ...ascii('canary')], 50);
  const text = ascii(path.length % 2 === 0 ? path : `${path}\0`);
  return Buffer.concat([named.subarray(0, 146), u16(2), u16(path.length), text, u16(0xffff), u16(0)]);
}

const toDataReference = ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref'];

/** Clips whose header references another file. `clip` is a valid MP4 with its index at the end. */
function refer(clip: Buffer, { canary, url }: Bait): HostileClip[] {
  const to = (name: string, entry: Buffer): HostileClip => ({
    name: `an MP4 whose tracks lie in ${name}`,
    fileName: 'a.mov',
    bytes: replaceBox(clip, toDataReference, () => fullBox('dref', Buffer.concat([u32(1), entry]))),
  });
  const movie = (name: string, text: string): HostileClip => ({
    name: `a movie that is ${name}`,
    fileName: 'a.mov',
    bytes: box(
      'moov',
      box('rmra', box('rmda', fullBox('rdrf', Buffer.concat([ascii(name.slice(-4)), u32(text.length), ascii(text)])))),
    ),
  });
  return [
    to('another file', fullBox('url ', ascii(`file://${canary}\0`))),
    to('another place', fullBox('url ', ascii(`${url}/a.mp4\0`))),
    to('a path', fullBox('url ', ascii(`${canary}\0`))),
    to('an alias', fullBox('alis', writeAlias(canary))),
    to('a named resource', fullBox('rsrc', writeAlias(canary))),
    to('a name', fullBox('urn ', ascii(`x\0file://${canary}\0`))),
    movie('a reference, url ', `file://${canary}\0`),
    movie('a reference, alis', canary),
  ];
}

/** Matroska subtitles, attachments, chapters and links, and AVI subtitles, each with a path or markup. */
function accompany({ canary, url }: Bait, frame: Buffer): HostileClip[] {
  const jpeg = { codec: 'V_MJPEG', width: 16, height: 16, frameNs: 40_000_000 };
  const frames = Buffer.concat([0, 40, 80].map(at => cluster(at, block(1, 0, frame))));
  const markup = `{\\fn${canary}}{\\p1}<font face="file://${canary}"><img src="${url}/a">`;
  const ass = `[Script Info]\n[Fonts]\nfontname: ${canary}\n[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,${markup}`;
  const subtitles = (codec: string) => Buffer.concat([track(jpeg), track({ number: 2, codec, setup: ascii(ass) })]);
  const withText = (codec: string): HostileClip => ({
    name: `a track of ${codec} with paths and markup`,
    fileName: 'a.mkv',
    options: { format: 'mkv', speed: 2 },
    bytes: matroska({
      tracks: subtitles(codec),
      rest: Buffer.concat([frames, cluster(0, block(2, 0, ascii(markup)))]),
      seconds: 1,
    }),
  });
  const attached = Buffer.concat([
    element('466e', ascii(`../../../..${canary}`)),
    element('4660', ascii('application/x-truetype-font')),
    element('46ae', u32(7)),
    element('465c', ascii(`file://${canary}`)),
  ]);
  const linked = Buffer.concat([
    element('3c83ab', ascii(canary)),
    element('3e83bb', ascii(`${url}/next.mkv`)),
    element('7384', ascii(canary)),
  ]);
  const gab2 = Buffer.concat([ascii('GAB2\0'), u8(2, 0), u8(2, 0, 0, 0), ascii('a\0'), u8(4, 0)]);
  const list = ascii(`#EXTM3U\n#EXTINF:9,\nfile://${canary}\n#EXTINF:9,\n${url}/a.ts\n#EXT-X-ENDLIST\n`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  return [
    ...['S_TEXT/UTF8', 'S_TEXT/ASS', 'S_TEXT/WEBVTT', 'S_VOBSUB', 'S_HDMV/PGS'].map(withText),
    {
      name: 'an attachment with a path',
      fileName: 'a.mkv',
      options: { format: 'mkv', speed: 2 },
      bytes: matroska({
        tracks: track(jpeg),
        rest: Buffer.concat([element('1941a469', element('61a7', attached)), frames]),
        seconds: 1,
      }),
    },
    {
      name: 'a Matroska that links to other files',
      fileName: 'a.mkv',
      bytes: matroska({ tracks: track(jpeg), first: element('1549a966', linked), rest: frames, seconds: 1 }),
    },
    {
      name: 'an AVI whose subtitles are a playlist',
      fileName: 'a.avi',
      bytes: makeAvi({
        streams: ['vids', 'txts'],
        movi: [chunk('01tx', Buffer.concat([gab2, length, list])), chunk('00dc', frame), chunk('00dc', frame)],
      }),
    },
  ];
}

/** Files that try to have another file read or a request sent. `clip` is a valid MP4 with its index at the end. */
export async function makeSpies(clip: Buffer, bait: Bait): Promise<HostileClip[]> {
  return [...hideLures(bait), ...refer(clip, bait), ...accompany(bait, await makeFrame())];
}
