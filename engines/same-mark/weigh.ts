// Weighs the evidence of each picture on the step of the mark between neighbouring pixels.
import { type MarkField, middle } from './field.ts';
import type { Links, MarkedSet } from './links.ts';

/**
 * Normal equations of each link, nine numbers: sums over pictures of weight * m.m, weight * m (three channels), weight, weight * m.d, and
 * weight * d (three channels), where m is the mean colour of both ends and d = gain * difference of colours.
 */
export const perLink = 9;

/** In levels of 255: smaller differences are noise, and all weigh the same. */
const noise = 2;
/**
 * Below this step, the gain is smoothed as strongly as all pictures together determine it, because marks are as opaque in one place as
 * beside it. A larger step may be the outline of a mark.
 */
const outlineStep = 0.02;
const evenness = 1;
/** Keeps the step of the gain at zero where all pictures have the same colour, so that gain and shift cannot be told apart. */
const ridge = 1.0005;

/**
 * Weighs every link anew. A restored difference r = gain_p J_p - shift_p - (gain_q J_q - shift_q) = g d + m dgain - dshift should be small, and
 * free of m: natural pictures vary as much on one side as on the other. So d is taken as it is and only the steps of gain and shift
 * are sought; minimising r over the gain itself would shrink all texture beneath the mark. Weights 1 / |r| make it a robust fit: at each
 * link those pictures decide that are smooth there. Source for the idea of many pictures: Dekel, Rubinstein, Liu, Freeman, "On the
 * Effectiveness of Visible Watermarks", CVPR 2017; the equations here are our own.
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
