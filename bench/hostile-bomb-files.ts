// Pictures that are small to send and large to decode: each must be refused immediately or processed within limits.
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { sharp } from 'engines/sharp.ts';
import { makeGifOf, makeTiffOf, makeTiffOfChannels, makeWebpOf } from 'engines/test-frames.ts';
import { makeHeif, takeCoded } from 'engines/test-heif.ts';

export interface Bomb {
  readonly name: string;
  readonly type: 'svg' | 'png' | 'jpg' | 'gif' | 'webp' | 'bmp' | 'tiff' | 'avif' | 'ico';
  readonly bytes: Buffer;
}

function chunk(name: string, body: Buffer): Buffer {
  const framed = Buffer.alloc(body.length + 12);
  framed.writeUInt32BE(body.length, 0);
  framed.write(name, 4, 'latin1');
  body.copy(framed, 8);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + body.length)), 8 + body.length);
  return framed;
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG with these sides; its rows are all zero, or missing. */
function makePng(
  width: number,
  height: number,
  how: { rows?: boolean; bits?: number; extra?: readonly Buffer[] } = {},
): Buffer {
  const { rows = false, bits = 8, extra = [] } = how;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, bits === 16 ? 6 : 2, 0, 0, 0], 8);
  const body = deflateSync(Buffer.alloc(rows ? height * (1 + width * 3) : 64), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', head), ...extra, chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))]);
}

const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`;
const svg = (inside: string, size = 'width="400" height="400"', before = '') =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${inside}</svg>`,
  );
const image = (url: string) => `<image width="400" height="400" xlink:href="${url}"/>`;
const nest = (count: number, make: (number: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('');
const canvas = 'width="9900" height="9900"';

function drawings(): [string, Buffer][] {
  const packed = makePng(30_000, 30_000);
  const encoded = packed.toString('base64');
  const spaced = encoded.replace(/(.{3})/g, '$1 ');
  const percent = [...packed.toString('latin1')]
    .map(sign => `%${sign.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .join('');
  const entities = [...dataUrl(packed)].map(sign => `&#${sign.charCodeAt(0)};`).join('');
  const inner = svg(image(dataUrl(packed)));
  const blur = '<filter id="f" x="0" y="0" width="1" height="1"><feGaussianBlur stdDeviation="200"/></filter>';
  const noise =
    '<filter id="f" x="0" y="0" width="1" height="1"><feTurbulence baseFrequency=".9" numOctaves="20"/></filter>';
  const area = '<rect width="100%" height="100%" fill-opacity=".5"/>';
  const uses = (count: number) => nest(count, i => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`);
  return [
    ['packed', svg(image(dataUrl(packed)))],
    ['packed twelve times', svg(image(dataUrl(makePng(9000, 1000))).repeat(12))],
    ['packed with spaces', svg(image(`data:image/png;base64,${spaced}`))],
    ['packed with percent signs', svg(image(`data:image/png,${percent}`))],
    ['packed as entities', svg(image(entities))],
    [
      'packed in a filter',
      svg(`<filter id="f"><feImage href="${dataUrl(packed)}"/></filter><rect width="9" height="9" filter="url(#f)"/>`),
    ],
    ['packed in a packed drawing', svg(image(dataUrl(inner, 'image/svg+xml')))],
    ['packed in a gzipped drawing', svg(image(dataUrl(gzipSync(inner), 'image/svg+xml')))],
    [
      'packed in an entity',
      svg(image('&p;'), canvas, `<!DOCTYPE svg [<!ENTITY p "${dataUrl(packed).slice(0, 3000)}">]>`),
    ],
    ['references to references', svg(`<g id="g0"><rect width="1" height="1"/></g>${uses(9)}<use href="#g9"/>`)],
    [
      'patterns in patterns',
      svg(
        `${nest(9, i => `<pattern id="p${i + 1}" width=".1" height=".1">${area.replace('/>', ` fill="url(#p${i})"/>`)}</pattern>`)}<rect width="400" height="400" fill="url(#p9)"/>`,
      ),
    ],
    ['blurs over a canvas', svg(blur + nest(200, () => area.replace('/>', ' filter="url(#f)"/>')), canvas)],
    ['noise over a canvas', svg(noise + nest(50, () => area.replace('/>', ' filter="url(#f)"/>')), canvas)],
    [
      'transparent layers',
      svg(
        nest(20_000, () => area),
        canvas,
      ),
    ],
    ['groups in groups with opacity', svg('<g opacity=".9">'.repeat(200) + area + '</g>'.repeat(200), canvas)],
    ['depth', svg('<g>'.repeat(100_000) + '</g>'.repeat(100_000))],
    ['a long chain', svg(nest(50_000, i => `<g id="c${i}"><use href="#c${i + 1}"/></g>`))],
    [
      'laughing entities',
      svg(
        '<text>&a9;</text>',
        canvas,
        `<!DOCTYPE svg [<!ENTITY a0 "ha">${nest(9, i => `<!ENTITY a${i + 1} "${`&a${i};`.repeat(10)}">`)}]>`,
      ),
    ],
    ['a canvas of ten gigapixels', svg(area, 'width="100000" height="100000"')],
    ['a long dash', svg('<path d="M0 0H400" stroke="red" stroke-dasharray=".0000001"/>'.repeat(2000))],
    [
      'masks in masks',
      svg(
        `${nest(60, i => `<mask id="m${i + 1}">${area.replace('/>', ` fill="#fff" mask="url(#m${i})"/>`)}</mask>`)}<rect width="9900" height="9900" mask="url(#m60)"/>`,
        canvas,
      ),
    ],
  ];
}

function makeBmp(width: number, height: number, compression = 0): Buffer {
  const bytes = Buffer.alloc(200);
  bytes.write('BM');
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(compression === 1 ? 8 : 24, 28);
  bytes.writeUInt32LE(compression, 30);
  return bytes;
}

function makeIco(inner: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt32LE(inner.length, 14);
  head.writeUInt32LE(22, 18);
  return Buffer.concat([head, inner]);
}

/** A TIFF in which a few bytes declare one strip, one tile or a hundred thousand pages. */
function makeTiff(tags: readonly (readonly [tag: number, value: number])[], next = 0): Buffer {
  const bytes = Buffer.alloc(8 + 2 + tags.length * 12 + 4 + 64);
  bytes.write('II*\0', 'latin1');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(tags.length, 8);
  for (const [i, [tag, value]] of tags.entries()) {
    bytes.writeUInt16LE(tag, 10 + i * 12);
    bytes.writeUInt16LE(4, 12 + i * 12);
    bytes.writeUInt32LE(1, 14 + i * 12);
    bytes.writeUInt32LE(value, 18 + i * 12);
  }
  bytes.writeUInt32LE(next, 10 + tags.length * 12);
  return bytes;
}

const tiff = (width: number, height: number, extra: readonly (readonly [number, number])[] = [], next = 0) =>
  makeTiff(
    [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, 100],
      [277, 1],
      [278, height],
      [279, 64],
      ...extra,
    ],
    next,
  );

async function containers(): Promise<[string, Bomb['type'], Buffer][]> {
  const zeros = deflateSync(Buffer.alloc(300 * 1024 * 1024), { level: 9 });
  const named = (name: string, method: Buffer) => Buffer.concat([Buffer.from(`${name}\0`), method, zeros]);
  const small = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  const jpeg = await small.clone().jpeg().toBuffer();
  const largeJpeg = Buffer.from(jpeg);
  const frame = largeJpeg.indexOf(Buffer.from([0xff, 0xc0]));
  largeJpeg.writeUInt16BE(65_500, frame + 5);
  largeJpeg.writeUInt16BE(65_500, frame + 7);
  const avif = await small.clone().avif().toBuffer();
  const largeAvif = Buffer.from(avif);
  const extents = largeAvif.indexOf('ispe', 0, 'latin1') + 8;
  largeAvif.writeUInt32BE(40_000, extents);
  largeAvif.writeUInt32BE(40_000, extents + 4);
  const wideAvif = Buffer.from(avif);
  wideAvif.writeUInt32BE(2_949_184, extents);
  wideAvif.writeUInt32BE(32, extents + 4);
  const gifFrame = Buffer.from('2c0000000010271027000202440100', 'hex').subarray(0, 14);
  const gif = Buffer.concat([
    Buffer.from('GIF89a\x10\x27\x10\x27\x80\0\0\0\0\0\xff\xff\xff', 'latin1'),
    ...Array.from({ length: 4000 }, () => gifFrame),
    Buffer.from(';'),
  ]);
  const frames = { raw: { width: 64, height: 256, channels: 4 as const, pageHeight: 64 } };
  const webp = await sharp(Buffer.alloc(64 * 256 * 4, 120), frames)
    .webp()
    .toBuffer();
  webp.set([0xff, 0x3f, 0, 0xff, 0x3f, 0], webp.indexOf('VP8X', 0, 'latin1') + 12);
  return [
    ['30,000 × 30,000 without rows', 'png', makePng(30_000, 30_000)],
    ['9,900 × 9,900 of zeros', 'png', makePng(9900, 9900, { rows: true })],
    ['one row of two billion', 'png', makePng(2_000_000_000, 1)],
    ['16 bits, 20,000 × 20,000', 'png', makePng(20_000, 20_000, { bits: 16 })],
    ['a profile of 300 MB', 'png', makePng(8, 8, { rows: true, extra: [chunk('iCCP', named('p', Buffer.from([0])))] })],
    [
      'a text of 300 MB',
      'png',
      makePng(8, 8, { rows: true, extra: [chunk('zTXt', named('XML:com.adobe.xmp', Buffer.from([0])))] }),
    ],
    ['65,500 × 65,500', 'jpg', largeJpeg],
    ['4,000 frames of 10,000 × 10,000', 'gif', gif],
    ['frames of 16,384 × 16,384', 'webp', webp],
    ['40,000 × 40,000', 'avif', largeAvif],
    ['2,949,184 × 32', 'avif', wideAvif],
    ['2 gigapixels', 'bmp', makeBmp(50_000, 50_000)],
    ['2 gigapixels in runs', 'bmp', makeBmp(50_000, -50_000, 1)],
    ['9,999 × 9,999 in runs', 'bmp', makeBmp(9999, 9999, 1)],
    ['a PNG of 30,000 × 30,000', 'ico', makeIco(makePng(30_000, 30_000))],
    ['a bitmap of 60,000 × 60,000', 'ico', makeIco(makeBmp(60_000, 120_000).subarray(14))],
    ['40,000 × 40,000 in one strip', 'tiff', tiff(40_000, 40_000)],
    [
      'a tile of 60,000 × 60,000',
      'tiff',
      tiff(16, 16, [
        [322, 60_000],
        [323, 60_000],
        [324, 100],
        [325, 64],
      ]),
    ],
    ['a page that is its own next', 'tiff', tiff(16, 16, [], 8)],
  ];
}

/** Files that declare very many frames, pages, tiles or channels. */
async function lists(): Promise<[string, Bomb['type'], Buffer][]> {
  const grey = sharp({ create: { width: 64, height: 64, channels: 3, background: '#888' } });
  const tile = takeCoded(await grey.avif({ effort: 0 }).toBuffer(), 'av01', [64, 64]);
  const grid = { columns: 250, rows: 250, width: 9000, height: 9000, tile: 1 };
  return [
    ['62,500 tiles', 'avif', makeHeif(tile, [grid])],
    ['20,000 frames', 'webp', await makeWebpOf(20_000)],
    ['300,000 frames', 'gif', makeGifOf(300_000)],
    ['20,000 pages', 'tiff', makeTiffOf(20_000)],
    ['2,000 channels', 'tiff', makeTiffOfChannels(2000, 2000)],
  ];
}

export async function gatherBombs(): Promise<Bomb[]> {
  return [
    ...drawings().map(([name, bytes]) => ({ name, type: 'svg' as const, bytes })),
    ...[...(await containers()), ...(await lists())].map(([name, type, bytes]) => ({ name, type, bytes })),
  ];
}
