// Finds the size at which the network undoes a picture's blur, from one tile at each of a few sizes. The network was trained on motions of a few dozen
// pixels; longer ones are undone at a smaller size. Whether it undoes a blur at all is judged by fitting the kernel between its input and its answer.
import type { PartProgress } from 'contract/run.ts';
import type { RestoreTile } from '../maxim/open.ts';
import { maximSide as side } from '../maxim/write-maxim.ts';
import { fitKernel, type KernelFit } from '../pixels/fit-kernel.ts';
import type { Pixels } from '../pixels/plane.ts';
import { lumaOf, readTile } from './tiles.ts';

export interface FoundScale {
  /** The picture is restored at this fraction of its size. */
  readonly part: number;
  /** Extents of the blur along and across its longest direction, in pixels of the picture. */
  readonly length: number;
  readonly width: number;
  /** The longest direction, from 0 to 180; 0 is horizontal. */
  readonly degrees: number;
}

/** The sizes tried, from small to large. A tile takes seconds, so sizes between these are tried only beside one at which a blur was undone. */
const parts = [1 / 8, 1 / 4, 1 / 2, 1];
/** From a size to the one between it and the next. */
const between = Math.SQRT2;
/** Pixels restored at most: beyond that it would take many minutes. */
const mostRestored = 3_000_000;
/** A smaller picture than this is not tried at a part of its size. */
const leastSide = 120;

/** What a fit has to meet so that the network is trusted to have undone a blur. */
const [leastExplained, leastLength, leastGain] = [0.35, 4, 1.1];
const isUndone = ({ explained, length, gain }: KernelFit) =>
  explained >= leastExplained && length >= leastLength && gain >= leastGain;

/** At a larger size the network has undone less if the blur found there is shorter than this share of the longest one so far. */
const sameLength = 0.93;
/** Blurs shorter than this, in pixels of the size tried, are measured too coarsely to be compared. */
const comparedFrom = 6;

/** Gradients count up to this, so that one hard edge does not choose the tile. */
const mostGradient = 25.5;
const tried = 12;

function listPlaces(length: number): number[] {
  const room = Math.max(0, length - side);
  const count = Math.min(tried, Math.ceil(room / (side / 2)));
  return count === 0 ? [0] : Array.from({ length: count + 1 }, (_, i) => Math.round((room * i) / count));
}

/** Where the tile with the most texture begins. */
function findTexture({ data, width, height }: Pixels): { left: number; top: number } {
  const textureAt = (left: number, top: number) => {
    let sum = 0;
    for (let y = top; y < Math.min(height - 1, top + side); y += 2)
      for (let x = left; x < Math.min(width - 1, left + side); x += 2) {
        const i = (y * width + x) * 3 + 1;
        sum += Math.min(mostGradient, Math.hypot(data[i + 3]! - data[i]!, data[i + 3 * width]! - data[i]!));
      }
    return sum;
  };
  const places = listPlaces(height).flatMap(top => listPlaces(width).map(left => ({ left, top })));
  return places
    .map(place => ({ place, texture: textureAt(place.left, place.top) }))
    .reduce((best, one) => (one.texture > best.texture ? one : best)).place;
}

/** Undefined if the network undoes no blur at any size. `shrink` resizes the picture. */
export async function findScale(
  picture: Pixels,
  restore: RestoreTile,
  shrink: (width: number, height: number) => Promise<Pixels>,
  progress: PartProgress,
): Promise<FoundScale | undefined> {
  const sizeOf = (part: number) => ({
    width: Math.round(picture.width * part),
    height: Math.round(picture.height * part),
  });
  const isTried = (part: number) => {
    const { width, height } = sizeOf(part);
    return (part === 1 || Math.min(width, height) >= leastSide) && width * height <= mostRestored * 1.01;
  };
  let longest = 0;
  /** Undefined if no blur is undone at that size, or less of it than at a smaller one. */
  const tryPart = async (part: number): Promise<FoundScale | undefined> => {
    const { width, height } = sizeOf(part);
    const small = part === 1 ? picture : await shrink(width, height);
    const before = readTile(small, findTexture(small));
    const fit = fitKernel(lumaOf(before), lumaOf(await restore(before)));
    const length = fit.length / part;
    if (!isUndone(fit) || length < sameLength * longest) return undefined;
    if (fit.length >= comparedFrom) longest = Math.max(longest, length);
    return { part, length, width: fit.width / part, degrees: fit.degrees };
  };
  const sizes = parts.filter(isTried);
  let found: FoundScale | undefined;
  for (const [index, part] of sizes.entries()) {
    progress(index / (sizes.length + 1));
    const next = await tryPart(part);
    if (found && !next) break;
    found = next ?? found;
  }
  if (found && found.part < 1 && isTried(found.part * between)) found = (await tryPart(found.part * between)) ?? found;
  progress(1);
  return found;
}
