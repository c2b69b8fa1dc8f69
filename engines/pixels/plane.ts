// The forms in which pixel algorithms exchange pictures.

/** An sRGB picture, 8 bits a channel, rows from the top without padding. */
export interface Pixels {
  /** Red, green, blue: width * height * 3 bytes. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** One number a pixel, rows from the top: width * height values. */
export interface Plane {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}
