// Finds the people beside a person or an object that is removed, so that they are not continued into the hole: see docs/decisions/filling-objects.md.
import { findFaces } from '../faces/faces.ts';
import { findMatte } from '../matte/matte.ts';
import { numberComponents } from '../pixels/components.ts';
import { dilate } from '../pixels/morphology.ts';
import type { Pixels } from '../pixels/plane.ts';
import { fromPixels } from '../preview.ts';
import { headOf } from './heads.ts';
import { shrinkFlags } from './resize-flags.ts';
import type { Window } from './wide/stage.ts';

/** Longer side in pixels of the copy in which people are searched for. All lengths below are in its pixels. */
const searchedSide = 1280;
/** Smallest share of the image, and smallest width and height, of a hole that may be a removed person or object. */
const minShare = 0.002;
const minSide = 24;
/** Minimum alpha of the fringe of a subject, and of a pixel that belongs to it. */
const fringeAlpha = 24;
const insideAlpha = 128;
/** Width of the fringe around a subject that is not copied either. */
const fringe = 3;
/** Width of the rim of a hole, and the share of it in subjects from which on the hole lies on a person: on clothes, or on a face. */
const rimWidth = 8;
const onPerson = 0.85;
/** A hole without a face is a removed object if it lies in the subject by so much, and its rim does not. */
const objectShare = 0.7;
const objectRim = 0.35;
/** Share of a head in a hole from which on that person is removed. */
const headShare = 0.5;
/** Faces make up at least this share of a part of the matte that shows people. */
const faceShare = 0.03;
const minFace = 30;
/** Distance from a hole within which a part of the matte touches it. */
const near = 12;
/** Share of a part of the matte in holes from which on it is the removed object itself. */
const removedShare = 0.5;
/** Share of the rim in barred pixels from which on a removal is crowded. */
const crowdedRim = 0.3;
/** Minimum share of an image that is neither hole nor barred, for it to have something to copy. */
const minGround = 0.12;

/** Flags of an image at a reduced size. */
export interface People {
  readonly width: number;
  readonly height: number;
  /** 1 in holes that a removed person or object leaves. */
  readonly isRemoved: Uint8Array;
  /** 1 where other people and remains of the removed one are. */
  readonly isBarred: Uint8Array;
  /** Whether what is removed touches so much of them that the ground behind it is mostly a guess. */
  readonly isCrowded: boolean;
}

interface Piece {
  readonly number: number;
  readonly count: number;
}

/** Returns the holes large enough to be those of objects. */
function listLarge(pieces: Int32Array, width: number): Piece[] {
  const found = new Map<number, { count: number; left: number; right: number; top: number; bottom: number }>();
  pieces.forEach((number, pixel) => {
    if (number === 0) return;
    const y = Math.floor(pixel / width);
    const x = pixel - y * width;
    const seen = found.get(number) ?? { count: 0, left: x, right: x, top: y, bottom: y };
    found.set(number, seen);
    seen.count++;
    seen.left = Math.min(seen.left, x);
    seen.right = Math.max(seen.right, x);
    seen.bottom = y;
  });
  return [...found].flatMap(([number, { count, left, right, top, bottom }]) => {
    const isLarge = count >= minShare * pieces.length && Math.min(right - left, bottom - top) >= minSide;
    return isLarge ? [{ number, count }] : [];
  });
}

interface Looked {
  readonly width: number;
  readonly height: number;
  readonly mask: Uint8Array;
  readonly pieces: Int32Array;
  readonly heads: readonly Window[];
  readonly alpha: Uint8Array;
}

function countIn({ left, top, right, bottom }: Window, width: number, is: (pixel: number) => boolean): number {
  let count = 0;
  for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (is(y * width + x)) count++;
  return count;
}

const areaOf = ({ left, top, right, bottom }: Window): number => (right - left) * (bottom - top);

/** Returns whether a hole is that of a person or an object, and not that of writing or of a spot on a person. */
function isObject({ number, count }: Piece, { width, height, pieces, heads, alpha }: Looked, subject: Uint8Array) {
  const own = Uint8Array.from(pieces, piece => (piece === number ? 1 : 0));
  const ring = dilate(own, width, height, rimWidth);
  let [rim, rimInside, inside] = [0, 0, 0];
  for (let pixel = 0; pixel < pieces.length; pixel++) {
    if (own[pixel]) inside += alpha[pixel]! >= insideAlpha ? 1 : 0;
    else if (ring[pixel] && pieces[pixel] === 0) {
      rim++;
      rimInside += subject[pixel]!;
    }
  }
  if (rimInside >= onPerson * rim) return false;
  if (heads.some(head => countIn(head, width, pixel => own[pixel] === 1) >= headShare * areaOf(head))) return true;
  return inside >= objectShare * count && rimInside <= objectRim * rim;
}

/** Returns 1 for parts of the matte that are other people, things elsewhere, or the fringe of what is removed. */
function barParts({ width, height, mask, heads, alpha }: Looked): Uint8Array {
  const tight = alpha.map(value => (value >= insideAlpha ? 1 : 0));
  const parts = numberComponents(tight, width, 'corner');
  const close = dilate(mask, width, height, near);
  const isFace = new Uint8Array(parts.length);
  for (const { left, top, right, bottom } of heads)
    for (let y = top; y < bottom; y++) isFace.fill(1, y * width + left, y * width + right);
  const counts: { all: number; removed: number; faces: number; close: number }[] = [];
  parts.forEach((part, pixel) => {
    counts[part] ??= { all: 0, removed: 0, faces: 0, close: 0 };
    const seen = counts[part];
    seen.all++;
    seen.removed += mask[pixel]!;
    seen.faces += isFace[pixel]!;
    seen.close += close[pixel]!;
  });
  const barred = new Uint8Array(parts.length);
  parts.forEach((part, pixel) => {
    if (part === 0) return;
    const { all, removed, faces, close: touching } = counts[part]!;
    const isPerson = faces > Math.max(minFace, faceShare * all);
    // What touches the hole, shows no face and lies mostly outside is what the object sat on: a trunk, a bench.
    const isOwn = !isPerson && removed >= removedShare * all;
    if (isPerson || (isOwn ? close[pixel] === 1 : touching === 0)) barred[pixel] = 1;
  });
  return dilate(barred, width, height, fringe);
}

/** Returns whether barred pixels make up much of the rim of what is removed. */
function isCrowded(
  isRemoved: Uint8Array,
  mask: Uint8Array,
  isBarred: Uint8Array,
  width: number,
  height: number,
): boolean {
  const ring = dilate(isRemoved, width, height, near);
  let [rim, barred] = [0, 0];
  ring.forEach((inRing, pixel) => {
    if (!inRing || mask[pixel]) return;
    rim++;
    barred += isBarred[pixel]!;
  });
  return barred >= crowdedRim * rim;
}

/**
 * Returns the holes of removed people and objects, and what may not be continued into them; undefined where there are none, or where the image shows
 * no face. The matting network runs only if there is a hole as large as an object and a face.
 */
export async function findPeople(picture: Pixels, mask: Uint8Array): Promise<People | undefined> {
  const scale = Math.min(1, searchedSide / Math.max(picture.width, picture.height));
  const [width, height] = [picture.width, picture.height].map(side => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ];
  const small = shrinkFlags(mask, picture, { width, height });
  const pieces = numberComponents(small, width, 'corner');
  const large = listLarge(pieces, width);
  if (large.length === 0) return undefined;
  const data = await fromPixels({ ...picture, channels: 3 })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const faces = await findFaces({ data, width, height });
  if (faces.length === 0) return undefined;
  const { alpha } = await findMatte({ data, width, height }, { extent: 'usual' });
  const heads = faces.map(face => headOf(face, { width, height }));
  const looked = { width, height, mask: small, pieces, heads, alpha };
  const subject = dilate(
    alpha.map(value => (value >= fringeAlpha ? 1 : 0)),
    width,
    height,
    fringe,
  );
  const objects = new Set(large.filter(piece => isObject(piece, looked, subject)).map(({ number }) => number));
  if (objects.size === 0) return undefined;
  const isBarred = barParts(looked);
  const isGround = (pixel: number) => !small[pixel] && !isBarred[pixel];
  if (countIn({ left: 0, top: 0, right: width, bottom: height }, width, isGround) < minGround * small.length)
    return undefined;
  const isRemoved = Uint8Array.from(pieces, piece => (objects.has(piece) ? 1 : 0));
  return { width, height, isRemoved, isBarred, isCrowded: isCrowded(isRemoved, small, isBarred, width, height) };
}
