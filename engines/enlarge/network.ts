// The networks that enlarge: the one that ships, or one the operator set by file.
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
  /** Pixels at each side of a tile that the answer leaves out. */
  readonly reach: number;
  /** Both sides of a tile are multiples of this. */
  readonly multiple: number;
  /** Set when tiles can have this size only. */
  readonly side?: number;
  /** Its answer, shrunk by areas, equals the tile. */
  readonly isTrue: boolean;
  /** The tile without its border, some whole number of times as large. */
  readonly enlarge: (tile: Planes) => Promise<Planes>;
}

export interface NetworkWishes {
  /** How many times as large the picture becomes. */
  readonly scale: number;
  /** The picture was compressed with loss: its levels hold errors, to which the result need not be true. */
  readonly isLossy?: boolean;
}

/** For a network of the operator, whose reach is not known. */
const unknownReach = 12;
/** Networks with window attention, such as Swin2SR, need whole windows. */
const windowSide = 16;
const probeSide = 64;
/** A smaller tile would consist of little more than its border. */
const leastSide = 48;

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

/** Doubles a tile, without `anime4kReach` pixels of it at each side. */
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
    // Half as many pixels of the original are twice as many of the picture that was doubled once.
    reach: isTwice ? anime4kReach * 1.5 : anime4kReach,
    multiple: 1,
    isTrue: !isLossy,
    enlarge: isTwice ? async tile => double(await double(tile)) : double,
  };
}

/** What one more run on twice a probe's size shows: how many times as large, and how many large pixels are missing at each side. */
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

/** Networks of ncnn are stored in two files and, if they are waifu2x's, beside one that was trained on JPEG. */
function findNcnn(file: string, isLossy: boolean): string {
  const trained = join(dirname(file), `noise1_${basename(file)}`);
  return isLossy && existsSync(trained) ? trained : file;
}

/** Of a network of ncnn's; the rest is resampled, as the network makes edges a little too hard. */
const ncnnShare = 0.75;

/** Throws an Error that names the file and its fault. */
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
    if (side && side < leastSide) throw new Error(`It takes ${side} pixels, and ${leastSide} are needed`);
    const { scale, missing } = await probeNetwork(model, side);
    // A network without padding sees no further than what it leaves out.
    const reach = missing > 0 ? missing / scale : unknownReach;
    const share = isNcnn && !isLossy ? ncnnShare : 1;
    const enlarge = async (tile: Planes) => {
      const large = cropBorder(await runNetwork(model, tile, 255), reach * scale - missing);
      return share === 1 ? large : mixWithResampled(large, tile, { scale, reach, share });
    };
    // A second run of a slow network takes four times as long as the first, and gains a tenth of a decibel more than ours.
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
