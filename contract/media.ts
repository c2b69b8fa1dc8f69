// The file types of the product, and how the first bytes tell them apart. The name of a file decides nothing.

interface MediaType {
  readonly contentType: string;
  /** The first is the one we write. */
  readonly extensions: readonly string[];
  readonly kind: 'picture' | 'document' | 'text';
  /** Whether every current browser shows it in an <img>. */
  readonly shownByBrowsers: boolean;
}

export const media = {
  jpg: { contentType: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], kind: 'picture', shownByBrowsers: true },
  png: { contentType: 'image/png', extensions: ['png'], kind: 'picture', shownByBrowsers: true },
  webp: { contentType: 'image/webp', extensions: ['webp'], kind: 'picture', shownByBrowsers: true },
  gif: { contentType: 'image/gif', extensions: ['gif'], kind: 'picture', shownByBrowsers: true },
  bmp: { contentType: 'image/bmp', extensions: ['bmp'], kind: 'picture', shownByBrowsers: true },
  avif: { contentType: 'image/avif', extensions: ['avif'], kind: 'picture', shownByBrowsers: true },
  tiff: { contentType: 'image/tiff', extensions: ['tiff', 'tif'], kind: 'picture', shownByBrowsers: false },
  heic: { contentType: 'image/heic', extensions: ['heic', 'heif'], kind: 'picture', shownByBrowsers: false },
  svg: { contentType: 'image/svg+xml', extensions: ['svg'], kind: 'picture', shownByBrowsers: true },
  ico: { contentType: 'image/x-icon', extensions: ['ico'], kind: 'picture', shownByBrowsers: true },
  pdf: { contentType: 'application/pdf', extensions: ['pdf'], kind: 'document', shownByBrowsers: false },
  // Only ever written: no first bytes tell them.
  txt: { contentType: 'text/plain', extensions: ['txt'], kind: 'text', shownByBrowsers: false },
  md: { contentType: 'text/markdown', extensions: ['md'], kind: 'text', shownByBrowsers: false },
  docx: {
    contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    kind: 'document',
    shownByBrowsers: false,
  },
} as const satisfies Record<string, MediaType>;

export type MediaName = keyof typeof media;

/** The types that every picture tool opens; `engines/image.ts` decodes exactly these. */
export const pictureTypes = [
  'jpg',
  'png',
  'webp',
  'gif',
  'bmp',
  'avif',
  'tiff',
  'heic',
  'svg',
  'ico',
] as const satisfies readonly MediaName[];
/** Those of them that hold photographs. */
export const photoTypes = [
  'jpg',
  'png',
  'webp',
  'gif',
  'bmp',
  'avif',
  'tiff',
  'heic',
] as const satisfies readonly MediaName[];

const mediaNames = Object.keys(media) as MediaName[];

/** Other media types that some systems use for them. */
const otherTypes = new Map<string, MediaName>([
  ['image/jpg', 'jpg'],
  ['image/pjpeg', 'jpg'],
  ['image/heif', 'heic'],
  ['image/ms-bmp', 'bmp'],
  ['image/vnd.microsoft.icon', 'ico'],
]);

/** How many of the first bytes `sniffMedia` needs. */
export const sniffBytes = 4096;

const ascii = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

function sniffIsoBrand(head: Uint8Array): MediaName | null {
  if (ascii(head, 4, 4) !== 'ftyp') return null;
  const boxBytes = ((head[0] ?? 0) << 24) | ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8) | (head[3] ?? 0);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= Math.min(boxBytes, head.length, 256); at += 4)
    if (at !== 12) brands.push(ascii(head, at, 4));
  if (brands.some(brand => brand === 'avif' || brand === 'avis')) return 'avif';
  if (brands.some(brand => /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(brand))) return 'heic';
  return null;
}

function sniffSvg(head: Uint8Array): boolean {
  // Latin-1 is enough: the markup looked for is ASCII in UTF-8, and a byte order mark reads as these three.
  const text = ascii(head, 0, sniffBytes).replace('\u00ef\u00bb\u00bf', '').trimStart();
  if (!text.startsWith('<')) return false;
  const withoutPrologue = text.replace(
    /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?\s*>|\s)+/i,
    '',
  );
  return /^<(?:\w+:)?svg[\s>/]/.test(withoutPrologue);
}

/** The type of a file from its first `sniffBytes` bytes, or null when it is none we know. */
export function sniffMedia(head: Uint8Array): MediaName | null {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'jpg';
  if (a === 0x89 && ascii(head, 1, 3) === 'PNG') return 'png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'gif';
  if (a === 0x42 && b === 0x4d && head.length > 26 && head[15] === 0 && head[16] === 0) return 'bmp';
  if ((a === 0x49 && b === 0x49 && c === 0x2a && d === 0) || (a === 0x4d && b === 0x4d && c === 0 && d === 0x2a))
    return 'tiff';
  if (a === 0 && b === 0 && c === 1 && d === 0 && (head[4] ?? 0) > 0 && head[5] === 0) return 'ico';
  if (ascii(head, 0, 5) === '%PDF-') return 'pdf';
  return sniffIsoBrand(head) ?? (sniffSvg(head) ? 'svg' : null);
}

/** The type a file name claims, for hints only; null when the extension is none we know. */
export function mediaOfName(fileName: string): MediaName | null {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return mediaNames.find(name => (media[name].extensions as readonly string[]).includes(extension)) ?? null;
}

/** The type a content type claims, for hints only; null when it is none we know. */
export function mediaOfContentType(contentType: string): MediaName | null {
  const [plain = ''] = contentType.toLowerCase().split(';');
  const type = plain.trim().replace('/x-', '/');
  const known = mediaNames.find(name => media[name].contentType.replace('/x-', '/') === type);
  return known ?? otherTypes.get(type) ?? null;
}
