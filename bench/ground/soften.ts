// Blurs as cameras make them: shake along a curved path during the exposure, and a disc out of focus, both with noise and JPEG.
import type { Pixels } from '../../engines/pixels/plane.ts';
import { blurByTaps, cutMargin, drawTaps, mergeTaps, type Tap } from '../blurs.ts';
import { addNoise, passJpeg } from './recompress.ts';
import { walkHand } from './shake.ts';
import type { Spoilt } from './spoilt.ts';

type Random = () => number;

/** Furthest reach of a kernel in pixels. */
const maxReach = 22;
const instants = 600;

/** Where the picture was during an exposure of a 30th to a third of a second, around its middle, as weights on pixels. */
export function drawShake(random: Random): readonly Tap[] {
  const seconds = 0.03 + 0.3 * random() ** 2;
  const hand = { sway: 14 + 26 * random(), tremor: 1 + 3 * random(), turn: 0 };
  const path = walkHand(random, hand, seconds, instants / seconds);
  const middle = (pick: 'x' | 'y') => path.reduce((sum, pose) => sum + pose[pick], 0) / path.length;
  const [middleX, middleY] = [middle('x'), middle('y')];
  const reach = Math.max(...path.flatMap(({ x, y }) => [Math.abs(x - middleX), Math.abs(y - middleY)]));
  const scale = Math.min(1, maxReach / reach);
  const taps = path.flatMap(({ x, y }) => spreadOver((x - middleX) * scale, (y - middleY) * scale));
  return mergeTaps(taps);
}

/** A point between pixels, as weights of the four around it. */
function spreadOver(x: number, y: number): Tap[] {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, below] = [x - left, y - top];
  return [
    [left, top, (1 - right) * (1 - below)],
    [left + 1, top, right * (1 - below)],
    [left, top + 1, (1 - right) * below],
    [left + 1, top + 1, right * below],
  ];
}

function toKernel(taps: readonly Tap[]): NonNullable<Spoilt['kernel']> {
  const reach = Math.max(...taps.flatMap(([x, y]) => [Math.abs(x), Math.abs(y)]));
  const side = 2 * reach + 1;
  const weights = new Float64Array(side * side);
  for (const [x, y, weight] of taps) weights[(y + reach) * side + x + reach]! += weight;
  return { side, weights };
}

/** The result is smaller than `clean` by a margin, in which the blur would need pixels that are not there. */
async function expose(clean: Pixels, taps: readonly Tap[], sigma: number, quality: number, random: Random) {
  const whole = { ...clean, channels: 3 as const };
  const noisy = addNoise(blurByTaps(whole, taps), sigma, random);
  return { pixels: await passJpeg(noisy, quality), clean: cutMargin(whole), kernel: toKernel(taps) };
}

export const shakeCamera = async (clean: Pixels, random: Random): Promise<Spoilt> =>
  expose(clean, drawShake(random), 1 + 2 * random(), Math.round(85 + 8 * random()), random);

export async function defocus(clean: Pixels, random: Random): Promise<Spoilt> {
  const taps = drawTaps({ kind: 'disc', size: 1.5 + 5.5 * random(), degrees: 0 });
  return expose(clean, taps, 1 + 3 * random(), Math.round(80 + 12 * random()), random);
}
