// Stylizes an image with a generator network that the operator configured as a file, like AnimeGANv2 and v3 (Chen, Liu and Chen, "AnimeGAN", 2019;
// Liu, Chen and Zhu, "DTGAN", 2023): one image in -1..1 in and out, NCHW or NHWC, of dynamic or fixed size.
import { type Model, openModel } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';

/** For networks of dynamic size: maximum side, and the number that sides are rounded up to a multiple of. */
const longestSide = 1024;
const sideStep = 32;

interface Size {
  readonly width: number;
  readonly height: number;
}

const fixed = (side: number | string | undefined): number | undefined =>
  typeof side === 'number' && side > 0 ? side : undefined;

/** Reads the input's layout and size: NHWC if the file declares three channels last, otherwise NCHW. */
function readShape({ inputShape }: Model): {
  isChannelsLast: boolean;
  width: number | undefined;
  height: number | undefined;
} {
  const isChannelsLast = inputShape[3] === 3 && inputShape[1] !== 3;
  const [height, width] = isChannelsLast ? [inputShape[1], inputShape[2]] : [inputShape[2], inputShape[3]];
  return { isChannelsLast, width: fixed(width), height: fixed(height) };
}

/** Returns the size of the network's input, and the part of it that the image covers. */
function planSheet({ width, height }: Size, shape: ReturnType<typeof readShape>): { part: Size; sheet: Size } {
  const max = { width: shape.width ?? longestSide, height: shape.height ?? longestSide };
  const scale = Math.min(
    max.width / width,
    max.height / height,
    shape.width || shape.height ? Number.POSITIVE_INFINITY : 1,
  );
  const part = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const up = (side: number) => Math.ceil(side / sideStep) * sideStep;
  return { part, sheet: { width: shape.width ?? up(part.width), height: shape.height ?? up(part.height) } };
}

const fromBytes = (data: Uint8Array, size: Size, isChannelsLast: boolean): Float32Array => {
  const area = size.width * size.height;
  const floats = new Float32Array(area * 3);
  for (let i = 0; i < area; i++)
    for (let channel = 0; channel < 3; channel++)
      floats[isChannelsLast ? i * 3 + channel : channel * area + i] = data[i * 3 + channel]! / 127.5 - 1;
  return floats;
};

interface Extremes {
  readonly min: number;
  readonly max: number;
}

const findExtremes = (data: Float32Array, { min, max }: Extremes = { min: 0, max: 0 }): Extremes => {
  for (const value of data) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
};

/** Exported networks return -1..1, 0..1 or 0..255; the minimum and maximum tell which. */
function readRange({ min, max }: Extremes): { scale: number; offset: number } {
  if (max > 2) return { scale: 1, offset: 0 };
  return min < -0.02 ? { scale: 127.5, offset: 127.5 } : { scale: 255, offset: 0 };
}

function toBytes(
  data: Float32Array,
  { scale, offset }: ReturnType<typeof readRange>,
  area: number,
  isChannelsLast: boolean,
): Uint8Array {
  const bytes = new Uint8Array(area * 3);
  for (let i = 0; i < area; i++)
    for (let channel = 0; channel < 3; channel++) {
      const value = data[isChannelsLast ? i * 3 + channel : channel * area + i]! * scale + offset;
      bytes[i * 3 + channel] = Math.max(0, Math.min(255, Math.round(value)));
    }
  return bytes;
}

/** Runs the network on RGB bytes of its input's size. */
async function run(model: Model, bytes: Uint8Array, sheet: Size): Promise<Float32Array> {
  const { isChannelsLast } = readShape(model);
  const dims = isChannelsLast ? [1, sheet.height, sheet.width, 3] : [1, 3, sheet.height, sheet.width];
  const [input, output] = [model.inputNames[0]!, model.outputNames[0]!];
  const answer = await model.run({ [input]: { data: fromBytes(bytes, sheet, isChannelsLast), dims } }, [output]);
  return answer[output]!.data;
}

/** Side of the wedge, unless the network's size is fixed, and its number of greys. */
const wedgeSide = 256;
const greys = 8;
const wedgeExtremes = new WeakMap<Model, Extremes>();

/**
 * Returns the minimum and maximum of the network's answer to a step wedge from black to white. An image without dark or bright parts would not reveal
 * the range.
 */
async function measureWedge(model: Model): Promise<Extremes> {
  const known = wedgeExtremes.get(model);
  if (known) return known;
  const { width = wedgeSide, height = wedgeSide } = readShape(model);
  const level = (column: number) => (Math.floor((column * greys) / width) * 255) / (greys - 1);
  const wedge = Uint8Array.from({ length: width * height * 3 }, (_, i) => level(Math.floor(i / 3) % width));
  const extremes = findExtremes(await run(model, wedge, { width, height }));
  wedgeExtremes.set(model, extremes);
  return extremes;
}

const open = (file: string): Promise<Model> => openModel(`anime:${file}`, async () => file, { isHeavy: true });

/** Stylizes `pixels` at their own size. Throws onnxruntime's error if the file is not such a network. */
export async function redrawByNetwork(pixels: Pixels, file: string): Promise<Pixels> {
  const model = await open(file);
  const shape = readShape(model);
  const { part, sheet } = planSheet(pixels, shape);
  const { width, height } = pixels;
  // The image's border is replicated to fill the input, so that the padding does not look like an edge.
  const shown = await sharp(pixels.data, { raw: { width, height, channels: 3 } })
    .resize(part.width, part.height, { fit: 'fill' })
    .extend({ right: sheet.width - part.width, bottom: sheet.height - part.height, extendWith: 'copy' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  const answer = await run(model, shown, sheet);
  const range = readRange(findExtremes(answer, await measureWedge(model)));
  const drawn = toBytes(answer, range, sheet.width * sheet.height, shape.isChannelsLast);
  const data = await sharp(drawn, { raw: { ...sheet, channels: 3 } })
    .extract({ left: 0, top: 0, ...part })
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { data, width, height };
}
