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
export const distanceAt = (x: number, y: number) => Math.hypot(x - middle.x, y - middle.y);
/** The mark is a dark disc in a white ring. The scene beneath it has as many dark pixels as bright ones. */
export const discRadius = 15;
export const ringRadius = 21;
export const opacity = 0.7;
const markedLevel = (distance: number) => (distance < discRadius ? 95 : 235);

/** Draws `frames` frames of a scene that moves by three pixels per frame. */
export function drawRun(frames: number): Patch[] {
  const scene = drawScene();
  return Array.from({ length: frames }, (_, number) => {
    const patch = emptyPatch(width, height);
    for (const plane of [patch[1], patch[2]]) plane.data.fill(128);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const level = scene[(y + number + 20) * sceneSide + x + number * 3 + 20]!;
        const distance = distanceAt(x, y);
        const seen = distance < ringRadius ? (1 - opacity) * level + opacity * markedLevel(distance) : level;
        patch[0].data[y * width + x] = Math.max(16, Math.min(235, Math.round(seen)));
      }
    }
    return patch;
  });
}
