// The keys of stored objects, and visitors' file names made safe to display and to save under.
import { createHash, randomBytes } from 'node:crypto';
import { mediaOfName } from 'contract/media.ts';

/** The purpose of an object. Uploads are inputs or masks; other purposes are files made from them. */
export type ObjectPurpose = 'input' | 'mask' | 'output' | 'preview' | 'avatar' | 'template' | 'font';

/** public: the URL alone opens the object, and it cannot be guessed. signed: only a URL with a signature that expires soon opens it. */
export type ObjectVisibility = 'public' | 'signed';

/**
 * input: uploads; output: results; preview: previews of results; private: objects of any purpose that only signed URLs open. A bucket's
 * policy makes the first three public, so visibility is part of the key.
 */
export type ObjectArea = 'input' | 'output' | 'preview' | 'private';

const keyPattern = /^(input|output|preview|private)\/(\d{4})\/(\d{2})\/(\d{2})\/(\d{2})\/[0-9a-f]{32}\.[a-z0-9]{1,8}$/;

/** The visibility that a key implies. */
export const visibilityOf = (key: string): ObjectVisibility => (key.startsWith('private/') ? 'signed' : 'public');

/** Whether this is a complete object key in its canonical spelling; stores refuse everything else. */
export const isObjectKey = (key: string): boolean => keyPattern.test(key);

/**
 * A fresh key: `<area>/yyyy/MM/dd/hh/<128 random bits>.<extension>`, the hour in UTC. The extension decides how the object is served, so it
 * belongs to a type of the product, or is `bin`.
 */
export function makeKey(area: ObjectArea, now: Date, extension: string): string {
  const [date, time] = now.toISOString().split('T') as [string, string];
  const key = `${area}/${date.replaceAll('-', '/')}/${time.slice(0, 2)}/${randomBytes(16).toString('hex')}.${extension}`;
  if (!isObjectKey(key) || (mediaOfName(key) === null && extension !== 'bin'))
    throw new RangeError(`No key can end with the extension "${extension}"`);
  return key;
}

/** The views derived from a clip, with the extensions of their keys. */
const viewExtensions = { poster: 'jpg', film: 'jpg', peaks: 'json' } as const;
export type ViewKind = keyof typeof viewExtensions;

/** The key of a view of an upload. It is derived from the upload's key by hashing, so it does not reveal that key. */
export function viewKeyOf(key: string, kind: ViewKind): string {
  const hour = key.split('/').slice(1, 5).join('/');
  const digest = createHash('sha256').update(`${kind} ${key}`).digest('hex').slice(0, 32);
  return `preview/${hour}/${digest}.${viewExtensions[kind]}`;
}

export const viewKeysOf = (key: string): string[] =>
  (Object.keys(viewExtensions) as ViewKind[]).map(kind => viewKeyOf(key, kind));

/** The start of the hour in which a key was created. */
export function keyDate(key: string): Date {
  const [, , year, month, day, hour] = keyPattern.exec(key) ?? [];
  if (hour === undefined) throw new RangeError('This is not the key of an object');
  return new Date(`${year}-${month}-${day}T${hour}:00:00Z`);
}

/** The extension of a file name if it is valid in a key, otherwise `bin`. */
export const keyExtension = (fileName: string): string =>
  /\.([a-z0-9]{1,8})$/.exec(fileName.toLowerCase())?.[1] ?? 'bin';

const maxNameLetters = 120;
// Most file systems allow 255 bytes, and a Chinese character takes three.
const maxNameBytes = 240;
// Control characters, line separators, the byte order mark, zero-width spaces, and direction marks, which can make "gpj.exe" look like
// "exe.jpg". Joiners are kept: emoji and several scripts need them.
const invisible =
  /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\u{e0000}-\u{e007f}]/gu;
const reservedByWindows = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])\s*(?:\.|$)/i;

/** Dots and spaces at both ends. Without the lookbehind, each dot within a name would start a search of its own. */
const outerDots = /^[\s.]+|(?<![\s.])[\s.]+$/g;

function shorten(name: string): string {
  const extension = /\.[^.\s]{1,10}$/u.exec(name)?.[0] ?? '';
  const stem = extension === '' ? name : name.slice(0, -extension.length);
  const letters = [...stem];
  let bytes = Buffer.byteLength(extension);
  let kept = 0;
  for (const letter of letters) {
    bytes += Buffer.byteLength(letter);
    if (bytes > maxNameBytes || kept + [...extension].length >= maxNameLetters) break;
    kept += 1;
  }
  return letters.slice(0, kept).join('').trimEnd() + extension;
}

/**
 * Makes an untrusted file name safe to display, to save under and to put into a header: keeps the last path segment without control
 * characters, direction marks and characters that a file system forbids; at most 120 characters and 240 bytes, including the extension.
 * Letters of all scripts are kept. The result is never empty.
 */
export function cleanFileName(name: string): string {
  const segment =
    name
      .toWellFormed()
      .normalize('NFC')
      .split(/[/\\]/)
      .findLast(part => /[^\s.]/.test(part)) ?? '';
  const clean = segment
    .replace(invisible, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(outerDots, '');
  const short = shorten(clean).replace(outerDots, '');
  if (short === '') return 'file';
  return reservedByWindows.test(short) ? `_${short}` : short;
}
