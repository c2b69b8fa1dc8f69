// Where something stands that a person may move by hand, beside where it would stand by itself.
export interface Place {
  /** Shares of a side of the picture. */
  readonly right: number;
  readonly down: number;
  readonly zoom: number;
  /** Degrees, clockwise. */
  readonly turn: number;
}
