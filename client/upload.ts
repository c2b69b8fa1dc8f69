// Uploads one file: sign, send it whole or three parts at a time, complete. Resumes an upload started by an earlier page.
import type { UploadResult, UploadSignature } from 'contract/routes/uploads.ts';
import { attempt, failureOf, type Patience } from './attempt.ts';
import type { SendBytes, Target } from './transport.ts';
import { type ArrivedPart, arrivedBytes, missingParts, type Part } from './upload-plan.ts';

/** The data of an upload that is stored, so that it can be resumed after a reload. */
export interface SavedUpload {
  readonly key: string;
  readonly uploadId: string;
}

/** The calls of an upload. Each throws `{status, error, …}` on failure; status 0 means no response. */
export interface UploadCalls {
  sign(
    file: { fileName: string; fileSize: number; contentType: string },
    signal: AbortSignal,
  ): Promise<UploadSignature>;
  signPart(saved: SavedUpload, partNumber: number, signal: AbortSignal): Promise<Omit<Target, 'method'>>;
  listParts(saved: SavedUpload, signal: AbortSignal): Promise<{ partSize: number; parts: ArrivedPart[] }>;
  complete(upload: { key: string; uploadId: string | null }, signal: AbortSignal): Promise<UploadResult>;
  send: SendBytes;
}

export interface UploadJob {
  readonly file: Blob;
  readonly name: string;
  readonly contentType: string;
  readonly saved?: SavedUpload | undefined;
  /** Called once a multipart upload can be resumed, to store its data. */
  readonly keep: (saved: SavedUpload) => void;
  readonly onSent: (bytes: number) => void;
  readonly signal: AbortSignal;
}

const parallelParts = 3;
const signTries = 3;

const isGone = (error: unknown) => failureOf(error)?.status === 404;
const isRefusedSignature = (error: unknown) => failureOf(error)?.status === 403;
const isIncomplete = (error: unknown) => failureOf(error)?.status === 409;

/** Returns the file's name in the storage. Throws the server's error, or the signal's reason. */
export async function uploadFile(job: UploadJob, calls: UploadCalls, patience: Patience): Promise<UploadResult> {
  let saved = job.saved;
  let partBytes: number | undefined;
  for (let tries = 1; ; tries++) {
    try {
      if (!saved) {
        const signature = await sign(job, calls, patience);
        if (signature.uploadId === null) return await sendWhole(job, signature, calls, patience);
        saved = { key: signature.key, uploadId: signature.uploadId };
        partBytes = signature.partSize;
        job.keep(saved);
      }
      return await sendParts(job, saved, partBytes, calls, patience);
    } catch (error) {
      if (tries >= signTries) throw error;
      // The storage has deleted the upload (aborted or expired): start over.
      if (saved && isGone(error)) saved = undefined;
      // A signature is valid for 15 minutes; after a longer interruption a new one is requested. Uploaded parts are kept.
      else if (!isRefusedSignature(error)) throw error;
      partBytes = undefined;
    }
  }
}

const sign = (job: UploadJob, calls: UploadCalls, patience: Patience) =>
  attempt(
    () => calls.sign({ fileName: job.name, fileSize: job.file.size, contentType: job.contentType }, job.signal),
    job.signal,
    patience,
  );

async function sendWhole(job: UploadJob, signature: UploadSignature, calls: UploadCalls, patience: Patience) {
  const finish = () => calls.complete({ key: signature.key, uploadId: null }, job.signal);
  await attempt(
    async failures => {
      // After a lost response the file may have been stored nevertheless: check before sending it again.
      if (failures > 0 && (await hasArrived(finish))) return;
      await calls.send(signature, job.file, job.onSent, job.signal);
    },
    job.signal,
    patience,
  );
  return attempt(finish, job.signal, patience);
}

async function hasArrived(finish: () => Promise<unknown>): Promise<boolean> {
  try {
    await finish();
    return true;
  } catch (error) {
    if (isIncomplete(error) || isGone(error)) return false;
    throw error;
  }
}

async function sendParts(
  job: UploadJob,
  saved: SavedUpload,
  freshPartBytes: number | undefined,
  calls: UploadCalls,
  patience: Patience,
): Promise<UploadResult> {
  const list = () => attempt(() => calls.listParts(saved, job.signal), job.signal, patience);
  let state = freshPartBytes ? { partSize: freshPartBytes, parts: [] as ArrivedPart[] } : await list();
  for (let rounds = 1; ; rounds++) {
    await sendMissing(job, saved, state, calls, patience);
    try {
      return await attempt(() => calls.complete(saved, job.signal), job.signal, patience);
    } catch (error) {
      // The storage has fewer parts than expected: list them and send the missing ones.
      if (!isIncomplete(error) || rounds >= 3) throw error;
      state = await list();
    }
  }
}

async function sendMissing(
  job: UploadJob,
  saved: SavedUpload,
  state: { partSize: number; parts: readonly ArrivedPart[] },
  calls: UploadCalls,
  patience: Patience,
): Promise<void> {
  const waiting = missingParts(job.file.size, state.partSize, state.parts);
  let settledBytes = arrivedBytes(job.file.size, state.partSize, state.parts);
  const underWay = new Map<number, number>();
  const tell = () => job.onSent(settledBytes + [...underWay.values()].reduce((sum, bytes) => sum + bytes, 0));
  const stop = new AbortController();
  const signal = AbortSignal.any([job.signal, stop.signal]);
  tell();

  const sendOne = (part: Part) =>
    attempt(
      async failures => {
        // The response may have been lost after the last byte: a part that is already stored is not sent again.
        if (failures > 0 && (await partArrived(saved, part, calls, signal))) return;
        const target = await calls.signPart(saved, part.partNumber, signal);
        const count = (bytes: number) => {
          underWay.set(part.partNumber, bytes);
          tell();
        };
        await calls.send({ method: 'PUT', ...target }, job.file.slice(part.start, part.end), count, signal);
      },
      signal,
      patience,
    );
  const work = async () => {
    for (let part = waiting.shift(); part; part = waiting.shift()) {
      await sendOne(part);
      underWay.delete(part.partNumber);
      settledBytes += part.end - part.start;
      tell();
    }
  };
  try {
    await Promise.all(Array.from({ length: parallelParts }, work));
  } catch (error) {
    stop.abort(error);
    throw error;
  }
}

async function partArrived(saved: SavedUpload, part: Part, calls: UploadCalls, signal: AbortSignal): Promise<boolean> {
  const { parts } = await calls.listParts(saved, signal);
  return parts.some(arrived => arrived.partNumber === part.partNumber && arrived.size === part.end - part.start);
}
