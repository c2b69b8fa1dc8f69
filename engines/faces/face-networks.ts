// The two networks for faces: BlazeFace detects them, and the face mesh locates 468 points on each. Both come with @vladmandic/human as TensorFlow.js
// files; they run on onnxruntime like every other network, so TensorFlow.js itself is never loaded.
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import { readGraphModel } from '../model/graph-model.ts';
import { type Model, openModel } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';

export const detectorSide = 256;
export const meshSide = 192;

/** Number of box values per candidate: the box, and x and y of BlazeFace's six keypoints (eyes, nose, mouth, ears). */
const boxValues = 16;

function modelFile(name: string): string {
  const description = findPackageJSON('@vladmandic/human', import.meta.url);
  if (!description) throw new Error('@vladmandic/human is not installed');
  return path.join(path.dirname(description), 'models', name);
}

// One thread each: a second thread saves a few milliseconds per run and then spins for 26 ms, waiting for work.
const openDetector = (): Promise<Model> =>
  openModel(
    'blazeface',
    () =>
      readGraphModel(modelFile('blazeface.json'), {
        inputSide: detectorSide,
        outputs: ['Identity', 'Identity_1', 'Identity_2', 'Identity_3'],
      }),
    { threads: 1 },
  );

const openMesh = (): Promise<Model> =>
  openModel(
    'facemesh',
    () => readGraphModel(modelFile('facemesh.json'), { inputSide: meshSide, outputs: ['Identity_1', 'Identity_2'] }),
    { threads: 1 },
  );

/** Converts an image to planar floats: (value - from) * scale. */
function toTensor({ data, width, height }: Pixels, from: number, scale: number) {
  const area = width * height;
  const floats = new Float32Array(area * 3);
  for (let i = 0, at = 0; i < area; i++)
    for (let channel = 0; channel < 3; channel++) floats[channel * area + i] = (data[at++]! - from) * scale;
  return { data: floats, dims: [1, 3, height, width] };
}

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
  const { output } = await model.run({ input: toTensor(square, 127.5, 1 / 127.5) });
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
  const { output } = await model.run({ input: toTensor(square, 0, 1 / 255) });
  return { score: output!.data[0]!, points: output!.data.subarray(1) };
}
