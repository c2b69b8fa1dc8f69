// The networks that enlarge: the one that ships, or one the operator set by file.
import { basename } from 'node:path';
import { type Model, openModel } from '../model/model.ts';
import { makePlanes, type Planes } from '../pixels/resample.ts';
import { readEsrgan } from './esrgan-weights.ts';

/** Enlarges a tile; pixels within `reach` of its border must not be used. */
export interface Enlarger {
  /** Names the engine in a result. */
  readonly name: string;
  readonly reach: number;
  /** Both sides of a tile are multiples of this. */
  readonly multiple: number;
  /** Set when tiles can have this size only. */
  readonly side?: number;
  readonly enlarge: (tile: Planes) => Promise<Planes>;
}

/** Reach of the shipped network in pixels, measured as the distance beyond which no pixel changes: see docs/decisions/enlarging.md. */
const esrganReach = 6;
const unknownReach = 12;
/** Networks with window attention, such as Swin2SR, need whole windows. */
const windowSide = 16;
const probeSide = 64;
/** A smaller tile would consist of little more than its border. */
const leastSide = 48;

async function runNetwork(model: Model, { data, width, height, count }: Planes): Promise<Planes> {
  const [input, output] = [model.inputNames[0]!, model.outputNames[0]!];
  const shares = data.map(level => level / 255);
  const made = (await model.run({ [input]: { data: shares, dims: [1, count, height, width] } }, [output]))[output]!;
  const [newHeight = 0, newWidth = 0] = made.dims.slice(-2);
  if (made.dims.length !== 4 || made.dims[1] !== count)
    throw new Error(`It answers the shape ${made.dims.join(' x ')}`);
  const out = makePlanes(newWidth, newHeight, count);
  for (let i = 0; i < out.data.length; i++) out.data[i] = made.data[i]! * 255;
  return out;
}

async function openShipped(): Promise<Enlarger> {
  const model = await openModel('enlarge:esrgan', readEsrgan, { isHeavy: true });
  return { name: 'esrgan', reach: esrganReach, multiple: 1, enlarge: tile => runNetwork(model, tile) };
}

/** Throws an Error that names the file and its fault. */
async function openOperators(file: string): Promise<Enlarger> {
  try {
    const model = await openModel(`enlarge:${file}`, async () => file, { isHeavy: true });
    const [, channels, height, width] = model.inputShape;
    if (model.inputShape.length !== 4 || (typeof channels === 'number' && channels !== 3))
      throw new Error(`It takes the shape ${model.inputShape.join(' x ')}`);
    const side = typeof height === 'number' && height > 0 ? height : undefined;
    if (typeof width === 'number' && width > 0 && width !== side) throw new Error('It takes no squares');
    if (side && side < leastSide) throw new Error(`It takes ${side} pixels, and ${leastSide} are needed`);
    const probe = makePlanes(side ?? probeSide, side ?? probeSide, 3);
    const made = await runNetwork(model, probe);
    const scale = made.width / probe.width;
    if (!Number.isInteger(scale) || scale < 2 || made.height !== made.width)
      throw new Error(`It enlarges ${scale} times`);
    return {
      name: `operator:${basename(file)}`,
      reach: unknownReach,
      multiple: windowSide,
      ...(side && { side }),
      enlarge: tile => runNetwork(model, tile),
    };
  } catch (cause) {
    throw new Error(`${file} is no network that enlarges (1 x 3 x height x width, 0..1, in and out)`, { cause });
  }
}

export function openNetwork(file: string | undefined): Promise<Enlarger> {
  return file ? openOperators(file) : openShipped();
}
