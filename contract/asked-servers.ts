// The model servers that runs can query through the worker, and the request to a drawing server.

/**
 * Model servers that a run can query through the worker, and what more the drawing server can do: `redraw` starts from a picture, `fill` draws inside a
 * mask. Only the worker knows their addresses and keys.
 */
export type AskedServer = 'speech' | 'draw' | 'redraw' | 'fill';

/** What the operator of a server has added to its own engines. */
export interface Engines {
  readonly servers: readonly AskedServer[];
  /** The files of networks, by their purpose. */
  readonly models: { readonly anime?: string };
}

/** What a drawing server was sent as the description of a picture. */
export interface SentPrompt {
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Who put it in these words: the writer, or a translation by the chat server or by the illustrator's vocabulary. */
  readonly by: 'writer' | 'chat' | 'words';
  /** Chinese words that the vocabulary does not know; they were sent as written. */
  readonly unknown: readonly string[];
}

/** A request for images. */
export interface DrawQuestion {
  readonly server: 'draw';
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Pixels; a server may return another size with about this aspect ratio. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  /** Whether pictures of the unfinished drawing are wanted, from servers that send them. */
  readonly previews?: boolean;
  readonly seed: number;
  /** 0..1: how far the images may deviate from `file`. */
  readonly strength?: number;
  /** A PNG in the run's folder to start from. */
  readonly file?: string;
  /** A PNG in the run's folder with the size of `file`: transparent where the server draws, opaque white where the picture stays. */
  readonly mask?: string;
}
