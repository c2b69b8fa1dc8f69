// Recognises common files that no tool opens, so that a refusal can say what a file is. The names are those of the field, the same in all languages.

import { nameRaw } from './raw-files.ts';

const text = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

/** The name of each type whose files begin with these characters. */
const beginnings: readonly (readonly [begins: string, name: string])[] = [
  ['8BPS\0\x01', 'Photoshop (PSD)'],
  ['8BPS\0\x02', 'Photoshop (PSB)'],
  ['\xff\x0a', 'JPEG XL'],
  ['\0\0\0\x0cJXL \r\n\x87\n', 'JPEG XL'],
  ['\0\0\0\x0cjP  \r\n\x87\n', 'JPEG 2000'],
  ['\xff\x4f\xff\x51', 'JPEG 2000'],
  ['II\xbc\x01', 'JPEG XR'],
  ['%!PS', 'EPS'],
  ['\xc5\xd0\xd3\xc6', 'EPS'],
  ['\0\0\x02\0', 'CUR'],
  ['\xd7\xcd\xc6\x9a', 'WMF'],
  ['\x01\0\x09\0\0\x03', 'WMF'],
  ['gimp xcf', 'GIMP (XCF)'],
  ['\xabKTX 11\xbb', 'KTX'],
  ['\xabKTX 20\xbb', 'KTX2'],
  ['DDS ', 'DDS'],
  ['\x76\x2f\x31\x01', 'OpenEXR'],
  ['#?RADIANCE', 'Radiance (HDR)'],
  ['#?RGBE', 'Radiance (HDR)'],
  ['qoif', 'QOI'],
  ['BPG\xfb', 'BPG'],
  ['FLIF', 'FLIF'],
  ['icns', 'ICNS'],
  ['AT&TFORM', 'DjVu'],
  ['\x8aMNG\r\n\x1a\n', 'MNG'],
  ['\x8bJNG\r\n\x1a\n', 'JNG'],
  ['IIRO', 'RAW (ORF)'],
  ['IIRS', 'RAW (ORF)'],
  ['MMOR', 'RAW (ORF)'],
  ['IIU\0', 'RAW (RW2)'],
  ['FUJIFILMCCD-RAW', 'RAW (RAF)'],
  ['FOVb', 'RAW (X3F)'],
  ['\0MRM', 'RAW (MRW)'],
  ['\0\xffKA', 'Affinity'],
  ['SIMPLE  =', 'FITS'],
  ['\x1f\x8b\x08', 'GZIP'],
  ['PK\x03\x04', 'ZIP'],
  ['Rar!\x1a\x07', 'RAR'],
  ['7z\xbc\xaf\x27\x1c', '7-Zip'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'Microsoft Office'],
  ['{\\rtf', 'RTF'],
];

/** Netpbm: a letter, a digit, and the width after a space or a comment. */
const netpbm = /^P[1-7][\s#]/;
/** The number of leading bytes read; a PostScript or HTML file may have more in front. */
const headBytes = 512;

/** The name of a type that no tool opens, from the first bytes of a file; null for any other. */
export function nameForeign(head: Uint8Array): string | null {
  if (head.length < 4) return null;
  const start = text(head, 0, headBytes);
  const known = beginnings.find(([begins]) => start.startsWith(begins));
  if (known) return known[1];
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'ACON') return 'ANI';
  if (start.slice(4, 12) === 'ftypcrx ') return 'RAW (CR3)';
  if (start.slice(0, 4) === '\x01\0\0\0' && start.slice(40, 44) === ' EMF') return 'EMF';
  if (netpbm.test(start)) return 'Netpbm';
  if (/^(?:\u00ef\u00bb\u00bf)?\s*<(?:!doctype html|html)[\s>]/i.test(start)) return 'HTML';
  return nameRaw(head);
}

/** The details of TYPE_UNSUPPORTED for a file that is none of the accepted types. `name` is there if its first bytes say what it is. */
export function describeMisfit(
  head: Uint8Array,
  accepted: string,
  found: string | null,
): Readonly<Record<string, string | null>> {
  const name = found === null ? nameForeign(head) : null;
  return name === null ? { accepted, found } : { accepted, found, name };
}
