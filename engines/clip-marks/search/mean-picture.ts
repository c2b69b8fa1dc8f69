// The mean of a clip's frames, in which a moving scene blurs and marks do not, and the writing that the text detector sees there.

import { blurPlane } from '../../pixels/gaussian.ts';
import { greenOf601 } from '../../pixels/luma.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { findText } from '../../text/find-text.ts';
import { areaOf, clipBox, intersect } from '../boxes.ts';
import { type Box, colour } from '../patch.ts';
import type { SampledClip } from './sampled-clip.ts';

/** Long edge of the text detector's input. */
const longEdge = 960;
const blurred = 14;
/** The difference to the blurred picture is raised until this quantile of it has this level, but at most this many times. */
const raised = { quantile: 0.985, level: 90, max: 8, middle: 110 };
const minHeight = 4;

export interface FoundText {
  readonly box: Box;
  /** Slope of the line in degrees, -90 to 90. */
  readonly angle: number;
  /** Both pictures show it. */
  readonly isInBoth: boolean;
}

/** Returns the weighted mean of all frames as RGB, not rounded. */
export function averageFrames({ lumas, chromas, width, height }: SampledClip, weightOf: (frame: number) => number) {
  const size = width * height;
  const [levels, tints] = [new Float32Array(size), new Float32Array(size / 2)];
  let total = 0;
  for (const [frame, luma] of lumas.entries()) {
    const weight = weightOf(frame);
    if (weight === 0) continue;
    total += weight;
    for (let i = 0; i < size; i++) levels[i]! += weight * luma[i]!;
    const chroma = chromas[frame]!;
    for (let i = 0; i < tints.length; i++) tints[i]! += weight * chroma[i]!;
  }
  const picture = new Float32Array(size * 3);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const half = (y >> 1) * (width / 2) + (x >> 1);
      const level = levels[i]! / total;
      const blue = level + (tints[half]! / total - 128) / colour.blue;
      const red = level + (tints[half + size / 4]! / total - 128) / colour.red;
      picture[i * 3] = red;
      picture[i * 3 + 1] = greenOf601(level, red, blue);
      picture[i * 3 + 2] = blue;
    }
  return { picture, width, height };
}

type Average = ReturnType<typeof averageFrames>;

export const toPicture = ({ picture, width, height }: Average): Pixels => ({
  data: Uint8Array.from(picture, level => Math.max(0, Math.min(255, Math.round(level)))),
  width,
  height,
});

/** Returns the picture without its slow changes, with more contrast, so that faint writing stands out. */
function raise({ picture, width, height }: Average): Pixels {
  const size = width * height;
  const details = new Float32Array(picture.length);
  for (let c = 0; c < 3; c++) {
    const plane = Float32Array.from({ length: size }, (_, i) => picture[i * 3 + c]!);
    const slow = blurPlane(plane, width, height, blurred);
    for (let i = 0; i < size; i++) details[i * 3 + c] = plane[i]! - slow[i]!;
  }
  const some = details
    .filter((_, i) => i % 41 === 0)
    .map(Math.abs)
    .sort();
  const high = some[Math.floor(some.length * raised.quantile)]!;
  const gain = Math.min(raised.max, raised.level / Math.max(minHeight, high));
  return {
    data: Uint8Array.from(details, detail => Math.max(0, Math.min(255, Math.round(raised.middle + gain * detail)))),
    width,
    height,
  };
}

async function detect(pixels: Pixels): Promise<Omit<FoundText, 'isInBoth'>[]> {
  const found = await findText(pixels, { longEdge, mayEnlarge: true });
  return found.map(({ quad }) => {
    const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
    const [left, top] = [Math.floor(Math.min(...xs)), Math.floor(Math.min(...ys))];
    const whole = { x: left, y: top, w: Math.ceil(Math.max(...xs)) - left, h: Math.ceil(Math.max(...ys)) - top };
    const [[ax, ay], [bx, by]] = quad;
    return { box: clipBox(whole, pixels), angle: (Math.atan2(by - ay, bx - ax) * 180) / Math.PI };
  });
}

/** Returns the boxes of the writing in a picture. */
export const findTextBoxes = async (pixels: Pixels): Promise<Box[]> => (await detect(pixels)).map(({ box }) => box);

/** Returns the writing in the mean picture, and in it without its slow changes. */
export async function findTexts(average: Average): Promise<FoundText[]> {
  const plain = await detect(toPicture(average));
  const details = await detect(raise(average));
  const isSame = (a: Box, b: Box) => intersect(a, b) > 0.5 * Math.min(areaOf(a), areaOf(b));
  return [
    ...details.map(one => ({ ...one, isInBoth: plain.some(other => isSame(one.box, other.box)) })),
    ...plain
      .filter(one => !details.some(other => isSame(one.box, other.box)))
      .map(one => ({ ...one, isInBoth: false })),
  ];
}
