// Recognises common files that no tool opens, so that a refusal can say what a file is. The names are those of the field, the same in all languages.

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

/** Entries of a TIFF's directory that only cameras write: a raw sensor picture behind a small preview. */
const dngVersion = 50_706;
const subfileKind = 254;
const colourKind = 262;
const moreDirectories = 330;
const sensorKinds = [32_803, 34_892];
const shortType = 3;

/** The name of a camera's raw file in the clothes of a TIFF; null for another TIFF. Its first directory must lie in `head`. */
function nameRaw(head: Uint8Array): string | null {
  const isLittle = head[0] === 0x49;
  if (text(head, 0, 4) !== (isLittle ? 'II*\0' : 'MM\0*')) return null;
  if (head.length < 8) return null;
  if (text(head, 8, 2) === 'CR') return 'RAW (CR2)';
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const start = view.getUint32(4, isLittle);
  if (start + 2 > head.length) return null;
  const found = new Map<number, number>();
  const count = view.getUint16(start, isLittle);
  for (let at = start + 2, i = 0; i < count && at + 12 <= head.length; i++, at += 12) {
    const isShort = view.getUint16(at + 2, isLittle) === shortType;
    found.set(
      view.getUint16(at, isLittle),
      isShort ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle),
    );
  }
  if (found.has(dngVersion)) return 'RAW (DNG)';
  const isPreview = ((found.get(subfileKind) ?? 0) & 1) === 1 && found.has(moreDirectories);
  return isPreview || sensorKinds.includes(found.get(colourKind) ?? 0) ? 'RAW' : null;
}

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
