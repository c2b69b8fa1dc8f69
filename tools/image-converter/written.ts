// The input and the outcome of one attempt to write the result.
import type { Picture } from 'engines/image.ts';
import type { Size } from './shape.ts';

export interface Attempt {
  readonly quality: number;
  /** Dimensions for this attempt instead of those asked for. */
  readonly size: Size | null;
  readonly path: string;
}

export interface Written extends Size {
  readonly bytes: number;
  /** Whether `quality` was used. */
  readonly usesQuality: boolean;
  /** Whether the embedded profile was kept. */
  readonly keepsProfile: boolean;
  /** A fresh pipeline over the result, which now lies at `path`, when a preview has to be made of it. */
  readonly look?: (path: string) => ReturnType<Picture['start']>;
}
