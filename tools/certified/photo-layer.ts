// The geometry of a person's layer, from which a page draws photos itself.
import type { Area, HeadLines } from './place-head.ts';

/** All in pixels of the layer, which is upright. */
export interface PhotoLayer {
  readonly width: number;
  readonly height: number;
  readonly head: HeadLines;
  /** The crop for the photo by the rule of its size; may extend beyond the layer. */
  readonly area: Area;
  /** Whether this crop satisfies the rule. */
  readonly keepsRule: boolean;
  /** Affine map from the layer's pixels to shares of the original's sides: x' = a x + b y + c, y' = d x + e y + f. */
  readonly toPicture: readonly number[];
}
