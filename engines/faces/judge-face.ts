// Tells faces from fists, wheels and letters. A single look takes some of those for a face, but the next one hardly ever agrees. See docs/decisions/faces.md.
import type { Pixels } from '../pixels/plane.ts';
import { type Frame, turnedFrame, warpPixels } from '../warp-pixels.ts';
import { detectFaces, detectorSide, layMesh, meshSide, type SeenFace } from './face-networks.ts';

export type Point = readonly [x: number, y: number];

/** A square around a face, in pixels of the image; the tilt is that of the head, in degrees, clockwise. */
export interface FaceSquare {
  readonly centre: Point;
  readonly size: number;
  readonly tiltDegrees: number;
}

/** 468 points in pixels of the image, and the network's confidence that it shows a face. */
export interface Laid {
  readonly score: number;
  readonly mesh: readonly Point[];
}

/** Enlargement of the detector's box for the mesh, as in MediaPipe. */
const meshMargin = 1.5;
/** Side of the square in which the detector looks again, in sizes of the face: with room for hair and shoulders. */
const secondLook = 4.5;
/** Boxes whose intersection over union is larger show the same face. */
const sameFace = 0.3;

export const leaning = ([ax, ay]: Point, [bx, by]: Point): number => (Math.atan2(by - ay, bx - ax) * 180) / Math.PI;

export const place = ({ toPicture: [a, b, c, d, e, f] }: Frame, x: number, y: number): Point => [
  a * x + b * y + c,
  d * x + e * y + f,
];

/** The square of `side` pixels that shows the face upright, with `margin` times its size across. */
function uprightFrame({ centre, size, tiltDegrees }: FaceSquare, side: number, margin: number): Frame {
  const middle: Point = [side / 2, side / 2];
  return turnedFrame({ width: side, height: side }, centre, middle, side / (size * margin), tiltDegrees);
}

const mirror = ({ width, height, toPicture: [a, b, c, d, e, f] }: Frame): Frame => ({
  width,
  height,
  toPicture: [-a, b, c + a * width, -d, e, f + d * width],
});

async function layIn(picture: Pixels, frame: Frame): Promise<Laid> {
  const { score, points } = await layMesh(warpPixels(picture, frame).pixels);
  const mesh = Array.from({ length: points.length / 3 }, (_, i) => place(frame, points[i * 3]!, points[i * 3 + 1]!));
  return { score, mesh };
}

/** Lays the mesh on a face. */
export const layOn = (picture: Pixels, square: FaceSquare): Promise<Laid> =>
  layIn(picture, uprightFrame(square, meshSide, meshMargin));

/** The corners of the eyes that point outwards, as indexes of the mesh. */
const outerCorners = [33, 263] as const;

function squareOf(mesh: readonly Point[]): FaceSquare {
  const [xs, ys] = [mesh.map(([x]) => x), mesh.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return {
    centre: [(left + right) / 2, (top + bottom) / 2],
    size: Math.max(right - left, bottom - top),
    tiltDegrees: leaning(mesh[outerCorners[0]]!, mesh[outerCorners[1]]!),
  };
}

/** Whether a face seen in the second look is the one in its middle. */
function isInMiddle({ centre, size }: SeenFace): boolean {
  const own = detectorSide / secondLook;
  const shared = (at: number) =>
    Math.max(0, Math.min(at + size / 2, (detectorSide + own) / 2) - Math.max(at - size / 2, (detectorSide - own) / 2));
  const intersection = shared(centre[0]) * shared(centre[1]);
  return intersection > sameFace * (own ** 2 + size ** 2 - intersection);
}

async function detectAgain(picture: Pixels, square: FaceSquare): Promise<number> {
  const { pixels } = warpPixels(picture, uprightFrame(square, detectorSide, secondLook));
  const seen = await detectFaces(pixels, 0);
  return Math.max(0, ...seen.filter(isInMiddle).map(({ score }) => score));
}

/**
 * How sure it is that this is a face, 0..1: the mean of what the detector said, of what it says of the face upright and at another size, and of what
 * the mesh says of it, of its mirror image, and where it lies itself.
 */
export async function judgeFace(picture: Pixels, seen: FaceSquare & { score: number }, laid: Laid): Promise<number> {
  const mirrored = await layIn(picture, mirror(uprightFrame(seen, meshSide, meshMargin)));
  const again = await layOn(picture, squareOf(laid.mesh));
  const meshes = (laid.score + mirrored.score + again.score) / 3;
  return (seen.score + (await detectAgain(picture, seen)) + meshes) / 3;
}
