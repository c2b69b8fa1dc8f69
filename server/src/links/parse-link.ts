// Parses links, and derives a file name from a link or its response.

import { AppError } from 'contract/errors.ts';
import { cleanFileName } from 'contract/file-names.ts';

const maxLinkLetters = 4096;

/** Parses an http(s) link without credentials. Throws LINK_EMPTY or LINK_BAD. */
export function parseLink(text: string): URL {
  const link = text.trim();
  if (link === '') throw new AppError('LINK_EMPTY');
  if (link.length > maxLinkLetters || !/^https?:\/\//i.test(link) || !URL.canParse(link))
    throw new AppError('LINK_BAD');
  const url = new URL(link);
  if (url.username !== '' || url.password !== '') throw new AppError('LINK_BAD');
  url.hash = '';
  return url;
}

/** Returns malformed percent-encoding unchanged. */
function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (cause) {
    if (cause instanceof URIError) return text;
    throw cause;
  }
}

/** Node reads header bytes as Latin-1; most servers mean UTF-8. */
function readHeaderText(text: string): string {
  const utf8 = Buffer.from(text, 'latin1').toString('utf8');
  return utf8.includes('\ufffd') ? text : utf8;
}

/** The name after `filename*=` or `filename=` (RFC 6266), or undefined. */
function readDisposition(header: string): string | undefined {
  const full = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (full !== undefined) return decodePercent(full);
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quoted !== undefined) return readHeaderText(quoted.replace(/\\(.)/g, '$1'));
  const plain = /;\s*filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1];
  return plain === undefined ? undefined : readHeaderText(plain);
}

/** A sanitised file name from Content-Disposition, or else from the last segment of the path; never empty. */
export function suggestFileName(url: URL, disposition: string | undefined): string {
  const told = disposition === undefined ? undefined : readDisposition(disposition);
  return cleanFileName(told || decodePercent(url.pathname.split('/').at(-1) ?? ''));
}
