// The object store: every upload and every result lies here under a key. Disk and S3 answer alike.
//
// The content type of an object follows from the extension of its key (objects/served-as.ts) and is never taken from a request,
// so that no page that runs can be stored. A key has the form of objects/names.ts; anything else throws a RangeError.
import type { Readable } from 'node:stream';

export interface SignedPut {
  readonly method: 'PUT';
  readonly url: string;
  /** To be sent along exactly; Content-Length is bound as well, and browsers set it of themselves. */
  readonly headers: Readonly<Record<string, string>>;
  /** Form fields, for stores that would want a form. None of ours does. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface SignedPart {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ArrivedPart {
  /** From 1. */
  readonly partNumber: number;
  readonly size: number;
}

export interface ObjectPlace {
  readonly bucket: string;
  readonly endpoint: string;
  readonly region: string;
}

export interface PutOptions {
  /** Kept where links cannot carry it (S3): give it for every object that is downloaded by its link. */
  readonly downloadName?: string | undefined;
  /** Told the id of an upload in parts before its first part is sent, so that a crash leaves parts that can be found. */
  readonly noteUploadId?: ((uploadId: string) => Promise<unknown>) | undefined;
}

/** `baseUrl` is how the client reached this server, such as `https://example.org`; S3 does not look at it. */
export interface ObjectStore {
  /** Bucket, endpoint and region as clients are told. */
  describe(baseUrl: string): ObjectPlace;

  /** Lets exactly `bytes` bytes be sent to `key` in one piece until `expiresAt`. */
  signPut(put: { key: string; bytes: number; expiresAt: Date; baseUrl: string }): Promise<SignedPut>;

  /** Begins an upload in parts of `partBytes` (contract/routes/uploads.ts), the last one holding the rest. Answers its id. */
  startParts(upload: { key: string; bytes: number }): Promise<string>;
  /**
   * Lets one part be sent. `bytes` is the size of the whole file; the size of the part follows from it and is bound.
   * BAD_REQUEST when the file has no such part, UPLOAD_NOT_FOUND (disk only) when nothing was begun.
   */
  signPart(part: {
    key: string;
    uploadId: string;
    partNumber: number;
    bytes: number;
    expiresAt: Date;
    baseUrl: string;
  }): Promise<SignedPart>;
  /** The parts that arrived whole, by number. UPLOAD_NOT_FOUND when the upload was completed, aborted or never begun. */
  listParts(upload: { key: string; uploadId: string }): Promise<readonly ArrivedPart[]>;
  /**
   * Makes the object from its parts; `bytes` is the size of the whole file. Done before, it does nothing.
   * UPLOAD_INCOMPLETE when parts are missing or of another size, UPLOAD_NOT_FOUND when there is neither upload nor object.
   */
  completeParts(upload: { key: string; uploadId: string; bytes: number }): Promise<void>;
  /**
   * Forgets what has arrived. An upload that is not there is no error. Without an id it forgets every upload in parts of that key,
   * for rows whose server died before it wrote the id down.
   */
  abortParts(upload: { key: string; uploadId: string | null }): Promise<void>;

  /** Size in bytes, or undefined when there is no such object. The version is absent where bytes that arrived cannot be replaced (disk). */
  stat(key: string): Promise<{ readonly bytes: number; readonly version?: string | undefined } | undefined>;
  // With `version`, the three below throw UPLOAD_REPLACED when the object has other bytes by now: a signed address may be used again while it
  // lasts. The bytes they answer are those of that version.
  /** The first bytes, fewer when the object is shorter. UPLOAD_NOT_FOUND. */
  readHead(key: string, bytes: number, version?: string | null): Promise<Buffer>;
  /** The object, or its bytes `start` to `end` inclusive, as a stream. UPLOAD_NOT_FOUND before the stream is made. */
  openRead(key: string, range?: { start: number; end: number }, version?: string | null): Promise<Readable>;
  /** A path to read the object from: on disk the stored file itself, which must not be written; else a copy inside `folder`. UPLOAD_NOT_FOUND. */
  toLocalFile(key: string, folder: string, version?: string | null): Promise<string>;
  /**
   * Stores a file of this machine, all at once or not at all; an object of that key is replaced. The file itself may be gone
   * afterwards. STORAGE_FULL.
   */
  putFile(key: string, localPath: string, options?: PutOptions): Promise<void>;
  /** Removes objects; one that is not there is no error. */
  remove(keys: readonly string[]): Promise<void>;

  /** A link that opens an object until `expiresAt`, for keys whose visibility is `signed`; otherwise as `publicUrl`. */
  signGet(key: string, options: { baseUrl: string; expiresAt: Date; downloadName?: string }): Promise<string>;

  /**
   * The link of an object that is public; with `downloadName` a browser saves it under that name instead of showing it. A
   * RangeError for keys that only signed links open.
   */
  publicUrl(key: string, options: { baseUrl: string; downloadName?: string }): string;

  /**
   * Removes incomplete files that no row names and that were not written to since: leftovers of a server that
   * died. Returns their number. A store whose every upload can be found by its key (S3) has none.
   */
  removeStrays(before: Date): Promise<number>;
  /** Throws when the store cannot be used right now. */
  check(): Promise<void>;
  /** Whether anyone may read an object whose visibility is `signed`, as in a bucket that is public as a whole. Writes one and removes it. */
  opensSigned(): Promise<boolean>;
}
