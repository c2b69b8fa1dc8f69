// The screen's options: those of the call, and the ratio of the crop while it is dragged.
import { shapeFrame, whole } from 'ui/move-frame.ts';
import type { CropOptions, Turn } from './contract.ts';
import { turnSize } from './frame.ts';

export const ratios = ['free', 'own', '1:1', '4:3', '3:4', '16:9', '9:16', '3:2', '2:3'] as const;
export type Ratio = (typeof ratios)[number];
export type Settings = CropOptions & { readonly ratio: Ratio };

interface Size {
  readonly width: number;
  readonly height: number;
}

export const firstSettings: Settings = {
  ...whole,
  turn: 0,
  mirror: false,
  flip: false,
  angle: 0,
  format: 'same',
  ratio: 'free',
};

/** Converts the ratio to one of fractions of the frame; undefined if the crop is free. */
export function frameRatio(ratio: Ratio, frame: Size): number | undefined {
  if (ratio === 'free') return undefined;
  if (ratio === 'own') return 1;
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  return ((across / down) * frame.height) / frame.width;
}

/** Returns the largest crop with this ratio around the centre of the current one. */
export function chooseRatio(settings: Settings, ratio: Ratio, picture: Size): Partial<Settings> {
  const wanted = frameRatio(ratio, turnSize(picture, settings.turn));
  return wanted === undefined ? { ratio } : { ratio, ...shapeFrame(settings, wanted) };
}

/** Rotates the picture by a quarter turn as it is seen; the crop rotates with it. */
export function turnBy(
  { turn, mirror, flip, left, top, width, height, ratio }: Settings,
  quarter: 90 | -90,
): Partial<Settings> {
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
  { mirror, flip, left, top, width, height, angle }: Settings,
  way: 'mirror' | 'flip',
): Partial<Settings> {
  return way === 'mirror'
    ? { mirror: !mirror, left: 1 - left - width, angle: -angle }
    : { flip: !flip, top: 1 - top - height, angle: -angle };
}
