// The Content-Disposition header that saves an object under the name given by its owner (RFC 6266, RFC 8187).

import { cleanFileName } from 'contract/file-names.ts';
import { type MediaName, media, mediaOfName } from 'contract/media.ts';

/** A name cleaned, and with an extension of this type: nothing is saved as a program, whatever its owner called it. */
export function nameOfType(name: string, type: MediaName | null): string {
  const clean = cleanFileName(name);
  const hasIt = type !== null && clean.includes('.') && mediaOfName(clean) === type;
  return hasIt ? clean : cleanFileName(`${clean}.${type === null ? 'bin' : media[type].extensions[0]}`);
}

/** The name under which an object may be saved. */
export const downloadFileName = (key: string, name: string): string => nameOfType(name, mediaOfName(key));

/** `attachment` with the cleaned file name, in ASCII for old clients and in UTF-8 for others. */
export function contentDisposition(name: string): string {
  const fileName = cleanFileName(name);
  const ascii = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7e]/g, '_')
    .replace(/["\\%]/g, '_');
  // RFC 8187 requires these to be escaped, and encodeURIComponent does not escape them.
  const full = encodeURIComponent(fileName).replace(
    /['()*]/g,
    letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${full}`;
}

/** The same for an object, whose extension the name gets. */
export const attachmentHeader = (key: string, name: string): string => contentDisposition(downloadFileName(key, name));
