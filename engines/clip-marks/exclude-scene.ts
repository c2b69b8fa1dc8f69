// Leaves out of a mark's shape what belongs to the scene before a camera that does not move. There the edges of the scene last as those of the mark do,
// but what they bound goes on beyond the area in which the mark is searched. So the scene is flooded from there, across small steps only, and as long
// as its colour stays near the one with which the flood came in (seeded region growing; Adams and Bischof, PAMI 1994).
import { findComponents } from '../pixels/components.ts';
import { growMask, shrinkMask } from '../pixels/morphology.ts';
import { halfOf } from './patch.ts';

/** Maximum step in levels between neighbours that the flood crosses, in any plane. */
const maxStep = 4;
/** Maximum difference in levels from the colour with which the flood came in: at most this, and this share of the mark's usual difference. */
const maxDrift = { levels: 12, share: 0.35 };

/** Levels of the lasting picture, up to a constant: luma, then the chroma planes at half the size. */
export interface LastingPicture {
  readonly width: number;
  readonly height: number;
  readonly luma: Float32Array;
  readonly tints: readonly Float32Array[];
}

/** Returns the pixels that the flood reaches, one byte each. */
function floodScene({ width, height, luma, tints }: LastingPicture, searched: Uint8Array, drift: number): Uint8Array {
  const isReached = new Uint8Array(luma.length);
  const origin = new Int32Array(luma.length);
  const queue = new Int32Array(luma.length);
  let [next, end] = [0, 0];
  for (let i = 0; i < luma.length; i++) {
    if (searched[i]) continue;
    isReached[i] = 1;
    origin[i] = i;
    queue[end++] = i;
  }
  const differ = (a: number, b: number) => {
    let most = Math.abs(luma[a]! - luma[b]!);
    const [halfA, halfB] = [halfOf(a, width), halfOf(b, width)];
    for (const tint of tints) most = Math.max(most, Math.abs(tint[halfA]! - tint[halfB]!));
    return most;
  };
  while (next < end) {
    const i = queue[next++]!;
    const x = i % width;
    const visit = (to: number) => {
      if (isReached[to] || differ(i, to) > maxStep || differ(origin[i]!, to) > drift) return;
      isReached[to] = 1;
      origin[to] = origin[i]!;
      queue[end++] = to;
    };
    if (x > 0) visit(i - 1);
    if (x + 1 < width) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i + width < width * height) visit(i + width);
  }
  return isReached;
}

/**
 * Returns the mask (one byte per pixel) without the scene that reaches into `searched` from beyond it. `usual`: by how many levels the mark usually
 * differs from what is around it.
 */
export function excludeScene(
  picture: LastingPicture,
  mask: Uint8Array,
  searched: Uint8Array,
  usual: number,
): Uint8Array {
  const { width } = picture;
  const scene = floodScene(picture, searched, Math.min(maxDrift.levels, maxDrift.share * usual));
  const rest = mask.map((value, i) => (value && !scene[i] ? 1 : 0));
  // Lines between two parts of the scene are left, which lead out of the searched area.
  const beyond = searched.map(value => (value ? 0 : 1));
  const nearBorder = new Uint8Array(mask.length);
  growMask(beyond, width, 1, nearBorder);
  const thick = shrinkMask(rest, width, 1);
  for (const part of findComponents(rest, width, 'corner'))
    if (part.some(i => nearBorder[i]) && !part.some(i => thick[i])) for (const i of part) rest[i] = 0;
  return rest;
}
