// The formats in which pixel algorithms exchange images.

/** An sRGB image, 8 bits per channel, rows from the top without padding. */
export interface Pixels {
  /** Red, green, blue: width * height * 3 bytes. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** One number per pixel, rows from the top: width * height values. */
export interface Plane {
  readonly data: Float32Array;
  readonly width: number;
  readonly height: number;
}
