// Fills holes with a network, one region at a time, at a size that the network accepts. Supports the interfaces of LaMa (Suvorov et al. 2022: image and
// mask, 0..1) and both of MI-GAN (Sargsyan et al. 2023): mask and image in four channels, -1..1, and its pipeline, which takes an image and a mask in
// bytes, crops around the hole by itself and works at 512 pixels.
import { type Bytes, type Floats, type Model, openModel } from '../model/model.ts';
import type { Pixels } from '../pixels/plane.ts';
import { sharp } from '../sharp.ts';
import { blendIn } from './blend-in.ts';
import { diffuse } from './diffuse.ts';
import { listHoles, type Region, shrinkRegion } from './region.ts';

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

const takesBytes = ({ inputType }: Model): boolean => inputType === 'uint8';
const isSigned = ({ inputNames }: Model): boolean => inputNames.length === 1;

function makeInputs(
  model: Model,
  picture: Uint8Array,
  isHole: Uint8Array,
  { width, height }: Size,
): Record<string, Floats | Bytes> {
  const size = width * height;
  const first = model.inputNames[0]!;
  if (isSigned(model)) {
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
  const isBytes = takesBytes(model);
  const image = isBytes ? new Uint8Array(size * 3) : new Float32Array(size * 3);
  for (let pixel = 0; pixel < size; pixel++)
    // The pipeline resizes before it masks.
    for (let channel = 0; channel < 3 && (isBytes || !isHole[pixel]); channel++)
      image[channel * size + pixel] = picture[pixel * 3 + channel]! / (isBytes ? 1 : 255);
  // In bytes the mask says what is known.
  const mask = isBytes ? isHole.map(value => (value ? 0 : 255)) : Float32Array.from(isHole);
  return {
    [imageName]: { data: image, dims: [1, 3, height, width] } as Floats | Bytes,
    [maskName]: { data: mask, dims: [1, 1, height, width] } as Floats | Bytes,
  };
}

/** Converts the output to three bytes per pixel. LaMa files return 0..1 or 0..255, depending on their export. */
function readOutput(model: Model, { data }: Floats, { width, height }: Size): Uint8Array {
  const size = width * height;
  const reaches = (level: number) => data.some(value => value > level);
  const scale = isSigned(model) ? 127.5 : takesBytes(model) || reaches(2) ? 1 : 255;
  const offset = isSigned(model) ? 127.5 : 0;
  const bytes = new Uint8Array(size * 3);
  for (let pixel = 0; pixel < size; pixel++)
    for (let channel = 0; channel < 3; channel++)
      bytes[pixel * 3 + channel] = Math.max(
        0,
        Math.min(255, Math.round(data[channel * size + pixel]! * scale + offset)),
      );
  return bytes;
}

/**
 * The colours of a region, with holes that continue what surrounds them smoothly: once the region is resized, its known pixels at their rims would
 * otherwise be mixed with black, which a network continues as the outline of a thing.
 */
function smoothHoles(region: Region): Uint8Array {
  const colours = Uint8Array.from(region.colours);
  const smooth = diffuse(region);
  listHoles(region.isHole).forEach((pixel, slot) => {
    for (let channel = 0; channel < 3; channel++)
      colours[pixel * 3 + channel] = Math.round(smooth[slot * 4 + channel]!);
  });
  return colours;
}

/** Runs the network on a region and returns its output at the size of the region. */
async function imagine(model: Model, region: Region): Promise<Pixels> {
  const { width, height } = region;
  const size = chooseSize(model, region);
  // Smoothing the holes of a large region would take longer than filling them.
  const factor = Math.floor(Math.max(width, height) / longestSide);
  const shown = factor > 1 ? shrinkRegion(region, factor) : region;
  const picture = await resize(smoothHoles(shown), shown, size, 3);
  const softHoles = await resize(
    shown.isHole.map(value => value * 255),
    shown,
    size,
    1,
  );
  const isHole = new Uint8Array(softHoles).map(value => (value > 0 ? 1 : 0));
  const wanted = model.outputNames.slice(0, 1);
  const outputs = await model.run(makeInputs(model, picture, isHole, size), wanted);
  const seen = readOutput(model, outputs[wanted[0]!]!, size);
  return { data: await resize(seen, size, region, 3), width, height };
}

/** Fills the holes of a region in place. Throws the error of onnxruntime when the file is not a network with one of these interfaces. */
export async function fillByNetwork(region: Region, file: string): Promise<void> {
  const model = await openNetwork(file);
  blendIn(region, await imagine(model, region));
}
