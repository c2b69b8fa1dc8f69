// The input and outcome of one attempt to write the result.
import type { Picture } from 'engines/image.ts';
import type { Size } from './shape.ts';

export interface Attempt {
  readonly quality: number;
  /** Dimensions of this attempt instead of the requested ones. */
  readonly size: Size | null;
  readonly path: string;
}

export interface Written extends Size {
  readonly bytes: number;
  /** Whether the encoder used `quality`. */
  readonly usesQuality: boolean;
  /** Whether the embedded profile was kept. */
  readonly keepsProfile: boolean;
  /** Opens the result at `path` for a preview. */
  readonly look?: (path: string) => ReturnType<Picture['start']>;
}
