// Fetches the file behind a visitor's link, with limits on bytes and time.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { tooLarge } from 'contract/input-errors.ts';
import { saveStream } from 'engines/save-stream.ts';
import { orStorageFull } from '../adapters/disk-space.ts';
import { type StallLimits, stallLimits, watchStall } from '../adapters/stalled.ts';
import {
  claimedType,
  explainNetwork,
  type OpenedLink,
  type OpenOptions,
  openLink,
  requirePlainBody,
} from './open-link.ts';
import { suggestFileName } from './parse-link.ts';

/** A host that answers with nothing for this long, redirects included, is given up. */
const headMs = 60_000;

export interface FetchOptions extends Omit<OpenOptions, 'signal' | 'ifRange' | 'onPlace'> {
  /** The folder for the file; this server chooses the file's name. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Time limit for everything, however well it moves: DNS, redirects and body, but not the wait for a place at the first host. */
  readonly wholeMs: number;
  /** When a body that comes slowly is given up. */
  readonly stall?: StallLimits;
  readonly signal?: AbortSignal;
  /**
   * Receives the minimum size of the file: first its declared length, then the bytes that arrived beyond it. An exception ends the fetch
   * before the bytes are written.
   */
  readonly onGrow?: (bytes: number) => void | Promise<void>;
  /** Receives the fraction that has arrived, between 0 and 1, and the length that the host declares; not called where it declares none. */
  readonly onFraction?: (fraction: number, declaredBytes: number) => void;
}

export interface FetchedFile {
  readonly path: string;
  /** The URL after all redirects. */
  readonly url: URL;
  readonly bytes: number;
  /** Sanitised, from the response or the link; its extension may be wrong or missing. */
  readonly fileName: string;
  /** Whether the response named the file differently than the link. */
  readonly isNameTold: boolean;
  /** The type claimed by the remote server, in lower case without parameters, or empty. Never to be trusted. */
  readonly contentType: string;
}

/** Returns the declared length, 0 if there is none. */
function checkAnswer(answer: OpenedLink, options: FetchOptions): number {
  // A host that does not support ranges responds with 200 and the whole file.
  if (answer.status !== (options.range === undefined ? 200 : 206))
    throw new AppError('LINK_UNREACHABLE', { status: answer.status });
  requirePlainBody(answer);
  const declared = Number(answer.header('content-length')) || 0;
  if (declared > options.maxBytes) throw refuseLarge(options);
  return declared;
}

const refuseLarge = ({ maxBytes, range }: FetchOptions) => {
  // More bytes than the requested range say nothing about the size of the file.
  if (range !== undefined) return new AppError('LINK_UNREACHABLE', { maxBytes });
  const { code, details } = tooLarge(maxBytes);
  return new AppError(code, details);
};

interface Ends {
  readonly signal: AbortSignal;
  readonly giveUp: () => void;
}

async function saveBody(answer: OpenedLink, path: string, options: FetchOptions, { signal, giveUp }: Ends) {
  const { onGrow, onFraction, stall = stallLimits } = options;
  const declared = checkAnswer(answer, options);
  await onGrow?.(declared);
  let bytes = 0;
  const unwatch = watchStall(() => bytes, stall, giveUp);
  async function* received() {
    try {
      yield* answer.body as AsyncIterable<Buffer>;
    } catch (cause) {
      // Converted here, so that an error of the disk, or of the database in `onGrow`, is not taken for one of the host.
      throw explainNetwork(cause, signal);
    }
  }
  async function* counted() {
    for await (const chunk of received()) {
      bytes += chunk.length;
      if (bytes > options.maxBytes) throw refuseLarge(options);
      if (bytes > declared) await onGrow?.(bytes);
      if (declared > 0) onFraction?.(Math.min(1, bytes / declared), declared);
      yield chunk;
    }
    if (bytes === 0) throw new AppError('LINK_UNREACHABLE');
  }
  try {
    await orStorageFull(saveStream(counted(), path, { flags: 'wx' }));
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  } finally {
    unwatch();
  }
  return bytes;
}

/**
 * Downloads the file behind a link into `folder`. Throws LINK_EMPTY or LINK_BAD for an invalid link, LINK_REFUSED for a forbidden target,
 * LINK_UNREACHABLE if there is no file, FILE_TOO_LARGE, and DEADLINE if it stops moving or takes too long. If the caller's `signal` aborts, throws its
 * reason. Removes a file that did not arrive completely. With a `range`, a host without range support is LINK_UNREACHABLE.
 */
export async function fetchLink(link: string, options: FetchOptions): Promise<FetchedFile> {
  const deadline = new AbortController();
  const giveUp = () => deadline.abort(new AppError('DEADLINE'));
  let whole: NodeJS.Timeout | undefined;
  let head: NodeJS.Timeout | undefined;
  const onPlace = () => {
    whole ??= setTimeout(giveUp, options.wholeMs);
    head ??= setTimeout(giveUp, headMs);
  };
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  try {
    const answer = await openLink(link, { ...options, signal, onPlace });
    clearTimeout(head);
    try {
      const path = join(options.folder, `link-${randomBytes(8).toString('hex')}`);
      const bytes = await saveBody(answer, path, options, { signal, giveUp });
      const fileName = suggestFileName(answer.url, answer.header('content-disposition'));
      const isNameTold = fileName !== suggestFileName(answer.url, undefined);
      return { path, url: answer.url, bytes, fileName, isNameTold, contentType: claimedType(answer) };
    } finally {
      await answer.close();
    }
  } finally {
    clearTimeout(whole);
    clearTimeout(head);
  }
}
