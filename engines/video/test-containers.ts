// For tests: container files written and modified byte by byte, so that their headers can claim anything. Sources: ISO/IEC 14496-12 (boxes), RFC 8794
// (EBML), RFC 9559 (Matroska), OpenDML AVI File Format Extensions 1.02.
import { sharp } from '../sharp.ts';

export interface HostileClip {
  /** What the file attempts. */
  readonly name: string;
  /** The upload's file name. */
  readonly fileName: string;
  readonly bytes: Buffer;
  /** Pads the file with zeros to this size. */
  readonly paddedBytes?: number;
  /** Options of the converter. */
  readonly options?: Readonly<Record<string, unknown>>;
}

export const u8 = (...values: readonly number[]) => Buffer.from(values);
export const u16 = (value: number) => u8((value >>> 8) & 255, value & 255);
export const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
};
export const u64 = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
export const ascii = (text: string) => Buffer.from(text, 'latin1');
export const repeat = (count: number, make: (index: number) => Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, index) => make(index)));

/** An MP4 box; `claimed` is the size in its header. */
export function box(name: string, body: Buffer, claimed = body.length + 8): Buffer {
  return Buffer.concat([u32(claimed), ascii(name), body]);
}
export const fullBox = (name: string, body: Buffer, flags = 0): Buffer => box(name, Buffer.concat([u32(flags), body]));

interface Place {
  readonly start: number;
  readonly end: number;
  /** Offset of the first child box. */
  readonly inside: number;
}

/** Bytes of a box's own fields before its child boxes. */
const fieldBytes: Readonly<Record<string, number>> = { stsd: 8, dref: 8, meta: 4, avc1: 78 };

/** The first box on this path; returns every box along it, outermost first. */
function findWay(bytes: Buffer, names: readonly string[]): Place[] {
  const way: Place[] = [];
  let [from, until] = [0, bytes.length];
  for (const name of names) {
    let found: Place | undefined;
    for (let at = from; at + 8 <= until && !found; ) {
      const size = bytes.readUInt32BE(at) || until - at;
      if (bytes.toString('latin1', at + 4, at + 8) === name)
        found = { start: at, end: at + size, inside: at + 8 + (fieldBytes[name] ?? 0) };
      at += size;
    }
    if (!found) throw new Error(`there is no ${names.join('/')}`);
    way.push(found);
    [from, until] = [found.inside, found.end];
  }
  return way;
}

/** Replaces the box on this path in an MP4 and adjusts the sizes of its parents. The index must follow the media data. */
export function replaceBox(bytes: Buffer, names: readonly string[], change: (old: Buffer) => Buffer): Buffer {
  const way = findWay(bytes, names);
  const { start, end } = way.at(-1)!;
  const made = change(bytes.subarray(start, end));
  const whole = Buffer.concat([bytes.subarray(0, start), made, bytes.subarray(end)]);
  for (const outer of way.slice(0, -1)) {
    const size = whole.readUInt32BE(outer.start);
    if (size > 0) whole.writeUInt32BE(size + made.length - (end - start), outer.start);
  }
  return whole;
}

/** Overwrites 32-bit fields of a box in an MP4, by their offset after the box's name. */
export const patchBox = (bytes: Buffer, names: readonly string[], fields: Readonly<Record<number, number>>): Buffer =>
  replaceBox(bytes, names, old => {
    const made = Buffer.from(old);
    for (const [at, value] of Object.entries(fields)) made.writeUInt32BE(value >>> 0, 8 + Number(at));
    return made;
  });

/** Marks an element of unknown length. */
export const endless = 'endless';

/** A Matroska element; `claimed` is the length in its header. */
export function element(id: string, body: Buffer, claimed: number | bigint | typeof endless = body.length): Buffer {
  const length = claimed === endless ? 0x00ff_ffff_ffff_ffffn : BigInt(claimed);
  return Buffer.concat([Buffer.from(id, 'hex'), u64(length | 0x0100_0000_0000_0000n), body]);
}
const nest = (id: string, ...parts: readonly Buffer[]) => element(id, Buffer.concat(parts));
const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};

export interface TrackClaims {
  readonly number?: number;
  readonly codec: string;
  readonly setup?: Buffer;
  readonly width?: number;
  readonly height?: number;
  readonly hertz?: number;
  readonly channels?: number;
  /** Duration of a frame in nanoseconds. */
  readonly frameNs?: number;
  readonly more?: Buffer;
}

export function track(claims: TrackClaims): Buffer {
  const { number = 1, codec, setup, width, height, hertz, channels = 1, frameNs, more = Buffer.alloc(0) } = claims;
  const kind = codec.startsWith('V') ? 1 : codec.startsWith('A') ? 2 : 17;
  return nest(
    'ae',
    element('d7', u32(number)),
    element('73c5', u32(number)),
    element('83', u8(kind)),
    element('86', ascii(codec)),
    ...(setup ? [element('63a2', setup)] : []),
    ...(frameNs === undefined ? [] : [element('23e383', u32(frameNs))]),
    ...(kind === 1 ? [nest('e0', element('b0', u32(width ?? 16)), element('ba', u32(height ?? 16)))] : []),
    ...(kind === 2
      ? [nest('e1', element('b5', float(hertz ?? 8000)), element('9f', u32(channels)), element('6264', u8(16)))]
      : []),
    more,
  );
}

export const block = (number: number, milliseconds: number, frame: Buffer): Buffer =>
  element('a3', Buffer.concat([u8(0x80 | number), u16(milliseconds), u8(0x80), frame]));

export const cluster = (milliseconds: number, ...blocks: readonly Buffer[]): Buffer =>
  nest('1f43b675', element('e7', u32(milliseconds)), ...blocks);

interface Matroska {
  readonly tracks: Buffer;
  /** Clusters, cues, tags and anything else that follows. */
  readonly rest: Buffer;
  readonly seconds?: number;
  readonly type?: string;
  /** Elements before the tracks. */
  readonly first?: Buffer;
  readonly claimed?: number | bigint | typeof endless;
}

export const matroskaHead = (type = 'matroska'): Buffer =>
  nest(
    '1a45dfa3',
    element('4286', u8(1)),
    element('42f7', u8(1)),
    element('4282', ascii(type)),
    element('4287', u8(4)),
  );

export function matroska({ tracks, rest, seconds, type, first = Buffer.alloc(0), claimed }: Matroska): Buffer {
  const info = nest(
    '1549a966',
    element('2ad7b1', u32(1_000_000)),
    ...(seconds === undefined ? [] : [element('4489', float(seconds * 1000))]),
  );
  const body = Buffer.concat([info, first, element('1654ae6b', tracks), rest]);
  return Buffer.concat([matroskaHead(type), element('18538067', body, claimed)]);
}

/** A chunk of AVI or WAVE; `claimed` is the size in its header. */
export function chunk(name: string, body: Buffer, claimed = body.length): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(claimed >>> 0);
  return Buffer.concat([ascii(name), size, body, Buffer.alloc(body.length % 2)]);
}

const le16 = (...values: readonly number[]) => Buffer.from(Uint16Array.from(values).buffer);
const le32 = (...values: readonly number[]) => Buffer.from(Uint32Array.from(values).buffer);

interface Avi {
  readonly streams: readonly ('vids' | 'auds' | 'txts')[];
  /** The chunks of the movi list. */
  readonly movi: readonly Buffer[];
  /** Chunks after it. */
  readonly after?: readonly Buffer[];
  readonly codec?: string;
  readonly width?: number;
  readonly height?: number;
  /** Frames per second, as a fraction. */
  readonly rate?: readonly [above: number, below: number];
  readonly frames?: number;
  /** The audio header: channels, sample rate, bytes per sample of all channels. */
  readonly sound?: readonly [channels: number, hertz: number, bytes: number];
}

export function makeAvi(claims: Avi): Buffer {
  const {
    streams,
    movi,
    after = [],
    codec = 'MJPG',
    width = 16,
    height = 16,
    rate = [25, 1],
    frames = movi.length,
  } = claims;
  const [channels, hertz, bytes] = claims.sound ?? [1, 8000, 2];
  const list = (name: string, ...parts: readonly Buffer[]) => chunk('LIST', Buffer.concat([ascii(name), ...parts]));
  const format = {
    vids: Buffer.concat([le32(40, width, height), le16(1, 24), ascii(codec), le32(0, 0, 0, 0, 0)]),
    auds: Buffer.concat([le16(1, channels), le32(hertz, hertz * bytes), le16(bytes, 16)]),
    txts: Buffer.alloc(0),
  };
  const header = le32(40_000, 0, 0, 0x10, frames, 0, streams.length, 0, width, height, 0, 0, 0, 0);
  const lists = streams.map(kind => {
    const head = Buffer.concat([
      ascii(`${kind}${kind === 'vids' ? codec : '\0\0\0\0'}`),
      le32(0, 0, 0),
      le32(rate[1], rate[0], 0, frames, 0, 0, 0),
      le32(0, 0),
    ]);
    return list('strl', chunk('strh', head), chunk('strf', format[kind]));
  });
  return chunk(
    'RIFF',
    Buffer.concat([ascii('AVI '), list('hdrl', chunk('avih', header), ...lists), list('movi', ...movi), ...after]),
  );
}

/** A valid frame of 16 x 16 pixels. */
export const makeFrame = (): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: '#888' } })
    .jpeg()
    .toBuffer();

/** Packs bits in order, for headers that are not byte-aligned. */
export function packBits(fields: readonly (readonly [bits: number, value: number])[]): Buffer {
  const bits = fields.flatMap(([count, value]) =>
    Array.from({ length: count }, (_, index) => Math.floor(value / 2 ** (count - 1 - index)) % 2),
  );
  const bytes = Buffer.alloc(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries()) bytes[index >> 3]! |= bit << (7 - (index & 7));
  return bytes;
}

/** An unsigned Exp-Golomb code (ITU-T H.264, 9.1). */
export function golomb(value: number): readonly [bits: number, value: number] {
  const bits = Math.floor(Math.log2(value + 1));
  return [2 * bits + 1, value + 1];
}

/** Inserts emulation prevention bytes into a NAL unit (ITU-T H.264, 7.4.1). */
export function escapeUnit(unit: Buffer): Buffer {
  const bytes: number[] = [];
  for (const byte of unit) {
    if (byte <= 3 && bytes.at(-1) === 0 && bytes.at(-2) === 0) bytes.push(3);
    bytes.push(byte);
  }
  return Buffer.from(bytes);
}
