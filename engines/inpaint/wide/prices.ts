// Prices a shift at a node of the grid: by how much the rim around it differs from the rim's copy under that shift, and by how far the texture and
// the low-frequency colour of its source are from the expected ones.

import { xorshift32 } from 'contract/random.ts';
import { boxSum } from '../../pixels/box-filter.ts';
import { luma601 } from '../../pixels/luma.ts';
import { openTextures, type TextureRules } from './expected-textures.ts';
import { type Grid, known, middleOf, neighboursOf, rimSteps } from './grid.ts';
import type { Guess } from './guess.ts';
import { featureCap, featureScale, kind, listPoints, type Shift, type Stage } from './stage.ts';

/** Price of a shift by which a node cannot be copied. */
export const never = 1e9;
/** Cap on the cost of a seam at each of its two nodes, in grey levels. */
export const seamCap = 160;

/** Weight of the surrounding rim. */
const contextWeight = 2.2;
/** Share of rim in a node's window from which on the surroundings count in full. */
const fullRimShare = 0.4;
/** Cost of a place outside the known pixels, as a share of the maximum. */
const lostShare = 0.6;
/** Low-frequency colours may differ from the guess by `free` grey levels, and cost `cap` at most. */
const tone = { free: 4, cap: 60 };
/** Blur of the guess, in cells. */
const guessBlur = 1.4;
/**
 * Gradient of the guess over two cells, in grey levels, from which on an edge is assumed, up to twice this: there stronger texture is less
 * unexpected.
 */
const edge = 14;
const edgeReach = 5;
const minCalm = 0.1;
const numbers = 8;

/** Price in grey levels of ground where a body should continue: better than nothing, for instance where bare skin is cut by the frame. */
const groundForBody = 60;

export interface Prices {
  /** Returns the price of a shift at each node. */
  readonly price: (shift: Shift) => Float32Array;
  /** Returns whether the block around a place, which is inside the stage, may be copied to a node at all. */
  readonly fits: (node: number, place: number) => boolean;
  /** Weight of seams, relative to an image full of contrast: in a smooth one each seam is visible. */
  readonly seamWeight: number;
}

/** Median difference between two places of the rim, in grey levels, in an image whose texture hides seams. */
const hidingContrast = 60;
const maxSeamWeight = 4;
const contrastPairs = 400;

/** Returns 1 where two places of the rim usually differ strongly, up to 4 where they hardly do. */
function weighSeams(stage: Stage, middles: readonly number[]): number {
  const random = xorshift32(17);
  const pick = () => middles[Math.floor(random() * middles.length)]! * numbers;
  const differences = Array.from({ length: contrastPairs }, () => {
    const [a, b] = [pick(), pick()];
    let squares = 0;
    for (let number = 0; number < numbers; number++)
      squares += (stage.plane[a + number]! - stage.plane[b + number]!) ** 2;
    return Math.sqrt(squares) / featureScale;
  });
  const usual = differences.sort((a, b) => a - b)[contrastPairs >> 1]!;
  return Math.max(1, Math.min(maxSeamWeight, hidingContrast / Math.max(1, usual)));
}

/** Returns box-blurred means of colours over the pixels whose weight is not 0. */
function blurColours(
  width: number,
  height: number,
  radius: number,
  read: (pixel: number, channel: number) => number,
  weightOf: (pixel: number) => number,
): Float32Array[] {
  const count = width * height;
  const spread = (values: Float32Array) => {
    boxSum(values, width, height, radius);
    boxSum(values, width, height, radius);
    return values;
  };
  const weights = new Float32Array(count);
  for (let pixel = 0; pixel < count; pixel++) weights[pixel] = weightOf(pixel);
  spread(weights);
  return [0, 1, 2].map(channel => {
    const sums = new Float32Array(count);
    for (let pixel = 0; pixel < count; pixel++) if (weightOf(pixel) > 0) sums[pixel] = read(pixel, channel);
    spread(sums);
    for (let pixel = 0; pixel < count; pixel++) sums[pixel]! /= Math.max(1e-3, weights[pixel]!);
    return sums;
  });
}

/** Returns 1 for the pixels of the stage whose block shows part of a body. */
function findBodies({ width, height, kinds }: Stage, spacing: number): Uint8Array | undefined {
  if (!kinds) return undefined;
  const bodies = new Float32Array(kinds);
  boxSum(bodies, width, height, (spacing >> 1) + 1);
  return Uint8Array.from(bodies, sum => (sum > 0.5 ? 1 : 0));
}

/** Radius of a box filter that, applied twice, blurs by about `sigma`. */
const boxRadius = (sigma: number): number => Math.max(1, Math.round((Math.sqrt(6 * sigma * sigma + 1) - 1) / 2));

/** Returns 0.1..1 for each node: 1 where the guess is flat, less near an edge of it. */
function measureCalm(grid: Grid, guessed: readonly Float32Array[]): Float32Array {
  const { across, down, nodes } = grid;
  const grey = guessed[0]!.map((red, cell) => luma601(red, guessed[1]![cell]!, guessed[2]![cell]!));
  return Float32Array.from(nodes, cell => {
    const row = Math.floor(cell / across);
    const column = cell - row * across;
    let max = 0;
    for (let y = Math.max(1, row - edgeReach); y <= Math.min(down - 2, row + edgeReach); y++) {
      for (let x = Math.max(1, column - edgeReach); x <= Math.min(across - 2, column + edgeReach); x++) {
        const at = y * across + x;
        const rise = Math.hypot(grey[at + 1]! - grey[at - 1]!, grey[at + across]! - grey[at - across]!);
        max = Math.max(max, rise);
      }
    }
    return Math.max(minCalm, Math.min(1, (2 * edge - max) / edge));
  });
}

/** Returns the part of the grid with the hole and its rim. */
function boundRim({ across, steps }: Grid) {
  let [left, right, top, bottom] = [across, 0, steps.length, 0];
  steps.forEach((step, cell) => {
    if (step < 0) return;
    const row = Math.floor(cell / across);
    left = Math.min(left, cell - row * across);
    right = Math.max(right, cell - row * across);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  });
  const width = right - left + 1;
  const indexOf = (cell: number) => (Math.floor(cell / across) - top) * width + (cell % across) - left;
  return { width, height: bottom - top + 1, indexOf };
}

/** Weights that depend on the caller. */
export interface PriceWeights {
  readonly texture?: TextureRules;
  /** Price of a shift as long as the window's diagonal, in grey levels, horizontally and vertically. Absent: nothing. */
  readonly far?: { readonly across: number; readonly upright: number };
}

export function openPrices(
  stage: Stage,
  grid: Grid,
  guess: Guess,
  { texture = {}, far = { across: 0, upright: 0 } }: PriceWeights = {},
): Prices {
  const { kernel, width, height, plane, isKnown, isSource, colours } = stage;
  const { across, down, states, nodes, rim, isWhole } = grid;
  const cells = across * down;
  const guessed = blurColours(
    across,
    down,
    boxRadius(guessBlur),
    (cell, channel) => guess.colours[cell * 3 + channel]!,
    () => 1,
  );
  const broad = blurColours(
    width,
    height,
    boxRadius(guessBlur * grid.spacing),
    (pixel, channel) => colours[pixel * 3 + channel]!,
    pixel => isKnown[pixel]!,
  );
  const strangenessOf = openTextures(stage, grid, measureCalm(grid, guessed), texture);
  const showsBody = findBodies(stage, grid.spacing);
  const bounds = boundRim(grid);
  const radius = rimSteps - 1;
  const side = 2 * radius + 1;
  const rimAt = rim.map(bounds.indexOf);
  const shares = new Float32Array(bounds.width * bounds.height);
  for (const at of rimAt) shares[at] = 1;
  boxSum(shares, bounds.width, bounds.height, radius);
  const rimMiddles = rim.map(cell => middleOf(grid, stage, cell));
  const seamWeight = weighSeams(stage, rimMiddles);
  const points = listPoints(stage, rimMiddles);
  const distances = kernel.floats(Math.max(1, rim.length));
  const rimSlot = new Int32Array(cells).fill(-1);
  rim.forEach((cell, index) => {
    rimSlot[cell] = index;
  });
  /** The known cells beside each node, as indices into the list of the rim. */
  const beside = Array.from(nodes, cell =>
    neighboursOf(cell, across, cells)
      .filter(other => other >= 0 && states[other] === known && rimSlot[other]! >= 0)
      .map(other => rimSlot[other]!),
  );
  const middles = Int32Array.from(nodes, cell => middleOf(grid, stage, cell));
  const nodeAt = Int32Array.from(nodes, bounds.indexOf);
  const spread = new Float32Array(shares.length);

  const compareRim = ({ dx, dy }: Shift, cap: number, lost: number) =>
    kernel.run.compareShifted(
      plane.byteOffset,
      isSource.byteOffset,
      width,
      height,
      points.byteOffset,
      rim.length,
      dx,
      dy,
      cap * featureScale,
      lost * featureScale,
      distances.byteOffset,
    );

  const wantsBody = (node: number) => stage.kinds?.[middles[node]!] === kind.body;
  const fits = (node: number, place: number) => isWhole[place] === 1 && (!showsBody?.[place] || wantsBody(node));
  const price = (shift: Shift): Float32Array => {
    const { dx, dy } = shift;
    const prices = new Float32Array(nodes.length);
    prices.fill(Math.hypot(far.across * dx, far.upright * dy) / Math.hypot(width, height));
    compareRim(shift, seamCap, featureCap);
    for (let node = 0; node < nodes.length; node++)
      for (const index of beside[node]!) prices[node]! += (2 * seamWeight * distances[index]!) / featureScale;
    compareRim(shift, featureCap, featureCap * lostShare);
    spread.fill(0);
    for (let index = 0; index < rim.length; index++) spread[rimAt[index]!] = distances[index]! / featureScale;
    boxSum(spread, bounds.width, bounds.height, radius);
    for (let node = 0; node < nodes.length; node++) {
      const middle = middles[node]!;
      const y = Math.floor(middle / width) + dy;
      const x = (middle % width) + dx;
      const source = y * width + x;
      if (x < 0 || y < 0 || x >= width || y >= height || !fits(node, source)) {
        prices[node] = never;
        continue;
      }
      let cost = wantsBody(node) && stage.kinds![source] !== kind.body ? groundForBody : 0;
      const share = shares[nodeAt[node]!]!;
      if (share > 0.5)
        cost += contextWeight * Math.min(1, share / (side * side * fullRimShare)) * (spread[nodeAt[node]!]! / share);
      cost += strangenessOf(node, source);
      let difference = 0;
      for (let channel = 0; channel < 3; channel++)
        difference += Math.abs(broad[channel]![source]! - guessed[channel]![nodes[node]!]!) / 3;
      prices[node]! += cost + Math.min(tone.cap, Math.max(0, difference - tone.free));
    }
    return prices;
  };
  return { price, fits, seamWeight };
}
