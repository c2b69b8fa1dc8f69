// Runs the segmentation network: the bundled one, or one that the operator configured as a file.
import { basename } from 'node:path';
import { type Floats, type Model, openModel } from '../model/model.ts';
import { type Axis, mapAxis } from '../pixels/axis.ts';
import type { Pixels } from '../pixels/plane.ts';
import { loadShippedNetwork } from './shipped-network.ts';

/** A matte on the network's grid, with the input image at that size. */
export interface CoarseMatte {
  /** 0..1, width * height. */
  readonly alpha: Float32Array;
  /** RGB, width * height * 3. The image is scaled to the grid without keeping its aspect ratio. */
  readonly guide: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface MatteNetwork {
  /** Names the engine in results. */
  readonly engine: string;
  readonly find: (pixels: Pixels) => Promise<CoarseMatte>;
}

/** Input and output conventions of a family of networks. */
interface Family {
  readonly sides: (width: number, height: number) => { readonly width: number; readonly height: number };
  /** Normalization of each channel: (value - mean) / deviation, of values 0..255. */
  readonly mean: readonly [number, number, number];
  readonly deviation: readonly [number, number, number];
  /** The matte is the first output, whatever its name. */
  readonly isFirstOutput?: boolean;
}

// IS-Net as trained by Qin et al., "Highly Accurate Dichotomous Image Segmentation" (ECCV 2022).
const shippedFamily: Family = {
  sides: () => ({ width: 1024, height: 1024 }),
  mean: [128, 128, 128],
  deviation: [256, 256, 256],
};

const imageNetMean = [123.675, 116.28, 103.53] as const;
const imageNetDeviation = [58.395, 57.12, 57.375] as const;

/** For networks of dynamic size: sides are multiples of this, with the shorter side near `freeShortSide` (Ke et al., MODNet, AAAI 2022). */
const freeStep = 32;
const freeShortSide = 512;
const freeLongestSide = 1536;
/** A network with a larger input is more likely a mistake than a matting network. */
const largestSide = 4096;

export function fitFreeSides(width: number, height: number) {
  const scale = Math.min(freeShortSide / Math.min(width, height), freeLongestSide / Math.max(width, height));
  const snap = (side: number) => Math.max(freeStep, Math.round((side * scale) / freeStep) * freeStep);
  return { width: snap(width), height: snap(height) };
}

const freeFamily: Family = { sides: fitFreeSides, mean: [127.5, 127.5, 127.5], deviation: [127.5, 127.5, 127.5] };

/** U²-Netp answers its finest matte first. */
export const smallSide = 320;
const smallFamily: Family = {
  sides: () => ({ width: smallSide, height: smallSide }),
  mean: imageNetMean,
  deviation: imageNetDeviation,
  isFirstOutput: true,
};

function rembgFamily(width: number | string | undefined, height: number | string | undefined): Family {
  const side = (given: number | string | undefined) => (typeof given === 'number' && given > 0 ? given : 1024);
  const sides = { width: side(width), height: side(height) };
  return { sides: () => sides, mean: [127.5, 127.5, 127.5], deviation: [255, 255, 255], isFirstOutput: true };
}

/** Chooses the conventions of a custom network by its input shape: BiRefNet's for a fixed size, MODNet's for a dynamic one. */
function judgeFamily(model: Model, name: string): Family {
  const [, channels, height, width, ...rest] = model.inputShape;
  const isPicture =
    model.inputShape.length === 4 && rest.length === 0 && (channels === 3 || typeof channels === 'string');
  if (!isPicture) throw new Error(`${name} is no matting network: its input is [${model.inputShape.join(', ')}]`);
  // rembg exports IS-Net with its finest output first.
  if (/isnet/i.test(name)) return rembgFamily(width, height);
  const isFixed = typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0;
  if (!isFixed) return freeFamily;
  if (Math.max(width, height) > largestSide)
    throw new Error(`${name} wants ${width} x ${height} pixels, which is too many`);
  return { sides: () => ({ width, height }), mean: imageNetMean, deviation: imageNetDeviation };
}

/**
 * Scales the image to the network's grid by bilinear sampling of four pixels. Area averaging would look better, but the networks were trained on
 * images scaled like this, and their masks would differ by up to 3 % (docs/decisions/cutout.md).
 */
export function squeeze(pixels: Pixels, width: number, height: number): Uint8Array {
  const columns = mapAxis(width, pixels.width);
  const rows = mapAxis(height, pixels.height);
  const squeezed = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const lines = { top: rows.before[y]! * pixels.width, bottom: rows.after[y]! * pixels.width, share: rows.share[y]! };
    squeezeRow(pixels.data, lines, columns, squeezed, y * width * 3);
  }
  return squeezed;
}

function squeezeRow(
  data: Uint8Array,
  { top, bottom, share: v }: { readonly top: number; readonly bottom: number; readonly share: number },
  { before, after, share }: Axis,
  squeezed: Uint8Array,
  start: number,
): void {
  for (let x = 0, to = start; x < before.length; x++) {
    const left = before[x]!;
    const right = after[x]!;
    const u = share[x]!;
    let a = (top + left) * 3;
    let b = (top + right) * 3;
    let c = (bottom + left) * 3;
    let d = (bottom + right) * 3;
    for (const end = to + 3; to < end; a++, b++, c++, d++, to++) {
      const above = data[a]! * (1 - u) + data[b]! * u;
      const below = data[c]! * (1 - u) + data[d]! * u;
      // Adding 0.5 rounds, since the array truncates.
      squeezed[to] = above * (1 - v) + below * v + 0.5;
    }
  }
}

/** Converts interleaved bytes to a normalized planar tensor. */
function toTensor(guide: Uint8Array, width: number, height: number, { mean, deviation }: Family): Floats {
  const area = width * height;
  const data = new Float32Array(area * 3);
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / deviation[channel]!;
    const shift = mean[channel]! * scale;
    for (let i = 0, from = channel, to = channel * area; i < area; i++, from += 3, to++) {
      data[to] = guide[from]! * scale - shift;
    }
  }
  return { data, dims: [1, 3, height, width] };
}

/** The image as input of the bundled network. */
export function readForShipped(pixels: Pixels): Floats {
  const { width, height } = shippedFamily.sides(pixels.width, pixels.height);
  return toTensor(squeeze(pixels, width, height), width, height, shippedFamily);
}

/** An image of the size that a part of the bundled network takes, as its input. */
export const readForPart = ({ data, width, height }: Pixels): Floats => toTensor(data, width, height, shippedFamily);

/** Applies a sigmoid if the values exceed 0..1. Only their range tells whether a custom network already ends in a sigmoid. */
function toUnit(values: Float32Array): Float32Array {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const isLogits = low < -0.05 || high > 1.05;
  const units = new Float32Array(values.length);
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    units[i] = isLogits ? 1 / (1 + Math.exp(-value)) : Math.min(1, Math.max(0, value));
  }
  return units;
}

/** Chooses the matte output: the one with a matching name, else the last, which is the finest in the BiRefNet family. */
function chooseOutput(names: readonly string[]): string {
  const named = names.find(name => /^(output|alphas?|matte|pha|output_image)$/i.test(name));
  return named ?? names.at(-1)!;
}

async function runFamily(model: Model, family: Family, name: string, pixels: Pixels): Promise<CoarseMatte> {
  const { width, height } = family.sides(pixels.width, pixels.height);
  const guide = squeeze(pixels, width, height);
  const wanted = family.isFirstOutput ? model.outputNames[0]! : chooseOutput(model.outputNames);
  const answers = await model.run({ [model.inputNames[0]!]: toTensor(guide, width, height, family) }, [wanted]);
  const answer = answers[wanted]!;
  if (answer.data.length !== width * height)
    throw new Error(
      `${name} answers [${answer.dims.join(', ')}] where one value for each of ${width} x ${height} is due`,
    );
  return { alpha: toUnit(answer.data), guide, width, height };
}

/** Runs a network of dynamic size, such as MODNet. */
export const runFree = (model: Model, name: string, pixels: Pixels): Promise<CoarseMatte> =>
  runFamily(model, freeFamily, name, pixels);

/** Runs U²-Netp. */
export const runSmall = (model: Model, name: string, pixels: Pixels): Promise<CoarseMatte> =>
  runFamily(model, smallFamily, name, pixels);

/** The network in `modelFile`, or the bundled one. Throws when the file is not a matting network. */
export async function openMatteNetwork(modelFile?: string): Promise<MatteNetwork> {
  if (modelFile === undefined) {
    const model = await openModel('matte', loadShippedNetwork, { isHeavy: true });
    return { engine: 'isnet', find: pixels => runFamily(model, shippedFamily, 'The shipped network', pixels) };
  }
  const name = basename(modelFile);
  const model = await openModel(`matte:${modelFile}`, async () => modelFile, { isHeavy: true });
  const family = judgeFamily(model, name);
  return { engine: `operator:${name}`, find: pixels => runFamily(model, family, name, pixels) };
}
