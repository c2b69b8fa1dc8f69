// Fills holes with a network configured by the operator, one region at a time, at a size that the network accepts. Supports the interfaces of LaMa
// (Suvorov et al. 2022: image and mask, 0..1) and of MI-GAN (Sargsyan et al. 2023: mask and image in four channels, -1..1).
import { type Floats, type Model, openModel } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { blendIn } from './blend-in.ts';
import type { Region } from './region.ts';

/** For a network of variable size: the divisor of both sides, and their maximum length in pixels. */
const sideStep = 8;
const longestSide = 1024;

interface Size {
  readonly width: number;
  readonly height: number;
}

const openNetwork = (file: string): Promise<Model> => openModel(`inpaint:${file}`, async () => file, { isHeavy: true });

/** Returns the input size of a network: the one fixed in its file, otherwise the region's own, scaled down if necessary. */
function chooseSize({ inputShape }: Model, { width, height }: Size): Size {
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const fit = (fixed: number | string | undefined, side: number) =>
    typeof fixed === 'number' && fixed > 0
      ? fixed
      : Math.max(sideStep, Math.round((side * scale) / sideStep) * sideStep);
  return { width: fit(inputShape[3], width), height: fit(inputShape[2], height) };
}

const resize = (data: Uint8Array, from: Size, to: Size, channels: 1 | 3): Promise<Buffer> =>
  sharp(data, { raw: { ...from, channels } })
    .resize(to.width, to.height, { fit: 'fill' })
    .toColourspace(channels === 1 ? 'b-w' : 'srgb')
    .raw()
    .toBuffer();

function makeInputs(
  model: Model,
  picture: Uint8Array,
  isHole: Uint8Array,
  { width, height }: Size,
): Record<string, Floats> {
  const size = width * height;
  const first = model.inputNames[0]!;
  if (model.inputNames.length === 1) {
    const data = new Float32Array(size * 4);
    for (let pixel = 0; pixel < size; pixel++) {
      data[pixel] = isHole[pixel] ? -0.5 : 0.5;
      for (let channel = 0; channel < 3 && !isHole[pixel]; channel++)
        data[(channel + 1) * size + pixel] = picture[pixel * 3 + channel]! / 127.5 - 1;
    }
    return { [first]: { data, dims: [1, 4, height, width] } };
  }
  const maskName = model.inputNames.find(name => /mask/i.test(name)) ?? model.inputNames[1]!;
  const imageName = model.inputNames.find(name => name !== maskName)!;
  const image = new Float32Array(size * 3);
  for (let pixel = 0; pixel < size; pixel++)
    for (let channel = 0; channel < 3 && !isHole[pixel]; channel++)
      image[channel * size + pixel] = picture[pixel * 3 + channel]! / 255;
  return {
    [imageName]: { data: image, dims: [1, 3, height, width] },
    [maskName]: { data: Float32Array.from(isHole), dims: [1, 1, height, width] },
  };
}

/** Converts the output to three bytes per pixel. LaMa files return 0..1 or 0..255, depending on their export. */
function readOutput({ data }: Floats, isSigned: boolean, { width, height }: Size): Uint8Array {
  const size = width * height;
  const max = data.reduce((found, value) => Math.max(found, value), 0);
  const scale = isSigned ? 127.5 : max > 2 ? 1 : 255;
  const offset = isSigned ? 127.5 : 0;
  const bytes = new Uint8Array(size * 3);
  for (let pixel = 0; pixel < size; pixel++)
    for (let channel = 0; channel < 3; channel++)
      bytes[pixel * 3 + channel] = Math.max(
        0,
        Math.min(255, Math.round(data[channel * size + pixel]! * scale + offset)),
      );
  return bytes;
}

/** Runs the network on a region and returns its output at the size of the region. */
async function imagine(model: Model, region: Region): Promise<Pixels> {
  const { width, height } = region;
  const size = chooseSize(model, region);
  const picture = await resize(region.colours, region, size, 3);
  const softHoles = await resize(
    region.isHole.map(value => value * 255),
    region,
    size,
    1,
  );
  const isHole = new Uint8Array(softHoles).map(value => (value > 0 ? 1 : 0));
  const wanted = model.outputNames.slice(0, 1);
  const outputs = await model.run(makeInputs(model, picture, isHole, size), wanted);
  const seen = readOutput(outputs[wanted[0]!]!, model.inputNames.length === 1, size);
  return { data: await resize(seen, size, region, 3), width, height };
}

/** Fills the holes of a region in place. Throws the error of onnxruntime when the file is not a network with one of these interfaces. */
export async function fillByNetwork(region: Region, file: string): Promise<void> {
  const model = await openNetwork(file);
  blendIn(region, await imagine(model, region));
}
