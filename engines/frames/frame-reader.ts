// What the readers of animations have in common.

/** The frames of one file, not decoded yet. */
export interface FrameReader {
  readonly count: number;
  /** One per frame; may be fractions. */
  readonly delaysMs: readonly number[];
  /** The number of plays; 0 is forever. */
  readonly loop: number;
  /** Composes the first `count` frames: stacked vertically with red, green, blue and alpha. Throws FILE_CORRUPT. */
  readonly compose: (count: number) => Promise<Uint8Array>;
}
