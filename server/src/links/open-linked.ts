// Opens a file that a parsed link led to: through the guarded fetch, with limits on bytes and time, as a stream that closes its connection
// at its end.
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import { type StallLimits, watchStall } from '../adapters/stalled.ts';
import type { Parts } from '../parts.ts';
import type { OpenLinked } from '../tasks/linked-files.ts';
import type { StoredLink } from '../tasks/stored.ts';
import { explainNetwork, type OpenedLink, type OpenOptions, openLink, requirePlainBody } from './open-link.ts';

/** Limits of one download. A longer film is downloaded in several requests, since downloads resume. */
const downloadLimits = { bytes: 4 * 1024 ** 3, minutes: 120 };

/** A person is waiting for the answer. */
const maxWaitMs = 30_000;
/** A connection to the host is shared with others, so a download that was paused is resumed by a new request. */
const downloadStall: StallLimits = { idleMs: 2 * 60_000, windowMs: 2 * 60_000, minBytes: 512 * 1024 };

type Asked = Pick<OpenOptions, 'range' | 'ifRange' | 'signal' | 'sender' | 'maxWaitMs'>;

/** Opens the file at the requested range. The caller closes it. */
export function openFileOfLink(
  { config }: Pick<Parts, 'config'>,
  { url, referer, device }: StoredLink,
  { signal, ...asked }: Asked,
): Promise<OpenedLink> {
  return openLink(url, {
    maxWaitMs,
    ...asked,
    signal: AbortSignal.any([signal, AbortSignal.timeout(downloadLimits.minutes * 60_000)]),
    allow: config.fetchAllow,
    ...(referer !== undefined && { referer }),
    ...(device !== undefined && { device }),
  });
}

/**
 * Streams the bytes of a response. The connection ends with the stream, whether it was read or not, when `signal` aborts, and when the host
 * sends or the reader takes too few bytes.
 */
export function passOn(opened: OpenedLink, signal: AbortSignal, stall = downloadStall): Readable {
  let bytes = 0;
  async function* counted() {
    try {
      for await (const chunk of opened.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > downloadLimits.bytes)
          throw new AppError('FILE_TOO_LARGE', { maxMb: downloadLimits.bytes / 1024 ** 2 });
        yield chunk;
      }
    } catch (cause) {
      throw explainNetwork(cause, signal);
    }
  }
  const stream = Readable.from(counted(), { objectMode: false });
  const drop = () => {
    stream.destroy(new AppError('DEADLINE'));
    // The generator ends only once the host has sent something.
    close();
  };
  const unwatch = watchStall(() => bytes, stall, drop);
  // Not in the generator: one that was never started runs no `finally`.
  const close = () => {
    unwatch();
    signal.removeEventListener('abort', close);
    void opened.close();
  };
  stream.once('close', close);
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  return stream;
}

/** Throws the refusal that corresponds to the host's status. */
export function requireGiven(opened: OpenedLink): void {
  const { status } = opened;
  if (status === 401 || status === 403) throw new AppError('LINK_LOGIN_NEEDED', { status });
  if (status === 404 || status === 410) throw new AppError('LINK_GONE', { status });
  if (status !== 200 && status !== 206) throw new AppError('LINK_UNREACHABLE', { status });
  requirePlainBody(opened);
}

/** The whole file, for a zip. */
export async function openLinked(
  parts: Pick<Parts, 'config'>,
  link: StoredLink,
  guest: Parameters<OpenLinked>[1],
): Promise<Readable> {
  const opened = await openFileOfLink(parts, link, guest);
  try {
    requireGiven(opened);
  } catch (refusal) {
    await opened.close();
    throw refusal;
  }
  return passOn(opened, guest.signal);
}
