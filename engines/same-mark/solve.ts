// Finds the gains and shifts that best fit all links: a sparse system of linear equations, solved iteratively.
import type { ColourBelief } from './colour.ts';
import type { MarkField } from './field.ts';
import type { Links } from './links.ts';
import { perLink } from './weigh.ts';

export interface Equations {
  readonly links: Links;
  /** From `weighLinks`. */
  readonly sums: Float32Array;
  readonly belief?: ColourBelief | undefined;
}

/** Range of the gain: apart from noise a mark never adds contrast, and beyond an opacity of 0.95 nothing can be restored. */
const minGain = 0.8;
const maxGain = 20;
/** The iteration ends when the squared, preconditioned residual has shrunk by this factor. */
const goodEnough = 1e-10;

/**
 * Multiplies the matrix of the equations by `values` (four per numbered pixel) into `out`. With `isResidual` the constant terms are added, so that
 * `out` is the gradient of the error at `values`.
 */
function applyEquations(
  { links, sums, belief }: Equations,
  values: Float32Array,
  out: Float32Array,
  isResidual = false,
) {
  out.fill(0);
  const { from, to, unknowns } = links;
  for (let l = 0; l < from.length; l++) {
    const a = from[l]! * 4;
    const b = to[l]! * 4;
    const at = l * perLink;
    const gain = values[a]! - values[b]!;
    let slope = sums[at]! * gain + (isResidual ? sums[at + 5]! : 0);
    for (let c = 1; c <= 3; c++) {
      const shift = values[a + c]! - values[b + c]!;
      slope -= sums[at + c]! * shift;
      const own = sums[at + 4]! * shift - sums[at + c]! * gain - (isResidual ? sums[at + 5 + c]! : 0);
      out[a + c]! += own;
      out[b + c]! -= own;
    }
    out[a]! += slope;
    out[b]! -= slope;
  }
  out.fill(0, unknowns * 4);
  if (!belief) return;
  for (let u = 0; u < unknowns; u++) {
    const i = u * 4;
    const excess = values[i]! - (isResidual ? 1 : 0);
    for (let c = 0; c < 3; c++) {
      const colour = belief.colour[u * 3 + c]!;
      const miss = belief.weight[u]! * (values[i + 1 + c]! - excess * colour);
      out[i + 1 + c]! += miss;
      out[i]! -= miss * colour;
    }
  }
}

/** Returns the block diagonal of the matrix, five values per pixel: gain times gain, gain times the shift of each channel, shift times shift. */
function diagonal({ links, sums, belief }: Equations): Float32Array {
  const blocks = new Float32Array((links.pixels.length + 1) * 5);
  for (let l = 0; l < links.from.length; l++) {
    for (let n = 0; n < 5; n++) {
      blocks[links.from[l]! * 5 + n]! += sums[l * perLink + n]!;
      blocks[links.to[l]! * 5 + n]! += sums[l * perLink + n]!;
    }
  }
  for (let u = 0; belief && u < links.unknowns; u++) {
    const weight = belief.weight[u]!;
    blocks[u * 5 + 4]! += weight;
    for (let c = 0; c < 3; c++) {
      const colour = belief.colour[u * 3 + c]!;
      blocks[u * 5]! += weight * colour * colour;
      blocks[u * 5 + 1 + c]! += weight * colour;
    }
  }
  return blocks;
}

/**
 * Applies the block-Jacobi preconditioner: solves the four equations of each pixel on their own. What the images do not determine stays as it is: all
 * of a pixel without links, and the gain of one that is middle grey in every image.
 */
function precondition(blocks: Float32Array, unknowns: number, right: Float32Array, out: Float32Array): void {
  for (let u = 0; u < unknowns; u++) {
    const k = u * 5;
    const i = u * 4;
    const own = blocks[k + 4]!;
    if (own === 0) {
      out.fill(0, i, i + 4);
      continue;
    }
    let coupled = right[i]!;
    let left = blocks[k]!;
    for (let c = 1; c <= 3; c++) {
      coupled += (blocks[k + c]! * right[i + c]!) / own;
      left -= (blocks[k + c]! * blocks[k + c]!) / own;
    }
    const gain = blocks[k]! > 0 ? coupled / Math.max(left, 1e-6 * blocks[k]!) : 0;
    out[i] = gain;
    for (let c = 1; c <= 3; c++) out[i + c] = (right[i + c]! + blocks[k + c]! * gain) / own;
  }
}

const dot = (a: Float32Array, b: Float32Array) => {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
};

/** Moves the unknown pixels of `field` towards the best fit, in at most `steps` iterations of preconditioned conjugate gradients. */
export function solveField(equations: Equations, field: MarkField, steps: number): void {
  const { pixels, unknowns } = equations.links;
  const size = pixels.length * 4;
  const values = new Float32Array(size);
  for (let p = 0; p < pixels.length; p++) for (let n = 0; n < 4; n++) values[p * 4 + n] = field[pixels[p]! * 4 + n]!;
  const [residual, guess, product] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
  applyEquations(equations, values, residual, true);
  for (let i = 0; i < size; i++) residual[i] = -residual[i]!;
  const blocks = diagonal(equations);
  precondition(blocks, unknowns, residual, guess);
  const direction = guess.slice();
  const first = dot(residual, guess);
  for (let step = 0, left = first; step < steps && left > goodEnough * first; step++) {
    applyEquations(equations, direction, product);
    const length = left / dot(direction, product);
    if (!Number.isFinite(length)) break;
    for (let i = 0; i < size; i++) {
      values[i]! += length * direction[i]!;
      residual[i]! -= length * product[i]!;
    }
    precondition(blocks, unknowns, residual, guess);
    const next = dot(residual, guess);
    for (let i = 0; i < size; i++) direction[i] = guess[i]! + (next / left) * direction[i]!;
    left = next;
  }
  for (let u = 0; u < unknowns; u++) {
    values[u * 4] = Math.min(maxGain, Math.max(minGain, values[u * 4]!));
    for (let n = 0; n < 4; n++) field[pixels[u]! * 4 + n] = values[u * 4 + n]!;
  }
}
