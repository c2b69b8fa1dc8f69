// HTTP routes of linked files: a download goes through this server, can start at any byte, and never serves a foreign page from our host.

import { AppError } from 'contract/errors.ts';
import { media } from 'contract/media.ts';
import { linkedFile } from 'contract/routes/links.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition, nameOfType } from '../adapters/objects-disposition.ts';
import { countOpenStreams, dropWhenStalled } from '../http/open-streams.ts';
import { addStream } from '../http/routes.ts';
import type { Parts } from '../parts.ts';
import { shareOfDownload } from '../tasks/admission.ts';
import { findLinkedFile, isShownInline } from '../tasks/linked-files.ts';
import type { StoredLink } from '../tasks/stored.ts';
import type { OpenedLink } from './open-link.ts';
import { openFileOfLink, passOn, requireGiven } from './open-linked.ts';

/** Concurrent downloads: a page of thumbnails needs a dozen. */
const maxAtOnce = { perOwner: 16, perAddress: 32, total: 300 };
/** Long enough for a download that was paused for a while. */
const stallMs = 2 * 60_000;
const maxInlineBytes = 32 * 1024 * 1024;

/** A single range in the form that hosts understand; any other is dropped, and the whole file is sent. */
const readRange = (request: FastifyRequest): string | undefined =>
  /^bytes=(?:\d{1,15}-\d{0,15}|-\d{1,15})$/.exec(request.headers.range ?? '')?.[0];

/** A forwarded header of the host: only if it is short and matches the pattern. */
const plain = (value: string | undefined, pattern: RegExp): string | undefined =>
  value !== undefined && value.length <= 200 && pattern.test(value) ? value : undefined;

function describe(reply: FastifyReply, link: StoredLink, opened: OpenedLink, isInline: boolean): void {
  const given = {
    'content-length': plain(opened.header('content-length'), /^\d+$/),
    'content-range': plain(opened.header('content-range'), /^bytes (?:\d+-\d+|\*)\/(?:\d+|\*)$/),
    // Browsers need these to resume an interrupted download.
    etag: plain(opened.header('etag'), /^(?:W\/)?"[\x21\x23-\x7e]*"$/),
    'last-modified': plain(opened.header('last-modified'), /^[\w ,:+-]+$/),
    'accept-ranges': opened.status === 206 || opened.header('accept-ranges') === 'bytes' ? 'bytes' : undefined,
  };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) void reply.header(name, value);
  void reply.headers({
    // Never the host's content type: a page from that host must not run under our name.
    'content-type': media[link.type].contentType,
    'content-disposition': isInline ? 'inline' : contentDisposition(nameOfType(link.name, link.type)),
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': isInline ? 'private, max-age=3600' : 'no-store',
  });
}

async function passLinkOn(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  link: StoredLink,
  inline: boolean,
) {
  const gone = new AbortController();
  const leave = () => gone.abort(new Error('the reader is gone'));
  reply.raw.once('close', leave);
  // A reader who left while the file was looked up emits no close event.
  if (reply.raw.destroyed) leave();
  const range = readRange(request);
  const ifRange = plain(request.headers['if-range'] as string | undefined, /^[\x20-\x7e]+$/);
  const opened = await openFileOfLink(parts, link, {
    sender: shareOfDownload(parts, request),
    signal: gone.signal,
    ...(range !== undefined && { range, ...(ifRange !== undefined && { ifRange }) }),
  });
  try {
    if (opened.status === 416) {
      describe(reply, link, opened, false);
      await opened.close();
      return reply.removeHeader('content-length').status(416).send('');
    }
    requireGiven(opened);
    if (inline && Number(opened.header('content-length') ?? 0) > maxInlineBytes)
      throw new AppError('FILE_TOO_LARGE', { maxMb: maxInlineBytes / 1024 ** 2 });
  } catch (refusal) {
    await opened.close();
    throw refusal;
  }
  describe(reply, link, opened, inline);
  dropWhenStalled(reply, stallMs);
  return reply.status(opened.status).send(passOn(opened, gone.signal));
}

export function addLinkRoutes(app: FastifyInstance, parts: Parts): void {
  const streams = countOpenStreams(maxAtOnce);
  addStream(app, linkedFile, async ({ params, query, request, reply }) => {
    const { link, owner } = await findLinkedFile(parts, params);
    streams.add(request, reply, owner);
    return passLinkOn(parts, request, reply, link, query.inline === '1' && isShownInline(link.type));
  });
}
