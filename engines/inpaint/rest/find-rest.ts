// Finds what a brush left of the thing that it painted over: a petal, a foot, the end of a tail. The thing is what in the hole is unlike the ground
// around it; where it goes on over the brush's edge and ends soon, that is its rest. See docs/decisions/filling-objects.md.
import { findComponents, numberComponents } from '../../pixels/components.ts';
import { measureDistance } from '../../pixels/distance.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { fromPixels } from '../../preview.ts';
import { shrinkFlags } from '../resize-flags.ts';
import { openCutter } from './cut-pixels.ts';
import { explainPixel, fitMixture, squareOf } from './mixture.ts';

/** Longer side in pixels of the copy that is looked at. Lengths below are in its pixels, or relative to it. */
const lookedSide = 480;
/** Holes without a circle of this radius are those of writing and of marks; from the second on, how thick a hole is does not matter. */
const minRadius = 0.043;
const maxRadius = 0.08;
/** What lies in a band around the hole may belong to the thing; what lies in the ring around that is ground. Widths in radii of the hole. */
const bandWidth = 0.8;
const ringWidth = 1.6;
const minBand = 5;
const minRing = 8;
const minRingPixels = 50;
const thingColours = 5;
const groundColours = 7;
/** Pixels in the hole that are rarer in the ground than so many of the ground's own may be the thing; with fewer of them there is none. */
const rareShare = 0.95;
const minThing = 0.04;
const rounds = 3;
/** The most that a pixel's colour can say, in logarithms of odds. */
const maxSaid = 15;
/** Cost that keeps the ring on its side. */
const certain = 1e5;

/** A rest ends within the band, at an edge of so many levels, and is clearly of the thing's colours, in logarithms of odds. */
const maxReach = 0.95;
const minEdge = 25;
const minOdds = 1.2;
/** It belongs to the most of what is in the hole, reaches into its middle, and is small beside it: otherwise it is another kind of ground. */
const minMain = 0.5;
const minDepth = 0.5;
const maxPart = 0.3;
/** Smaller ones, relative to the hole, and those that touch it less are not seen. */
const minShare = 0.003;
const minTouch = 3;

/** The smallest rest, relative to its hole, of which a person is told. */
export const minRest = 0.01;

interface Hole {
  readonly picture: Pixels;
  /** 1 in this hole, and in any. */
  readonly own: Uint8Array;
  readonly any: Uint8Array;
  readonly area: number;
  readonly radius: number;
  /** Distances to the hole from outside, and to its edge from inside. */
  readonly outside: Float32Array;
  readonly inside: Float32Array;
}

/** The thing: 1 where it is, and how much each pixel's colour speaks for it. */
interface Thing {
  readonly flags: Uint8Array;
  readonly odds: Float32Array;
  readonly band: number;
}

function pick(length: number, is: (pixel: number) => boolean): Int32Array {
  const list: number[] = [];
  for (let pixel = 0; pixel < length; pixel++) if (is(pixel)) list.push(pixel);
  return Int32Array.from(list);
}

/** Divides a hole and the band around it into thing and ground; undefined where nothing in the hole is unlike its surroundings. */
function segmentThing({ picture, own, any, area, radius, outside }: Hole): Thing | undefined {
  const { data } = picture;
  const band = Math.max(minBand, bandWidth * radius);
  const end = band + Math.max(minRing, ringWidth * radius);
  const ring = pick(any.length, pixel => !any[pixel] && outside[pixel]! > band && outside[pixel]! <= end);
  if (ring.length < minRingPixels) return undefined;
  let ground = fitMixture(data, ring, groundColours);
  const usual = Float32Array.from(ring, pixel => explainPixel(ground, data, pixel)).sort();
  const limit = usual[Math.floor(rareShare * usual.length)]!;
  const rare = pick(own.length, pixel => own[pixel] === 1 && explainPixel(ground, data, pixel) > limit);
  if (rare.length < minThing * area) return undefined;
  let thing = fitMixture(data, rare, thingColours);
  // One pixel of the ring holds the band's outer edge.
  const nodes = pick(own.length, pixel => own[pixel] === 1 || (!any[pixel] && outside[pixel]! <= band + 1.5));
  const { cut } = openCutter(picture, nodes);
  const odds = new Float32Array(own.length);
  for (let round = 1; ; round++) {
    const gains = Float32Array.from(nodes, pixel => {
      odds[pixel] = explainPixel(ground, data, pixel) - explainPixel(thing, data, pixel);
      return !own[pixel] && outside[pixel]! > band ? -certain : Math.max(-maxSaid, Math.min(maxSaid, odds[pixel]));
    });
    const flags = cut(gains);
    const inHole = nodes.filter(pixel => flags[pixel] && own[pixel]);
    if (inHole.length < minThing * area) return undefined;
    if (round === rounds) return { flags, odds, band };
    thing = fitMixture(data, inHole, thingColours);
    const others = pick(
      own.length,
      pixel => !flags[pixel] && (own[pixel] === 1 || (!any[pixel] && outside[pixel]! <= end)),
    );
    ground = fitMixture(data, others, groundColours);
  }
}

interface Part {
  count: number;
  depth: number;
}

/** For each connected part of the thing, how much of it lies in the hole, and how deep it reaches there. */
function listParts(parts: Int32Array, { own, inside }: Hole): ReadonlyMap<number, Readonly<Part>> {
  const seen = new Map<number, Part>();
  parts.forEach((number, pixel) => {
    if (number === 0 || !own[pixel]) return;
    const part = seen.get(number) ?? { count: 0, depth: 0 };
    seen.set(number, part);
    part.count++;
    part.depth = Math.max(part.depth, inside[pixel]!);
  });
  return seen;
}

/** How far a piece of the thing beside the hole reaches, along how many pixels it touches the hole, how sharp its edge is, and its mean odds. */
function describePiece(piece: readonly number[], { picture, own, any, outside }: Hole, { flags, odds }: Thing) {
  const { data, width } = picture;
  let [reach, touch, jumps, edges, sum] = [0, 0, 0, 0, 0];
  for (const pixel of piece) {
    reach = Math.max(reach, outside[pixel]!);
    sum += odds[pixel]!;
    const x = pixel % width;
    for (const next of [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width]) {
      if (next < 0 || next >= own.length) continue;
      if (own[next]) touch += flags[next]!;
      else if (!flags[next] && !any[next]) {
        jumps += Math.sqrt(squareOf(data, pixel, next));
        edges++;
      }
    }
  }
  return { reach, touch, edge: jumps / Math.max(1, edges), odds: sum / piece.length };
}

/** Flags the rest of the thing that was painted over. */
function findRestOf(hole: Hole): Uint8Array {
  const { picture, own, area, radius } = hole;
  const rest = new Uint8Array(own.length);
  const thing = segmentThing(hole);
  if (!thing) return rest;
  const { flags, band } = thing;
  const numbers = numberComponents(flags, picture.width, 'side');
  const parts = listParts(numbers, hole);
  const total = [...parts.values()].reduce((sum, { count }) => sum + count, 0);
  const beside = flags.map((flag, pixel) => (flag && !own[pixel] ? 1 : 0));
  for (const piece of findComponents(beside, picture.width, 'side')) {
    const part = parts.get(numbers[piece[0]!]!);
    if (!part || part.count < minMain * total || part.depth < minDepth * radius) continue;
    if (piece.length > maxPart * part.count || piece.length < minShare * area) continue;
    const { reach, touch, edge, odds } = describePiece(piece, hole, thing);
    if (reach > maxReach * band || touch < minTouch || edge < minEdge || odds < minOdds) continue;
    for (const pixel of piece) rest[pixel] = 1;
  }
  return rest;
}

/** Reduces an image and a mask so that the longer side is at most `lookedSide`. What is masked in part is masked. */
async function shrink(
  picture: Pixels,
  mask: Uint8Array,
): Promise<{ readonly picture: Pixels; readonly any: Uint8Array }> {
  const scale = Math.min(1, lookedSide / Math.max(picture.width, picture.height));
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const data = await fromPixels({ ...picture, channels: 3 })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  return { picture: { data, width, height }, any: shrinkFlags(mask, picture, { width, height }) };
}

/** What a brush left of what it painted over. */
export interface Rest {
  /** 1 where it is, in a copy of the image. */
  readonly flags: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** The largest one of a hole, relative to that hole. */
  readonly share: number;
}

/** Looks at each hole that is as thick as one of a thing. `mask`: one byte per pixel of the image, which is not filled yet. */
export async function findRest(whole: Pixels, mask: Uint8Array): Promise<Rest> {
  const { picture, any } = await shrink(whole, mask);
  const { width, height } = picture;
  const longer = Math.max(width, height);
  const all = new Uint8Array(any.length);
  let share = 0;
  // The same for all holes: there is a pixel outside between any two of them.
  const inside = measureDistance(
    any.map(flag => 255 * (1 - flag)),
    width,
    height,
  );
  for (const component of findComponents(any, width, 'corner')) {
    const radius = component.reduce((most, pixel) => Math.max(most, inside[pixel]!), 0);
    if (radius < minRadius * longer) continue;
    const own = new Uint8Array(any.length);
    for (const pixel of component) own[pixel] = 1;
    const outside = measureDistance(
      own.map(flag => 255 * flag),
      width,
      height,
    );
    const hole = { picture, own, any, area: component.length, inside, outside };
    const rest = findRestOf({ ...hole, radius: Math.min(radius, maxRadius * longer) });
    share = Math.max(share, rest.reduce((sum, flag) => sum + flag, 0) / component.length);
    rest.forEach((flag, pixel) => {
      if (flag) all[pixel] = 1;
    });
  }
  return { flags: all, width, height, share };
}
