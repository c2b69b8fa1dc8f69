// Weighs the evidence that each image gives about the step of the mark between neighbouring pixels.
import { type MarkField, middle } from './field.ts';
import type { Links, MarkedSet } from './links.ts';

/**
 * Values per link for its normal equations, summed over the images: weight * m.m, weight * m (three channels), weight, weight * m.d, and weight * d
 * (three channels), where m is the mean colour of both ends and d = gain * difference of their colours.
 */
export const perLink = 9;

/** In levels of 255: smaller differences are noise and all have the same weight. */
const noise = 2;
/**
 * Gain step below which the gain is smoothed as strongly as all images together determine it, because a mark's opacity usually varies little. A
 * larger step may be the outline of a mark.
 */
const outlineStep = 0.02;
const evenness = 1;
/** Keeps the gain's step at zero where all images have the same colour, so that gain and shift cannot be told apart. */
const ridge = 1.0005;

/**
 * Reweights every link. A restored difference r = gain_p J_p - shift_p - (gain_q J_q - shift_q) = g d + m dgain - dshift should be small, and
 * independent of m, because natural images vary equally on both sides of a link. So d is taken as it is and only the steps of gain and shift are
 * unknown; minimising r over the gain itself would shrink all texture beneath the mark. Weights 1 / |r| make the fit robust: each link is determined
 * by the images that are smooth there. The idea of using many images is from Dekel, Rubinstein, Liu, Freeman, "On the Effectiveness of Visible
 * Watermarks", CVPR 2017; the equations are our own.
 */
export function weighLinks(links: Links, { pictures }: MarkedSet, field: MarkField, sums: Float32Array): void {
  sums.fill(0);
  const mean = new Float32Array(3);
  const step = new Float32Array(3);
  for (let l = 0; l < links.from.length; l++) {
    const a = links.pixels[links.from[l]!]!;
    const b = links.pixels[links.to[l]!]!;
    const gainA = field[a * 4]!;
    const gainB = field[b * 4]!;
    const gain = (gainA + gainB) / 2;
    const at = l * perLink;
    for (const picture of pictures) {
      let square = noise * noise;
      for (let c = 0; c < 3; c++) {
        const left = picture[a * 3 + c]! - middle;
        const right = picture[b * 3 + c]! - middle;
        const r = gainA * left - gainB * right - field[a * 4 + 1 + c]! + field[b * 4 + 1 + c]!;
        square += r * r;
        mean[c] = (left + right) / 2;
        step[c] = gain * (left - right);
      }
      const weight = 1 / Math.sqrt(square);
      sums[at + 4]! += weight;
      for (let c = 0; c < 3; c++) {
        const weighted = weight * mean[c]!;
        sums[at]! += weighted * mean[c]!;
        sums[at + 1 + c]! += weighted;
        sums[at + 5]! += weighted * step[c]!;
        sums[at + 6 + c]! += weight * step[c]!;
      }
    }
    sums[at]! *= ridge + evenness / (1 + ((gainA - gainB) / outlineStep) ** 2);
  }
}
