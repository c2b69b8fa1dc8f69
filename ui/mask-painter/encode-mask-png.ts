// Encodes masks and mattes as greyscale PNGs with 1 or 8 bits per pixel, white on black (PNG specification, third edition), streaming row by row. A
// canvas would use four bytes per pixel, which takes many times as long.

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});

function checksum(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff]! ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}

/** Length, type, data, checksum. */
function makeChunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, checksum(bytes.subarray(4, content.length + 8)));
  return bytes;
}

/** Packs rows of one byte per pixel into rows of one bit per pixel, each preceded by the byte for "no filter". */
function packRows(pixels: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const stride = Math.ceil(width / 8) + 1;
  const packed = new Uint8Array(stride * (pixels.length / width));
  // Most bands of a typical mask are empty.
  if (!pixels.includes(1)) return packed;
  for (let from = 0, to = 1; from < pixels.length; from += width, to += stride) {
    for (let x = 0; x < width; x += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8; bit += 1) byte = (byte << 1) | (x + bit < width ? pixels[from + x + bit]! : 0);
      packed[to + (x >> 3)] = byte;
    }
  }
  return packed;
}

/** Rows of one byte per pixel, each preceded by the byte for "no filter". */
function headRows(pixels: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const headed = new Uint8Array(pixels.length + pixels.length / width);
  for (let from = 0, to = 1; from < pixels.length; from += width, to += width + 1)
    headed.set(pixels.subarray(from, from + width), to);
  return headed;
}

async function encodePng(
  { width, height, bits }: { width: number; height: number; bits: 1 | 8 },
  readRows: Iterable<Uint8Array<ArrayBuffer>>,
): Promise<Blob> {
  const deflate = new CompressionStream('deflate');
  const compressed = new Response(deflate.readable).arrayBuffer();
  const writer = deflate.writable.getWriter();
  for (const rows of readRows) await writer.write(rows);
  await writer.close();
  const header = new Uint8Array(13);
  new DataView(header.buffer).setUint32(0, width);
  new DataView(header.buffer).setUint32(4, height);
  header[8] = bits;
  const chunks = [
    makeChunk('IHDR', header),
    makeChunk('IDAT', new Uint8Array(await compressed)),
    makeChunk('IEND', new Uint8Array()),
  ];
  return new Blob([Uint8Array.from(signature), ...chunks], { type: 'image/png' });
}

function* convert(bands: Iterable<Uint8Array>, width: number, toRows: typeof packRows) {
  for (const band of bands) yield toRows(band, width);
}

/** `readBands` yields the mask from top to bottom in bands of whole rows, one byte per pixel, 0 or 1. */
export function encodeMaskPng(width: number, height: number, readBands: Iterable<Uint8Array>): Promise<Blob> {
  return encodePng({ width, height, bits: 1 }, convert(readBands, width, packRows));
}

/** `readBands` yields the matte from top to bottom in bands of whole rows, one byte per pixel, 0..255. */
export function encodeMattePng(width: number, height: number, readBands: Iterable<Uint8Array>): Promise<Blob> {
  return encodePng({ width, height, bits: 8 }, convert(readBands, width, headRows));
}
