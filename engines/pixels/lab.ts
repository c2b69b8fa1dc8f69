// Converts CIE Lab to sRGB. Source: ICC.1:2022, annex A; CIE 15:2018.
import { fromSharesOf, type Point } from './primaries.ts';

/** How a and b are stored: signed, or with 128 (of 255) added. */
export type LabCoding = 'signed' | 'offset';

const deepest = 65_535;
/** The white of Lab where a file does not say: D50. */
export const usualLabWhite: Point = [0.3457, 0.3585];
/** (6/29)³ and the line below it. */
const linearUpTo = 6 / 29;
const cubed = (value: number) => (value > linearUpTo ? value ** 3 : 3 * linearUpTo ** 2 * (value - 4 / 29));

const encode = (light: number) => {
  const within = Math.min(1, Math.max(0, light));
  return (within <= 0.003_130_8 ? 12.92 * within : 1.055 * within ** (1 / 2.4) - 0.055) * deepest + 0.5;
};

/** Returns sRGB of 16 bits for interleaved samples; a fourth channel is alpha. With `isLightness`, a and b are 0 whatever the samples say. */
export function labToSrgb(
  samples: Uint8Array | Uint16Array,
  channels: 3 | 4,
  { coding, white, isLightness }: { readonly coding: LabCoding; readonly white: Point; readonly isLightness: boolean },
): Uint16Array {
  const isDeep = samples.BYTES_PER_ELEMENT === 2;
  const full = isDeep ? deepest : 255;
  const unit = isDeep ? 256 : 1;
  const half = full / 2 + 0.5;
  const axis = (sample: number) =>
    coding === 'offset' ? (sample - half) / unit : (sample < half ? sample : sample - full - 1) / unit;
  const matrix = fromSharesOf(white);
  const out = new Uint16Array(samples.length);
  for (let at = 0; at < samples.length; at += channels) {
    const y = ((samples[at]! / full) * 100 + 16) / 116;
    const [a, b] = isLightness ? [0, 0] : [axis(samples[at + 1]!), axis(samples[at + 2]!)];
    const light = [cubed(y + a / 500), cubed(y), cubed(y - b / 200)];
    for (let k = 0; k < 3; k++) {
      const row = matrix[k]!;
      out[at + k] = encode(row[0] * light[0]! + row[1] * light[1]! + row[2] * light[2]!);
    }
    if (channels === 4) out[at + 3] = (samples[at + 3]! / full) * deepest + 0.5;
  }
  return out;
}
