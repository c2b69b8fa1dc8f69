// Uploads of a client: single files, and the files in the body of a call, each sent once.
import { media, mediaOfContentType, mediaOfName } from 'contract/media.ts';
import {
  abortUpload,
  completeUpload,
  listParts,
  signPart,
  signUpload,
  type UploadResult,
} from 'contract/routes/uploads.ts';
import { neverStopped } from './attempt.ts';
import { type Connection, callPatiently } from './connection.ts';
import type { Transport } from './transport.ts';
import { type SavedUpload, type UploadCalls, uploadFile } from './upload.ts';

export interface UploadOptions {
  /** Absent: that of a File. */
  readonly name?: string;
  /** Absent: that of the blob, or what its name suggests. A hint; the server goes by the bytes. */
  readonly contentType?: string;
  /** Continues an upload in parts that was interrupted, also by another process: only missing parts are sent. */
  readonly saved?: SavedUpload | undefined;
  /** Told what `saved` takes, once an upload in parts can be continued. Files below 16 MiB are sent in one piece. */
  readonly onSaved?: (saved: SavedUpload) => void;
  /** Told how many bytes the store has. */
  readonly onSent?: (bytes: number) => void;
  readonly signal?: AbortSignal;
}

/** Told how much of all files of a call has been sent. */
export type OnSent = (sentBytes: number, allBytes: number) => void;

type Body = Readonly<Record<string, unknown>>;

const callsOf = ({ call, send }: Transport): UploadCalls => ({
  sign: (body, signal) => call(signUpload, { body, signal }),
  signPart: (saved, partNumber, signal) => call(signPart, { body: { ...saved, partNumber }, signal }),
  listParts: (query, signal) => call(listParts, { query: { ...query }, signal }),
  complete: (body, signal) => call(completeUpload, { body, signal }),
  send,
});

/** Returns the name of a file, or one for its type. */
function nameOf(file: Blob): string {
  if ('name' in file && typeof file.name === 'string' && file.name !== '') return file.name;
  const type = mediaOfContentType(file.type);
  return type ? `file.${media[type].extensions[0]}` : 'file';
}

function typeOf(file: Blob, name: string): string {
  const type = mediaOfName(name);
  return file.type || (type ? media[type].contentType : '');
}

const filesIn = (value: unknown): Blob[] => [value].flat().filter(one => one instanceof Blob);

/** Whether the value of a field is a file, or a list with one, that is yet to be sent. */
export const holdsFile = (value: unknown): boolean => filesIn(value).length > 0;

export function openUploads(connection: Connection) {
  const calls = callsOf(connection.transport);
  /** The paths of files in bodies, so that a mask for fifty pictures is sent only once. */
  let sent = new WeakMap<Blob, Promise<string>>();

  function upload(file: Blob, options: UploadOptions = {}): Promise<UploadResult> {
    const name = options.name ?? nameOf(file);
    const job = {
      file,
      name,
      contentType: options.contentType ?? typeOf(file, name),
      saved: options.saved,
      keep: options.onSaved ?? (() => undefined),
      onSent: options.onSent ?? (() => undefined),
      signal: options.signal ?? neverStopped,
    };
    return uploadFile(job, calls, connection.patience);
  }

  function sendOnce(file: Blob, onSent: (bytes: number) => void, signal: AbortSignal | undefined): Promise<string> {
    const known = sent.get(file);
    if (known) return known.finally(() => onSent(file.size));
    const path = upload(file, { onSent, ...(signal && { signal }) }).then(stored => stored.path);
    sent.set(file, path);
    path.catch(() => sent.delete(file));
    return path;
  }

  return {
    upload,
    /** Forgets an upload and what has arrived of it. */
    dropUpload: (upload: { readonly key: string; readonly uploadId?: string }): Promise<null> =>
      callPatiently(connection, abortUpload, { body: upload }),
    /** The server has deleted uploads, so every file is sent again. */
    forgetSent: (): void => {
      sent = new WeakMap();
    },
    /** Returns the body with the path of each file in its place, and the name and size of the first one. */
    async sendFiles(body: Body, onSent: OnSent | undefined, signal: AbortSignal | undefined): Promise<Body> {
      const files = new Set(Object.values(body).flatMap(filesIn));
      const [first] = files;
      if (!first) return body;
      const allBytes = [...files].reduce((sum, file) => sum + file.size, 0);
      const bytesOf = new Map<Blob, number>();
      const tell = (file: Blob) => (bytes: number) => {
        bytesOf.set(file, bytes);
        onSent?.(
          [...bytesOf.values()].reduce((sum, one) => sum + one, 0),
          allBytes,
        );
      };
      const place = async (value: unknown): Promise<unknown> =>
        Array.isArray(value)
          ? Promise.all(value.map(place))
          : value instanceof Blob
            ? sendOnce(value, tell(value), signal)
            : value;
      const fields = Object.entries(body).map(async ([field, value]) => [field, await place(value)] as const);
      return {
        fileName: nameOf(first).slice(-255),
        fileSize: first.size,
        ...Object.fromEntries(await Promise.all(fields)),
      };
    },
  };
}

export type Uploads = ReturnType<typeof openUploads>;
