// For tests: small files with very many frames, pages or channels.
import { deflateSync } from 'node:zlib';
import { sharp } from './sharp.ts';

function riff(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Makes an animated WebP of one pixel, whose frames decoders reach only one by one from the first. */
export async function makeWebpOf(frames: number): Promise<Buffer> {
  const still = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#888' } })
    .webp({ lossless: true })
    .toBuffer();
  const frame = riff('ANMF', Buffer.concat([Buffer.alloc(12), Buffer.from([10, 0, 0, 0]), still.subarray(12)]));
  const whole = Buffer.concat([
    Buffer.from('WEBP'),
    riff('VP8X', Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 0, 0])),
    riff('ANIM', Buffer.alloc(6)),
    ...Array.from({ length: frames }, () => frame),
  ]);
  return riff('RIFF', whole);
}

export function makeGifOf(frames: number): Buffer {
  const frame = Buffer.from('2c00000000010001000002024401003b'.slice(0, 30), 'hex');
  return Buffer.concat([
    Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';'),
  ]);
}

/** Makes a TIFF with pages of 16 x 16 pixels that all share their pixels. */
export function makeTiffOf(pages: number): Buffer {
  const tags = [
    [256, 16],
    [257, 16],
    [258, 8],
    [259, 1],
    [262, 1],
    [273, 8],
    [277, 1],
    [278, 16],
    [279, 256],
  ] as const;
  const size = 2 + tags.length * 12 + 4;
  const first = 8 + 256;
  const bytes = Buffer.alloc(first + pages * size);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(first, 4);
  for (let page = 0; page < pages; page++) {
    const at = first + page * size;
    bytes.writeUInt16LE(tags.length, at);
    for (const [i, [tag, value]] of tags.entries()) {
      bytes.writeUInt16LE(tag, at + 2 + i * 12);
      bytes.writeUInt16LE(4, at + 4 + i * 12);
      bytes.writeUInt32LE(1, at + 6 + i * 12);
      bytes.writeUInt32LE(value, at + 10 + i * 12);
    }
    bytes.writeUInt32LE(page + 1 < pages ? at + size : 0, at + size - 4);
  }
  return bytes;
}

/** Makes a TIFF below the pixel limit, with very many channels. */
export function makeTiffOfChannels(side: number, channels: number): Buffer {
  const row = deflateSync(Buffer.alloc(side * channels), { level: 9 });
  const tags = [
    [256, 1, side],
    [257, 1, side],
    [258, 1, 8],
    [259, 1, 8],
    [262, 1, 1],
    [273, side, 0],
    [277, 1, channels],
    [278, 1, 1],
    [279, side, 0],
  ] as const;
  const head = 8 + 2 + tags.length * 12 + 4;
  const bytes = Buffer.alloc(head + side * 8);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [i, [tag, count, value]] of tags.entries()) {
    const at = 10 + i * 12;
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(count, at + 4);
    bytes.writeUInt32LE(tag === 273 ? head : tag === 279 ? head + side * 4 : value, at + 8);
  }
  // All strips share the same data.
  for (let i = 0; i < side; i++) {
    bytes.writeUInt32LE(bytes.length, head + i * 4);
    bytes.writeUInt32LE(row.length, head + side * 4 + i * 4);
  }
  return Buffer.concat([bytes, row]);
}
