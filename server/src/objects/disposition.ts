// The Content-Disposition header that saves an object under the name given by its owner (RFC 6266, RFC 8187).
import { mediaOfName } from 'contract/media.ts';
import { cleanFileName, keyExtension } from './names.ts';

/** The name under which an object may be saved: cleaned, and with an extension that matches its content type. */
export function downloadFileName(key: string, name: string): string {
  const clean = cleanFileName(name);
  const extension = keyExtension(key);
  // Otherwise a link could serve an uploaded file as setup.exe from our host.
  const isTrue =
    mediaOfName(clean) === mediaOfName(key) && (mediaOfName(key) !== null || keyExtension(clean) === extension);
  return isTrue ? clean : cleanFileName(`${clean}.${extension}`);
}

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
