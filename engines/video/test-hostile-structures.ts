// For tests: small files with very many of what ffmpeg compares with each other, or plays over and over. Each is written with any number of them.
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
  repeat,
  replaceBox,
  track,
  u8,
  u16,
  u32,
} from './test-containers.ts';

const le16 = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
const le32 = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const syncSafe = (value: number) => u8((value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127);

const mp3Frames = repeat(40, () => Buffer.concat([u8(0xff, 0xfb, 0x90, 0x64), Buffer.alloc(413)]));
const id3Frame = (name: string, body: Buffer) => Buffer.concat([ascii(name), u32(body.length), u16(0), body]);
const id3 = (frames: Buffer) => Buffer.concat([ascii('ID3\x03\0\0'), syncSafe(frames.length), frames]);
const text = (nth: number) => id3Frame('TXXX', ascii(`\0K${nth}\0v`));

const comments = (count: number) => {
  const one = (nth: number) => ascii(`K${nth}=v`);
  return Buffer.concat([
    le32(1),
    ascii('x'),
    le32(count),
    repeat(count, nth => Buffer.concat([le32(one(nth).length), one(nth)])),
  ]);
};

const flacInfo = Buffer.from('664c614300000022100010000000000000000ac442f000000000', 'hex');
const flac = (count: number) => {
  const listed = comments(count);
  return Buffer.concat([
    flacInfo,
    Buffer.alloc(42 - flacInfo.length),
    u32(0x84 * 2 ** 24 + listed.length),
    listed,
    Buffer.alloc(400),
  ]);
};

function ogg(count: number): Buffer {
  const page = (flags: number, number: number, body: Buffer) => {
    const lengths = [...Array.from({ length: Math.floor(body.length / 255) }, () => 255), body.length % 255];
    const listed = body.length === 255 * 255 ? lengths.slice(0, 255) : lengths;
    return Buffer.concat([
      ascii('OggS\0'),
      u8(flags),
      Buffer.alloc(8),
      le32(1, number, 0),
      u8(listed.length, ...listed),
      body,
    ]);
  };
  const head = Buffer.concat([ascii('OpusHead\x01\x02'), le16(312), le32(48_000), u8(0, 0, 0)]);
  const tags = Buffer.concat([ascii('OpusTags'), comments(count)]);
  const pages = [page(2, 0, head)];
  for (let at = 0; at < tags.length; at += 255 * 255)
    pages.push(page(at === 0 ? 0 : 1, pages.length, tags.subarray(at, at + 255 * 255)));
  return Buffer.concat(pages);
}

const riffTags = (count: number) =>
  chunk(
    'LIST',
    Buffer.concat([ascii('INFO'), repeat(count, nth => chunk(nth.toString(36).padStart(4, 'A'), ascii('v\0')))]),
  );
const waveFormat = Buffer.concat([le16(1, 1), le32(44_100, 88_200), le16(2, 16)]);
const wave = (count: number) =>
  chunk(
    'RIFF',
    Buffer.concat([ascii('WAVE'), chunk('fmt ', waveFormat), riffTags(count), chunk('data', Buffer.alloc(3200))]),
  );

function flv(count: number): Buffer {
  const name = (value: string) => Buffer.concat([u16(value.length), ascii(value)]);
  const values = repeat(count, nth => Buffer.concat([name(`k${nth}`), u8(2), name('v')]));
  const frames = Buffer.concat([name('keyframes'), u8(10), u32(2), u8(0), Buffer.alloc(8), u8(5)]);
  const body = Buffer.concat([u8(2), name('onMetaData'), u8(8), u32(count), frames, values, u8(0, 0, 9)]);
  const head = Buffer.concat([u8(18), u32(body.length).subarray(1), Buffer.alloc(7)]);
  return Buffer.concat([ascii('FLV\x01\x05\0\0\0\x09\0\0\0\0'), head, body, u32(body.length + 11)]);
}

function wmv(count: number): Buffer {
  const object = (name: string, body: Buffer) => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(BigInt(body.length + 24));
    return Buffer.concat([Buffer.from(name, 'hex'), size, body]);
  };
  const word = (value: string) => Buffer.from(`${value}\0`, 'utf16le');
  const one = (nth: number) => Buffer.concat([le16(word(`k${nth}`).length), word(`k${nth}`), le16(0, 4), word('v')]);
  const tags = object('40a4d0d207e3d21197f000a0c95ea850', Buffer.concat([le16(count), repeat(count, one)]));
  return object('3026b2758e66cf11a6d900aa0062ce6c', Buffer.concat([le32(1), u8(1, 2), tags]));
}

/** Program association sections, 250 programs in each. */
function transport(count: number): Buffer {
  const packets: Buffer[] = [];
  const each = 250;
  for (let at = 0; at < count; at += each) {
    const programs = repeat(Math.min(each, count - at), nth => Buffer.concat([u16(at + nth + 1), u16(0xe100)]));
    const length = 9 + programs.length;
    const head = Buffer.concat([u8(0, 0), u16(0xb000 | length), u16(1), u8(0xc1, at / each, 255)]);
    const section = Buffer.concat([head, programs, u32(0)]);
    for (let part = 0; part < section.length; part += 184) {
      const packet = Buffer.alloc(188, 0xff);
      packet.set([0x47, part === 0 ? 0x40 : 0, 0, 0x10 | (packets.length & 15)]);
      section.copy(packet, 4, part, part + 184);
      packets.push(packet);
    }
  }
  while (packets.length < 20) packets.push(Buffer.concat([u8(0x47, 0x1f, 0xff, 0x10), Buffer.alloc(184, 0xff)]));
  return Buffer.concat(packets);
}

async function makeMatroska(first: (count: number) => Buffer): Promise<(count: number) => Buffer> {
  const frame = await makeFrame();
  const tracks = track({ codec: 'V_MJPEG', width: 16, height: 16, frameNs: 40_000_000 });
  return count => matroska({ tracks, first: first(count), rest: cluster(0, block(1, 0, frame)), seconds: 1 });
}

const simpleTags = (count: number) =>
  element(
    '1254c367',
    element(
      '7373',
      repeat(count, nth =>
        element('67c8', Buffer.concat([element('45a3', ascii(`K${nth}`)), element('4487', u8(65))])),
      ),
    ),
  );
const seekTo = (at: number) =>
  element('114d9b74', element('4dbb', Buffer.concat([element('53ab', u32(0x1254c367)), element('53ac', u32(at))])));

async function inMatroska(): Promise<readonly Structure[]> {
  const chapters = (count: number) => {
    const one = (nth: number) =>
      element('b6', Buffer.concat([element('73c4', u32(((nth * 7919) % count) + 1)), element('91', u32(nth))]));
    return element('1043a770', element('45b9', repeat(count, one)));
  };
  const cues = (count: number) => {
    const place = element('b7', Buffer.concat([element('f7', u8(1)), element('f1', u8(1))]));
    return element(
      '1c53bb6b',
      repeat(count, nth => element('bb', Buffer.concat([element('b3', u32(count - nth)), place]))),
    );
  };
  const nested = (count: number) =>
    element(
      '1254c367',
      element(
        '7373',
        repeat(count, () => element('67c8', element('67c8', u8(0xec, 0x80)))),
      ),
    );
  const hidden = (count: number) => {
    const tags = simpleTags(count);
    // Behind the 45 bytes of the information about the file: the seek head, the head of an element without meaning, and the tags in it.
    const behind = 45 + seekTo(0).length + 9;
    return Buffer.concat([seekTo(behind), element('ec', tags)]);
  };
  const behindDamage = (count: number) => Buffer.concat([Buffer.alloc(300), simpleTags(count)]);
  return [
    { name: 'tags', fileName: 'a.mkv', make: await makeMatroska(simpleTags) },
    { name: 'tags in tags', fileName: 'a.webm', make: await makeMatroska(nested) },
    { name: 'tags that a seek head names', fileName: 'a.mkv', make: await makeMatroska(hidden) },
    { name: 'tags behind damaged bytes', fileName: 'a.mkv', make: await makeMatroska(behindDamage) },
    { name: 'chapters', fileName: 'a.mkv', make: await makeMatroska(chapters) },
    { name: 'seek points, the last one first', fileName: 'a.mkv', make: await makeMatroska(cues) },
  ];
}

/** `clip` is an MP4 of a minute with its index at the end and one track. */
function inMp4(clip: Buffer): readonly Structure[] {
  const toEdits = ['moov', 'trak', 'edts'];
  const edits = (count: number, ms: number, from: (nth: number) => number, version = 0) => {
    const time = (value: number) => (version === 1 ? Buffer.concat([u32(0), u32(value)]) : u32(value));
    const one = (nth: number) => Buffer.concat([time(ms), time(from(nth)), u32(0x10000)]);
    const body = Buffer.concat([u32(version * 2 ** 24), u32(count), repeat(count, one)]);
    return replaceBox(clip, toEdits, () => box('edts', box('elst', body)));
  };
  const beside = (more: Buffer) => replaceBox(clip, ['moov', 'mvhd'], old => Buffer.concat([old, more]));
  const data = box('data', Buffer.concat([u32(1), u32(0), ascii('v')]));
  const keys = (count: number) => {
    const name = (nth: number) => ascii(`k${nth}`);
    const listed = repeat(count, nth => Buffer.concat([u32(name(nth).length + 8), ascii('mdta'), name(nth)]));
    return Buffer.concat([
      fullBox('hdlr', Buffer.concat([u32(0), ascii('mdta'), Buffer.alloc(13)])),
      fullBox('keys', Buffer.concat([u32(count), listed])),
      box(
        'ilst',
        repeat(count, nth => Buffer.concat([u32(data.length + 8), u32(nth + 1), data])),
      ),
    ]);
  };
  const named = (count: number) =>
    box(
      'udta',
      repeat(count, nth => box(`\xa9${nth.toString(36).padStart(3, 'a')}`, ascii('\0\x01\x55\xc4v'))),
    );
  return [
    // Each plays the whole minute; the track has 12,800 ticks per second, the movie 1,000.
    { name: 'edits of the whole clip', fileName: 'a.mp4', make: count => edits(count, 60_000, () => 0), harmless: 2 },
    {
      name: 'long edits of the whole clip',
      fileName: 'a.mov',
      make: count => edits(count, 60_000, () => 0, 1),
      harmless: 2,
    },
    {
      name: 'edits of one frame far behind a key frame',
      fileName: 'a.mp4',
      make: count => edits(Math.min(count, 900), 40, () => 512 * 240),
      harmless: 20,
    },
    { name: 'keys', fileName: 'a.mov', make: count => beside(box('meta', keys(count))) },
    { name: 'keys of user data', fileName: 'a.mp4', make: count => beside(box('udta', fullBox('meta', keys(count)))) },
    { name: 'user data', fileName: 'a.3gp', make: count => beside(named(count)) },
  ];
}

export interface Structure {
  /** What the file has very many of. */
  readonly name: string;
  readonly fileName: string;
  readonly make: (count: number) => Buffer;
  /** How many a recording may well have; absent: 100. */
  readonly harmless?: number;
}

/** Small files with very many of one thing. `clip` is an MP4 of a minute with its index at the end and one track. */
export async function makeStructures(clip: Buffer): Promise<readonly Structure[]> {
  const frame = await makeFrame();
  const chapter = (nth: number) =>
    id3Frame('CHAP', Buffer.concat([ascii(`c${nth}\0`), u32(nth), u32(nth + 1), u32(0xffffffff), u32(0xffffffff)]));
  const inChapter = (count: number) =>
    id3Frame('CHAP', Buffer.concat([ascii('c\0'), u32(0), u32(1), u32(0), u32(0), repeat(count, text)]));
  const inAvi = (count: number) =>
    makeAvi({ streams: ['vids'], movi: [chunk('00dc', frame)], after: [riffTags(count)] });
  return [
    ...inMp4(clip),
    ...(await inMatroska()),
    { name: 'texts', fileName: 'a.mp3', make: count => Buffer.concat([id3(repeat(count, text)), mp3Frames]) },
    { name: 'chapters', fileName: 'b.mp3', make: count => Buffer.concat([id3(repeat(count, chapter)), mp3Frames]) },
    { name: 'texts of a chapter', fileName: 'c.mp3', make: count => Buffer.concat([id3(inChapter(count)), mp3Frames]) },
    {
      name: 'tags one after the other',
      fileName: 'd.mp3',
      make: count => Buffer.concat([repeat(count, nth => id3(text(nth))), mp3Frames]),
    },
    { name: 'comments', fileName: 'a.flac', make: flac },
    { name: 'comments', fileName: 'a.ogg', make: ogg },
    { name: 'information', fileName: 'a.wav', make: wave },
    { name: 'information', fileName: 'a.avi', make: inAvi },
    { name: 'values', fileName: 'a.flv', make: flv },
    { name: 'descriptions', fileName: 'a.wmv', make: wmv },
    { name: 'programs', fileName: 'a.ts', make: transport },
  ];
}

/** The worst of them, as a file of 150 KB: ten thousand edits that each play a minute. */
export const playOverAndOver = (clip: Buffer): HostileClip => ({
  name: 'MP4: 10,000 edits of the whole clip',
  fileName: 'a.mp4',
  bytes: inMp4(clip)[0]!.make(10_000),
});
