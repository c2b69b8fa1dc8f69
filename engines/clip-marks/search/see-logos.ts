// Sees logos that were laid over a clip, in the mean picture of its frames, with a small network of our own: before a camera that stands still nothing
// but the picture itself tells a mark from the scene. bench/logos/train.py made the weights; docs/decisions/video-marks.md says of what.
import { readFile } from 'node:fs/promises';
import { type Model, openModel } from '../../model/model.ts';
import { findComponents } from '../../pixels/components.ts';
import type { Pixels } from '../../pixels/plane.ts';
import { fromPixels } from '../../preview.ts';
import { areaOf, clipBox } from '../boxes.ts';
import type { Box } from '../patch.ts';

/** Pixels of the network's input; its sides are multiples of `grid`. An output has a pixel for each square of 2 by 2. */
const input = { pixels: 256 * 252, grid: 16, perOutput: 2 };
/**
 * Chance of a logo from which pixels are gathered, the share of their greatest chance from which they lie in its box, and that chance near the border of
 * the frame and elsewhere.
 */
const sure = { pixel: 0.35, ofBest: 0.45, outer: 0.65, inner: 0.9 };
/** Where logos stand: with their centre this near to a side, as shares of the frame. */
const outer = { across: 0.22, down: 0.22 };
/** Logos returned at most. */
const most = 2;
/** Least and greatest size of a logo: output pixels, and shares of the frame's sides and area. */
const size = { pixels: 8, across: 0.45, down: 0.4, area: 0.08 };
/** Margin around a logo as a share of its sides, beside one output pixel. */
const margin = 0.03;

export interface SeenLogo {
  readonly box: Box;
  /** The network's chance of a logo, 0..1. */
  readonly chance: number;
}

/** Input [1, 5, H, W]: red, green and blue, then the distances to the nearest upright and level border, all in -0.5..0.5. */
const openLogoFinder = (): Promise<Model> =>
  openModel('logo-finder', async () => readFile(new URL('logo-weights.onnx', import.meta.url)), { threads: 1 });

function inputSize({ width, height }: Pixels) {
  const scale = Math.sqrt(input.pixels / (width * height));
  const even = (side: number) => Math.max(2, Math.round((side * scale) / input.grid)) * input.grid;
  return { width: even(width), height: even(height) };
}

/** Returns the tensor of a picture and of where its pixels are. */
function fillTensor(rgb: Uint8Array, { width, height }: { readonly width: number; readonly height: number }) {
  const plane = width * height;
  const data = new Float32Array(5 * plane);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      for (let c = 0; c < 3; c++) data[c * plane + i] = rgb[i * 3 + c]! / 255 - 0.5;
      data[3 * plane + i] = (2 * Math.min(x + 0.5, width - x - 0.5)) / width - 0.5;
      data[4 * plane + i] = (2 * Math.min(y + 0.5, height - y - 0.5)) / height - 0.5;
    }
  return data;
}

interface Spot {
  readonly box: Box;
  readonly pixels: number;
  readonly best: number;
}

/** Returns the connected pixels with a chance of a logo. */
function gatherSpots(chances: Float32Array, width: number): Spot[] {
  const flags = Uint8Array.from(chances, chance => (chance >= sure.pixel ? 1 : 0));
  return [...findComponents(flags, width, 'side')].map(pixels => {
    const best = Math.max(...pixels.map(i => chances[i]!));
    const inBox = pixels.filter(i => chances[i]! >= sure.ofBest * best);
    const [xs, ys] = [inBox.map(i => i % width), inBox.map(i => Math.floor(i / width))];
    const [x, y] = [Math.min(...xs), Math.min(...ys)];
    return { box: { x, y, w: Math.max(...xs) - x + 1, h: Math.max(...ys) - y + 1 }, pixels: inBox.length, best };
  });
}

const isNearSide = (at: number, length: number, share: number) => Math.min(at, length - at) <= share * length;

/** Returns what may be logos in the mean picture of a clip, surest first. */
export async function seeLogos(picture: Pixels): Promise<SeenLogo[]> {
  const small = inputSize(picture);
  const { width, height } = picture;
  const rgb = await fromPixels({ ...picture, channels: 3 })
    .resize(small.width, small.height, { fit: 'fill' })
    .raw()
    .toBuffer();
  const model = await openLogoFinder();
  const dims = [1, 5, small.height, small.width];
  const { chances } = await model.run({ picture: { data: fillTensor(rgb, small), dims } });
  const [across, down] = [small.width / input.perOutput, small.height / input.perOutput];
  const [scaleX, scaleY] = [width / across, height / down];
  return gatherSpots(chances!.data, across)
    .filter(({ box, pixels, best }) => {
      const isOuter =
        isNearSide(box.x + box.w / 2, across, outer.across) || isNearSide(box.y + box.h / 2, down, outer.down);
      return best >= (isOuter ? sure.outer : sure.inner) && pixels >= size.pixels;
    })
    .map(({ box: { x, y, w, h }, best }) => {
      const [beside, above] = [1 + margin * w, 1 + margin * h];
      const [left, top] = [Math.floor((x - beside) * scaleX), Math.floor((y - above) * scaleY)];
      const [right, bottom] = [Math.ceil((x + w + beside) * scaleX), Math.ceil((y + h + above) * scaleY)];
      return { box: clipBox({ x: left, y: top, w: right - left, h: bottom - top }, picture), chance: best };
    })
    .filter(({ box }) => box.w <= size.across * width && box.h <= size.down * height)
    .filter(({ box }) => areaOf(box) <= size.area * width * height)
    .sort((a, b) => b.chance - a.chance)
    .slice(0, most);
}
