// For tests: small MP4s whose index has wrong counts, sizes, times and offsets.
import { deflateSync } from 'node:zlib';
import { ascii, box, fullBox, type HostileClip, patchBox, repeat, replaceBox, u32, u64 } from './test-containers.ts';

const max = 0xffff_ffff;
const many = 0x7fff_ffff;
const toTrack = ['moov', 'trak'];
const toMedia = [...toTrack, 'mdia'];
const toTable = [...toMedia, 'minf', 'stbl'];
const nestBoxes = (name: string, depth: number): Buffer => {
  // Built from the inside out, because each header adds eight bytes to the size.
  const heads = Array.from({ length: depth }, (_, index) => Buffer.concat([u32((depth - index) * 8), ascii(name)]));
  return Buffer.concat(heads);
};

/** MP4s with a forged index. `clip` is a valid MP4 with its index at the end and a video track first. */
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
    patch('steps of 49 days', inTable('stts'), { 12: max }),
    patch('two billion frames of one byte', inTable('stsz'), { 4: 1, 8: many }),
    patch('a billion sizes that are not there', inTable('stsz'), { 4: 0, 8: 1 << 30 }),
    patch('frames of two gigabytes', inTable('stsz'), { 12: many, 16: many }),
    patch('a billion places that are not there', inTable('stco'), { 4: 1 << 30 }),
    patch('places behind the end', inTable('stco'), { 8: many }),
    patch('two billion frames in one place', inTable('stsc'), { 12: many }),
    patch('a clock of four billion ticks', [...toMedia, 'mdhd'], { 12: max, 16: 1 }, { speed: 2 }),
    patch('a clock without ticks', [...toMedia, 'mdhd'], { 12: 0 }),
    patch('a length of 136 years', [...toMedia, 'mdhd'], { 16: max }),
    patch('65,535 pixels a side', [...toTable, 'stsd', 'avc1'], { 24: max }, { speed: 2 }),
    patch('a million kinds of tracks', inTable('stsd'), { 4: 1_000_000 }),
    patch('a picture that says it is sound', [...toMedia, 'hdlr'], { 8: 0x736f_756e }),
    replace('100,000 edits', [...toTrack, 'edts'], edits(100_000, Buffer.concat([u32(1), u32(0), u32(0x10000)])), {
      speed: 2,
    }),
    replace('edits of 49 days', [...toTrack, 'edts'], edits(3, Buffer.concat([u32(max), u32(0), u32(0x10000)])), {
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
