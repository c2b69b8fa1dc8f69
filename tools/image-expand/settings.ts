// The screen's options: a free frame, or one with a ratio that is computed for each picture of a batch. A frame is in widths and heights of the
// picture, which spans 0..1.
import type { Rectangle } from 'ui/picture/move-frame.ts';
import { type ExpandOptions, maxShare, type Ratio, ratios } from './contract.ts';
import { frameSize, listSides, type Sides } from './plan-sides.ts';

export interface Settings extends Pick<ExpandOptions, 'alignX' | 'alignY' | 'format' | 'grow' | 'modelId' | 'prompt'> {
  readonly ratio: Ratio | 'free';
  /** The free frame: its extent beyond each side, as fractions of the picture. */
  readonly share: Sides;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const startShare = 0.15;

const evenly = (share: number): Sides => ({ left: share, right: share, top: share, bottom: share });

export const firstSettings: Settings = {
  ratio: 'free',
  share: evenly(startShare),
  grow: 1,
  alignX: 0.5,
  alignY: 0.5,
  format: 'same',
  modelId: 'auto',
  prompt: '',
};

/** Returns the same share for all sides. */
export const spread = (share: number): Partial<Settings> => ({ ratio: 'free', share: evenly(share) });

/** Returns the fields of the call. */
export function payloadOf({ ratio, share, grow, alignX, alignY, ...rest }: Settings) {
  return ratio === 'free' ? { share, ...rest } : { ratio, grow, alignX, alignY, ...rest };
}

/** Returns the pixels to add to a picture. */
export function sidesOf({ ratio, share, ...rest }: Settings, picture: Size): Sides {
  return listSides(picture, { ...rest, ...(ratio === 'free' ? { share } : { ratio }) })!;
}

export function frameOf(settings: Settings, picture: Size): Rectangle {
  const { left, right, top, bottom } = sidesOf(settings, picture);
  return {
    left: -left / picture.width,
    top: -top / picture.height,
    width: 1 + (left + right) / picture.width,
    height: 1 + (top + bottom) / picture.height,
  };
}

const hold = (value: number, from: number, to: number) => Math.min(to, Math.max(from, value));

/** Returns the options that produce this frame. */
export function takeFrame(settings: Settings, frame: Rectangle, picture: Size): Partial<Settings> {
  const share = {
    left: hold(-frame.left, 0, maxShare),
    top: hold(-frame.top, 0, maxShare),
    right: hold(frame.left + frame.width - 1, 0, maxShare),
    bottom: hold(frame.top + frame.height - 1, 0, maxShare),
  };
  if (settings.ratio === 'free') return { share };
  const smallest = frameSize(picture, settings.ratio, 1);
  const align = (before: number, after: number) =>
    before + after > 1e-6 ? hold(before / (before + after), 0, 1) : 0.5;
  return {
    grow: hold((frame.width * picture.width) / smallest.width, 1, 1 + 2 * maxShare),
    alignX: align(share.left, share.right),
    alignY: align(share.top, share.bottom),
  };
}

/** Sets the pixels on one side, which makes the frame free. */
export function setSide(settings: Settings, side: keyof Sides, pixels: number, picture: Size): Partial<Settings> {
  const changed: Sides = { ...sidesOf(settings, picture), [side]: pixels };
  const { left, right, top, bottom } = changed;
  return {
    ratio: 'free',
    share: {
      left: hold(left / picture.width, 0, maxShare),
      right: hold(right / picture.width, 0, maxShare),
      top: hold(top / picture.height, 0, maxShare),
      bottom: hold(bottom / picture.height, 0, maxShare),
    },
  };
}

export const chooseRatio = (ratio: Settings['ratio']): Partial<Settings> =>
  ratio === 'free' ? { ratio } : { ratio, grow: 1, alignX: 0.5, alignY: 0.5 };

/** Swaps the ratio between landscape and portrait; undefined for a free frame and a square. */
export function turnRatio(ratio: Settings['ratio']): Ratio | undefined {
  const turned = ratio.split(':').reverse().join(':');
  return turned === ratio ? undefined : ratios.find(one => one === turned);
}
