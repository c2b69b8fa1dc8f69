// The keys of stored objects.
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
