// For tests: clips whose headers lie: about sizes, times, numbers of streams and frames, and where things are. Each is small.
import { deflateSync } from 'node:zlib';
import {
  ascii,
  block,
  box,
  chunk,
  cluster,
  element,
  endless,
  escapeUnit,
  fullBox,
  golomb,
  type HostileClip,
  makeAvi,
  makeFrame,
  matroska,
  packBits,
  patchBox,
  repeat,
  replaceBox,
  track,
  u8,
  u16,
  u32,
  u64,
} from './test-containers.ts';

const most = 0xffff_ffff;
const many = 0x7fff_ffff;
const toTrack = ['moov', 'trak'];
const toMedia = [...toTrack, 'mdia'];
const toTable = [...toMedia, 'minf', 'stbl'];
const nestBoxes = (name: string, depth: number): Buffer => {
  // From the inside out, and each header once: the sizes grow by eight.
  const heads = Array.from({ length: depth }, (_, index) => Buffer.concat([u32((depth - index) * 8), ascii(name)]));
  return Buffer.concat(heads);
};

/** An MP4 whose index lies. `clip` is a sound MP4 with its index at the end and a picture track first. */
export function lieInMp4(clip: Buffer): HostileClip[] {
  const patch = (name: string, way: readonly string[], fields: Readonly<Record<number, number>>, options = {}) => ({
    name: `MP4: ${name}`,
    fileName: 'a.mp4',
    bytes: patchBox(clip, way, fields),
    options,
  });
  const replace = (name: string, way: readonly string[], make: (old: Buffer) => Buffer, options = {}) => ({
    name: `MP4: ${name}`,
    fileName: 'a.mp4',
    bytes: replaceBox(clip, way, make),
    options,
  });
  const inTable = (name: string) => [...toTable, name];
  const after = (more: Buffer) => (old: Buffer) => Buffer.concat([old, more]);
  const edits = (count: number, entry: Buffer) => (): Buffer =>
    box('edts', fullBox('elst', Buffer.concat([u32(count), repeat(count, () => entry)])));
  return [
    patch('two billion frames of one step', inTable('stts'), { 4: 1, 8: many, 12: 1 }),
    patch('all frames at once', inTable('stts'), { 12: 0 }, { speed: 2 }),
    patch('steps of 49 days', inTable('stts'), { 12: most }),
    patch('two billion frames of one byte', inTable('stsz'), { 4: 1, 8: many }),
    patch('a billion sizes that are not there', inTable('stsz'), { 4: 0, 8: 1 << 30 }),
    patch('frames of two gigabytes', inTable('stsz'), { 12: many, 16: many }),
    patch('a billion places that are not there', inTable('stco'), { 4: 1 << 30 }),
    patch('places behind the end', inTable('stco'), { 8: many }),
    patch('two billion frames in one place', inTable('stsc'), { 12: many }),
    patch('a clock of four billion ticks', [...toMedia, 'mdhd'], { 12: most, 16: 1 }, { speed: 2 }),
    patch('a clock without ticks', [...toMedia, 'mdhd'], { 12: 0 }),
    patch('a length of 136 years', [...toMedia, 'mdhd'], { 16: most }),
    patch('65,535 pixels a side', [...toTable, 'stsd', 'avc1'], { 24: most }, { speed: 2 }),
    patch('a million kinds of tracks', inTable('stsd'), { 4: 1_000_000 }),
    patch('a picture that says it is sound', [...toMedia, 'hdlr'], { 8: 0x736f_756e }),
    replace('100,000 edits', [...toTrack, 'edts'], edits(100_000, Buffer.concat([u32(1), u32(0), u32(0x10000)])), {
      speed: 2,
    }),
    replace('edits of 49 days', [...toTrack, 'edts'], edits(3, Buffer.concat([u32(most), u32(0), u32(0x10000)])), {
      speed: 2,
    }),
    replace('edits into nothing', [...toTrack, 'edts'], edits(3, Buffer.concat([u32(1000), u32(many), u32(1)])), {
      speed: 2,
    }),
    replace('a size of its box beyond the file', [...toTable, 'stts'], old =>
      Buffer.concat([u32(many), old.subarray(4)]),
    ),
    replace('a box of 2^63 bytes', [...toTable, 'stts'], old =>
      Buffer.concat([u32(1), old.subarray(4, 8), u64(2n ** 63n - 1n), old.subarray(8)]),
    ),
    replace('20,000 boxes inside each other', ['moov', 'mvhd'], after(nestBoxes('udta', 20_000))),
    replace('10,000 tracks', ['moov', 'mvhd'], after(repeat(10_000, () => box('trak', box('mdia', Buffer.alloc(0)))))),
    replace(
      'two billion keys',
      ['moov', 'mvhd'],
      after(fullBox('meta', Buffer.concat([fullBox('keys', u32(many)), box('ilst', Buffer.alloc(0))]))),
    ),
    replace('two billion shifts', [...toTable, 'stts'], after(fullBox('ctts', u32(many)))),
    replace(
      'two billion groups',
      [...toTable, 'stts'],
      after(fullBox('sbgp', Buffer.concat([ascii('rap '), u32(many)]))),
    ),
    replace('a movie inside the movie', ['moov', 'mvhd'], after(clip.subarray(clip.indexOf('moov') - 4))),
    {
      name: 'MP4: two billion frames in a fragment',
      fileName: 'a.mp4',
      bytes: Buffer.concat([clip, fragment()]),
      options: { speed: 2 },
    },
    {
      name: 'MP4: a packed index of 2 GB',
      fileName: 'a.mov',
      bytes: packIndex(many, deflateSync(Buffer.alloc(1 << 20))),
    },
    {
      name: 'MP4: a packed index of 64 MB',
      fileName: 'a.mov',
      bytes: packIndex(1 << 26, deflateSync(Buffer.alloc(1 << 26))),
    },
    {
      name: 'MP4: an index and nothing else',
      fileName: 'a.mp4',
      bytes: Buffer.concat([box('ftyp', ascii('mp42\0\0\0\0mp42')), box('moov', Buffer.alloc(0))]),
    },
  ];
}

const fragment = () => {
  const run = fullBox('trun', Buffer.concat([u32(many), u32(0)]), 1);
  const head = fullBox('tfhd', u32(1), 0x20000);
  return Buffer.concat([
    box('moof', Buffer.concat([fullBox('mfhd', u32(1)), box('traf', Buffer.concat([head, run]))])),
    box('mdat', Buffer.alloc(64)),
  ]);
};

const packIndex = (bytes: number, packed: Buffer) =>
  box(
    'moov',
    box('cmov', Buffer.concat([box('dcom', ascii('zlib')), box('cmvd', Buffer.concat([u32(bytes), packed]))])),
  );

/** A sequence header of H.264 for this many macroblocks a side (ITU-T H.264, 7.3.2.1.1). */
function describeH264(macroblocks: number): Buffer {
  const sequence = packBits([
    ...([
      [8, 66],
      [8, 0],
      [8, 51],
    ] as const),
    ...[0, 0, 2, 1].map(golomb),
    [1, 0],
    golomb(macroblocks - 1),
    golomb(macroblocks - 1),
    ...([
      [1, 1],
      [1, 1],
      [1, 0],
      [1, 0],
      [1, 1],
    ] as const),
  ]);
  const picture = packBits([
    ...[0, 0].map(golomb),
    [2, 0],
    ...[0, 0, 0].map(golomb),
    [3, 0],
    ...[0, 0, 0].map(golomb),
    [3, 0],
    [1, 1],
  ]);
  const units = [Buffer.concat([u8(0x67), escapeUnit(sequence)]), Buffer.concat([u8(0x68), picture])];
  const [first, second] = units as [Buffer, Buffer];
  return Buffer.concat([u8(1, 66, 0, 51, 0xff, 0xe1), u16(first.length), first, u8(1), u16(second.length), second]);
}

/** A sequence header of HEVC for this many pixels a side (ITU-T H.265, 7.3.2.2.1). */
export function describeHevc(pixels: number): Buffer {
  const unit = packBits([
    ...([
      [4, 0],
      [3, 0],
      [1, 1],
      [8, 1],
      [32, 0x6000_0000],
      [4, 9],
      [43, 0],
      [1, 0],
      [8, 120],
    ] as const),
    ...[0, 1, pixels, pixels].map(golomb),
    [1, 0],
    ...[0, 0, 4].map(golomb),
    [1, 1],
    ...[4, 0, 0, 0, 0, 3, 0, 0].map(golomb),
    ...([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
    ] as const),
    golomb(0),
    ...([
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 0],
      [1, 1],
    ] as const),
  ]);
  return Buffer.concat([u8(0x42, 0x01), escapeUnit(unit)]);
}

const configureHevc = (pixels: number) => {
  const unit = describeHevc(pixels);
  return Buffer.concat([u8(1, 1, 0x60), Buffer.alloc(18), u8(0x0f), u8(1, 0x21, 0, 1), u16(unit.length), unit]);
};

/** A sequence header of AV1 for 65,536 pixels a side (AV1 Bitstream Specification, 5.5.1). */
const describeAv1 = () => {
  const header = packBits([
    [3, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [5, 0],
    [12, 0],
    [5, 31],
    [1, 0],
    [4, 15],
    [4, 15],
    [16, 65_535],
    [16, 65_535],
    [1, 0],
    [1, 0],
    [1, 0],
    [1, 0],
    [6, 0],
    [1, 1],
    [1, 1],
    [3, 0],
    [4, 0],
    [2, 0],
    [2, 0],
    [1, 1],
  ]);
  return Buffer.concat([u8(0x0a, header.length), header]);
};

/** Frames that claim to be enormous, and streams whose container says otherwise. */
export async function lieAboutSizes(): Promise<HostileClip[]> {
  const frame = await makeFrame();
  const enlarge = (width: number, height: number) => {
    const made = Buffer.from(frame);
    const at = made.indexOf(u8(0xff, 0xc0));
    made.writeUInt16BE(height, at + 5);
    made.writeUInt16BE(width, at + 7);
    return made;
  };
  const inMatroska = (
    name: string,
    codec: string,
    setup: Buffer | undefined,
    frames: readonly Buffer[],
    side = 16,
  ): HostileClip => ({
    name: `sizes: ${name}`,
    fileName: 'a.mkv',
    options: { speed: 2 },
    bytes: matroska({
      tracks: track({ codec, setup, width: side, height: side, frameNs: 40_000_000 }),
      rest: cluster(0, ...frames.map((one, index) => block(1, index * 40, one))),
      seconds: 1,
    }),
  });
  const slice = Buffer.concat([u32(40), u8(0x65), Buffer.alloc(39, 0x88)]);
  const vp8 = Buffer.concat([u8(0x10, 2, 0, 0x9d, 1, 0x2a, 0xff, 0x3f, 0xff, 0x3f), Buffer.alloc(64)]);
  const vp9 = Buffer.concat([
    packBits([
      [2, 2],
      [2, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [1, 0],
      [24, 0x498342],
      [3, 1],
      [1, 0],
      [16, 65_535],
      [16, 65_535],
    ]),
    Buffer.alloc(64),
  ]);
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
    u32(60_000),
    u32(60_000),
    u8(8, 2, 0, 0, 0),
    u32(0),
  ]);
  const gif = Buffer.concat([
    ascii('GIF89a'),
    u8(0xff, 0xff, 0xff, 0xff, 0x80, 0, 0),
    Buffer.alloc(6),
    u8(0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 1, 0, 0, 0x3b),
  ]);
  const tiny = Array.from({ length: 8 }, () => Buffer.alloc(12));
  return [
    inMatroska('a JPEG of 65,500 × 65,500', 'V_MJPEG', undefined, [enlarge(65_500, 65_500), enlarge(65_500, 65_500)]),
    inMatroska('frames that grow from 16 pixels to 5,900', 'V_MJPEG', undefined, [
      frame,
      enlarge(5900, 5900),
      frame,
      enlarge(16, 65_500),
      frame,
    ]),
    inMatroska('H.264 of 65,536 × 65,536', 'V_MPEG4/ISO/AVC', describeH264(4096), [slice, slice]),
    inMatroska('H.264 of 6,000 × 6,000 in a header of 16 × 16', 'V_MPEG4/ISO/AVC', describeH264(375), [slice, slice]),
    inMatroska('HEVC of 65,528 × 65,528', 'V_MPEGH/ISO/HEVC', configureHevc(65_528), [slice]),
    inMatroska('AV1 of 65,536 × 65,536', 'V_AV1', Buffer.concat([u8(0x81, 0x1f, 0, 0), describeAv1()]), [
      Buffer.concat([describeAv1(), u8(0x32, 8), Buffer.alloc(8)]),
    ]),
    inMatroska('VP8 of 16,383 × 16,383', 'V_VP8', undefined, [vp8, vp8]),
    inMatroska('VP9 of 65,536 × 65,536', 'V_VP9', undefined, [vp9, vp9]),
    inMatroska('a header of 60,000 × 60,000', 'V_MJPEG', undefined, [frame, frame], 60_000),
    inMatroska('a header of four billion pixels a side', 'V_MJPEG', undefined, [frame, frame], most),
    ...[
      ['png ', png],
      ['GIF ', gif],
    ].map(
      ([codec, bytes]): HostileClip => ({
        name: `sizes: ${String(codec).trim()} inside an AVI`,
        fileName: 'a.avi',
        bytes: makeAvi({
          streams: ['vids'],
          codec: String(codec),
          movi: [chunk('00dc', bytes as Buffer), chunk('00dc', bytes as Buffer)],
        }),
      }),
    ),
    ...['cvid', 'CRAM', 'DIB ', 'HFYU', 'cram', 'IV50', 'ULRG', 'SVQ3'].map(
      (codec): HostileClip => ({
        name: `sizes: ${codec.trim()} of 5,900 × 5,900 in 12 bytes a frame`,
        fileName: 'a.avi',
        bytes: makeAvi({
          streams: ['vids'],
          codec,
          width: 5900,
          height: 5900,
          movi: tiny.map(bytes => chunk('00dc', bytes)),
        }),
      }),
    ),
    {
      name: 'sizes: an AVI of two billion pixels a side',
      fileName: 'a.avi',
      bytes: makeAvi({ streams: ['vids'], width: many, height: many, movi: [chunk('00dc', frame)] }),
    },
  ];
}

const jpegTrack = { codec: 'V_MJPEG', width: 16, height: 16 };
const samples = Buffer.alloc(1600, 7);

/** Lengths, rates and places that Matroska and AVI only claim. */
export async function lieAboutTimes(): Promise<HostileClip[]> {
  const frame = await makeFrame();
  const clip = (name: string, bytes: Buffer, options: Record<string, unknown> = {}): HostileClip => ({
    name: `times: ${name}`,
    fileName: 'a.mkv',
    bytes,
    options,
  });
  const at = (...times: readonly number[]) => Buffer.concat(times.map(time => cluster(time, block(1, 0, frame))));
  const soundAt = (...times: readonly number[]) =>
    Buffer.concat(times.map(time => cluster(time, block(1, 0, samples))));
  const sound = (hertz: number, channels = 1) => track({ codec: 'A_PCM/INT/LIT', hertz, channels });
  const plain = track({ ...jpegTrack, frameNs: 40_000_000 });
  const seekToItself = element(
    '114d9b74',
    element('4dbb', Buffer.concat([element('53ab', Buffer.from('114d9b74', 'hex')), element('53ac', u32(0))])),
  );
  const cues = element(
    '1c53bb6b',
    repeat(1000, i =>
      element(
        'bb',
        Buffer.concat([
          element('b3', u32(i)),
          element('b7', Buffer.concat([element('f7', u8(1)), element('f1', u32(most - i))])),
        ]),
      ),
    ),
  );
  const packed = (setting: Buffer) =>
    element('6d80', element('6240', Buffer.concat([element('5032', u8(1)), element('5034', setting)])));
  const zipped = track({ ...jpegTrack, frameNs: 40_000_000, more: packed(element('4254', u8(0))) });
  const bomb = deflateSync(Buffer.alloc(9_000_000));
  return [
    clip(
      'two frames 15 minutes apart that claim a million a second',
      matroska({ tracks: track({ ...jpegTrack, frameNs: 1000 }), rest: at(0, 890_000), seconds: 890 }),
      { speed: 2 },
    ),
    clip(
      'frames of a nanosecond',
      matroska({ tracks: track({ ...jpegTrack, frameNs: 1 }), rest: at(0, 40, 80), seconds: 1 }),
      { speed: 2, format: 'gif' },
    ),
    clip(
      '3,000 frames at one moment',
      matroska({
        tracks: plain,
        rest: cluster(0, ...Array.from({ length: 3000 }, () => block(1, 0, frame))),
        seconds: 1,
      }),
      { speed: 2 },
    ),
    clip('a length of 30,000 years', matroska({ tracks: plain, rest: at(0, 40), seconds: 1e12 })),
    clip('a length that is no number', matroska({ tracks: plain, rest: at(0, 40), seconds: Number.NaN })),
    clip('a length below zero', matroska({ tracks: plain, rest: at(0, 40), seconds: -5 })),
    clip('no length, and a last frame after 49 days', matroska({ tracks: plain, rest: at(0, most - 1) })),
    clip('times that run backwards', matroska({ tracks: plain, rest: at(9000, 6000, 3000, 0), seconds: 10 }), {
      speed: 2,
    }),
    clip('two sounds 15 minutes apart', matroska({ tracks: sound(48_000), rest: soundAt(0, 890_000), seconds: 891 }), {
      format: 'mp3',
    }),
    clip(
      'two sounds 15 minutes apart at a billion hertz',
      matroska({ tracks: sound(1e9), rest: soundAt(0, 890_000), seconds: 891 }),
      { format: 'wav', speed: 2 },
    ),
    clip('sound of 65,535 channels', matroska({ tracks: sound(48_000, 65_535), rest: soundAt(0, 10), seconds: 1 }), {
      format: 'mp3',
    }),
    clip('sound of no hertz', matroska({ tracks: sound(0), rest: soundAt(0, 10), seconds: 1 }), { format: 'wav' }),
    clip('a segment of 2^56 bytes', matroska({ tracks: plain, rest: at(0, 40), seconds: 1, claimed: 2n ** 56n - 2n })),
    clip(
      'a segment and clusters without an end',
      matroska({
        tracks: plain,
        rest: repeat(2000, i => element('1f43b675', element('e7', u32(i)), endless)),
        seconds: 1,
        claimed: endless,
      }),
    ),
    clip(
      'a frame of 2^50 bytes',
      matroska({ tracks: plain, rest: cluster(0, element('a3', frame, 2n ** 50n)), seconds: 1 }),
    ),
    clip(
      'a setting of 2^40 bytes',
      matroska({ tracks: element('ae', element('63a2', u8(1), 2n ** 40n)), rest: at(0), seconds: 1 }),
    ),
    clip(
      'an index that leads to itself',
      matroska({ tracks: plain, first: seekToItself, rest: at(0, 40), seconds: 1 }),
    ),
    clip(
      'an index that leads behind the end',
      matroska({ tracks: plain, rest: Buffer.concat([at(0, 40), cues]), seconds: 1 }),
      { start: 0.5 },
    ),
    clip(
      '5,000 tags inside each other',
      matroska({
        tracks: plain,
        rest: Buffer.concat([
          Array.from({ length: 5000 }).reduce<Buffer>(inner => element('67c8', inner), Buffer.alloc(0)),
          at(0),
        ]),
        seconds: 1,
      }),
    ),
    clip(
      'frames packed to a thousandth',
      matroska({
        tracks: zipped,
        rest: cluster(0, ...Array.from({ length: 50 }, (_, i) => block(1, i * 40, bomb))),
        seconds: 2,
      }),
      { speed: 2 },
    ),
    clip(
      '10,000 tracks',
      matroska({ tracks: repeat(10_000, i => track({ ...jpegTrack, number: i + 1 })), rest: at(0, 40), seconds: 1 }),
    ),
    ...aviLies(frame),
  ];
}

function aviLies(frame: Buffer): HostileClip[] {
  const clip = (name: string, bytes: Buffer, options: Record<string, unknown> = {}): HostileClip => ({
    name: `AVI: ${name}`,
    fileName: 'a.avi',
    bytes,
    options,
  });
  const frames = Array.from({ length: 3 }, () => chunk('00dc', frame));
  const entry = (at: number, size: number) =>
    Buffer.concat([ascii('00dc'), Buffer.from(Uint32Array.of(0x10, at, size).buffer)]);
  const index = (...entries: readonly Buffer[]) => chunk('idx1', Buffer.concat(entries));
  return [
    clip(
      'an index behind the end',
      makeAvi({
        streams: ['vids'],
        movi: frames,
        after: [index(...Array.from({ length: 1000 }, () => entry(many, many)))],
      }),
    ),
    clip(
      'an index of one frame, 100,000 times',
      makeAvi({
        streams: ['vids'],
        movi: frames,
        after: [index(...Array.from({ length: 100_000 }, () => entry(4, frame.length)))],
        frames: 100_000,
      }),
      { speed: 4 },
    ),
    clip('four billion frames a second', makeAvi({ streams: ['vids'], movi: frames, rate: [most, 1] }), { speed: 2 }),
    clip('four billion frames', makeAvi({ streams: ['vids'], movi: frames, frames: most })),
    clip('no rate', makeAvi({ streams: ['vids'], movi: frames, rate: [0, 0] })),
    clip('10,000 streams', makeAvi({ streams: Array.from({ length: 10_000 }, () => 'vids' as const), movi: frames })),
    clip(
      'sound of four billion hertz',
      makeAvi({ streams: ['auds'], movi: [chunk('00wb', Buffer.alloc(800))], sound: [2, most, 4] }),
      { format: 'wav' },
    ),
    clip(
      'sound without size',
      makeAvi({ streams: ['auds'], movi: [chunk('00wb', Buffer.alloc(800))], sound: [0, 8000, 0] }),
      { format: 'mp3' },
    ),
    clip(
      'a list of four gigabytes',
      Buffer.concat([
        ascii('RIFF'),
        Buffer.alloc(4, 0xff),
        ascii('AVI LIST'),
        Buffer.alloc(4, 0xff),
        ascii('hdrl'),
        Buffer.alloc(64),
      ]),
    ),
  ];
}
