// The curve of sRGB (IEC 61966-2-1) between values as they are stored and the light that they stand for, both 0..1.

export const toLight = (value: number): number => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);

export const fromLight = (light: number): number =>
  light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055;

/** The light of each of the 256 levels. */
export const lightOfLevel = Float32Array.from({ length: 256 }, (_, level) => toLight(level / 255));
