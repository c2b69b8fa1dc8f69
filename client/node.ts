// Files on disk for a client in Node: opened without reading them into memory, and written without leaving half a file.
import { createWriteStream, openAsBlob } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { media, mediaOfName } from 'contract/media.ts';

/** Opens a file as an input of a call. Its bytes are read while they are sent; a file that changes meanwhile fails the upload. */
export async function openFile(place: string): Promise<File> {
  const name = path.basename(place);
  const type = mediaOfName(name);
  const contentType = type ? media[type].contentType : '';
  return new File([await openAsBlob(place, { type: contentType })], name, { type: contentType });
}

/** Writes an answer, such as a result or a zip, to a file. A broken connection leaves nothing at its place. */
export async function saveAnswer(answer: Response, place: string, signal?: AbortSignal): Promise<void> {
  if (!answer.body) throw new TypeError('an answer without a body');
  const part = `${place}.part`;
  try {
    await pipeline(Readable.fromWeb(answer.body as ReadableStream), createWriteStream(part), {
      ...(signal && { signal }),
    });
    await rename(part, place);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
