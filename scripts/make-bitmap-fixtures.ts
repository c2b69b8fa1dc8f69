// BMP and icon fixtures, assembled byte by byte here rather than by the code they test.
import { quarterColours } from './quarters.ts';

const width = 64;
const height = 32;

const colourAt = (x: number, y: number) => (y < height / 2 ? 0 : 2) + (x < width / 2 ? 0 : 1);

function u16(...values: number[]): Buffer {
  return Buffer.from(new Uint16Array(values).buffer);
}
function i32(...values: number[]): Buffer {
  return Buffer.from(new Int32Array(values).buffer);
}

/** Rows from bottom to top, each padded to a multiple of four bytes. */
function rows(toBytes: (x: number, y: number) => number[], isTopDown = false): Buffer {
  const out: number[] = [];
  for (let row = 0; row < height; row++) {
    const y = isTopDown ? row : height - 1 - row;
    for (let x = 0; x < width; x++) out.push(...toBytes(x, y));
    while (out.length % 4) out.push(0);
  }
  return Buffer.from(out);
}

const palette = Buffer.from(quarterColours.flatMap(([r, g, b]) => [b, g, r, 0]));

interface Layout {
  readonly bits: number;
  readonly compression?: number;
  readonly headerBytes?: number;
  readonly masks?: readonly number[];
  readonly colours?: Buffer;
  readonly pixels: Buffer;
  readonly claims?: { width: number; height: number };
}

function bmp({
  bits,
  compression = 0,
  headerBytes = 40,
  masks = [],
  colours = Buffer.alloc(0),
  pixels,
  claims,
}: Layout) {
  const { width: w, height: h } = claims ?? { width, height };
  const core = Buffer.concat([
    i32(headerBytes, w, h),
    u16(1, bits),
    i32(compression, pixels.length, 2835, 2835, colours.length / 4, 0),
  ]);
  const header = Buffer.alloc(Math.max(headerBytes, 40 + masks.length * 4));
  core.copy(header);
  i32(...masks).copy(header, 40);
  const pixelsAt = 14 + header.length + colours.length;
  return Buffer.concat([Buffer.from('BM'), i32(pixelsAt + pixels.length, 0, pixelsAt), header, colours, pixels]);
}

const rgb = ([r, g, b]: readonly number[]) => [b!, g!, r!];
const trueColour = (x: number, y: number) => rgb(quarterColours[colourAt(x, y)]!);

function pack565(x: number, y: number): number[] {
  const [r, g, b] = quarterColours[colourAt(x, y)]!;
  return [...u16(((r >> 3) << 11) | ((g >> 2) << 5) | (b >> 3))];
}

function packBits(bits: number): Buffer {
  const perByte = 8 / bits;
  return rows((x, y) => {
    if (x % perByte) return [];
    let byte = 0;
    for (let i = 0; i < perByte; i++) byte = (byte << bits) | (colourAt(x + i, y) & (2 ** bits - 1));
    return [byte];
  });
}

function runs(isFourBit: boolean): Buffer {
  const out: number[] = [];
  for (let row = 0; row < height; row++) {
    const y = height - 1 - row;
    const [left, right] = [colourAt(0, y), colourAt(width - 1, y)].map(i => (isFourBit ? i * 17 : i)) as [
      number,
      number,
    ];
    // The left half as a run, the right half as 30 literals and a run of 2.
    out.push(32, left, 0, 30, ...Array(isFourBit ? 15 : 30).fill(right), ...(isFourBit ? [0] : []), 2, right, 0, 0);
  }
  return Buffer.from([...out, 0, 1]);
}

/** A 32-bit bitmap whose alpha bytes are all 0: its mask hides the right half. */
function oldIconBody(side: 16 | 32): Buffer {
  const colours: number[] = [];
  const mask: number[] = [];
  for (let y = side - 1; y >= 0; y--) {
    for (let x = 0; x < side; x++) colours.push(...rgb(quarterColours[colourAt((x * 64) / side, (y * 32) / side)]!), 0);
    mask.push(...(side === 32 ? [0, 0, 255, 255] : [0, 255, 0, 0]));
  }
  const header = Buffer.concat([i32(40, side, side * 2), u16(1, 32), i32(0, 0, 0, 0, 0, 0)]);
  return Buffer.concat([header, Buffer.from([...colours, ...mask])]);
}

function icon(entries: readonly { side: number; body: Buffer; start?: number; bytes?: number }[]): Buffer {
  let at = 6 + entries.length * 16;
  const heads = entries.map(({ side, body, start, bytes }) => {
    const head = Buffer.concat([
      Buffer.from([side % 256, side % 256, 0, 0]),
      u16(1, 32),
      i32(bytes ?? body.length, start ?? at),
    ]);
    at += body.length;
    return head;
  });
  return Buffer.concat([u16(0, 1, entries.length), ...heads, ...entries.map(entry => entry.body)]);
}

/** `claimPng` makes a PNG that declares a size, `square64` is a PNG of 64 x 64. */
export function makeBitmaps(
  claimPng: (width: number, height: number) => Buffer,
  square64: Buffer,
): Record<string, Buffer> {
  const deep = rows((x, y) => [...trueColour(x, y), colourAt(x, y) === 3 ? 0 : 255]);
  const masks = [0xff0000, 0xff00, 0xff, 0xff000000 | 0];
  return {
    'plain.bmp': bmp({ bits: 24, pixels: rows(trueColour) }),
    'top-down.bmp': bmp({ bits: 24, pixels: rows(trueColour, true), claims: { width, height: -height } }),
    'eight-bit.bmp': bmp({ bits: 8, colours: palette, pixels: packBits(8) }),
    'four-bit.bmp': bmp({ bits: 4, colours: palette, pixels: packBits(4) }),
    'one-bit.bmp': bmp({ bits: 1, colours: palette.subarray(0, 8), pixels: packBits(1) }),
    'run-length-8.bmp': bmp({ bits: 8, compression: 1, colours: palette, pixels: runs(false) }),
    'run-length-4.bmp': bmp({ bits: 4, compression: 2, colours: palette, pixels: runs(true) }),
    'five-six-five.bmp': bmp({ bits: 16, compression: 3, masks: [0xf800, 0x7e0, 0x1f], pixels: rows(pack565) }),
    'v5-header-palette.bmp': bmp({ bits: 8, headerBytes: 124, colours: palette, pixels: packBits(8) }),
    'alpha-v5.bmp': bmp({ bits: 32, compression: 3, headerBytes: 124, masks, pixels: deep }),
    'fourth-byte-unused.bmp': bmp({ bits: 32, pixels: rows((x, y) => [...trueColour(x, y), 0]) }),
    'claims-20000x20000.bmp': bmp({ bits: 24, pixels: Buffer.alloc(64), claims: { width: 20_000, height: 20_000 } }),
    'claims-more-than-it-holds.bmp': bmp({ bits: 24, pixels: Buffer.alloc(64), claims: { width: 2000, height: 2000 } }),
    'plain.ico': icon([
      { side: 16, body: oldIconBody(16) },
      { side: 64, body: square64 },
    ]),
    'mask-without-alpha.ico': icon([{ side: 32, body: oldIconBody(32) }]),
    'claims-30000x30000.ico': icon([{ side: 16, body: claimPng(30_000, 30_000) }]),
    'points-outside.ico': icon([{ side: 16, body: Buffer.alloc(40), start: 1 << 30 }]),
  };
}
