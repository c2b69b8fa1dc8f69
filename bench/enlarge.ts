// Enlarging photographs whose larger truth is known: ours beside lanczos3 with aligned centres, which is what good converters do.

import { enlarge } from 'engines/enlarge/enlarge.ts';
import { type Enlarger, openNetwork } from 'engines/enlarge/network.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { comparePixels, cutMiddle, shrinkPixels } from 'engines/test-photos.ts';
import sharp from 'sharp';
import { lanczos3, makePlanes, resample } from '../engines/pixels/resample.ts';
import { measureCpu, quantile } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

/** Edges, faces, letters and texture; sharp to the pixel or not quite. */
const five = ['map', 'telephone', 'astronaut', 'chair', 'manCap'] as const;
/** Hair, leaves, fur, code: what a quarter of the pixels holds little of. */
const hard = ['womanGreen', 'strawberries', 'baboon', 'code', 'forest'] as const;

/** Side of the truth. It is divided by four and by two. */
const side = 448;
const x2Side = 240;

function interpolate({ data, width, height }: RawPixels, scale: number): RawPixels {
  const planes = makePlanes(width, height, 3);
  const area = width * height;
  for (let i = 0; i < planes.data.length; i++) planes.data[i] = data[(i % area) * 3 + Math.floor(i / area)]!;
  const made = resample(planes, width * scale, height * scale, lanczos3);
  const newArea = made.width * made.height;
  const levels = new Uint8ClampedArray(newArea * 3);
  for (let i = 0; i < levels.length; i++) levels[i] = made.data[(i % 3) * newArea + Math.floor(i / 3)]!;
  return { data: Uint8Array.from(levels), width: made.width, height: made.height, channels: 3 };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const show = (values: readonly number[]) => values.map(value => value.toFixed(2)).join(', ');

/** By how many dB ours is nearer to the truth than lanczos3, and what that has. */
async function compare(name: keyof typeof photos, scale: number, length: number, network?: Enlarger) {
  const truth = await cutMiddle(photos[name], length, length);
  const small = shrinkPixels(truth, scale);
  const rival = comparePixels(interpolate(small, scale), truth);
  const ours = comparePixels(await enlarge(small, { scale, mode: 'photo', ...(network && { network }) }), truth);
  return { gain: ours - rival, rival };
}

async function compareAll(names: readonly (keyof typeof photos)[], scale: number, length: number, network?: Enlarger) {
  const found = [];
  for (const name of names) found.push(await compare(name, scale, length, network));
  return { gains: found.map(one => one.gain), rivals: found.map(one => one.rival) };
}

/** Mean step from each column to the next. */
function stepsOf({ data, width, height }: RawPixels): number[] {
  return Array.from({ length: width - 1 }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < height; y++)
      for (let i = (y * width + x) * 3; i < (y * width + x) * 3 + 3; i++) sum += Math.abs(data[i + 3]! - data[i]!);
    return sum / (height * 3);
  });
}

async function measureSeam(network: Enlarger): Promise<Line> {
  const wide = shrinkPixels(await cutMiddle(photos.map, 560, 120), 2);
  const steps = stepsOf(await enlarge(wide, { scale: 4, mode: 'photo', network }));
  const atBorder = steps[160 * 4 - 1]!;
  const inside = quantile(steps, 0.99);
  return {
    what: 'x4: mean step across a tile border',
    ours: `${atBorder.toFixed(2)} levels`,
    rival: `99th percentile inside: ${inside.toFixed(2)} levels`,
    aim: '≤ the percentile',
    isMet: atBorder <= inside,
  };
}

/** Four columns come from one: where nothing is sharp, a grid is all that can make steps differ by their place among the four. */
async function measureGrid(network: Enlarger): Promise<Line> {
  const small = shrinkPixels(await cutMiddle(photos.astronaut, 320, 320), 4);
  const { width, height } = small;
  const data = await sharp(small.data, { raw: { width, height, channels: 3 } })
    .blur(3)
    .raw()
    .toBuffer();
  const ratioOf = (large: RawPixels) => {
    const steps = stepsOf(large).slice(16, -16);
    const byPlace = [0, 1, 2, 3].map(place => mean(steps.filter((_, x) => x % 4 === place)));
    return Math.max(...byPlace) / Math.min(...byPlace);
  };
  const soft: RawPixels = { data, width, height, channels: 3 };
  const ours = ratioOf(await enlarge(soft, { scale: 4, mode: 'photo', network }));
  const rival = ratioOf(interpolate(soft, 4));
  return {
    what: 'x4 of a soft picture: steps by their place in the pixel they came from, most over least',
    ours: `${ours.toFixed(3)} ×`,
    rival: `lanczos3, aligned: ${rival.toFixed(3)} ×`,
    aim: 'no more than that: no grid',
    isMet: ours <= rival,
  };
}

async function measureTime(network: Enlarger): Promise<Line> {
  const small = shrinkPixels(await cutMiddle(photos.friendsStairs, 640, 640), 2);
  const megapixels = (small.width * small.height) / 1_000_000;
  const time = async (work: () => Promise<unknown>) => (await measureCpu(work)) / megapixels;
  const best = await time(() => enlarge(small, { scale: 4, mode: 'photo', network }));
  const quick = await time(() => enlarge(small, { scale: 4, mode: 'photo' }));
  return {
    what: 'x4: CPU for a megapixel of the original, by the network and quick',
    ours: `${best.toFixed(0)} s and ${quick.toFixed(1)} s`,
    rival: '–',
    aim: '≤ 300 s and ≤ 8 s',
    isMet: best <= 300 && quick <= 8,
  };
}

export const benchEnlarge: Bench = async () => {
  const network = await openNetwork(undefined);
  const x4 = await compareAll(five, 4, side, network);
  const others = await compareAll(hard, 4, side, network);
  const x2 = await compareAll([...five, ...hard], 2, x2Side, network);
  const quick = await compareAll([...five, ...hard], 2, x2Side);
  return [
    {
      what: `x4, PSNR on ${five.join(', ')}`,
      ours: `+ ${show(x4.gains)}: mean + ${mean(x4.gains).toFixed(2)} dB`,
      rival: `lanczos3, aligned: ${show(x4.rivals)} dB`,
      aim: '≥ + 0.6 dB each, ≥ + 0.9 dB on the mean',
      isMet: Math.min(...x4.gains) >= 0.6 && mean(x4.gains) >= 0.9,
    },
    {
      what: `x4, PSNR on ${hard.join(', ')}`,
      ours: `+ ${show(others.gains)}: mean + ${mean(others.gains).toFixed(2)} dB`,
      rival: `lanczos3, aligned: ${show(others.rivals)} dB`,
      aim: 'none below',
      isMet: Math.min(...others.gains) >= 0,
    },
    {
      what: 'x2, PSNR on all ten',
      ours: `least + ${Math.min(...x2.gains).toFixed(2)}, mean + ${mean(x2.gains).toFixed(2)} dB`,
      rival: `lanczos3, aligned: mean ${mean(x2.rivals).toFixed(2)} dB`,
      aim: 'none below',
      isMet: Math.min(...x2.gains) >= 0,
    },
    {
      what: 'x2 quick, PSNR on all ten',
      ours: `least + ${Math.min(...quick.gains).toFixed(2)}, mean + ${mean(quick.gains).toFixed(2)} dB`,
      rival: `lanczos3, aligned: mean ${mean(quick.rivals).toFixed(2)} dB`,
      aim: 'none below',
      isMet: Math.min(...quick.gains) >= 0,
    },
    await measureSeam(network),
    await measureGrid(network),
    await measureTime(network),
  ];
};
