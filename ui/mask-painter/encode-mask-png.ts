// Writes masks and mattes as grey PNGs of one bit or one byte a pixel, white on black (PNG specification, third edition), row by row as they
// come. A canvas would write four bytes a pixel, which takes many times as long.

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

/** Length, name, content, checksum. */
function makeChunk(name: string, content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(content.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, content.length);
  bytes.set(new TextEncoder().encode(name), 4);
  bytes.set(content, 8);
  view.setUint32(content.length + 8, checksum(bytes.subarray(4, content.length + 8)));
  return bytes;
}

/** Packs rows of one byte a pixel into rows of one bit, each after a byte that means "no filter". */
function packRows(pixels: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const stride = Math.ceil(width / 8) + 1;
  const packed = new Uint8Array(stride * (pixels.length / width));
  // Most bands of most masks are empty.
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

/** Rows of one byte a pixel, each after a byte that means "no filter". */
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

/** `readBands` yields the mask from the top down in bands of whole rows, one byte a pixel, 0 or 1. */
export function encodeMaskPng(width: number, height: number, readBands: Iterable<Uint8Array>): Promise<Blob> {
  return encodePng({ width, height, bits: 1 }, convert(readBands, width, packRows));
}

/** `readBands` yields the matte from the top down in bands of whole rows, one byte a pixel, 0 to 255. */
export function encodeMattePng(width: number, height: number, readBands: Iterable<Uint8Array>): Promise<Blob> {
  return encodePng({ width, height, bits: 8 }, convert(readBands, width, headRows));
}
