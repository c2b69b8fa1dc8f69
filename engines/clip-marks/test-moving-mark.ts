// For tests: a scene that moves beneath a mark of two colours.
import { boxBlur } from '../pixels/box-filter.ts';
import { emptyPatch, type Patch } from './patch.ts';

export const [width, height] = [168, 104];
const sceneSide = 512;

/** Draws a scene with coarse and fine texture; always the same one. */
function drawScene(): Float32Array {
  let seed = 7;
  const noise = Float32Array.from({ length: sceneSide * sceneSide }, () => {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    return seed / 2 ** 31 - 0.5;
  });
  const [fine, rough] = [1, 5].map(radius => boxBlur(noise, sceneSide, sceneSide, radius));
  return fine!.map((value, i) => 120 + 150 * value + 700 * rough![i]!);
}

export const middle = { x: 84, y: 52 };
/** Distance from the middle of a run of the usual size. */
export const distanceAt = (x: number, y: number) => Math.hypot(x - middle.x, y - middle.y);

interface MovingMark {
  readonly discRadius: number;
  readonly ringRadius: number;
  /** Luma and red difference of the disc. */
  readonly discLevel: number;
  readonly discRed: number;
}

/** The mark is a dark disc in a white ring. The scene beneath it has as many dark pixels as bright ones. */
export const darkDisc: MovingMark = { discRadius: 15, ringRadius: 21, discLevel: 95, discRed: 128 };
export const noMark: MovingMark = { ...darkDisc, discRadius: 0, ringRadius: 0 };
export const opacity = 0.7;
const ringLevel = 235;

const blend = (scene: number, mark: number) =>
  Math.max(16, Math.min(235, Math.round((1 - opacity) * scene + opacity * mark)));

/** Draws `frames` frames of a scene that moves by three pixels per frame, with a mark in the middle. */
export function drawRun(frames: number, mark: MovingMark = darkDisc, size = { width, height }): Patch[] {
  const { discRadius, ringRadius, discLevel, discRed } = mark;
  const scene = drawScene();
  const distanceFrom = (x: number, y: number) => Math.hypot(x - size.width / 2, y - size.height / 2);
  return Array.from({ length: frames }, (_, number) => {
    const patch = emptyPatch(size.width, size.height);
    const [luma, blue, red] = patch;
    for (const plane of [blue, red]) plane.data.fill(128);
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const level = scene[(y + number + 20) * sceneSide + x + number * 3 + 20]!;
        const distance = distanceFrom(x, y);
        const isDisc = distance < discRadius;
        luma.data[y * size.width + x] =
          distance < ringRadius
            ? blend(level, isDisc ? discLevel : ringLevel)
            : Math.max(16, Math.min(235, Math.round(level)));
        if (isDisc && x % 2 === 0 && y % 2 === 0) red.data[(y / 2) * red.width + x / 2] = blend(128, discRed);
      }
    }
    return patch;
  });
}
