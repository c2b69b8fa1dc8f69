// For tests: small clips whose frames claim an enormous size, or whose streams contradict their containers.
import {
  ascii,
  block,
  chunk,
  cluster,
  escapeUnit,
  golomb,
  type HostileClip,
  makeAvi,
  makeFrame,
  matroska,
  packBits,
  track,
  u8,
  u16,
  u32,
} from './test-containers.ts';

const max = 0xffff_ffff;
const many = 0x7fff_ffff;
/** An H.264 sequence parameter set for this many macroblocks a side (ITU-T H.264, 7.3.2.1.1). */
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

/** An HEVC sequence parameter set for this many pixels a side (ITU-T H.265, 7.3.2.2.1). */
function describeHevc(pixels: number): Buffer {
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

/** Clips that claim enormous frames, and streams that contradict their containers. */
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
    inMatroska('a header of four billion pixels a side', 'V_MJPEG', undefined, [frame, frame], max),
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
