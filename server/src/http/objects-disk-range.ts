// Which bytes of an object a GET requests, and whether the client already has them (RFC 9110, sections 13 and 14).
import { namesEtag } from './etag.ts';

export interface Wanted {
  readonly status: 200 | 206 | 304 | 412 | 416;
  /** Inclusive; meaningless unless the status is 200 or 206. */
  readonly start: number;
  readonly end: number;
}

interface Asked {
  readonly range?: string | undefined;
  readonly 'if-range'?: string | undefined;
  readonly 'if-none-match'?: string | undefined;
  readonly 'if-match'?: string | undefined;
  readonly 'if-modified-since'?: string | undefined;
}

function isKnown(asked: Asked, etag: string, modified: Date): boolean {
  const list = asked['if-none-match'];
  if (list !== undefined) return namesEtag(list, etag);
  const since = Date.parse(asked['if-modified-since'] ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** Only our own strong ETag in If-Range proves that the object is unchanged; for a date or another ETag the whole object is sent. */
const isRangeMeant = (asked: Asked, etag: string) => asked['if-range'] === undefined || asked['if-range'] === etag;

/** Multiple and malformed ranges get the whole object, as the standard allows. */
export function chooseBytes(asked: Asked, object: { bytes: number; etag: string; modified: Date }): Wanted {
  const whole = { status: 200, start: 0, end: object.bytes - 1 } as const;
  if (asked['if-match'] !== undefined && !namesEtag(asked['if-match'], object.etag)) return { ...whole, status: 412 };
  if (isKnown(asked, object.etag, object.modified)) return { ...whole, status: 304 };
  const [, first, last] = /^\s*bytes\s*=\s*(?:(\d{1,15})\s*)?-\s*(?:(\d{1,15})\s*)?$/i.exec(asked.range ?? '') ?? [];
  if ((!first && !last) || !isRangeMeant(asked, object.etag)) return whole;
  const start = first ? Number(first) : Math.max(0, object.bytes - Number(last));
  const end = first && last ? Math.min(Number(last), object.bytes - 1) : object.bytes - 1;
  if (first && last && Number(last) < start) return whole;
  if (start >= object.bytes) return { ...whole, status: 416 };
  return { status: 206, start, end };
}
