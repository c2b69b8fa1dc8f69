// Predicts the texture at each node of a hole from the texture at its rim, and prices sources by their difference from it.
import { type Grid, middleOf, neighboursOf } from './grid.ts';
import { featureScale, type Stage } from './stage.ts';

/** Rules that depend on the caller. */
export interface TextureRules {
  /** Factor for texture that is stronger than expected, which keeps objects out of smooth ground. Absent: 1. */
  readonly stronger?: number;
  /** Whether textures of the rim blend into each other, octave by octave, instead of each ending at a boundary. */
  readonly isBlended?: boolean;
}

/**
 * Cost for each factor of two by which texture is weaker or stronger than expected, beyond a tolerance. Too weak is worse: seams prefer weak texture
 * anyway.
 */
const costs = { weaker: 1.3, weakerFree: 0.2, strongerFree: 0.5 };
const numbers = 8;
const firstTexture = 5;
const octaves = 3;
/** The third number of the feature covers two octaves. */
const octaveWeights = [1, 1, Math.SQRT2];
const unit = 9 * featureScale;
const membraneSweeps = 50;
/** Maximum number of kinds of texture at one rim, and their minimum distance, in octaves. */
const maxKinds = 4;
const minBetweenKinds = 1.5;
const sortingTurns = 4;
/** Weight of the difference from a blend of the rim's textures. */
const blendedWeight = 6;
/** Weights of the difference from the kinds expected at the node, and from the nearest of all kinds of the rim. */
const kindWeights = { here: 4, anywhere: 4 };

const strengthsAt = ({ plane }: Stage, pixel: number): Float32Array =>
  Float32Array.from({ length: octaves }, (_, octave) => plane[pixel * numbers + firstTexture + octave]! / unit);

function meanOf(list: readonly Float32Array[]): Float32Array {
  const mean = new Float32Array(octaves);
  for (const one of list) for (let octave = 0; octave < octaves; octave++) mean[octave]! += one[octave]! / list.length;
  return mean;
}

const distance = (a: Float32Array, b: Float32Array): number =>
  octaveWeights.reduce((sum, weight, octave) => sum + weight * Math.abs(a[octave]! - b[octave]!), 0);

/**
 * Clusters a list into a few kinds (k-means; each new kind starts at the item farthest from those before), and returns them with the kind of each
 * item.
 */
function sortKinds(list: readonly Float32Array[]) {
  const kinds = [meanOf(list)];
  const nearest = (one: Float32Array) =>
    kinds.reduce((best, kind, index) => (distance(one, kind) < distance(one, kinds[best]!) ? index : best), 0);
  const min = list.map(one => distance(one, kinds[0]!));
  while (kinds.length < maxKinds) {
    const farthest = min.reduce((max, value, index) => (value > min[max]! ? index : max), 0);
    const next = list[farthest]!;
    if (min[farthest]! < minBetweenKinds) break;
    kinds.push(next);
    list.forEach((one, index) => {
      min[index] = Math.min(min[index]!, distance(one, next));
    });
  }
  let kindOf = list.map(nearest);
  for (let turn = 0; turn < sortingTurns; turn++) {
    kinds.forEach((_, kind) => {
      const own = list.filter((_, index) => kindOf[index] === kind);
      if (own.length > 0) kinds[kind] = meanOf(own);
    });
    kindOf = list.map(nearest);
  }
  return { kinds, kindOf };
}

/** Interpolates the `size` numbers of the rim's cells over the hole like a membrane, and returns `size` numbers per node. */
function stretch({ across, down, nodes, rim }: Grid, size: number, ofRim: readonly ArrayLike<number>[]): Float32Array {
  const count = across * down;
  const values = new Float32Array(count * size);
  const hasValue = new Uint8Array(count);
  const means = new Float32Array(size);
  rim.forEach((cell, index) => {
    hasValue[cell] = 1;
    values.set(ofRim[index]!, cell * size);
    for (let number = 0; number < size; number++) means[number]! += ofRim[index]![number]! / rim.length;
  });
  for (const cell of nodes) {
    hasValue[cell] = 1;
    values.set(means, cell * size);
  }
  for (let sweep = 0; sweep < membraneSweeps; sweep++) {
    const omega = sweep < membraneSweeps - 6 ? 1.85 : 1;
    for (const cell of nodes) {
      const around = neighboursOf(cell, across, count).filter(other => other >= 0 && hasValue[other] === 1);
      if (around.length === 0) continue;
      for (let number = 0; number < size; number++) {
        let sum = 0;
        for (const other of around) sum += values[other * size + number]!;
        const at = cell * size + number;
        values[at]! += omega * (sum / around.length - values[at]!);
      }
    }
  }
  const ofNodes = new Float32Array(nodes.length * size);
  nodes.forEach((cell, node) => {
    ofNodes.set(values.subarray(cell * size, (cell + 1) * size), node * size);
  });
  return ofNodes;
}

/**
 * Returns the function that prices the texture of a source pixel at a node, in grey levels. The rim of a photograph usually shows a few kinds, such
 * as writing and empty ground, or parts in focus and out of focus; a mean of two of them in every octave is neither. `calm` is the weight of too
 * strong a texture at each node.
 */
export function openTextures(
  stage: Stage,
  grid: Grid,
  calm: Float32Array,
  { stronger = 1, isBlended = false }: TextureRules,
): (node: number, source: number) => number {
  const { plane } = stage;
  const ofRim = grid.rim.map(cell => strengthsAt(stage, middleOf(grid, stage, cell)));
  let [weaker, excess] = [0, 0];
  const compare = (source: number, expected: Float32Array, from: number) => {
    weaker = 0;
    excess = 0;
    for (let octave = 0; octave < octaves; octave++) {
      const more = plane[source * numbers + firstTexture + octave]! / unit - expected[from + octave]!;
      if (more < 0) weaker += octaveWeights[octave]! * costs.weaker * Math.max(0, -more - costs.weakerFree);
      else excess += octaveWeights[octave]! * stronger * Math.max(0, more - costs.strongerFree);
    }
  };
  if (isBlended) {
    const expected = stretch(grid, octaves, ofRim);
    return (node, source) => {
      compare(source, expected, node * octaves);
      return blendedWeight * (weaker + calm[node]! * excess);
    };
  }
  const { kinds, kindOf } = sortKinds(ofRim);
  const shares = stretch(
    grid,
    kinds.length,
    kindOf.map(of => kinds.map((_, kind) => (kind === of ? 1 : 0))),
  );
  return (node, source) => {
    let [usual, nearest] = [0, Number.POSITIVE_INFINITY];
    for (let kind = 0; kind < kinds.length; kind++) {
      compare(source, kinds[kind]!, 0);
      usual += shares[node * kinds.length + kind]! * (weaker + calm[node]! * excess);
      nearest = Math.min(nearest, weaker + excess);
    }
    return kindWeights.here * usual + kindWeights.anywhere * nearest;
  };
}
