// Writes the body of a request to disk in small steps. It must have exactly the declared size.
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from 'contract/errors.ts';
import { saveStream } from 'engines/save-stream.ts';
import { type StallLimits, watchStall } from './stalled.ts';

const bytesPerMb = 1024 * 1024;

interface Target {
  readonly path: string;
  /** The position of the first byte in the file; 0 for a new file. */
  readonly start: number;
  readonly isNew: boolean;
}

export interface Receiving {
  readonly stall: StallLimits;
  /** Throws STORAGE_FULL if there is no room for this many bytes. */
  readonly requireRoom: (bytes: number) => Promise<void>;
}

/** Free space is checked again after this many bytes, because other requests are writing as well. */
const lookEveryBytes = 4 * bytesPerMb;

/**
 * Resolves when exactly `bytes` bytes are written and synced. UPLOAD_INCOMPLETE if the body ends or breaks off early, FILE_TOO_LARGE if it
 * is longer, DEADLINE if it stalls, STORAGE_FULL if the disk reaches its reserve. The caller removes a partly written file, which is closed.
 */
export function receiveExactly(body: Readable, bytes: number, target: Target, receiving: Receiving): Promise<void> {
  const { path, start, isNew } = target;
  const save = (source: AsyncIterable<Buffer>) =>
    saveStream(source, path, { flags: isNew ? 'wx' : 'r+', start, flush: true });
  return passExactly(body, bytes, save, receiving);
}

/** Refuses as `receiveExactly` does, but writes nothing. */
export function discardExactly(body: Readable, bytes: number, { stall }: Receiving): Promise<void> {
  const discard = (source: AsyncIterable<Buffer>) =>
    pipeline(source, new Writable({ write: (_chunk, _encoding, done) => done() }));
  return passExactly(body, bytes, discard, { stall, requireRoom: async () => undefined });
}

async function passExactly(
  body: Readable,
  bytes: number,
  pass: (source: AsyncIterable<Buffer>) => Promise<unknown>,
  { stall, requireRoom }: Receiving,
): Promise<void> {
  let received = 0;
  const stopWatching = watchStall(
    () => received,
    stall,
    () => body.destroy(new AppError('DEADLINE')),
  );
  async function* counted() {
    let nextLook = lookEveryBytes;
    try {
      // The body stays open on a refusal, so that the client can still read it.
      for await (const chunk of body.iterator({ destroyOnReturn: false })) {
        received += (chunk as Buffer).length;
        if (received > bytes) throw new AppError('FILE_TOO_LARGE', { maxMb: Math.ceil(bytes / bytesPerMb) });
        if (received >= nextLook) {
          await requireRoom(0);
          nextLook = received + lookEveryBytes;
        }
        yield chunk as Buffer;
      }
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('UPLOAD_INCOMPLETE', { received, bytes }, { cause });
    }
    if (received < bytes) throw new AppError('UPLOAD_INCOMPLETE', { received, bytes });
  }
  try {
    await pass(counted());
  } finally {
    stopWatching();
  }
}

/**
 * Reads and discards up to `maxBytes` for up to `maxMs`: a client that is still sending would otherwise see a broken connection instead of
 * the refusal. Returns whether the body has ended.
 */
export async function drain(body: Readable, maxBytes: number, maxMs: number): Promise<boolean> {
  if (body.readableEnded || body.destroyed) return body.readableEnded;
  let drained = 0;
  return new Promise(resolve => {
    const stop = (isEnded: boolean) => {
      clearTimeout(timer);
      body.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose).pause();
      resolve(isEnded);
    };
    const onData = (chunk: Buffer) => {
      drained += chunk.length;
      if (drained > maxBytes) stop(false);
    };
    const onEnd = () => stop(true);
    const onClose = () => stop(false);
    const timer = setTimeout(() => stop(false), maxMs);
    body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose).resume();
  });
}
