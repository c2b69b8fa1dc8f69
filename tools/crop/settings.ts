// Changes of the options on the page: a ratio, quarter turns and mirroring, each with the crop.
import { shapeFrame, whole } from 'ui/picture/move-frame.ts';
import { type CropOptions, type Ratio, ratios, type Turn } from './contract.ts';
import { frameRatio, shapeCrop, turnSize } from './frame.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}

export const firstOptions: CropOptions = {
  ...whole,
  turn: 0,
  mirror: false,
  flip: false,
  angle: 0,
  format: 'same',
  ratio: 'free',
};

/** Returns the largest crop with this ratio around the centre of the current one; without a ratio, the current one. */
export function chooseRatio(options: CropOptions, ratio: Ratio, picture: Size): Partial<CropOptions> {
  const turned = turnSize(picture, options.turn);
  const crop = shapeCrop(options, turned);
  const wanted = frameRatio(ratio, turned);
  return { ratio, ...(wanted === undefined ? crop : shapeFrame(crop, wanted)) };
}

/** Rotates the picture by a quarter turn as it is seen; the crop rotates with it. */
export function turnBy(
  { turn, mirror, flip, left, top, width, height, ratio }: CropOptions,
  quarter: 90 | -90,
): Partial<CropOptions> {
  const crop =
    quarter === 90
      ? { left: 1 - top - height, top: left, width: height, height: width }
      : { left: top, top: 1 - left - width, width: height, height: width };
  const opposite = ratio.includes(':') ? (ratio.split(':').reverse().join(':') as Ratio) : ratio;
  // The call rotates first and mirrors afterwards, so a rotation after a single mirroring equals one in the opposite direction before it.
  const way = mirror === flip ? quarter : -quarter;
  return { ...crop, turn: ((turn + way + 360) % 360) as Turn, ratio: ratios.includes(opposite) ? opposite : 'free' };
}

/** Mirrors the picture as it is seen, with its crop. */
export function mirrorBy(
  { mirror, flip, left, top, width, height, angle }: CropOptions,
  way: 'mirror' | 'flip',
): Partial<CropOptions> {
  return way === 'mirror'
    ? { mirror: !mirror, left: 1 - left - width, angle: -angle }
    : { flip: !flip, top: 1 - top - height, angle: -angle };
}
