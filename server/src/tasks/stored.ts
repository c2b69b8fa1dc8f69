// The contents of a task's JSON columns.
import type { SentPrompt } from 'contract/asked-servers.ts';
import type { ErrorCode } from 'contract/errors.ts';
import type { Manner } from 'contract/link-visit.ts';
import type { MediaName } from 'contract/media.ts';
import type { RecognisedBox, ResultMeta } from 'contract/run.ts';
import type { Cost } from 'contract/tool.ts';

/** An input file as the caller named it: an upload on this server, or a link still to be fetched. */
export type StoredInput = { field: string; name: string } & (
  | {
      kind: 'upload';
      key: string;
      bytes: number;
      /** The store's version id of the bytes for which the run was accepted; absent if the bytes cannot be replaced. */
      version?: string;
      /** Of a picture that the drawing server made: what it was sent. */
      sent?: SentPrompt;
      /** The run is refused with this, because of what the file is. Only of pipelines, where it costs the other files nothing. */
      refusal?: StoredError;
    }
  | ({
      kind: 'link';
      url: string;
      /** Whether the caller gave the name, which then takes precedence over the link's. */
      isNamed?: boolean;
      /** The selected quality of a playlist, as contract/link-visit.ts describes. */
      pick?: string;
      /** The key of an uploaded playlist, which is read instead of the document at `url`. */
      playlistKey?: string;
    } & Manner)
);

/** One step of a pipeline's task. */
export interface StoredStep {
  tool: string;
  call: string;
  options: Readonly<Record<string, unknown>>;
  /** Until the step is done: its inputs beside the main one. From then on: all of them. */
  inputs: readonly StoredInput[];
  /** As far as it is known: the price of a later step may depend on a file that is still to be made. */
  cost: Cost;
  /** Null if unknown. */
  expectedMs: number | null;
}

export interface StoredResultFile {
  key: string;
  name: string;
  bytes: number;
  type: MediaName;
  width?: number;
  height?: number;
  durationSeconds?: number;
  previewKey?: string;
  /** Only for a result that costs something: the preview of the file while it is locked. */
  lockedPreviewKey?: string;
}

/** A result's file on another host. It is not stored here: a download fetches it. */
export interface StoredLink extends Manner {
  name: string;
  url: string;
  pick?: string;
  type: MediaName;
  /** 0 if the host does not tell. */
  bytes: number;
  width?: number;
  height?: number;
  durationSeconds?: number;
}

export interface StoredResult {
  files: StoredResultFile[];
  /** Listed after the files. */
  links?: readonly StoredLink[];
  /** A picture that represents all of them. */
  cover?: StoredLink;
  text?: string;
  boxes?: readonly RecognisedBox[];
  segments?: readonly { start: number; end: number; text: string }[];
  meta?: ResultMeta;
  /** A picture of the input, for browsers that cannot display the input itself. */
  inputPreviewKey?: string;
  /** What pages draw other versions of the result from, or play. */
  layerKey?: string;
  /** Takes its place while the result is locked. */
  lockedLayerKey?: string;
  /** The run takes neither a try nor a price. */
  isFree?: boolean;
}

export interface StoredError {
  error: ErrorCode;
  details: Readonly<Record<string, unknown>> | null;
}
