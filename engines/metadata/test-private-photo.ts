// For tests: photographs that hold a position, serial numbers, an owner and previews everywhere a file can hold them.
import { crc32 } from 'node:zlib';
import type { Sharp } from 'sharp';
import { sharp } from '../sharp.ts';

type Value = string | Buffer | readonly (readonly [number, number])[];
type Directory = Readonly<Record<number, Value>>;

/** Private values, readable in the file's bytes unless they are compressed; no result may contain one unless all metadata was requested. */
export const secrets = [
  'BODYSERIAL77',
  'LENSSERIAL88',
  'MAKERSERIAL99',
  'DNGSERIAL66',
  'OWNERNAME55',
  'UNIQUEID44',
  'APPPLACE33',
  'XMPLATITUDE22',
  'XMPSERIAL11',
  'XMPCITY12',
  'IPTCCITY13',
  'PNGPLACE14',
  'COMMENTPLACE15',
  'THUMBNAIL16',
] as const;

/** Latitude and longitude as numerators that no other field has. */
const coordinates = [311_313_137, 121_282_829];

const ascii = (text: string) => Buffer.from(`${text}\0`, 'latin1');

/** A directory at `at` of a little-endian block; strings are ASCII, buffers UNDEFINED (LONG if of 4 bytes), pairs RATIONAL. */
function writeDirectory(directory: Directory, at: number, next = 0): Buffer {
  const entries = Object.entries(directory);
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length, 0);
  const values: Buffer[] = [];
  let end = at + head.length;
  for (const [i, [tag, value]] of entries.entries()) {
    const bytes =
      typeof value === 'string'
        ? ascii(value)
        : Buffer.isBuffer(value)
          ? value
          : Buffer.from(Uint32Array.from(value.flat()).buffer);
    const isLong = Buffer.isBuffer(value) && value.length === 4;
    const isPairs = typeof value !== 'string' && !Buffer.isBuffer(value);
    const entry = 2 + i * 12;
    head.writeUInt16LE(Number(tag), entry);
    head.writeUInt16LE(isPairs ? 5 : isLong ? 4 : typeof value === 'string' ? 2 : 7, entry + 2);
    head.writeUInt32LE(isPairs ? bytes.length / 8 : isLong ? 1 : bytes.length, entry + 4);
    if (bytes.length <= 4) {
      bytes.copy(head, entry + 8);
      continue;
    }
    head.writeUInt32LE(end, entry + 8);
    values.push(bytes);
    end += bytes.length;
  }
  head.writeUInt32LE(next, head.length - 4);
  return Buffer.concat([head, ...values]);
}

const long = (value: number) => Buffer.from(Uint32Array.of(value).buffer);

/** A TIFF-shaped EXIF block with position, maker's notes, serial numbers, owner and thumbnail, beside camera, date and credit. */
function makeExif(thumbnail: Buffer): Buffer {
  const exposure: Directory = {
    33434: [[1, 250]],
    36867: '2024:05:06 07:08:09',
    37500: Buffer.from('MAKERSERIAL99 in the notes of a maker'),
    37510: Buffer.from('ASCII\0\0\0APPPLACE33'),
    42016: 'UNIQUEID44',
    42032: 'OWNERNAME55',
    42033: 'BODYSERIAL77',
    42036: 'Lens 50mm',
    42037: 'LENSSERIAL88',
  };
  const gps: Directory = {
    1: 'N',
    2: [
      [coordinates[0]!, 10_000_000],
      [0, 1],
      [0, 1],
    ],
    3: 'E',
    4: [
      [coordinates[1]!, 1_000_000],
      [0, 1],
      [0, 1],
    ],
  };
  const first = (exposureAt: number, gpsAt: number): Directory => ({
    271: 'Pixwright',
    272: 'Fixture One',
    315: 'Ada',
    33432: 'Copyright Ada',
    34665: long(exposureAt),
    34853: long(gpsAt),
    50735: 'DNGSERIAL66',
  });
  const exposureAt = 8 + writeDirectory(first(0, 0), 8).length;
  const gpsAt = exposureAt + writeDirectory(exposure, exposureAt).length;
  const secondAt = gpsAt + writeDirectory(gps, gpsAt).length;
  const second = (at: number): Directory => ({ 513: long(at), 514: long(thumbnail.length) });
  const thumbnailAt = secondAt + writeDirectory(second(0), secondAt).length;
  return Buffer.concat([
    Buffer.from('49492a0008000000', 'hex'),
    writeDirectory(first(exposureAt, gpsAt), 8, secondAt),
    writeDirectory(exposure, exposureAt),
    writeDirectory(gps, gpsAt),
    writeDirectory(second(thumbnailAt), secondAt),
    thumbnail,
  ]);
}

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:aux="http://ns.adobe.com/exif/1.0/aux/" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" exif:GPSLatitude="31,13.XMPLATITUDE22N" aux:SerialNumber="XMPSERIAL11" aux:OwnerName="OWNERNAME55" photoshop:City="XMPCITY12"><dc:creator><rdf:Seq><rdf:li>Ada &amp; Bob</rdf:li></rdf:Seq></dc:creator><xmp:Thumbnails>THUMBNAIL16</xmp:Thumbnails></rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;

function segment(marker: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** Photoshop's image resource block: IPTC with a city, and a thumbnail. */
function makePhotoshop(thumbnail: Buffer): Buffer {
  const resource = (number: number, body: Buffer) => {
    const head = Buffer.alloc(12);
    head.write('8BIM', 0, 'latin1');
    head.writeUInt16BE(number, 4);
    head.writeUInt32BE(body.length, 8);
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
  };
  const city = Buffer.from('IPTCCITY13');
  const iptc = Buffer.concat([Buffer.from([0x1c, 2, 90, 0, city.length]), city]);
  return Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource(1028, iptc), resource(1036, thumbnail)]);
}

async function makeThumbnail(): Promise<Buffer> {
  const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  return Buffer.concat([small.subarray(0, 2), segment(0xfe, Buffer.from('THUMBNAIL16')), small.subarray(2)]);
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length);
  head.write(name, 4, 'latin1');
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body, crc32(head.subarray(4))));
  return Buffer.concat([head, body, check]);
}

export type PrivateFormat = 'jpg' | 'png' | 'webp' | 'avif' | 'tiff';

/** The picture as a file with all private metadata. AVIF and WebP have what sharp writes of a JPEG's metadata, TIFF its XMP and Photoshop blocks. */
export async function makePrivatePhoto(picture: Sharp, format: PrivateFormat): Promise<Buffer> {
  const thumbnail = await makeThumbnail();
  const exif = makeExif(thumbnail);
  if (format === 'png') {
    const plain = await picture.png().toBuffer();
    const about = Buffer.concat([Buffer.from('XML:com.adobe.xmp\0\0\0\0\0'), Buffer.from(xmp)]);
    const chunks = [chunk('eXIf', exif), chunk('iTXt', about), chunk('tEXt', Buffer.from('Comment\0PNGPLACE14'))];
    return Buffer.concat([plain.subarray(0, 33), ...chunks, plain.subarray(33)]);
  }
  const plain = await picture.jpeg({ quality: 95 }).toBuffer();
  const jpeg = Buffer.concat([
    plain.subarray(0, 2),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), exif])),
    segment(0xe1, Buffer.concat([Buffer.from('http://ns.adobe.com/xap/1.0/\0'), Buffer.from(xmp)])),
    segment(0xed, makePhotoshop(thumbnail)),
    segment(0xfe, Buffer.from('COMMENTPLACE15')),
    plain.subarray(2),
  ]);
  if (format === 'jpg') return jpeg;
  const all = sharp(jpeg).keepMetadata();
  return format === 'webp' ? all.webp().toBuffer() : format === 'avif' ? all.avif().toBuffer() : all.tiff().toBuffer();
}

/** The secrets in these bytes, packed metadata included, and "GPS", "IPTC" or "comments" where a file has a place for them. */
export async function findSecrets(file: Buffer): Promise<string[]> {
  const { exif, iptc, xmp, comments } = await sharp(file)
    .metadata()
    .catch(() => ({ exif: undefined, iptc: undefined, xmp: undefined, comments: undefined }));
  const all = Buffer.concat([file, ...[exif, iptc, xmp].filter(block => block !== undefined)]);
  const found: string[] = secrets.filter(secret => all.includes(secret));
  for (const number of coordinates) {
    const bytes = long(number);
    if (all.includes(bytes) || all.includes(Buffer.from(bytes).swap32())) found.push(`coordinate ${number}`);
  }
  if (exif?.includes(Buffer.from('25880400', 'hex')) || exif?.includes(Buffer.from('88250004', 'hex')))
    found.push('GPS');
  if (iptc) found.push('IPTC');
  if (comments?.length) found.push('comments');
  return found;
}
