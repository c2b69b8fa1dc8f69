// A local prior for the colour of a mark, which stabilises the estimate where the images alone do not determine it.

import { sumAround } from '../pixels/box-filter.ts';
import type { MarkField } from './field.ts';
import type { Links, MarkedSet } from './links.ts';

/** Radius in pixels over which a mark's colour is averaged. */
const radius = 7;
/** Weight of the whole mark's colour relative to the local one. */
const wholeShare = 0.2;
/** Weight of the prior, relative to one image that is smooth to within a few levels. */
const strength = 0.3;
/** Difference from the prior's colour, in levels, above which the prior fades: marks have outlines, and JPEG blurs their colours. */
const tolerance = 3;

/** For each numbered unknown pixel: the prior colour of the mark relative to `middle`, and the weight of this prior. */
export interface ColourBelief {
  readonly colour: Float32Array;
  readonly weight: Float32Array;
}

/** Fits the mark's colour W locally by least squares: a mark of colour W has shift = (gain - 1) * W everywhere. */
export function believeColour(links: Links, { width, height }: MarkedSet, field: MarkField): ColourBelief {
  const { pixels, unknowns } = links;
  const squares = new Float32Array(width * height);
  const products = [0, 1, 2].map(() => new Float32Array(width * height));
  for (let u = 0; u < unknowns; u++) {
    const i = pixels[u]!;
    const excess = field[i * 4]! - 1;
    squares[i] = excess * excess;
    for (let c = 0; c < 3; c++) products[c]![i] = excess * field[i * 4 + 1 + c]!;
  }
  const total = (values: Float32Array) => values.reduce((sum, value) => sum + value, 0);
  const whole = total(squares) || 1;
  // Brings the means over a window and over the whole set to the same scale: sumAround sums twice.
  const share = (wholeShare * whole * (2 * radius + 1) ** 4) / squares.length;
  const localSquares = sumAround(squares, width, height, radius);
  const colour = new Float32Array(unknowns * 3);
  for (let c = 0; c < 3; c++) {
    const wholeColour = total(products[c]!) / whole;
    const local = sumAround(products[c]!, width, height, radius);
    for (let u = 0; u < unknowns; u++) {
      const i = pixels[u]!;
      const fitted = (local[i]! + share * wholeColour) / (localSquares[i]! + share);
      colour[u * 3 + c] = Math.max(-128, Math.min(127, fitted));
    }
  }
  return { colour, weight: weighBelief(links, field, colour) };
}

function weighBelief({ pixels, unknowns }: Links, field: MarkField, colour: Float32Array): Float32Array {
  const weight = new Float32Array(unknowns);
  for (let u = 0; u < unknowns; u++) {
    const i = pixels[u]! * 4;
    let miss = 0;
    for (let c = 0; c < 3; c++)
      miss = Math.max(miss, Math.abs(field[i + 1 + c]! - (field[i]! - 1) * colour[u * 3 + c]!));
    weight[u] = strength / (1 + miss / tolerance);
  }
  return weight;
}
