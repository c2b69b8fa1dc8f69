// The file types of the product, and how their magic bytes distinguish them. A file's name is not decisive.
import { nameRaw } from './raw-files.ts';
import { decodeText } from './subtitles/decode.ts';
import { findSubtitleType, splitLines } from './subtitles/formats.ts';

interface MediaType {
  readonly contentType: string;
  /** The first one is used for output. */
  readonly extensions: readonly string[];
  readonly kind: 'picture' | 'document' | 'text' | 'video' | 'sound';
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
  svg: { contentType: 'image/svg+xml', extensions: ['svg', 'svgz'], kind: 'picture', shownByBrowsers: true },
  ico: { contentType: 'image/x-icon', extensions: ['ico'], kind: 'picture', shownByBrowsers: true },
  pdf: { contentType: 'application/pdf', extensions: ['pdf'], kind: 'document', shownByBrowsers: false },
  mp4: { contentType: 'video/mp4', extensions: ['mp4', 'm4v'], kind: 'video', shownByBrowsers: false },
  mov: { contentType: 'video/quicktime', extensions: ['mov', 'qt'], kind: 'video', shownByBrowsers: false },
  mkv: { contentType: 'video/x-matroska', extensions: ['mkv'], kind: 'video', shownByBrowsers: false },
  webm: { contentType: 'video/webm', extensions: ['webm'], kind: 'video', shownByBrowsers: false },
  avi: { contentType: 'video/x-msvideo', extensions: ['avi'], kind: 'video', shownByBrowsers: false },
  flv: { contentType: 'video/x-flv', extensions: ['flv', 'f4v'], kind: 'video', shownByBrowsers: false },
  wmv: { contentType: 'video/x-ms-wmv', extensions: ['wmv', 'asf'], kind: 'video', shownByBrowsers: false },
  rmvb: {
    contentType: 'application/vnd.rn-realmedia-vbr',
    extensions: ['rmvb', 'rm'],
    kind: 'video',
    shownByBrowsers: false,
  },
  ts: { contentType: 'video/mp2t', extensions: ['ts', 'm2ts', 'mts'], kind: 'video', shownByBrowsers: false },
  mpg: { contentType: 'video/mpeg', extensions: ['mpg', 'mpeg', 'vob'], kind: 'video', shownByBrowsers: false },
  '3gp': { contentType: 'video/3gpp', extensions: ['3gp', '3g2'], kind: 'video', shownByBrowsers: false },
  dv: { contentType: 'video/x-dv', extensions: ['dv', 'dif'], kind: 'video', shownByBrowsers: false },
  // Playlists of the segments of a clip (HLS, DASH).
  m3u8: { contentType: 'application/vnd.apple.mpegurl', extensions: ['m3u8'], kind: 'text', shownByBrowsers: false },
  mpd: { contentType: 'application/dash+xml', extensions: ['mpd'], kind: 'text', shownByBrowsers: false },
  mp3: { contentType: 'audio/mpeg', extensions: ['mp3'], kind: 'sound', shownByBrowsers: false },
  m4a: { contentType: 'audio/mp4', extensions: ['m4a', 'm4b'], kind: 'sound', shownByBrowsers: false },
  wav: { contentType: 'audio/wav', extensions: ['wav'], kind: 'sound', shownByBrowsers: false },
  ogg: { contentType: 'audio/ogg', extensions: ['ogg', 'oga', 'opus'], kind: 'sound', shownByBrowsers: false },
  flac: { contentType: 'audio/flac', extensions: ['flac'], kind: 'sound', shownByBrowsers: false },
  aac: { contentType: 'audio/aac', extensions: ['aac'], kind: 'sound', shownByBrowsers: false },
  srt: { contentType: 'application/x-subrip', extensions: ['srt'], kind: 'text', shownByBrowsers: false },
  vtt: { contentType: 'text/vtt', extensions: ['vtt'], kind: 'text', shownByBrowsers: false },
  // Only read.
  ass: { contentType: 'text/x-ssa', extensions: ['ass', 'ssa'], kind: 'text', shownByBrowsers: false },
  sbv: { contentType: 'text/x-subviewer', extensions: ['sbv'], kind: 'text', shownByBrowsers: false },
  lrc: { contentType: 'text/x-lrc', extensions: ['lrc'], kind: 'text', shownByBrowsers: false },
  // Only written; it has no magic bytes.
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
export type PictureType = (typeof pictureTypes)[number];
/** The subset that can hold photographs. */
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

/** The types that every video tool opens; `engines/video/` has a demuxer for each. */
export const clipTypes = [
  'mp4',
  'mov',
  'mkv',
  'webm',
  'avi',
  'flv',
  'wmv',
  'rmvb',
  'ts',
  'mpg',
  '3gp',
  'dv',
] as const satisfies readonly MediaName[];
/** Audio-only types. */
export const soundTypes = ['mp3', 'm4a', 'wav', 'ogg', 'flac', 'aac'] as const satisfies readonly MediaName[];

const mediaNames = Object.keys(media) as MediaName[];

/** Other media types that browsers and operating systems use for them, without `x-`. */
const otherTypes: Partial<Record<MediaName, readonly string[]>> = {
  jpg: ['image/jpg', 'image/pjpeg', 'image/jfif', 'image/citrix-jpeg'],
  png: ['image/citrix-png'],
  bmp: ['image/ms-bmp', 'image/windows-bmp'],
  tiff: ['image/tif'],
  heic: ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  avif: ['image/avif-sequence'],
  svg: ['image/svg'],
  ico: ['image/vnd.microsoft.icon', 'image/ico', 'image/icon'],
  mp4: ['video/m4v', 'application/mp4'],
  mkv: ['application/matroska', 'video/matroska-3d'],
  webm: ['audio/webm'],
  avi: ['video/avi', 'video/vnd.avi', 'application/troff-msvideo'],
  flv: ['video/f4v', 'video/flash-video'],
  wmv: ['video/ms-asf', 'video/ms-wm', 'application/vnd.ms-asf'],
  rmvb: ['application/vnd.rn-realmedia', 'video/vnd.rn-realvideo', 'audio/pn-realaudio', 'audio/vnd.rn-realaudio'],
  // Linux takes the extension for that of Qt's translations.
  ts: ['text/vnd.trolltech.linguist', 'video/vnd.dlna.mpeg-tts', 'video/m2ts', 'video/mts'],
  mpg: ['video/mpg', 'video/mpeg2', 'video/mpeg-system', 'video/dvd', 'video/ms-vob'],
  '3gp': ['audio/3gpp', 'video/3gpp2', 'audio/3gpp2', 'video/3gp'],
  m3u8: ['application/mpegurl', 'audio/mpegurl', 'video/mpegurl', 'application/vnd.apple.mpegurl.audio'],
  mp3: ['audio/mp3', 'audio/mpeg3', 'audio/mpg', 'audio/mpegaudio'],
  m4a: ['audio/m4a', 'audio/m4b', 'audio/mp4a-latm'],
  wav: ['audio/wave', 'audio/vnd.wave', 'audio/pn-wav'],
  ogg: ['application/ogg', 'video/ogg', 'audio/opus', 'audio/vorbis', 'audio/opus+ogg', 'audio/vorbis+ogg'],
  flac: ['audio/flac+ogg', 'application/flac'],
  aac: ['audio/aacp', 'audio/vnd.dlna.adts', 'audio/hx-aac-adts'],
  srt: ['text/srt', 'text/subrip'],
};

const plainType = (contentType: string) => contentType.toLowerCase().replace('/x-', '/');
const nameOfType = new Map<string, MediaName>(
  mediaNames.flatMap(name =>
    [media[name].contentType, ...(otherTypes[name] ?? [])].map(type => [plainType(type), name] as const),
  ),
);

/** The number of leading bytes that `sniffMedia` needs. */
export const sniffBytes = 4096;

const ascii = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCharCode(...bytes.subarray(start, start + length));

function sniffIsoBrand(head: Uint8Array): MediaName | null {
  // A Canon raw file (CR3) is a clip of one picture by its boxes.
  if (ascii(head, 4, 4) !== 'ftyp' || ascii(head, 8, 4) === 'crx ') return null;
  const boxBytes = ((head[0] ?? 0) << 24) | ((head[1] ?? 0) << 16) | ((head[2] ?? 0) << 8) | (head[3] ?? 0);
  const brands: string[] = [];
  for (let at = 8; at + 4 <= Math.min(boxBytes, head.length, 256); at += 4)
    if (at !== 12) brands.push(ascii(head, at, 4));
  if (brands.some(brand => brand === 'avif' || brand === 'avis')) return 'avif';
  if (brands.some(brand => /^(heic|heix|hevc|hevx|heim|heis|mif1|msf1)$/.test(brand))) return 'heic';
  const [major = ''] = brands;
  if (major === 'qt  ') return 'mov';
  if (/^M4[AB] $/.test(major)) return 'm4a';
  if (/^3g[2egprs]/.test(major)) return '3gp';
  return brands.length > 0 ? 'mp4' : null;
}

/** QuickTime files older than the `ftyp` box begin with the media data or the index. */
const isOldQuickTime = (head: Uint8Array) => /^(moov|mdat|wide|pnot)$/.test(ascii(head, 4, 4));

/** Packets of 188 bytes that begin with a sync byte; cameras put four bytes before each. */
const isTransportStream = (head: Uint8Array) =>
  [
    { first: 0, step: 188 },
    { first: 4, step: 192 },
  ].some(({ first, step }) => [0, 1, 2, 3].every(n => head[first + n * step] === 0x47));

/** An MPEG audio frame header: eleven sync bits, layer III, and no reserved values. */
const isMp3Frame = ([a = 0, b = 0, c = 0]: Uint8Array) =>
  a === 0xff && (b & 0xe6) === 0xe2 && (b & 0x18) !== 0x08 && (c & 0xf0) !== 0xf0 && (c & 0x0c) !== 0x0c;

/** The bytes of the ID3v2 tag at the beginning of `head` (id3.org, ID3v2.4.0, 3.1: the size has seven bits a byte). */
function tagBytes(head: Uint8Array): number {
  const bytes = [...head.subarray(6, 10)].reduce((size, byte) => size * 128 + (byte & 127), 0);
  const footer = ((head[5] ?? 0) & 0x10) === 0 ? 0 : 10;
  return 10 + bytes + footer;
}

/** Where the ID3v2 tags at the beginning of a file end, possibly beyond `head`; 0 without a tag. */
function endOfTags(head: Uint8Array): number {
  let end = 0;
  while (ascii(head, end, 3) === 'ID3') end += tagBytes(head.subarray(end));
  return end;
}

/** The number of bytes that identify each type in `sniffSound`. */
const soundBytes = 12;

function sniffSound(head: Uint8Array): MediaName | null {
  // The segments of playlists have tags before AAC.
  const sound = head.subarray(endOfTags(head));
  if (ascii(sound, 0, 4) === 'RIFF' && ascii(sound, 8, 4) === 'WAVE') return 'wav';
  if (ascii(sound, 0, 4) === 'OggS') return 'ogg';
  if (ascii(sound, 0, 4) === 'fLaC') return 'flac';
  if (sound[0] === 0xff && ((sound[1] ?? 0) & 0xf6) === 0xf0) return 'aac';
  const isTagged = sound.length < head.length;
  return isMp3Frame(sound) || isTagged ? 'mp3' : null;
}

/** The header block of a frame from a digital tape, and the subcode block behind it (IEC 61834-2, 11: blocks of 80 bytes begin with their section). */
const isDigitalTape = (head: Uint8Array) =>
  ['\x1f\x07\0?', '\x1f\x07\0\xbf'].includes(ascii(head, 0, 4)) && ascii(head, 80, 3) === '?\x07\0';

function sniffClip(head: Uint8Array): MediaName | null {
  // EBML; its document type is among the first elements.
  if (head[0] === 0x1a && ascii(head, 1, 3) === '\x45\xdf\xa3')
    return ascii(head, 4, 60).includes('webm') ? 'webm' : 'mkv';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'AVI ') return 'avi';
  if (ascii(head, 0, 4) === 'FLV\x01') return 'flv';
  if (ascii(head, 0, 8) === '\x30\x26\xb2\x75\x8e\x66\xcf\x11') return 'wmv';
  if (ascii(head, 0, 4) === '.RMF') return 'rmvb';
  if (ascii(head, 0, 4) === '\0\0\x01\xba') return 'mpg';
  if (isOldQuickTime(head)) return 'mov';
  if (isTransportStream(head)) return 'ts';
  if (isDigitalTape(head)) return 'dv';
  return /^(?:\u00ef\u00bb\u00bf)?#EXTM3U/.test(ascii(head, 0, 16)) ? 'm3u8' : null;
}

/** Recognises XML documents by their root element. */
function sniffMarkup(head: Uint8Array): MediaName | null {
  // Latin-1 suffices: the markup is ASCII in UTF-8, and a byte order mark reads as these three characters.
  const text = ascii(head, 0, sniffBytes).replace('\u00ef\u00bb\u00bf', '').trimStart();
  if (!text.startsWith('<')) return null;
  const withoutPrologue = text.replace(
    /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?\s*>|\s)+/i,
    '',
  );
  if (/^<(?:\w+:)?svg[\s>/]/.test(withoutPrologue)) return 'svg';
  return /^<(?:\w+:)?MPD[\s>]/.test(withoutPrologue) ? 'mpd' : null;
}

const startsPdf = (head: Uint8Array, at: number) => ascii(head, at, 5) === '%PDF-';

/** Readers of PDF find its header behind as many bytes of something else, such as the lines of a mail (PDF 1.7, Adobe's implementation note 13). */
const maxBytesBeforePdf = 1024;

function sniffLatePdf(head: Uint8Array): MediaName | null {
  for (let at = head.indexOf(0x25); at >= 0 && at <= maxBytesBeforePdf; at = head.indexOf(0x25, at + 1))
    if (startsPdf(head, at)) return 'pdf';
  return null;
}

/** Subtitles in any encoding. */
const sniffSubtitles = (head: Uint8Array): MediaName | null =>
  findSubtitleType(splitLines(decodeText(head.subarray(0, sniffBytes)).text));

/** The type of a file from its first `sniffBytes` bytes, or null if unknown. Of a sound behind a longer tag, only `sniffFile` knows the type. */
export function sniffMedia(head: Uint8Array): MediaName | null {
  const [a, b, c, d] = head;
  if (a === 0xff && b === 0xd8 && c === 0xff) return 'jpg';
  if (a === 0x89 && ascii(head, 1, 3) === 'PNG') return 'png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WEBP') return 'webp';
  if (/^GIF8[79]a$/.test(ascii(head, 0, 6))) return 'gif';
  if (a === 0x42 && b === 0x4d && head.length > 26 && head[15] === 0 && head[16] === 0) return 'bmp';
  // The raw files of cameras are TIFFs whose first picture is a small preview.
  if (/^(?:II[*+]\0|MM\0[*+])$/.test(ascii(head, 0, 4))) return nameRaw(head) === null ? 'tiff' : null;
  if (a === 0 && b === 0 && c === 1 && d === 0 && (head[4] ?? 0) > 0 && head[5] === 0) return 'ico';
  if (startsPdf(head, 0)) return 'pdf';
  return (
    sniffIsoBrand(head) ??
    sniffClip(head) ??
    sniffSound(head) ??
    sniffMarkup(head) ??
    sniffLatePdf(head) ??
    sniffSubtitles(head)
  );
}

/** Whether a file is packed by gzip, as compressed drawings are. */
export const isPacked = ([a, b, c]: Uint8Array): boolean => a === 0x1f && b === 0x8b && c === 8;

/** Reads `bytes` bytes of a file from `start`; fewer at its end, none beyond it. */
type ReadPart = (start: number, bytes: number) => Promise<Uint8Array>;

/**
 * The type of a file, or null if unknown. Reads its first `sniffBytes` bytes, and as many behind a longer ID3v2 tag, such as one with a cover.
 * `unpackHead` returns the beginning of what gzip packed, which may be a drawing.
 */
export async function sniffFile(
  read: ReadPart,
  unpackHead?: (head: Uint8Array) => Uint8Array,
): Promise<MediaName | null> {
  const head = await read(0, sniffBytes);
  if (unpackHead && isPacked(head)) return sniffMarkup(unpackHead(head)) === 'svg' ? 'svg' : null;
  const type = sniffMedia(head);
  const end = endOfTags(head);
  const isWhole = head.length < sniffBytes;
  if (type !== 'mp3' || isWhole || end + soundBytes <= head.length) return type;
  return sniffSound(await read(end, sniffBytes)) ?? 'mp3';
}

/** The type that a file name suggests, for hints only; null if unknown. */
export function mediaOfName(fileName: string): MediaName | null {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  return mediaNames.find(name => (media[name].extensions as readonly string[]).includes(extension)) ?? null;
}

/** The type that a Content-Type suggests, for hints only; null if unknown. */
export function mediaOfContentType(contentType: string): MediaName | null {
  const [type = ''] = contentType.split(';');
  return nameOfType.get(plainType(type.trim())) ?? null;
}

/** Whether an input of these types also accepts playlists, which are fetched and joined into a clip first. */
export const takesPlaylists = (accept: readonly MediaName[]): boolean => accept.includes('mkv');
