// For tests: small audio files, and disc, broadcast and legacy containers, with forged headers. Sources: ID3v2.3 (frames, compression), RFC 9639
// (FLAC), RFC 3533 (Ogg), ISO/IEC 13818-1 (transport streams), Adobe FLV 10.1 (script data).
import { deflateSync } from 'node:zlib';
import { ascii, chunk, type HostileClip, packBits, repeat, u8, u16, u32, u64 } from './test-containers.ts';

const max = 0xffff_ffff;
const megabyte = 1024 * 1024;
const le32 = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);
const le16 = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);

/** A 28-bit number in four bytes, as ID3 encodes lengths. */
const syncSafe = (value: number) => u8((value >> 21) & 127, (value >> 14) & 127, (value >> 7) & 127, value & 127);
const mp3Frame = Buffer.concat([u8(0xff, 0xfb, 0x90, 0x64), Buffer.alloc(413)]);
const mp3 = repeat(40, () => mp3Frame);

function tagged(name: string, frames: Buffer, claimed = frames.length): HostileClip {
  return {
    name: `ID3: ${name}`,
    fileName: 'a.mp3',
    options: { format: 'wav' },
    bytes: Buffer.concat([ascii('ID3\x03\0\0'), syncSafe(claimed), frames, mp3]),
  };
}
const id3Frame = (name: string, body: Buffer, flags = 0, claimed = body.length) =>
  Buffer.concat([ascii(name), u32(claimed), u16(flags), body]);
const cover = (bytes: Buffer) => Buffer.concat([ascii('\0image/jpeg\0\x03\0'), bytes]);

function lieInTags(): HostileClip[] {
  const padding = tagged('250 MB of padding', Buffer.alloc(0), 250 * megabyte);
  const picture = tagged(
    'a cover of 250 MB',
    id3Frame('APIC', cover(Buffer.alloc(0)), 0, 250 * megabyte),
    250 * megabyte + 100,
  );
  const bomb = Buffer.concat([u32(max >>> 1), deflateSync(Buffer.alloc(30 * megabyte))]);
  return [
    { ...padding, paddedBytes: 251 * megabyte },
    { ...picture, paddedBytes: 251 * megabyte },
    tagged('a packed text of 2 GB', id3Frame('TXXX', bomb, 0x80)),
    tagged(
      '20,000 pictures',
      repeat(20_000, () => id3Frame('APIC', cover(u8(0xff, 0xd8, 0xff)))),
    ),
    tagged(
      '20,000 chapters',
      repeat(20_000, i => id3Frame('CHAP', Buffer.concat([ascii(`c${i}\0`), u32(i), u32(i + 1), u32(max), u32(max)]))),
    ),
    tagged(
      'tags inside tags',
      repeat(5000, () => Buffer.concat([ascii('ID3\x03\0\0'), syncSafe(10)])),
    ),
    {
      name: 'MP3: four billion frames in its first one',
      fileName: 'a.mp3',
      options: { format: 'wav' },
      bytes: Buffer.concat([
        u8(0xff, 0xfb, 0x90, 0x64),
        Buffer.alloc(32),
        ascii('Xing'),
        u32(3),
        u32(max),
        u32(max),
        Buffer.alloc(361),
        mp3,
      ]),
    },
  ];
}

function lieInFlac(): HostileClip[] {
  const stream = (hertz: number, samples: number) =>
    packBits([
      [16, 16],
      [16, 65_535],
      [24, 0],
      [24, 0],
      [20, hertz],
      [3, 1],
      [5, 15],
      [4, Math.floor(samples / 2 ** 32)],
      [32, samples % 2 ** 32],
    ]);
  const part = (kind: number, body: Buffer, isLast = false, claimed = body.length) =>
    Buffer.concat([u32(((isLast ? 0x80 : 0) | kind) * 2 ** 24 + claimed), body]);
  const first = (hertz: number, samples: number) => part(0, Buffer.concat([stream(hertz, samples), Buffer.alloc(16)]));
  const file = (name: string, ...parts: readonly Buffer[]): HostileClip => ({
    name: `FLAC: ${name}`,
    fileName: 'a.flac',
    options: { format: 'wav' },
    bytes: Buffer.concat([ascii('fLaC'), ...parts, Buffer.alloc(400)]),
  });
  const picture = (width: number, bytes: number) =>
    Buffer.concat([
      u32(3),
      u32(10),
      ascii('image/jpeg'),
      u32(0),
      u32(width),
      u32(width),
      u32(24),
      u32(0),
      u32(bytes),
      Buffer.alloc(16),
    ]);
  return [
    file('a picture of four gigabytes', first(48_000, 48_000), part(6, picture(max, max), true)),
    file(
      'a picture of 16 MB that is not there',
      first(48_000, 48_000),
      part(6, picture(100, 16_000_000), true, 0xff_ffff),
    ),
    file(
      '3,000 pictures',
      first(48_000, 48_000),
      repeat(3000, () => part(6, picture(100, 16))),
    ),
    file('a million hertz and 2^36 samples', first(1_048_575, 2 ** 36 - 1), part(1, Buffer.alloc(4), true)),
    file('four billion comments', first(48_000, 48_000), part(4, Buffer.concat([le32(0), le32(max)]), true)),
  ];
}

function lieInWave(): HostileClip[] {
  const file = (name: string, format: Buffer, claimed: number, head = 'RIFF'): HostileClip => ({
    name: `WAVE: ${name}`,
    fileName: 'a.wav',
    options: { format: 'mp3' },
    bytes: Buffer.concat([
      ascii(head),
      le32(max),
      ascii('WAVE'),
      chunk('fmt ', format),
      chunk('data', Buffer.alloc(3200, 9), claimed),
    ]),
  });
  const pcm = (channels: number, hertz: number, bytes: number) =>
    Buffer.concat([le16(1, channels), le32(hertz, max), le16(bytes, 16)]);
  return [
    file('four gigabytes in three kilobytes', pcm(2, 48_000, 4), max),
    file('four billion hertz', pcm(2, max, 4), 3200),
    file('65,535 channels', pcm(65_535, 48_000, 65_534), 3200),
    file('no channels', pcm(0, 0, 0), 3200),
    file(
      'a header of sound that holds video',
      Buffer.concat([le16(0xfffe, 2), le32(48_000, 4), le16(4, 16, 22, 16), le32(3), ascii('MJPG'), Buffer.alloc(12)]),
      3200,
    ),
  ];
}

/** An Ogg page with a wrong checksum, which demuxers ignore. */
const oggPage = (serial: number, flags: number, body: Buffer, place = 0n) => {
  const granule = Buffer.alloc(8);
  granule.writeBigUInt64LE(place);
  return Buffer.concat([ascii('OggS\0'), u8(flags), granule, le32(serial, 0, 0), u8(1, body.length), body]);
};
const opusHead = Buffer.concat([ascii('OpusHead\x01\x02'), le16(65_535), le32(48_000), u8(0, 0, 0)]);
const opusTags = Buffer.concat([ascii('OpusTags'), le32(4), ascii('none'), le32(0)]);

function lieInOgg(): HostileClip[] {
  const file = (name: string, bytes: Buffer): HostileClip => ({
    name: `Ogg: ${name}`,
    fileName: 'a.ogg',
    options: { format: 'mp3' },
    bytes,
  });
  const begin = Buffer.concat([oggPage(1, 2, opusHead), oggPage(1, 0, opusTags)]);
  return [
    file(
      '10,000 streams',
      repeat(10_000, i => oggPage(i, 2, opusHead)),
    ),
    file('an end after six million years', Buffer.concat([begin, oggPage(1, 4, u8(0xfc, 0xff, 0xfe), 2n ** 63n - 1n)])),
    file(
      'four billion comments',
      Buffer.concat([
        oggPage(1, 2, opusHead),
        oggPage(1, 0, Buffer.concat([ascii('OpusTags'), le32(max), le32(max)])),
        oggPage(1, 4, u8(0xfc), 960n),
      ]),
    ),
    file(
      'pages without end',
      Buffer.concat([begin, repeat(3000, () => oggPage(1, 1, Buffer.alloc(0), 2n ** 64n - 1n))]),
    ),
  ];
}

function packet(pid: number, body: Buffer, begins = true): Buffer {
  const head = Buffer.concat([u8(0x47), u16((begins ? 0x4000 : 0) | pid), u8(0x10), body]);
  return Buffer.concat([head, Buffer.alloc(Math.max(0, 188 - head.length), 0xff)]).subarray(0, 188);
}

/** Tables that declare as many streams as fit. Their checksums are wrong, which demuxers of files ignore. */
function lieInBroadcasts(): HostileClip[] {
  const table = (kind: number, entries: Buffer) =>
    Buffer.concat([u8(0, kind), u16(0xb000 | (entries.length + 9)), u8(0, 1, 0xc1, 0, 0), entries, u32(0)]);
  const programs = repeat(40, i => Buffer.concat([u16(i + 1), u16(0xe000 | (0x100 + i))]));
  const streams = (first: number) =>
    Buffer.concat([
      u16(0xe100),
      u16(0xf000),
      repeat(30, i => Buffer.concat([u8(0x1b), u16(0xe000 | (first + i)), u16(0xf000)])),
    ]);
  const maps = repeat(40, i => packet(0x100 + i, table(2, streams(0x400 + i * 30))));
  const time = (ticks: bigint) =>
    packet(0x400, Buffer.concat([u32(0x1e0), u16(0), u8(0x80, 0x80, 5), u64(ticks).subarray(3), Buffer.alloc(100)]));
  const jumps = Buffer.concat([
    packet(0, table(0, programs.subarray(0, 4))),
    packet(0x100, table(2, streams(0x400).subarray(0, 9))),
    time(0n),
    time(0x21ff_ffff_ffn),
    time(1n),
    time(0x2fff_ffff_ffn),
  ]);
  const pack = Buffer.concat([u32(0x1ba), u8(0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xf8)]);
  const sequence = Buffer.concat([
    u32(0x1b3),
    u8(0xff, 0xff, 0xff, 0x1f, 0xff, 0xff, 0xe0, 0xa0),
    u32(0x1b5),
    u8(0x1f, 0xff, 0xf0, 0, 0, 0),
    u32(0x100),
    Buffer.alloc(64, 0x55),
  ]);
  return [
    {
      name: 'transport stream: 1,200 streams in 40 programs',
      fileName: 'a.ts',
      bytes: Buffer.concat([
        packet(0, table(0, programs)),
        maps,
        repeat(200, i => packet(0x400 + i, Buffer.alloc(10))),
      ]),
    },
    {
      name: 'transport stream: jumps of 26 hours',
      fileName: 'a.ts',
      bytes: Buffer.concat([jumps, repeat(20, () => packet(0x400, Buffer.alloc(184), false))]),
    },
    {
      name: 'transport stream: empty packets alone',
      fileName: 'a.ts',
      bytes: repeat(20_000, () => packet(0x1fff, Buffer.alloc(0))),
    },
    {
      name: 'MPEG: 16,383 × 16,383',
      fileName: 'a.mpg',
      bytes: Buffer.concat([pack, u32(0x1e0), u16(sequence.length + 3), u8(0x80, 0, 0), sequence, pack, u32(0x1b9)]),
    },
    { name: 'MPEG: packs alone', fileName: 'a.mpg', bytes: repeat(50_000, () => pack) },
    {
      name: 'AAC: frames without bytes',
      fileName: 'a.aac',
      options: { format: 'mp3' },
      bytes: repeat(20_000, () => u8(0xff, 0xf1, 0x50, 0x80, 0, 0xff, 0xfc)),
    },
  ];
}

function lieInOldPlayers(): HostileClip[] {
  const flvTag = (kind: number, body: Buffer) =>
    Buffer.concat([u8(kind), u32(body.length).subarray(1), Buffer.alloc(7), body, u32(body.length + 11)]);
  const script = (value: Buffer) => flvTag(18, Buffer.concat([u8(2), u16(10), ascii('onMetaData'), value]));
  const flv = (name: string, ...tags: readonly Buffer[]): HostileClip => ({
    name: `FLV: ${name}`,
    fileName: 'a.flv',
    bytes: Buffer.concat([ascii('FLV\x01\x05\0\0\0\x09\0\0\0\0'), ...tags]),
  });
  const key = (name: string) => Buffer.concat([u16(name.length), ascii(name)]);
  const numbers = (name: string) => Buffer.concat([key(name), u8(10), u32(max)]);
  const guid = (hex: string, body: Buffer, claimed = BigInt(body.length + 24)) => {
    const size = Buffer.alloc(8);
    size.writeBigUInt64LE(claimed);
    return Buffer.concat([Buffer.from(hex, 'hex'), size, body]);
  };
  const asf = (name: string, ...parts: readonly Buffer[]): HostileClip => ({
    name: `ASF: ${name}`,
    fileName: 'a.wmv',
    bytes: guid('3026b2758e66cf11a6d900aa0062ce6c', Buffer.concat([le32(parts.length), u8(1, 2), ...parts])),
  });
  const properties = Buffer.concat([Buffer.alloc(24), Buffer.alloc(48, 0xff)]);
  return [
    flv(
      'four billion key frames',
      script(Buffer.concat([u8(3), key('keyframes'), u8(3), numbers('times'), numbers('filepositions')])),
    ),
    flv('20,000 objects inside each other', script(repeat(20_000, () => Buffer.concat([u8(3), key('a')])))),
    flv('a list of four billion', script(Buffer.concat([u8(8), u32(max)]))),
    flv('a tag of 16 MB', Buffer.concat([u8(9), u8(0xff, 0xff, 0xff), Buffer.alloc(7), u8(0x12)])),
    asf('a length of 58,000 years', guid('a1dcab8c47a9cf118ee400c00c205365', properties)),
    asf('an object of 2^63 bytes', guid('a1dcab8c47a9cf118ee400c00c205365', Buffer.alloc(80), 2n ** 63n - 1n)),
    asf('objects without size', guid('a1dcab8c47a9cf118ee400c00c205365', Buffer.alloc(0), 0n)),
    {
      name: 'RealMedia: chunks of four gigabytes',
      fileName: 'a.rm',
      bytes: Buffer.concat([
        ascii('.RMF'),
        u32(18),
        u16(1),
        u32(0),
        u32(9),
        ascii('PROP'),
        u32(max),
        u16(0),
        Buffer.alloc(40, 0xff),
        ascii('MDPR'),
        u32(max),
        Buffer.alloc(64, 0xff),
      ]),
    },
    {
      name: 'RealMedia: an index that leads to itself',
      fileName: 'a.rm',
      bytes: Buffer.concat([
        ascii('.RMF'),
        u32(18),
        u16(1),
        u32(0),
        u32(9),
        ascii('INDX'),
        u32(20),
        u16(0),
        u32(1000),
        u16(0),
        u32(18),
      ]),
    },
  ];
}

/** Audio files and unusual containers with forged headers. */
export const lieElsewhere = (): HostileClip[] => [
  ...lieInTags(),
  ...lieInFlac(),
  ...lieInWave(),
  ...lieInOgg(),
  ...lieInBroadcasts(),
  ...lieInOldPlayers(),
];
