// Upscaling networks: the bundled one, or one that the operator configured as a file.
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Model, openModel } from '../model/model.ts';
import { cropBorder, lanczos3, makePlanes, type Planes, resample } from '../pixels/resample.ts';
import { anime4kReach, writeAnime4k } from './anime4k.ts';
import { readNcnn } from './read-ncnn.ts';

/** Enlarges tiles. */
export interface Enlarger {
  /** Names the engine in a result. */
  readonly name: string;
  /** Pixels on each side of a tile that the output omits. */
  readonly reach: number;
  /** Both sides of a tile are multiples of this. */
  readonly multiple: number;
  /** Set when tiles must have exactly this size. */
  readonly side?: number;
  /** Downscaling its output by area averaging gives the tile back. */
  readonly isTrue: boolean;
  /** Enlarges the tile without its margin by an integer factor. */
  readonly enlarge: (tile: Planes) => Promise<Planes>;
}

export interface NetworkWishes {
  /** The requested factor. */
  readonly scale: number;
  /** The image was compressed with loss: its levels contain errors, which the result need not reproduce. */
  readonly isLossy?: boolean;
}

/** Margin for custom networks, whose receptive field is unknown. */
const unknownReach = 12;
/** Networks with window attention, such as Swin2SR, need whole windows. */
const windowSide = 16;
const probeSide = 64;
/** A smaller tile would be little more than its margin. */
const minSide = 48;

async function runNetwork(model: Model, { data, width, height, count }: Planes, levels: number): Promise<Planes> {
  const [input, output] = [model.inputNames[0]!, model.outputNames[0]!];
  const shares = levels === 1 ? data : data.map(level => level / levels);
  const made = (await model.run({ [input]: { data: shares, dims: [1, count, height, width] } }, [output]))[output]!;
  const [newHeight = 0, newWidth = 0] = made.dims.slice(-2);
  if (made.dims.length !== 4 || made.dims[1] !== count)
    throw new Error(`It answers the shape ${made.dims.join(' x ')}`);
  const out = makePlanes(newWidth, newHeight, count);
  if (levels === 1) out.data.set(made.data);
  else for (let i = 0; i < out.data.length; i++) out.data[i] = made.data[i]! * levels;
  return out;
}

/** Doubles a tile and crops `anime4kReach` pixels on each side. */
async function openDoubler(isLossy: boolean): Promise<(tile: Planes) => Promise<Planes>> {
  const key = `enlarge:anime4k${isLossy ? ':lossy' : ''}`;
  const model = await openModel(key, () => writeAnime4k({ projectsBack: !isLossy }));
  return async tile => cropBorder(await runNetwork(model, tile, 1), anime4kReach * 2);
}

async function openShipped({ scale, isLossy = false }: NetworkWishes): Promise<Enlarger> {
  const double = await openDoubler(isLossy);
  const isTwice = scale > 2;
  return {
    name: 'anime4k',
    // The second doubling sees twice as many pixels, so it needs half the margin in pixels of the original.
    reach: isTwice ? anime4kReach * 1.5 : anime4kReach,
    multiple: 1,
    isTrue: !isLossy,
    enlarge: isTwice ? async tile => double(await double(tile)) : double,
  };
}

/** Runs the network on two sizes to find its scale factor, and how many output pixels it omits on each side. */
async function probeNetwork(model: Model, side: number | undefined) {
  const widthOf = async (length: number) => {
    const made = await runNetwork(model, makePlanes(length, length, 3), 255);
    if (made.height !== made.width) throw new Error(`It makes ${made.width} x ${made.height} of a square`);
    return made.width;
  };
  const first = await widthOf(side ?? probeSide);
  const scale = side ? first / side : ((await widthOf(probeSide * 2)) - first) / probeSide;
  const missing = ((side ?? probeSide) * scale - first) / 2;
  if (!Number.isInteger(scale) || scale < 2 || !Number.isInteger(missing / scale) || missing < 0)
    throw new Error(`It enlarges ${scale} times`);
  return { scale, missing };
}

/** An ncnn network consists of two files. waifu2x ships a variant trained on JPEG next to it, which is used for lossy images. */
function findNcnn(file: string, isLossy: boolean): string {
  const trained = join(dirname(file), `noise1_${basename(file)}`);
  return isLossy && existsSync(trained) ? trained : file;
}

/** Weight of an ncnn network's output; the rest is plain resampling, because these networks make edges slightly too hard. */
const ncnnShare = 0.75;

/** Throws an Error that names the file and the problem. */
async function openOperators(named: string, wishes: NetworkWishes): Promise<Enlarger> {
  const { isLossy = false } = wishes;
  const isNcnn = named.endsWith('.param');
  const file = isNcnn ? findNcnn(named, isLossy) : named;
  try {
    const model = await openModel(`enlarge:${file}`, async () => (isNcnn ? readNcnn(file) : file), { isHeavy: true });
    const [, channels, height, width] = model.inputShape;
    if (model.inputShape.length !== 4 || (typeof channels === 'number' && channels !== 3))
      throw new Error(`It takes the shape ${model.inputShape.join(' x ')}`);
    const side = typeof height === 'number' && height > 0 ? height : undefined;
    if (typeof width === 'number' && width > 0 && width !== side) throw new Error('It takes no squares');
    if (side && side < minSide) throw new Error(`It takes ${side} pixels, and ${minSide} are needed`);
    const { scale, missing } = await probeNetwork(model, side);
    // An unpadded network's receptive field is exactly the border that it omits.
    const reach = missing > 0 ? missing / scale : unknownReach;
    const share = isNcnn && !isLossy ? ncnnShare : 1;
    const enlarge = async (tile: Planes) => {
      const large = cropBorder(await runNetwork(model, tile, 255), reach * scale - missing);
      return share === 1 ? large : mixWithResampled(large, tile, { scale, reach, share });
    };
    // A second run of a slow network takes four times as long as the first, and gains only a tenth of a decibel over the bundled one.
    const double = scale === 2 && wishes.scale > 2 ? await openDoubler(isLossy) : undefined;
    return {
      name: `operator:${basename(named)}`,
      reach: double ? reach + anime4kReach / 2 : reach,
      multiple: isNcnn ? 1 : windowSide,
      isTrue: false,
      ...(side && { side }),
      enlarge: double ? async tile => double(await enlarge(tile)) : enlarge,
    };
  } catch (cause) {
    throw new Error(`${named} is no network that enlarges (1 x 3 x height x width, 0..1, in and out)`, { cause });
  }
}

function mixWithResampled(
  large: Planes,
  tile: Planes,
  { scale, reach, share }: { scale: number; reach: number; share: number },
): Planes {
  const plain = cropBorder(resample(tile, tile.width * scale, tile.height * scale, lanczos3), reach * scale);
  for (let i = 0; i < plain.data.length; i++) plain.data[i] = large.data[i]! * share + plain.data[i]! * (1 - share);
  return plain;
}

export function openNetwork(file: string | undefined, wishes: NetworkWishes): Promise<Enlarger> {
  return file ? openOperators(file, wishes) : openShipped(wishes);
}
