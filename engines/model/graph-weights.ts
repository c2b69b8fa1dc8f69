// Reads the weights of a TensorFlow.js network: concatenated shards of float32, float16 or integer values.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

interface WeightEntry {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly quantization?: { readonly dtype: string };
}

export type WeightsManifest = readonly {
  readonly paths: readonly string[];
  readonly weights: readonly WeightEntry[];
}[];

export interface Weight {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

const bytesEach: Readonly<Record<string, number>> = { float32: 4, int32: 4, float16: 2 };

/** IEEE 754 binary16. */
function readHalf(bits: number): number {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

function readValues(bytes: DataView, at: number, count: number, type: string): Float32Array {
  const read: (index: number) => number =
    type === 'float16'
      ? index => readHalf(bytes.getUint16(at + index * 2, true))
      : type === 'int32'
        ? index => bytes.getInt32(at + index * 4, true)
        : index => bytes.getFloat32(at + index * 4, true);
  return new Float32Array(count).map((_, index) => read(index));
}

/** The wanted weights by name; by default all of them. Throws on an unsupported data type. */
export async function readWeights(
  folder: string,
  manifest: WeightsManifest,
  isWanted: (name: string) => boolean = () => true,
): Promise<Map<string, Weight>> {
  const weights = new Map<string, Weight>();
  for (const { paths, weights: entries } of manifest) {
    const file = Buffer.concat(await Promise.all(paths.map(name => readFile(path.join(folder, name)))));
    const bytes = new DataView(file.buffer, file.byteOffset, file.byteLength);
    let at = 0;
    for (const { name, shape, dtype, quantization } of entries) {
      const type = quantization?.dtype ?? dtype;
      const size = bytesEach[type];
      if (size === undefined) throw new Error(`No reader for weights of type ${type}`);
      const count = shape.reduce((product, side) => product * side, 1);
      if (isWanted(name)) weights.set(name, { shape, values: readValues(bytes, at, count, type) });
      at += count * size;
    }
  }
  return weights;
}
