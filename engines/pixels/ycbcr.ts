// Converts luma and colour differences of a TIFF to red, green and blue. Source: TIFF 6.0, section 21.

export interface YcbcrCoding {
  /** Shares of red, green and blue in luma; their sum is 1. */
  readonly luma: readonly [number, number, number];
  /** Codes of black and white for luma, then of zero and the highest value for both differences. */
  readonly reference: readonly number[];
}

/** ITU-R BT.601, and all codes in use. */
export const usualYcbcr: YcbcrCoding = { luma: [0.299, 0.587, 0.114], reference: [0, 255, 128, 255, 128, 255] };

/** Converts interleaved samples of 8 bits in place; channels after the third stay. */
export function ycbcrToRgb(samples: Uint8Array, channels: number, { luma, reference }: YcbcrCoding): void {
  const [black, white, zeroBlue, highestBlue, zeroRed, highestRed] = reference as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [red, green, blue] = luma;
  const lumaScale = 255 / (white - black);
  const blueScale = 127 / (highestBlue - zeroBlue);
  const redScale = 127 / (highestRed - zeroRed);
  const level = (value: number) => Math.min(255, Math.max(0, Math.round(value)));
  for (let at = 0; at < samples.length; at += channels) {
    const y = (samples[at]! - black) * lumaScale;
    const r = y + (samples[at + 2]! - zeroRed) * redScale * (2 - 2 * red);
    const b = y + (samples[at + 1]! - zeroBlue) * blueScale * (2 - 2 * blue);
    samples[at] = level(r);
    samples[at + 1] = level((y - red * r - blue * b) / green);
    samples[at + 2] = level(b);
  }
}
