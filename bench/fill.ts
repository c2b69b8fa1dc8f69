// Filling holes: text on 15 photographs with two masks each, compared with the original picture, and thick holes by their appearance
// (bench/fill-wide.ts), against OpenCV's Telea method, alternating, each in a warm process of its own, like the product's tasks.
import sharp from 'sharp';
import type { Pixels } from '../engines/pixels/plane.ts';
import { type AskedProcess, startAsked } from './asked-process.ts';
import { makeBlobMask, makeTextMask } from './fill-masks.ts';
import { measureLocalVariance, measurePsnr } from './fill-measures.ts';
import { benchWide } from './fill-wide.ts';
import type { FillAnswer, FillOrder } from './filler.ts';
import { median } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench } from './report.ts';

const names = [
  'map',
  'telephone',
  'desk',
  'station',
  'astronaut',
  'chair',
  'clouds',
  'forest',
  'peaks',
  'sea',
  'phone',
  'womanRed',
  'strawberries',
  'friendsSofa',
  'baboon',
] as const;
const longestSide = 1024;
const seeds = [100, 9000];

interface Case {
  readonly name: string;
  /** PSNR gain over Telea, in dB. */
  readonly gain: number;
  /** Local variance inside the mask, relative to the original picture. */
  readonly variance: number;
  readonly rivalVariance: number;
  readonly cpuSeconds: number;
  readonly rivalCpuSeconds: number;
  readonly allowedSeconds: number;
}

async function openPhoto(name: (typeof names)[number]): Promise<Pixels> {
  const { data, info } = await sharp(photos[name])
    .resize(longestSide, longestSide, { fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

type Filler = AskedProcess<FillOrder, FillAnswer>;

interface Fillers {
  readonly ours: Filler;
  readonly rival: Filler;
}

async function tryCase(fillers: Fillers, name: string, clean: Pixels, mask: Uint8Array): Promise<Case> {
  const spoilt = { ...clean, data: clean.data.map((value, index) => (mask[Math.floor(index / 3)] ? 128 : value)) };
  const { filled: ours, cpuSeconds } = await fillers.ours.ask({ picture: spoilt, mask });
  const { filled: rival, cpuSeconds: rivalCpuSeconds } = await fillers.rival.ask({ picture: spoilt, mask });
  const before = measureLocalVariance(clean, mask);
  const holes = mask.reduce((sum, value) => sum + value, 0);
  const found = {
    name,
    gain: measurePsnr(ours, clean, mask) - measurePsnr(rival, clean, mask),
    variance: measureLocalVariance(ours, mask) / before,
    rivalVariance: measureLocalVariance(rival, mask) / before,
    cpuSeconds,
    rivalCpuSeconds,
    allowedSeconds: (0.3 * mask.length) / 1e6 + (0.15 * holes) / 1e4,
  };
  const { gain, variance, rivalVariance } = found;
  console.log(
    `${name}: ${gain.toFixed(2)} dB, variance ${variance.toFixed(2)} (Telea ${rivalVariance.toFixed(2)}), ${cpuSeconds.toFixed(2)} s`,
  );
  return found;
}

async function tryAll(fillers: Fillers): Promise<Case[]> {
  // A warm-up run, so that compilation and loading are not measured.
  await tryCase(fillers, 'warm-up', await openPhoto('baboon'), makeBlobMask(512, 512, 1));
  const cases: Case[] = [];
  for (const [index, name] of names.entries()) {
    const clean = await openPhoto(name);
    const { width, height } = clean;
    for (const seed of seeds) {
      const text = await makeTextMask(width, height, seed + index * 7);
      cases.push(await tryCase(fillers, name, clean, text));
    }
  }
  return cases;
}

const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0);
const mean = (list: readonly number[]) => sum(list) / list.length;

export const benchFill: Bench = async () => {
  const fillers = {
    ours: startAsked<FillOrder, FillAnswer>('filler.ts', 'ours'),
    rival: startAsked<FillOrder, FillAnswer>('filler.ts', 'rival'),
  };
  const measure = async () => ({ cases: await tryAll(fillers), wide: await benchWide(fillers) });
  const { cases, wide } = await measure().finally(() => {
    fillers.ours.stop();
    fillers.rival.stop();
  });
  const gain = mean(cases.map(one => one.gain));
  const worst = cases.reduce((a, b) => (b.gain < a.gain ? b : a));
  const variance = median(cases.map(one => one.variance));
  const ofPictures = names.map(name => mean(cases.filter(one => one.name === name).map(one => one.variance)));
  const [min, max] = [Math.min(...ofPictures), Math.max(...ofPictures)];
  const cpu = sum(cases.map(one => one.cpuSeconds)) / sum(cases.map(one => one.allowedSeconds));
  return [
    {
      what: `filling: PSNR inside the mask above OpenCV Telea, text on photographs, mean of ${cases.length} cases`,
      ours: `${gain.toFixed(2)} dB`,
      rival: 'OpenCV Telea, radius 3: 0',
      aim: '≥ 1 dB',
      isMet: gain >= 1,
    },
    {
      what: 'filling: the worst case',
      ours: `${worst.gain.toFixed(2)} dB (${worst.name})`,
      rival: '0',
      aim: '≥ -0.8 dB',
      isMet: worst.gain >= -0.8,
    },
    {
      what: 'filling: local variance (luma, 7 × 7) inside the text over that of the clean picture, median',
      ours: variance.toFixed(2),
      rival: `OpenCV Telea ${median(cases.map(one => one.rivalVariance)).toFixed(2)}`,
      aim: '0.85–1.15',
      isMet: variance >= 0.85 && variance <= 1.15,
    },
    {
      what: 'filling: the same on each picture, mean of its masks, least and most',
      ours: `${min.toFixed(2)} and ${max.toFixed(2)}`,
      rival: '–',
      aim: '0.6–1.4',
      isMet: min >= 0.6 && max <= 1.4,
    },
    {
      what: 'filling: CPU time over 0.3 s a megapixel + 0.15 s per 10,000 hole pixels',
      ours: `${cpu.toFixed(2)} ×`,
      rival: `OpenCV Telea ${(sum(cases.map(one => one.rivalCpuSeconds)) / sum(cases.map(one => one.allowedSeconds))).toFixed(2)} ×`,
      aim: '≤ 1 ×',
      isMet: cpu <= 1,
    },
    ...wide,
  ];
};
