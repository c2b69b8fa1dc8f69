// Visits a page: reads it up to a limit, or only its first bytes if it turns out to be a video or a picture.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media, sniffBytes, sniffFile, sniffMedia } from 'contract/media.ts';
import type { ByteRange } from 'engines/playlist/pieces.ts';
import {
  claimedType,
  explainNetwork,
  type OpenedLink,
  type OpenOptions,
  openLink,
  requirePlainBody,
} from './open-link.ts';
import { suggestFileName } from './parse-link.ts';

export interface VisitOptions extends OpenOptions {
  readonly folder: string;
  readonly maxBytes: number;
}

export interface Visited {
  readonly path: string;
  /** The URL after all redirects. */
  readonly url: URL;
  readonly status: number;
  readonly contentType: string;
  readonly fileName: string;
  /** The type detected from the first bytes; null for a page. */
  readonly type: MediaName | null;
  /** Size of the whole file; 0 if the host does not tell. */
  readonly bytes: number;
}

/** Whether a file of this type is read like a page: playlists and SVGs are. */
const isRead = (type: MediaName | null) => type === null || media[type].kind === 'text' || type === 'svg';

/** The length of the whole file, from the headers of a partial or full response. */
function readLength(header: (name: string) => string | undefined): number {
  const ofPart = /^bytes \d+-\d+\/(\d{1,15})$/.exec(header('content-range') ?? '')?.[1];
  return Number(ofPart ?? header('content-length')) || 0;
}

/** Reads the start of a body: up to `maxBytes`, or no more than a file's type and its range need. */
async function readStart(opened: OpenedLink, options: VisitOptions): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let type: MediaName | null | undefined;
  try {
    for await (const chunk of opened.body as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (type === undefined && bytes >= sniffBytes) type = sniffMedia(Buffer.concat(chunks).subarray(0, sniffBytes));
      const isEnough = type !== undefined && !isRead(type) && bytes >= (options.range ? options.maxBytes : sniffBytes);
      if (isEnough || bytes >= options.maxBytes) break;
    }
  } catch (cause) {
    throw explainNetwork(cause, options.signal);
  }
  return Buffer.concat(chunks).subarray(0, options.maxBytes);
}

/** Reads a part further on of a file whose start was read; empty where the host does not give it. */
async function readPart(url: URL, range: ByteRange, options: VisitOptions): Promise<Uint8Array> {
  const opened = await openLink(url.href, { ...options, range });
  try {
    requirePlainBody(opened);
    if (opened.status !== 206) return new Uint8Array();
    return await readStart(opened, { ...options, range, maxBytes: range.end - range.start + 1 });
  } finally {
    await opened.close();
  }
}

/** Throws the errors of `openLink`. Responses of any status are read: a site's own text on a missing page tells the reason. */
export async function visitPage(link: string, options: VisitOptions): Promise<Visited> {
  const opened = await openLink(link, options);
  const { url, status, header } = opened;
  let body: Buffer;
  try {
    requirePlainBody(opened);
    body = await readStart(opened, options);
  } finally {
    await opened.close();
  }
  // Only now, since a visit that waits for a second place at a host must not hold the first.
  const type = await sniffFile(async (start, length) => {
    if (start + length <= body.length || start === 0) return body.subarray(start, start + length);
    return readPart(url, { start, end: start + length - 1 }, options).catch(() => {
      options.signal.throwIfAborted();
      // What a host gave is a sound, whatever it refuses now.
      return new Uint8Array();
    });
  });
  const path = join(options.folder, `visit-${randomBytes(8).toString('hex')}`);
  await writeFile(path, body);
  return {
    path,
    url,
    status,
    contentType: header('content-type')?.slice(0, 200) ?? claimedType(opened),
    fileName: suggestFileName(url, header('content-disposition')),
    type,
    bytes: status === 206 || status === 200 ? readLength(header) : 0,
  };
}
