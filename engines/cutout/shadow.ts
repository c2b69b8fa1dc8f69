// The shadow cast by a cut-out subject: on a wall behind it, or on the ground.
import { rowReader } from '../pixels/axis.ts';
import { blurPlane } from '../pixels/gaussian.ts';
import type { Canvas } from './canvas.ts';
import { type Layer, type Plane, shrinkOntoCanvas } from './plane.ts';

export interface Shadow {
  readonly kind: 'drop' | 'ground';
  /** 0..100 */
  readonly strength: number;
}

const black = [0, 0, 0] as const;
const darkest = { drop: 0.6, ground: 0.85 };
/** Blur and offset of a drop shadow, and blur of a ground shadow, as shares of the longer side of the canvas. */
const dropSoftness = 0.018;
const dropDown = 0.02;
const dropRight = 0.012;
const groundSoftness = 0.011;
/** Height of a ground shadow as a share of the subject's height, since it is seen at a low angle. */
const groundFlatness = 0.12;
/** A subject that ends this close to the bottom, as a share of the image's height, is cut off there and does not touch the ground. */
const standsAbove = 0.01;

function moveDown({ values, width, height, ...rest }: Plane): Plane {
  const longer = Math.max(width, height);
  const down = Math.round(longer * dropDown);
  const right = Math.round(longer * dropRight);
  const moved = new Float32Array(values.length);
  for (let y = down; y < height; y++) {
    const from = (y - down) * width;
    moved.set(values.subarray(from, from + width - right), y * width + right);
  }
  return { values: moved, width, height, ...rest };
}

function findFoot({ values, width, height }: Plane): number | undefined {
  for (let y = height - 1; y >= 0; y--) {
    let sum = 0;
    for (let x = 0; x < width; x++) sum += values[y * width + x]!;
    if (sum > 1) return y;
  }
  return undefined;
}

/** Flattens the subject around its foot, denser near the ground. */
function layFlat({ values, width, height, ...rest }: Plane, foot: number): Plane {
  const flat = new Float32Array(values.length);
  for (let y = 0; y < height; y++) {
    // The shadow extends three times as far behind the foot as in front of it.
    const behind = (foot - y) / groundFlatness;
    const source = Math.round(foot - Math.abs(behind) * (behind < 0 ? 3 : 1));
    if (source < 0 || source > foot) continue;
    const density = 1 - 0.75 * Math.min(1, (foot - source) / (0.6 * (foot + 1)));
    for (let x = 0; x < width; x++) flat[y * width + x] = values[source * width + x]! * density;
  }
  return { values: flat, width, height, ...rest };
}

/** Returns a black layer. A subject that the image cuts off at the bottom always gets a drop shadow, because it touches no ground. */
export function drawShadow(
  { kind, strength }: Shadow,
  alpha: Uint8Array,
  pictureWidth: number,
  pictureHeight: number,
  canvas: Canvas,
): Layer {
  const plane = shrinkOntoCanvas(alpha, pictureWidth, canvas);
  const foot = findFoot(plane);
  const footInPicture = foot === undefined ? 0 : (foot + 1) * plane.scale + canvas.y;
  const stands = foot !== undefined && footInPicture < pictureHeight * (1 - standsAbove);
  const isGround = kind === 'ground' && stands;
  const thrown = isGround ? layFlat(plane, foot) : moveDown(plane);
  const softness = Math.max(plane.width, plane.height) * (isGround ? groundSoftness : dropSoftness);
  const blurred = blurPlane(thrown.values, plane.width, plane.height, softness);
  const opacity = (strength / 100) * darkest[isGround ? 'ground' : 'drop'];
  for (let i = 0; i < blurred.length; i++) blurred[i]! *= opacity;
  return { colour: black, readRow: rowReader({ ...thrown, values: blurred }, canvas) };
}
