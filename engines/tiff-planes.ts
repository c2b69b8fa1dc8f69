// Joins the planes of a tiled TIFF that stores one colour after the other, which libvips refuses: each plane is read as a grey picture of its own.
// Source: TIFF 6.0, sections 8, 15 and 18.
import { open } from 'node:fs/promises';
import type { SharpOptions } from 'sharp';
import { checkPixels } from './formats/picture-limits.ts';
import type { TiffEntry, TiffLayout } from './formats/tiff-directory.ts';
import { wrapPng } from './formats/wrap-png.ts';
import { resetOrientation } from './metadata/exif.ts';
import { sharp } from './sharp.ts';

/** A TIFF that is no BigTIFF, of red, green and blue in 8 or 16 bits. */
interface PlanedTiff {
  readonly layout: TiffLayout;
  readonly entries: ReadonlyMap<number, TiffEntry>;
  readonly bits: number;
  readonly samples: number;
  /** For sharp. */
  readonly options: SharpOptions;
}

/** What the fourth plane is. */
type Alpha = 'none' | 'plain' | 'premultiplied';

const tags = { bits: 258, colours: 262, samples: 277, planes: 284, profile: 34_675 };
/** Positions and sizes of the tiles, plane by plane. */
const tileLists = [324, 325];
/** Extra channels and sample kinds speak of the other planes, and the profile would change the levels. */
const leftOut = [338, 339, tags.profile];
/** A tag that nothing reads. */
const unread = 65_535;
const shortType = 3;
const minIsBlack = 1;

/** Returns the bytes of the file with a directory that describes one of its planes alone, as a grey picture. */
function pickPlane(bytes: Buffer, { layout: { isLittle }, entries, samples, bits }: PlanedTiff, plane: number): Buffer {
  const picked = Buffer.from(bytes);
  const write = (at: number, value: number, length: number) =>
    isLittle ? picked.writeUIntLE(value, at, length) : picked.writeUIntBE(value, at, length);
  const read = (at: number, length: number) => (isLittle ? bytes.readUIntLE(at, length) : bytes.readUIntBE(at, length));
  const sizeOf = ({ type }: TiffEntry) => (type === shortType ? 2 : 4);
  const values = { [tags.bits]: bits, [tags.colours]: minIsBlack, [tags.samples]: 1, [tags.planes]: 1 };
  for (const [tag, value] of Object.entries(values)) {
    const entry = entries.get(Number(tag))!;
    write(entry.at + 4, 1, 4);
    write(entry.at + 8, value, sizeOf(entry));
  }
  for (const tag of leftOut) {
    const entry = entries.get(tag);
    if (entry) write(entry.at, unread, 2);
  }
  for (const tag of tileLists) {
    const entry = entries.get(tag)!;
    const [size, own, value] = [sizeOf(entry), entry.count / samples, entry.at + 8];
    const start = (entry.count * size > 4 ? read(value, 4) : value) + plane * own * size;
    write(entry.at + 4, own, 4);
    if (own * size > 4) write(value, start, 4);
    else for (let i = 0; i < own; i++) write(value + i * size, read(start + i * size, size), size);
  }
  return picked;
}

async function readPlane(bytes: Buffer, tiff: PlanedTiff, plane: number) {
  const isDeep = tiff.bits === 16;
  const grey = sharp(pickPlane(bytes, tiff, plane), tiff.options).toColourspace(isDeep ? 'grey16' : 'b-w');
  const { data, info } = await grey.raw({ depth: isDeep ? 'ushort' : 'uchar' }).toBuffer({ resolveWithObject: true });
  const levels = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  return { levels, width: info.width, height: info.height };
}

/** Divides the colours by their alpha. */
function unmultiply(data: Uint8Array | Uint16Array, full: number): void {
  for (let i = 0; i < data.length; i += 4)
    for (let k = i; k < i + 3; k++) data[k] = data[i + 3] ? Math.min(full, (data[k]! * full) / data[i + 3]! + 0.5) : 0;
}

/** Returns the picture as PNG. */
export async function joinPlanes(path: string, tiff: PlanedTiff, alpha: Alpha): Promise<Buffer> {
  const file = await open(path);
  const bytes = await file.readFile().finally(() => file.close());
  const about = await sharp(pickPlane(bytes, tiff, 0), tiff.options).metadata();
  checkPixels(about.width, about.height);
  const full = tiff.bits === 16 ? 65_535 : 255;
  const data = new (tiff.bits === 16 ? Uint16Array : Uint8Array)(about.width * about.height * 4).fill(full);
  let size = { width: 0, height: 0 };
  for (let plane = 0; plane < (alpha === 'none' ? 3 : 4); plane++) {
    const { levels, width, height } = await readPlane(bytes, tiff, plane);
    for (let i = 0; i < levels.length; i++) data[i * 4 + plane] = levels[i]!;
    size = { width, height };
  }
  if (alpha === 'premultiplied') unmultiply(data, full);
  const profile = tiff.entries.get(tags.profile);
  const place = profile && (tiff.layout.isLittle ? profile.value.readUInt32LE() : profile.value.readUInt32BE());
  return wrapPng({
    ...size,
    data,
    channels: 4,
    hasAlpha: alpha !== 'none',
    profile: profile && place !== undefined ? bytes.subarray(place, place + profile.count) : undefined,
    exif: about.exif && resetOrientation(about.exif),
    xmp: about.xmp,
  });
}
