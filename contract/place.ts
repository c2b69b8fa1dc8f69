// A manual position that overrides an automatic one.
export interface Place {
  /** As fractions of the picture's sides. */
  readonly right: number;
  readonly down: number;
  readonly zoom: number;
  /** Degrees, clockwise. */
  readonly turn: number;
}
