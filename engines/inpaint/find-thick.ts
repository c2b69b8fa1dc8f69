// Finds holes thick enough to be copied in whole pieces: see docs/decisions/filling-wide.md.
import { boxSum } from '../pixels/box-filter.ts';
import { numberComponents } from '../pixels/components.ts';
import { measureDepth } from './depth.ts';
import type { Region } from './region.ts';
import { measureTextures, strengthAt } from './wide/textures.ts';

/**
 * Depth in pixels from which on a hole is thick. The depth of a hole is the 90th percentile over its pixels, so that a place where two strokes of a
 * letter cross does not count.
 */
const thickFrom = 10;
const depthShare = 0.9;
/** Lower limit beside strong texture that is finer than the hole's width: there patches blur visibly. */
const thickFromIfRough = 4.5;
/**
 * Texture is strong when half of the places beside a hole have `strong` as their root mean square, in grey levels, in the octave of two pixels, and
 * 90 % of them have `present`: object edges are stronger, but only in places. It is fine when its median is at least `fineShare` of the median in the
 * octave of four pixels.
 */
const strong = 8;
const present = 4;
const presentShare = 0.9;
const fineShare = 0.6;
/** Holes nearer to each other than this, in pixels, are one word. Its strokes count as thick only when they make up this share of it. */
const wordGap = 16;
const wordShare = 0.3;
/**
 * Strokes also count as thick only when they make up this share of all strokes of a region: it is then one texture, and not objects that happen to
 * be rough. A search for pieces also takes longer than filling all of them from patches.
 */
const regionShare = 0.7;

/** Returns for each hole (numbers from 1) whether the texture beside it is strong and fine everywhere. */
function findRough(region: Region, pieces: Int32Array, depths: Float32Array): boolean[] {
  const { width } = region;
  const [middle, coarse] = measureTextures(region, 1);
  const places: number[][] = [];
  pieces.forEach((piece, pixel) => {
    if (piece === 0 || depths[pixel]! > 1) return;
    places[piece] ??= [];
    places[piece].push(pixel);
  });
  return places.map(list => {
    const at = (octave: typeof middle) =>
      list.map(pixel => strengthAt(octave!, pixel % width, Math.floor(pixel / width))).sort((a, b) => a - b);
    const strengths = at(middle);
    const median = strengths[strengths.length >> 1]!;
    return (
      median >= Math.log2(strong) &&
      strengths[Math.floor((1 - presentShare) * strengths.length)]! >= Math.log2(present) &&
      median - at(coarse)[strengths.length >> 1]! >= Math.log2(fineShare)
    );
  });
}

/** Returns for each hole (numbers from 1) the depth that 90 % of its pixels do not exceed. */
function measurePieces(pieces: Int32Array, depths: Float32Array): number[] {
  const counts: number[] = [0];
  for (const piece of pieces) if (piece > 0) counts[piece] = (counts[piece] ?? 0) + 1;
  const lists = counts.map(count => new Float32Array(count));
  counts.fill(0);
  pieces.forEach((piece, pixel) => {
    if (piece > 0) lists[piece]![counts[piece]!++] = depths[pixel]!;
  });
  return lists.map(list => list.sort()[Math.floor(depthShare * list.length)] ?? 0);
}

/** Returns 1 for every pixel of thick holes. */
export function findThick(region: Region): Uint8Array {
  const { width, height, isHole } = region;
  const depths = measureDepth(isHole, width, height);
  const pieces = numberComponents(isHole, width, 'corner');
  const depthOf = measurePieces(pieces, depths);
  const isBetween = (depth: number) => depth >= thickFromIfRough && depth < thickFrom;
  const isRough = depthOf.some(isBetween) ? findRough(region, pieces, depths) : [];
  const isPieceThick = depthOf.map((depth, piece) => depth >= thickFrom || (isBetween(depth) && isRough[piece]));
  const isThick = new Uint8Array(pieces.length);
  for (let pixel = 0; pixel < pieces.length; pixel++) if (isPieceThick[pieces[pixel]!]) isThick[pixel] = 1;
  if (!isRough.includes(true)) return isThick;
  const isStroke = (piece: number) => isBetween(depthOf[piece]!);
  if (isMostlyPatches(isThick, pieces, depthOf)) unmarkStrokes(isThick, pieces, isStroke);
  else leaveMixedWords(region, isThick, isStroke, pieces);
  return isThick;
}

/** Returns whether only a small share of the pixels of strokes is thick. */
function isMostlyPatches(isThick: Uint8Array, pieces: Int32Array, depthOf: readonly number[]): boolean {
  let [strokes, copied] = [0, 0];
  for (let pixel = 0; pixel < pieces.length; pixel++) {
    const piece = pieces[pixel]!;
    if (piece === 0 || depthOf[piece]! >= thickFrom) continue;
    strokes++;
    copied += isThick[pixel]!;
  }
  return copied < regionShare * strokes;
}

function unmarkStrokes(isThick: Uint8Array, pieces: Int32Array, isStroke: (piece: number) => boolean): void {
  for (let pixel = 0; pixel < pieces.length; pixel++)
    if (isThick[pixel] && isStroke(pieces[pixel]!)) isThick[pixel] = 0;
}

/**
 * Unmarks strokes in words of which only a small share is thick: a few letters copied in pieces among letters filled from patches look no better, and
 * each costs a search of its own.
 */
function leaveMixedWords(
  { width, height, isHole }: Region,
  isThick: Uint8Array,
  isStroke: (piece: number) => boolean,
  pieces: Int32Array,
): void {
  const near = new Float32Array(isHole);
  boxSum(near, width, height, wordGap >> 1);
  const isNear = new Uint8Array(near.length);
  for (let pixel = 0; pixel < near.length; pixel++) if (near[pixel]! > 0.5) isNear[pixel] = 1;
  const words = numberComponents(isNear, width, 'corner');
  const sizes: number[] = [];
  const copied: number[] = [];
  for (let pixel = 0; pixel < words.length; pixel++) {
    if (!isHole[pixel]) continue;
    const word = words[pixel]!;
    sizes[word] = (sizes[word] ?? 0) + 1;
    copied[word] = (copied[word] ?? 0) + isThick[pixel]!;
  }
  for (let pixel = 0; pixel < words.length; pixel++) {
    const word = words[pixel]!;
    if (isThick[pixel] && isStroke(pieces[pixel]!) && copied[word]! < wordShare * sizes[word]!) isThick[pixel] = 0;
  }
}
