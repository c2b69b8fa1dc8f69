// The two networks for faces: BlazeFace detects them, and the face mesh locates 468 points on each.
import { openHumanNetwork, toPlanar } from '../model/human-networks.ts';
import type { Model } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';

export const detectorSide = 256;
export const meshSide = 192;

/** Number of box values per candidate: the box, and x and y of BlazeFace's six keypoints (eyes, nose, mouth, ears). */
const boxValues = 16;

const openDetector = (): Promise<Model> =>
  openHumanNetwork('blazeface', detectorSide, ['Identity', 'Identity_1', 'Identity_2', 'Identity_3']);

const openMesh = (): Promise<Model> => openHumanNetwork('facemesh', meshSide, ['Identity_1', 'Identity_2']);

/** A face as detected, in pixels of the detector's square input. */
export interface SeenFace {
  readonly score: number;
  readonly centre: readonly [number, number];
  readonly size: number;
  /** Left eye, right eye, nose, mouth, left ear, right ear; left and right as seen in the image. */
  readonly points: readonly (readonly [number, number])[];
}

/** Grids of the detector: cells of `stride` pixels with `each` candidates (BlazeFace, Bazarevsky et al. 2019, back camera). */
const grids = [
  { stride: 16, each: 2 },
  { stride: 32, each: 6 },
] as const;

const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));

/** Returns the candidates in a square of `detectorSide` pixels with a score of at least `minScore`, overlapping ones included. */
export async function detectFaces(square: Pixels, minScore: number): Promise<SeenFace[]> {
  const model = await openDetector();
  const { output } = await model.run({ input: toPlanar(square, 127.5, 1 / 127.5) });
  const values = output!.data;
  const counts = grids.map(({ stride, each }) => (detectorSide / stride) ** 2 * each);
  const candidates = counts.reduce((sum, count) => sum + count, 0);
  const faces: SeenFace[] = [];
  let index = 0;
  for (const { stride, each } of grids) {
    const across = detectorSide / stride;
    for (let cell = 0; cell < across * across; cell++)
      for (let one = 0; one < each; one++, index++) {
        const score = sigmoid(values[index]!);
        if (score < minScore) continue;
        const [x, y] = [((cell % across) + 0.5) * stride, (Math.floor(cell / across) + 0.5) * stride];
        const box = values.subarray(candidates + index * boxValues, candidates + (index + 1) * boxValues);
        faces.push({
          score,
          centre: [x + box[0]!, y + box[1]!],
          size: Math.max(box[2]!, box[3]!),
          points: Array.from({ length: 6 }, (_, i) => [x + box[4 + i * 2]!, y + box[5 + i * 2]!] as const),
        });
      }
  }
  return faces;
}

/** Returns 468 points x, y, z in pixels of a square of `meshSide`, and the network's confidence that it shows a face. */
export async function layMesh(square: Pixels): Promise<{ score: number; points: Float32Array }> {
  const model = await openMesh();
  const { output } = await model.run({ input: toPlanar(square, 0, 1 / 255) });
  return { score: output!.data[0]!, points: output!.data.subarray(1) };
}
