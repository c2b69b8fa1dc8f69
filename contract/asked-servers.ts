// The model servers that runs have asked for them, and the wish for pictures that a drawing server gets.

/** Model servers that a run may ask through the worker, which alone knows their addresses and keys. */
export type AskedServer = 'speech' | 'draw';

/** A wish for pictures. */
export interface DrawQuestion {
  readonly server: 'draw';
  readonly prompt: string;
  readonly negativePrompt: string;
  /** Pixels; a server may draw another size of about this aspect. */
  readonly width: number;
  readonly height: number;
  readonly count: number;
  readonly seed: number;
  /** 0..1: how far the pictures may go from the one in `file`. */
  readonly strength?: number;
  /** A PNG of the run's folder to start from. */
  readonly file?: string;
}
