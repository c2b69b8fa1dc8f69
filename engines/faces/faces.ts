// Finds faces: the box, eyes, chin and tilt of each, and a mesh of points on it.

import type { Pixels } from '../pixels/plane.ts';
import { type Frame, turnedFrame, warpPixels } from '../warp-pixels.ts';
import { detectFaces, detectorSide, type SeenFace } from './face-networks.ts';
import { type FaceSquare, judgeFace, layOn, leaning, type Point, place } from './judge-face.ts';

/** All positions are in pixels of the image; left and right as seen in it. */
export interface Face {
  /** From the top of the forehead to the chin, and from ear to ear. May extend beyond the image. */
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  /** How sure it is that this is a face, `minScore`..1. */
  readonly score: number;
  readonly leftEye: Point;
  readonly rightEye: Point;
  readonly chin: Point;
  /** Top of the skull, estimated from the face, since hair hides it. */
  readonly crown: Point;
  /** Tilt of the head in degrees, clockwise. */
  readonly tiltDegrees: number;
  /** 468 points of the face mesh (Kartynnik et al. 2019). */
  readonly mesh: readonly Point[];
}

/** Least score of the detector for a face to be looked at, and least score of all looks for it to be one (docs/decisions/faces.md). */
const minSeen = 0.3;
const minScore = 0.715;
/** Boxes that overlap by more than this share show the same face. */
const sameFaceOverlap = 0.3;
/** An image with a longer side is also searched in parts, so that small faces are found. */
const partsFromSide = 640;
const partShare = 0.6;

const meshPlaces = {
  chin: 152,
  leftEye: [33, 133, 159, 145],
  rightEye: [263, 362, 386, 374],
} as const;

/**
 * Distance from the eyes to the top of the skull, as a multiple of their distance to the chin (the old drawing rule; Farkas 1994 gives 0.93-1.0 for
 * adults).
 */
const crownAboveEyes = 1;

interface Found extends FaceSquare {
  readonly score: number;
}

const mean = (points: readonly Point[]): Point => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/** Yields the squares to search: the whole image, and for a large one its parts. */
function* squaresOver({ width, height }: Pixels): Generator<{ centre: Point; side: number }> {
  const longEdge = Math.max(width, height);
  yield { centre: [width / 2, height / 2], side: longEdge };
  if (longEdge < partsFromSide) return;
  const side = longEdge * partShare;
  const places = (length: number) =>
    length <= side ? [length / 2] : Array.from({ length: 2 }, (_, i) => side / 2 + (length - side) * i);
  for (const y of places(height)) for (const x of places(width)) yield { centre: [x, y], side };
}

function foundIn(frame: Frame, scale: number, { score, centre, size, points }: SeenFace): Found {
  return {
    score,
    centre: place(frame, ...centre),
    size: size / scale,
    tiltDegrees: leaning(points[0]!, points[1]!),
  };
}

function overlap(one: Found, other: Found): number {
  const side = (i: 0 | 1) =>
    Math.min(one.centre[i] + one.size / 2, other.centre[i] + other.size / 2) -
    Math.max(one.centre[i] - one.size / 2, other.centre[i] - other.size / 2);
  const shared = Math.max(0, side(0)) * Math.max(0, side(1));
  // Overlap as a share of the smaller box: a face cut off by a square is the same face as the whole one.
  return shared / Math.min(one.size, other.size) ** 2;
}

function dropTwins(found: readonly Found[]): Found[] {
  const kept: Found[] = [];
  for (const one of [...found].sort((a, b) => b.score - a.score))
    if (kept.every(other => overlap(one, other) < sameFaceOverlap)) kept.push(one);
  return kept;
}

async function look(picture: Pixels): Promise<Found[]> {
  const found: Found[] = [];
  for (const { centre, side } of squaresOver(picture)) {
    const scale = detectorSide / side;
    const size = { width: detectorSide, height: detectorSide };
    const frame = turnedFrame(size, centre, [detectorSide / 2, detectorSide / 2], scale, 0);
    const { pixels } = warpPixels(picture, frame);
    for (const seen of await detectFaces(pixels, minSeen)) found.push(foundIn(frame, scale, seen));
  }
  return dropTwins(found);
}

async function describe(picture: Pixels, found: Found): Promise<Face | undefined> {
  const laid = await layOn(picture, found);
  const score = await judgeFace(picture, found, laid);
  if (score < minScore) return undefined;
  const { mesh } = laid;
  const at = (indexes: readonly number[]) => mean(indexes.map(index => mesh[index]!));
  const leftEye = at(meshPlaces.leftEye);
  const rightEye = at(meshPlaces.rightEye);
  const chin = mesh[meshPlaces.chin]!;
  const eyes = mean([leftEye, rightEye]);
  const [xs, ys] = [mesh.map(([x]) => x), mesh.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return {
    box: { x: left, y: top, w: Math.max(...xs) - left, h: Math.max(...ys) - top },
    score,
    leftEye,
    rightEye,
    chin,
    crown: [eyes[0] - (chin[0] - eyes[0]) * crownAboveEyes, eyes[1] - (chin[1] - eyes[1]) * crownAboveEyes],
    tiltDegrees: leaning(leftEye, rightEye),
    mesh,
  };
}

/** Finds the faces in an image, the largest first. A small version (long edge 1000 to 1500) is enough and much faster. */
export async function findFaces(picture: Pixels): Promise<Face[]> {
  const faces: Face[] = [];
  for (const found of await look(picture)) {
    const face = await describe(picture, found);
    if (face) faces.push(face);
  }
  return faces.sort((a, b) => b.box.h - a.box.h);
}
