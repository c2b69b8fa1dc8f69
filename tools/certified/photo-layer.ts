// What a page is told of the person alone, from which it draws photos itself.
import type { Area, HeadLines } from './place-head.ts';

/** All in pixels of the layer, which is upright. */
export interface PhotoLayer {
  readonly width: number;
  readonly height: number;
  readonly head: HeadLines;
  /** The part that is the photo, by the rule of its size; may reach beyond. */
  readonly area: Area;
  /** Whether the rule is kept there. */
  readonly keepsRule: boolean;
  /** Maps a place to one of the original, in shares of its sides: x' = a x + b y + c, y' = d x + e y + f. */
  readonly toPicture: readonly number[];
}
