// Visits a page: reads it up to a limit, or only its first bytes if it turns out to be a video or a picture.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaName, media, sniffBytes, sniffMedia } from 'contract/media.ts';
import { claimedType, explainNetwork, type OpenOptions, openLink, requirePlainBody } from './open-link.ts';
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

/** Throws the errors of `openLink`. Responses of any status are read: a site's own text on a missing page tells the reason. */
export async function visitPage(link: string, options: VisitOptions): Promise<Visited> {
  const opened = await openLink(link, options);
  try {
    requirePlainBody(opened);
    const chunks: Buffer[] = [];
    let bytes = 0;
    let type: MediaName | null | undefined;
    try {
      for await (const chunk of opened.body as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        bytes += chunk.length;
        if (type === undefined && bytes >= sniffBytes) type = sniffMedia(Buffer.concat(chunks).subarray(0, sniffBytes));
        const isEnough =
          type !== undefined && !isRead(type) && bytes >= (options.range ? options.maxBytes : sniffBytes);
        if (isEnough || bytes >= options.maxBytes) break;
      }
    } catch (cause) {
      throw explainNetwork(cause, options.signal);
    }
    const body = Buffer.concat(chunks).subarray(0, options.maxBytes);
    type ??= sniffMedia(body.subarray(0, sniffBytes));
    const path = join(options.folder, `visit-${randomBytes(8).toString('hex')}`);
    await writeFile(path, body);
    return {
      path,
      url: opened.url,
      status: opened.status,
      contentType: opened.header('content-type')?.slice(0, 200) ?? claimedType(opened),
      fileName: suggestFileName(opened.url, opened.header('content-disposition')),
      type,
      bytes: opened.status === 206 || opened.status === 200 ? readLength(opened.header) : 0,
    };
  } finally {
    await opened.close();
  }
}
