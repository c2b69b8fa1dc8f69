// Conversion of images to and from OKLab: lightness and two colour axes, in which equal steps look equally large (Ottosson, "A perceptual color space
// for image processing", 2020).
import type { Pixels } from './plane.ts';
import { readColour } from './read-colour.ts';
import { fromLight, lightOfLevel } from './srgb.ts';

/** Lightness 0..1, green to red and blue to yellow, each about -0.4..0.4: width * height values each. */
export interface Lab {
  readonly width: number;
  readonly height: number;
  readonly l: Float32Array;
  readonly a: Float32Array;
  readonly b: Float32Array;
}

export type LabColour = readonly [l: number, a: number, b: number];

const finest = 8191;
const toByte = Uint8Array.from({ length: finest + 1 }, (_, step) => {
  return Math.round(fromLight(step / finest) * 255);
});

export const makeLab = (width: number, height: number): Lab => ({
  width,
  height,
  l: new Float32Array(width * height),
  a: new Float32Array(width * height),
  b: new Float32Array(width * height),
});

export function toOklab({ data, width, height }: Pixels): Lab {
  const lab = makeLab(width, height);
  const { l, a, b } = lab;
  for (let i = 0, at = 0; i < l.length; i++, at += 3) {
    const red = lightOfLevel[data[at]!]!;
    const green = lightOfLevel[data[at + 1]!]!;
    const blue = lightOfLevel[data[at + 2]!]!;
    const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    l[i] = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short;
    a[i] = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short;
    b[i] = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short;
  }
  return lab;
}

const encode = (value: number): number => toByte[value <= 0 ? 0 : value >= 1 ? finest : (value * finest + 0.5) | 0]!;

/** Converts back to sRGB; colours outside its gamut are clipped. */
export function fromOklab({ width, height, l, a, b }: Lab): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let i = 0, at = 0; i < l.length; i++, at += 3) {
    const long = (l[i]! + 0.3963377774 * a[i]! + 0.2158037573 * b[i]!) ** 3;
    const middle = (l[i]! - 0.1055613458 * a[i]! - 0.0638541728 * b[i]!) ** 3;
    const short = (l[i]! - 0.0894841775 * a[i]! - 1.291485548 * b[i]!) ** 3;
    data[at] = encode(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short);
    data[at + 1] = encode(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short);
    data[at + 2] = encode(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short);
  }
  return { data, width, height };
}

/** Converts one colour, given as `#rrggbb`. */
export function labOf(hex: string): LabColour {
  const data = Uint8Array.from(readColour(hex));
  const { l, a, b } = toOklab({ data, width: 1, height: 1 });
  return [l[0]!, a[0]!, b[0]!];
}
