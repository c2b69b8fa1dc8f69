// The networks that come with @vladmandic/human as TensorFlow.js files. They run on onnxruntime like every other network, so TensorFlow.js itself is
// never loaded.
import { findPackageJSON } from 'node:module';
import path from 'node:path';
import type { Pixels } from '../pixels/plane.ts';
import { readGraphModel } from './graph-model.ts';
import { type Floats, type Model, openModel } from './model.ts';

/** Opens the network `name` for square inputs of `inputSide` pixels: see `readGraphModel`. */
export const openHumanNetwork = (name: string, inputSide: number, outputs: readonly string[]): Promise<Model> =>
  openModel(
    name,
    () => {
      const description = findPackageJSON('@vladmandic/human', import.meta.url);
      if (!description) throw new Error('@vladmandic/human is not installed');
      return readGraphModel(path.join(path.dirname(description), 'models', `${name}.json`), { inputSide, outputs });
    },
    // One thread each: a second thread saves a few milliseconds per run and then spins for 26 ms, waiting for work.
    { threads: 1 },
  );

/** Converts an image to planar floats: (value - from) * scale. */
export function toPlanar({ data, width, height }: Pixels, from: number, scale: number): Floats {
  const area = width * height;
  const floats = new Float32Array(area * 3);
  for (let i = 0, at = 0; i < area; i++)
    for (let channel = 0; channel < 3; channel++) floats[channel * area + i] = (data[at++]! - from) * scale;
  return { data: floats, dims: [1, 3, height, width] };
}
