// The contents of a task's JSON columns.
import type { ErrorCode } from 'contract/errors.ts';
import type { Manner } from 'contract/link-visit.ts';
import type { MediaName } from 'contract/media.ts';
import type { RecognisedBox } from 'contract/run.ts';

/** An input file as the caller named it: an upload of this server, or a link still to be fetched. */
export type StoredInput = { field: string; name: string } & (
  | {
      kind: 'upload';
      key: string;
      bytes: number;
      /** What the store calls the bytes that the run was accepted with; absent where they cannot be replaced. */
      version?: string;
    }
  | ({
      kind: 'link';
      url: string;
      /** The caller gave the name, so it takes precedence over the link's. */
      isNamed?: boolean;
      /** Which quality of a playlist, as contract/link-visit.ts describes. */
      pick?: string;
      /** An uploaded playlist, which is read in place of what `url` leads to. */
      playlistKey?: string;
    } & Manner)
);

export interface StoredResultFile {
  key: string;
  name: string;
  bytes: number;
  type: MediaName;
  width?: number;
  height?: number;
  durationSeconds?: number;
  previewKey?: string;
  /** Of a result that costs something: what is shown of the file while it is locked. */
  lockedPreviewKey?: string;
}

/** A file of another host that a result names. It is not stored: a download fetches it. */
export interface StoredLink extends Manner {
  name: string;
  url: string;
  pick?: string;
  type: MediaName;
  /** 0 where the host does not tell. */
  bytes: number;
  width?: number;
  height?: number;
  durationSeconds?: number;
}

export interface StoredResult {
  files: StoredResultFile[];
  /** Presented after the files. */
  links?: readonly StoredLink[];
  /** A picture that stands for all of them. */
  cover?: StoredLink;
  text?: string;
  boxes?: readonly RecognisedBox[];
  segments?: readonly { start: number; end: number; text: string }[];
  meta?: Readonly<Record<string, unknown>>;
  /** A picture of the input for browsers that cannot show the input itself. */
  inputPreviewKey?: string;
  /** A picture that pages draw other versions of the result from. */
  layerKey?: string;
}

export interface StoredError {
  error: ErrorCode;
  details: Readonly<Record<string, unknown>> | null;
}
