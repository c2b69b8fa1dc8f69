// Writes a PDF of one page with one image, whose compressed data is copied unchanged: PDF supports the codings of both JPEG and PNG rows. Source: ISO
// 32000-1, 7.4.4 (Flate and PNG predictors), 7.4.8 (DCT), 8.9 (images).
import { writeFile } from 'node:fs/promises';

export interface PdfPicture {
  readonly coding: 'jpeg' | 'flate';
  readonly data: Buffer;
  /** Sides of the stored rows, before `orientation`. */
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 3 | 4;
  readonly bits: number;
  /** Red, green, blue of each index, when the samples are indexes. */
  readonly palette?: Buffer;
  readonly profile?: Buffer;
  /** Adobe's CMYK JPEGs store inverted ink values. */
  readonly isInverted?: boolean;
  /** EXIF 1..8; the page rotates the image, so it need not be encoded again. */
  readonly orientation?: number;
}

export interface PdfObject {
  readonly dictionary: string;
  readonly stream?: Buffer;
}

/** Readers refuse longer pages; a larger image gets a page of the same shape. */
export const maxPagePoints = 14_400;

/** Matrices that map the unit square to the page for each EXIF orientation (x right, y up). */
const turns: Readonly<Record<number, (w: number, h: number) => readonly number[]>> = {
  1: (w, h) => [w, 0, 0, h, 0, 0],
  2: (w, h) => [-w, 0, 0, h, w, 0],
  3: (w, h) => [-w, 0, 0, -h, w, h],
  4: (w, h) => [w, 0, 0, -h, 0, h],
  5: (w, h) => [0, -h, -w, 0, w, h],
  6: (w, h) => [0, -h, w, 0, 0, h],
  7: (w, h) => [0, h, w, 0, 0, 0],
  8: (w, h) => [0, h, -w, 0, w, 0],
};

/** Returns the matrix that maps the unit square to `width` x `height` points for an EXIF orientation. */
export const pictureMatrix = (orientation: number | undefined, width: number, height: number): readonly number[] =>
  (turns[orientation ?? 1] ?? turns[1]!)(width, height);

const deviceSpaces = { 1: '/DeviceGray', 3: '/DeviceRGB', 4: '/DeviceCMYK' } as const;

function describeColours({ palette, profile, channels }: PdfPicture, profileObject: number): string {
  if (palette) return `[/Indexed /DeviceRGB ${palette.length / 3 - 1} <${palette.toString('hex')}>]`;
  return profile ? `[/ICCBased ${profileObject} 0 R]` : deviceSpaces[channels];
}

/** Returns the entries of the image object. `profileObject` is the number of its profile's object, if it has one. */
export function describeImage(picture: PdfPicture, profileObject: number): string {
  const { width, height, bits, coding, channels, palette, isInverted } = picture;
  const colours = palette ? 1 : channels;
  return [
    `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent ${bits}`,
    `/ColorSpace ${describeColours(picture, profileObject)}`,
    coding === 'jpeg' ? '/Filter /DCTDecode' : '/Filter /FlateDecode',
    coding === 'flate'
      ? `/DecodeParms << /Predictor 15 /Colors ${colours} /BitsPerComponent ${bits} /Columns ${width} >>`
      : '',
    isInverted ? '/Decode [1 0 1 0 1 0 1 0]' : '',
  ].join(' ');
}

/** Returns the size in points of a page that shows one pixel as one point. A larger image than readers accept gets a page of the same shape. */
export function pageSize({ width, height, orientation = 1 }: PdfPicture): { width: number; height: number } {
  const [seenWidth, seenHeight] = orientation >= 5 ? [height, width] : [width, height];
  const scale = Math.min(1, maxPagePoints / Math.max(seenWidth, seenHeight));
  return { width: Number((seenWidth * scale).toFixed(3)), height: Number((seenHeight * scale).toFixed(3)) };
}

/**
 * Writes the file and returns its size in bytes. One pixel is one point (72 dpi), so the page has the image's size; above 14,400 points, the maximum
 * of readers, the page shrinks and the pixels are kept.
 */
export async function writePdf(path: string, picture: PdfPicture): Promise<number> {
  const { width, height } = pageSize(picture);
  const matrix = pictureMatrix(picture.orientation, width, height).join(' ');
  const objects: PdfObject[] = [
    { dictionary: '/Type /Catalog /Pages 2 0 R' },
    { dictionary: '/Type /Pages /Kids [3 0 R] /Count 1' },
    {
      dictionary: `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> >>`,
    },
    { dictionary: '', stream: Buffer.from(`q ${matrix} cm /P Do Q`) },
    { dictionary: describeImage(picture, 6), stream: picture.data },
    ...(picture.profile ? [{ dictionary: `/N ${picture.channels}`, stream: picture.profile }] : []),
  ];
  return writeObjects(path, objects);
}

async function writeObjects(path: string, objects: readonly PdfObject[]): Promise<number> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  let at = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    at += part.length;
  };
  const starts: number[] = [];
  for (const [i, { dictionary, stream }] of objects.entries()) {
    starts.push(at);
    add(Buffer.from(`${i + 1} 0 obj\n<< ${dictionary}${stream ? ` /Length ${stream.length}` : ''} >>\n`));
    if (stream) for (const part of [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')]) add(part);
    add(Buffer.from('endobj\n'));
  }
  const rows = starts.map(start => `${String(start).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  add(Buffer.from(`${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`));
  await writeFile(path, parts);
  return at;
}
