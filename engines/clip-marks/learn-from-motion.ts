// Learns a mark from the motion of the scene: the content beneath one of its pixels is seen beside the mark in earlier and later frames, so a
// straight line fitted through observed and expected levels gives colour and opacity. A scene that does not move gives no such line; then the engine for
// images that share a mark (engines/same-mark) takes over.
import { sumAround } from '../pixels/box-filter.ts';
import { addSample, fitLine, newSums, noise, type Sums } from './fit-line.ts';
import type { Camera } from './follow-camera.ts';
import { type FollowedScene, followScene, type Moment, maxError } from './follow-scene.ts';
import { halveMask, type Patch } from './patch.ts';
import { maskAround, sampleLevel } from './sample-level.ts';

const colourRadius = 7;
/** Weight of the surrounding colour against a pixel's own, as a share of its samples. */
const colourShare = 0.02;
/** Standard error of a slope at which a line counts half against the surrounding colour. */
const sureSlope = 0.05;
/** Minimum share of a mark's pixels that the motion must reveal. */
const minTold = 0.25;

interface Evidence {
  readonly level: Sums;
  readonly tints: readonly [Sums, Sums];
}

/** Adds one frame's evidence in one plane, from views that show the place clean. */
function addPlane(
  sums: Sums,
  c: 0 | 1 | 2,
  { own, views }: Moment,
  { mask, places, blockOf }: { mask: Uint8Array; places: Int32Array; blockOf: FollowedScene['blockOf'] },
): void {
  const { data, width, height } = own[c];
  const half = c === 0 ? 1 : 2;
  for (const i of places) {
    const y = Math.floor(i / width);
    const x = i - y * width;
    const block = blockOf(x * half, y * half);
    let [count, sum, weights, error] = [0, 0, 0, 0];
    for (const { patch, matches } of views) {
      const match = matches[block];
      if (!match || match.error > maxError) continue;
      const [u, v] = [x + match.x / half, y + match.y / half];
      if (maskAround(mask, width, height, u, v) !== 0) continue;
      const weight = 1 / (match.error + noise);
      sum += weight * (sampleLevel(patch[c], u, v) - (c === 0 ? match.brighter : 0));
      weights += weight;
      error += match.error;
      count++;
    }
    if (count > 0) addSample(sums, i, data[i]!, sum / weights, error / count);
  }
}

/** Collects the evidence on all pixels of the shape from all runs. */
function gather(runs: readonly (readonly Patch[])[], shape: Uint8Array, camera: Camera | undefined): Evidence {
  const [{ width, height }] = runs[0]![0]!;
  const { blockOf, moments } = followScene(
    runs,
    shape.map(value => (value ? 2 : 0)),
    camera,
  );
  const masks = [shape, halveMask(shape, width, height)] as const;
  const places = masks.map(mask => Int32Array.from([...mask.keys()].filter(i => mask[i])));
  const evidence: Evidence = {
    level: newSums(shape.length),
    tints: [newSums(shape.length / 4), newSums(shape.length / 4)],
  };
  for (const moment of moments) {
    addPlane(evidence.level, 0, moment, { mask: masks[0], places: places[0]!, blockOf });
    for (const c of [1, 2] as const)
      addPlane(evidence.tints[c - 1]!, c, moment, { mask: masks[1], places: places[1]!, blockOf });
  }
  return evidence;
}

export interface FittedBlend {
  /** One byte per pixel: 1 where opacity and colour were fitted. */
  readonly isKnown: Uint8Array;
  /** 0..1 */
  readonly opacity: Float32Array;
  /** Light that the mark adds, per plane: opacity times its level; both chroma planes at half the size. */
  readonly added: readonly [Float32Array, Float32Array, Float32Array];
}

/** Fits opacity and colour at each pixel of the mark. Returns undefined when the motion reveals less than a quarter of it. */
export function fitBlend(
  runs: readonly (readonly Patch[])[],
  shape: Uint8Array,
  camera: Camera | undefined,
): FittedBlend | undefined {
  const [{ width, height }] = runs[0]![0]!;
  const { level, tints } = gather(runs, shape, camera);
  const lines = Array.from(shape, (value, at) => (value ? fitLine(level, at) : undefined));
  const total = shape.reduce((sum, value) => sum + value, 0);
  const told = lines.filter(line => line !== undefined).length;
  if (told < total * minTold) return undefined;
  const size = shape.length;
  const opacity = new Float32Array(size);
  const added = new Float32Array(size);
  const isKnown = new Uint8Array(size);
  // The surrounding colour of each pixel: added light over opacity, weighted by certainty.
  const [squares, products] = [new Float32Array(size), new Float32Array(size)];
  for (const [at, line] of lines.entries()) {
    if (!line) continue;
    const own = Math.max(0, Math.min(1, 1 - line.slope));
    const sure = 1 / (line.slopeError ** 2 + line.flattened ** 2 + 0.01 ** 2);
    const light = level.i[at]! / level.w[at]! - (1 - own) * (level.p[at]! / level.w[at]!);
    squares[at] = sure * own * own;
    products[at] = sure * own * light;
  }
  const localSquares = sumAround(squares, width, height, colourRadius);
  const localProducts = sumAround(products, width, height, colourRadius);
  for (const [at, line] of lines.entries()) {
    if (!line) continue;
    const colour = localSquares[at]! > 0 ? localProducts[at]! / localSquares[at]! : 128;
    const w = level.w[at]!;
    const [p, i] = [level.p[at]! / w, level.i[at]! / w];
    const doubt = line.slopeError ** 2 + line.flattened ** 2;
    const contrast = line.contrast / (1 + doubt / sureSlope ** 2);
    const [pp, pi] = [p * p + contrast, p * i + line.slope * contrast];
    // A certain line needs no prior. Where two colours of the mark meet, the colour of the surroundings would mislead it.
    const share = colourShare * Math.min(1, doubt / sureSlope ** 2);
    // Minimises (i - (1 - a) p - s)² + share * (s - a colour)² over opacity a and added light s.
    const [aa, as, ss] = [pp + share * colour * colour, -p - share * colour, 1 + share];
    const [ra, rs] = [pp - pi, i - p];
    const determinant = aa * ss - as * as;
    const a = Math.max(0, Math.min(1, (ra * ss - as * rs) / determinant));
    const bounded = (rs - as * a) / ss;
    opacity[at] = a;
    added[at] = bounded;
    isKnown[at] = 1;
  }
  const halfOpacity = new Float32Array(size / 4);
  for (let at = 0; at < size; at++)
    halfOpacity[(Math.floor(at / width) >> 1) * (width / 2) + ((at % width) >> 1)]! += opacity[at]! / 4;
  const [blues, reds] = tints.map(sums =>
    Float32Array.from(halfOpacity, (a, at) =>
      sums.w[at]! > 0 ? (sums.i[at]! - (1 - a) * sums.p[at]!) / sums.w[at]! : a * 128,
    ),
  );
  return { isKnown, opacity, added: [added, blues!, reds!] };
}
