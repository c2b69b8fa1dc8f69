// Fetches the file behind a visitor's link, with limits on bytes and time.
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from 'contract/errors.ts';
import { tooLarge } from 'contract/input-errors.ts';
import { saveStream } from 'engines/save-stream.ts';
import { orStorageFull } from '../adapters/disk-space.ts';
import {
  claimedType,
  explainNetwork,
  type OpenedLink,
  type OpenOptions,
  openLink,
  requirePlainBody,
} from './open-link.ts';
import { suggestFileName } from './parse-link.ts';

export interface FetchOptions extends Omit<OpenOptions, 'signal' | 'ifRange'> {
  /** The folder for the file; this server chooses the file's name. */
  readonly folder: string;
  readonly maxBytes: number;
  /** Time limit for everything: DNS, redirects and body. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /**
   * Receives the minimum size of the file: first its declared length, then the bytes that arrived beyond it. An exception ends the fetch
   * before the bytes are written.
   */
  readonly onGrow?: (bytes: number) => void | Promise<void>;
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

async function saveBody(answer: OpenedLink, path: string, options: FetchOptions, signal: AbortSignal) {
  const { onGrow } = options;
  const declared = checkAnswer(answer, options);
  await onGrow?.(declared);
  let bytes = 0;
  async function* counted() {
    try {
      for await (const chunk of answer.body as AsyncIterable<Buffer>) {
        bytes += chunk.length;
        if (bytes > options.maxBytes) throw refuseLarge(options);
        if (bytes > declared) await onGrow?.(bytes);
        yield chunk;
      }
    } catch (cause) {
      // Converted here, so that disk errors still count as this server's fault.
      throw explainNetwork(cause, signal);
    }
    if (bytes === 0) throw new AppError('LINK_UNREACHABLE');
  }
  try {
    await orStorageFull(saveStream(counted(), path, { flags: 'wx' }));
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  }
  return bytes;
}

/**
 * Downloads the file behind a link into `folder`. Throws LINK_EMPTY or LINK_BAD for an invalid link, LINK_REFUSED for a forbidden target,
 * LINK_UNREACHABLE if there is no file, FILE_TOO_LARGE, and DEADLINE if it takes too long. If the caller's `signal` aborts, throws its
 * reason. Removes a file that did not arrive completely. With a `range`, a host without range support is LINK_UNREACHABLE.
 */
export async function fetchLink(link: string, options: FetchOptions): Promise<FetchedFile> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(new AppError('DEADLINE')), options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, deadline.signal]) : deadline.signal;
  try {
    const answer = await openLink(link, { ...options, signal });
    try {
      const path = join(options.folder, `link-${randomBytes(8).toString('hex')}`);
      const bytes = await saveBody(answer, path, options, signal);
      const fileName = suggestFileName(answer.url, answer.header('content-disposition'));
      const isNameTold = fileName !== suggestFileName(answer.url, undefined);
      return { path, url: answer.url, bytes, fileName, isNameTold, contentType: claimedType(answer) };
    } finally {
      await answer.close();
    }
  } finally {
    clearTimeout(timer);
  }
}
