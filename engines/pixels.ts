// Plain pixels in memory, the form in which our own algorithms pass pictures on.

/** sRGB, 8 bits, rows from the top without padding. */
export interface Pixels {
  /** Red, green, blue: width * height * 3 bytes. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}
