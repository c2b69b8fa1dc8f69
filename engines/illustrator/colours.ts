// Colour mixing for the illustrator: hex input and output, with Oklab in between (Ottosson 2020), a perceptually uniform space.
import { fromLight, toLight } from '../pixels/srgb.ts';

/** Lightness 0..1, and two colour axes of about -0.4..0.4. */
type Lab = readonly [lightness: number, a: number, b: number];

/** Parses "#abc" or "#aabbcc" into three numbers 0..255. */
function readHex(hex: string): [number, number, number] {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(d => d + d).join('') : hex.slice(1, 7);
  const value = Number.parseInt(digits, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const clamp = (v: number) => Math.min(255, Math.max(0, Math.round(v)));
export const writeHex = (r: number, g: number, b: number): string =>
  `#${[r, g, b].map(v => clamp(v).toString(16).padStart(2, '0')).join('')}`;

export function toLab(hex: string): Lab {
  const [r, g, b] = readHex(hex).map(v => toLight(v / 255)) as [number, number, number];
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

export function fromLab([lightness, a, b]: Lab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(v => fromLight(Math.max(0, v)) * 255) as [number, number, number];
  return writeHex(...rgb);
}

/** Mixes two colours; a share of 0 is the first, 1 the second. */
export function mix(from: string, to: string, share: number): string {
  const [one, two] = [toLab(from), toLab(to)];
  const mixed = (i: 0 | 1 | 2) => one[i] + (two[i] - one[i]) * share;
  return fromLab([mixed(0), mixed(1), mixed(2)]);
}

export const lighten = (hex: string, by: number): string => mix(hex, by > 0 ? '#ffffff' : '#000000', Math.abs(by));
export const lightnessOf = (hex: string): number => toLab(hex)[0];
export const chromaOf = (hex: string): number => {
  const [, a, b] = toLab(hex);
  return Math.hypot(a, b);
};

/** Moves a colour family to another: `wanted` replaces `main`, and lighter or darker colours stay lighter or darker. */
export function moveColour(hex: string, main: string, wanted: string): string {
  const [own, from, to] = [toLab(hex), toLab(main), toLab(wanted)];
  const lightness = Math.min(0.98, Math.max(0.12, to[0] + (own[0] - from[0]) * 0.75));
  // Very light and very dark colours allow little chroma.
  const room = 1 - Math.abs(lightness - to[0]) * 0.6;
  return fromLab([lightness, to[1] * room, to[2] * room]);
}
