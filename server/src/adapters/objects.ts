// The object store: contains every upload and every result under a key. Disk and S3 behave alike.
//
// The content type of an object follows from the extension of its key (objects-served-as.ts) and is never taken from a request, so that no
// executable page can be stored. A key has the form of objects-names.ts; any other throws a RangeError.
import type { Readable } from 'node:stream';

/** The store did not answer, broke off, or failed by its own fault. The same call may well succeed later. */
export class StoreUnavailable extends Error {}

export interface SignedPut {
  readonly method: 'PUT';
  readonly url: string;
  /** To be sent unchanged. Content-Length is bound as well; browsers set it themselves. */
  readonly headers: Readonly<Record<string, string>>;
  /** Form fields, for stores that require a form. None of ours does. */
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

/** Both inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

export interface PutOptions {
  /** Stored with the object where links cannot carry it (S3): set it for every object that is downloaded by its link. */
  readonly downloadName?: string | undefined;
  /** Receives the id of a multipart upload before its first part is sent, so that parts left by a crash can be found. */
  readonly noteUploadId?: ((uploadId: string) => Promise<unknown>) | undefined;
}

/** `baseUrl` is the URL under which the client reached this server, such as `https://example.org`; S3 ignores it. */
export interface ObjectStore {
  /** Bucket, endpoint and region as reported to clients. */
  describe(baseUrl: string): ObjectPlace;

  /** Permits exactly `bytes` bytes to be sent to `key` in one piece until `expiresAt`. */
  signPut(put: { key: string; bytes: number; expiresAt: Date; baseUrl: string }): Promise<SignedPut>;

  /** Starts a multipart upload with parts of `partBytes` (contract/routes/uploads.ts), the last one containing the rest. Returns its id. */
  startParts(upload: { key: string; bytes: number }): Promise<string>;
  /**
   * Permits one part to be sent. `bytes` is the size of the whole file; the size of the part follows from it and is bound. BAD_REQUEST if
   * the file has no such part, UPLOAD_NOT_FOUND (disk only) if the upload was never started.
   */
  signPart(part: {
    key: string;
    uploadId: string;
    partNumber: number;
    bytes: number;
    expiresAt: Date;
    baseUrl: string;
  }): Promise<SignedPart>;
  /** The parts that arrived completely, by number. UPLOAD_NOT_FOUND if the upload was completed, aborted or never started. */
  listParts(upload: { key: string; uploadId: string }): Promise<readonly ArrivedPart[]>;
  /**
   * Joins the parts to the object; `bytes` is the size of the whole file. Does nothing if that was done before. UPLOAD_INCOMPLETE if parts
   * are missing or have another size, UPLOAD_NOT_FOUND if there is neither upload nor object.
   */
  completeParts(upload: { key: string; uploadId: string; bytes: number }): Promise<void>;
  /**
   * Discards what has arrived. A missing upload is no error. Without an id it discards every multipart upload of that key, for rows whose
   * server died before it stored the id.
   */
  abortParts(upload: { key: string; uploadId: string | null }): Promise<void>;

  /** Size in bytes, or undefined if there is no such object. The version is absent if stored bytes cannot be replaced (disk). */
  stat(key: string): Promise<{ readonly bytes: number; readonly version?: string | undefined } | undefined>;
  // With `version`, the four methods below throw UPLOAD_REPLACED if the object's bytes have changed since: a signed upload link can be
  // used repeatedly while it is valid. They return the bytes of that version.
  /** The first bytes; fewer if the object is shorter. UPLOAD_NOT_FOUND. */
  readHead(key: string, bytes: number, version?: string | null): Promise<Buffer>;
  /** The bytes `start` to `end` inclusive, the first of which exists. UPLOAD_NOT_FOUND. */
  readRange(key: string, range: ByteRange, version?: string | null): Promise<Buffer>;
  /** The object as a stream. UPLOAD_NOT_FOUND is thrown before the stream exists. */
  openRead(key: string, version?: string | null): Promise<Readable>;
  /**
   * A path from which to read the object: on disk the stored file itself, which must not be written; otherwise a copy inside `folder`.
   * UPLOAD_NOT_FOUND.
   */
  toLocalFile(key: string, folder: string, version?: string | null): Promise<string>;
  /** Stores a local file, all or nothing; replaces an object of that key. The file itself may be gone afterwards. STORAGE_FULL. */
  putFile(key: string, localPath: string, options?: PutOptions): Promise<void>;
  /** Removes objects; a missing one is no error. */
  remove(keys: readonly string[]): Promise<void>;

  /** A link that opens an object until `expiresAt`, for keys whose visibility is `signed`; otherwise the same as `publicUrl`. */
  signGet(key: string, options: { baseUrl: string; expiresAt: Date; downloadName?: string }): Promise<string>;

  /**
   * The link of a public object; with `downloadName` a browser saves it under that name instead of showing it. A RangeError for keys that
   * only signed links open.
   */
  publicUrl(key: string, options: { baseUrl: string; downloadName?: string }): string;

  /**
   * Removes incomplete files that belong to no row and were not written for that long: leftovers of a server that died. Returns their
   * number; 0 for a store that finds every upload by its key (S3).
   */
  removeStrays(untouchedMs: number): Promise<number>;
  /** Throws if the store is currently unusable. */
  check(): Promise<void>;
  /**
   * Whether anyone may read an object whose visibility is `signed`, as in a bucket that is public as a whole. Writes an object with this key, which
   * must be such a one, and removes it.
   */
  opensSigned(key: string): Promise<boolean>;
}
