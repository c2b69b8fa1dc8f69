// The contents of a task's JSON columns.
import type { ErrorCode } from 'contract/errors.ts';
import type { MediaName } from 'contract/media.ts';
import type { RecognisedBox } from 'contract/run.ts';

/** An input file as the caller named it: an upload of this server, or a link still to be fetched. */
export type StoredInput = { field: string; name: string } & (
  | { kind: 'upload'; key: string; bytes: number }
  | {
      kind: 'link';
      url: string;
      /** The caller gave the name, so it takes precedence over the link's. */
      isNamed?: boolean;
    }
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
}

export interface StoredResult {
  files: StoredResultFile[];
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
