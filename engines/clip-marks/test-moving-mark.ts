// For tests: a scene that moves beneath a mark of two colours.
import { mulberry32 } from 'contract/random.ts';
import { boxBlur } from '../pixels/box-filter.ts';
import { emptyPatch, type Patch } from './patch.ts';

export const [width, height] = [168, 104];
const sceneSide = 512;

/** Draws a scene with coarse and fine texture; always the same one. */
function drawScene(): Float32Array {
  const random = mulberry32(7);
  const noise = Float32Array.from({ length: sceneSide * sceneSide }, () => random() - 0.5);
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
export const white = 235;

const blend = (scene: number, mark: number) =>
  Math.max(16, Math.min(235, Math.round((1 - opacity) * scene + opacity * mark)));

/** The colour of the mark at a pixel: its luma, and its red difference where it has one; undefined beside the mark. */
export type DrawMark = (x: number, y: number) => { readonly level: number; readonly red?: number } | undefined;

/** Draws `frames` frames of a scene that moves by three pixels per frame, with a mark. */
export function drawMarked(frames: number, markAt: DrawMark, size = { width, height }): Patch[] {
  const scene = drawScene();
  return Array.from({ length: frames }, (_, number) => {
    const patch = emptyPatch(size.width, size.height);
    const [luma, blue, red] = patch;
    for (const plane of [blue, red]) plane.data.fill(128);
    for (let y = 0; y < size.height; y++) {
      for (let x = 0; x < size.width; x++) {
        const level = scene[(y + number + 20) * sceneSide + x + number * 3 + 20]!;
        const mark = markAt(x, y);
        luma.data[y * size.width + x] = mark
          ? blend(level, mark.level)
          : Math.max(16, Math.min(235, Math.round(level)));
        if (mark?.red !== undefined && x % 2 === 0 && y % 2 === 0)
          red.data[(y / 2) * red.width + x / 2] = blend(128, mark.red);
      }
    }
    return patch;
  });
}

/** The same with a disc in a ring in the middle. */
export function drawRun(frames: number, mark: MovingMark = darkDisc, size = { width, height }): Patch[] {
  const { discRadius, ringRadius, discLevel, discRed } = mark;
  const markAt: DrawMark = (x, y) => {
    const distance = Math.hypot(x - size.width / 2, y - size.height / 2);
    if (distance < discRadius) return { level: discLevel, red: discRed };
    return distance < ringRadius ? { level: white } : undefined;
  };
  return drawMarked(frames, markAt, size);
}
