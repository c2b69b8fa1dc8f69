// Opens a file that a parsed link led to: through the guarded fetch, with limits on bytes and time, as a stream that closes its connection
// at its end.
import { Readable } from 'node:stream';
import { AppError } from 'contract/errors.ts';
import type { Parts } from '../parts.ts';
import type { OpenLinked } from '../tasks/linked-files.ts';
import type { StoredLink } from '../tasks/stored.ts';
import { explainNetwork, type OpenedLink, type OpenOptions, openLink, requirePlainBody } from './open-link.ts';

/** Limits of one download. A longer film is downloaded in several requests, since downloads resume. */
const downloadLimits = { bytes: 4 * 1024 ** 3, minutes: 120 };

type Asked = Pick<OpenOptions, 'range' | 'ifRange' | 'signal' | 'sender'>;

/** Opens the file at the requested range. The caller closes it. */
export function openFileOfLink(
  { config }: Pick<Parts, 'config'>,
  { url, referer, device }: StoredLink,
  { signal, ...asked }: Asked,
): Promise<OpenedLink> {
  return openLink(url, {
    ...asked,
    signal: AbortSignal.any([signal, AbortSignal.timeout(downloadLimits.minutes * 60_000)]),
    allow: config.fetchAllow,
    ...(referer !== undefined && { referer }),
    ...(device !== undefined && { device }),
  });
}

/** Streams the bytes of a response. The connection ends with the stream, whether it was read or not, and when `signal` aborts. */
export function passOn(opened: OpenedLink, signal: AbortSignal): Readable {
  async function* counted() {
    let bytes = 0;
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
  // Not in the generator: one that was never started runs no `finally`.
  const close = () => {
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
