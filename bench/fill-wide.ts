// Filling thick holes: 20 pictures of textures and objects at one and at 12 megapixels, with wide blobs, holes as large as objects, and
// bold text. The filling should look like the rest of the photograph: measures its energy per octave, its border, and its coherence.
import sharp from 'sharp';
import type { Pixels } from '../engines/pixels/plane.ts';
import type { AskedProcess } from './asked-process.ts';
import { type DrawnTexture, drawTexture } from './drawn-textures.ts';
import { makeWideMask, type WideKind, wideKinds } from './fill-masks.ts';
import { measureBorder, measureOctaves } from './fill-measures.ts';
import type { FillAnswer, FillOrder } from './filler.ts';
import { median } from './numbers.ts';
import { photos } from './photos.ts';
import type { Line } from './report.ts';

const photographs = [
  'chair',
  'baboon',
  'sea',
  'forest',
  'clouds',
  'map',
  'desk',
  'station',
  'astronaut',
  'strawberries',
  'friendsStairs',
  'friendsWindow',
  'phone',
  'code',
] as const;
/** Detail size of the drawn textures in a picture of one megapixel, in pixels. */
const drawn: Readonly<Record<DrawnTexture, number>> = {
  gravel: 12,
  grass: 26,
  bricks: 26,
  wool: 14,
  leaves: 26,
  focus: 14,
};
const textures = Object.keys(drawn) as DrawnTexture[];

/** Enlarges a photograph and adds sensor grain, without which it would have no fine texture. */
async function enlarge(name: (typeof photographs)[number], width: number, height: number): Promise<Pixels> {
  const { data } = await sharp(photos[name])
    .resize(width, height, { fit: 'fill' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let state = 1;
  for (let index = 0; index < data.length; index++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    data[index] = Math.max(0, Math.min(255, Math.round(data[index]! + (state / 2 ** 32 - 0.5) * 8)));
  }
  return { data: new Uint8Array(data), width, height };
}

async function openWide(name: string, megapixels: number): Promise<Pixels> {
  const texture = textures.find(one => one === name);
  const side = Math.sqrt(megapixels * 1e6);
  if (texture) {
    const width = Math.round(side * 1.15);
    return drawTexture(texture, width, Math.round(side / 1.15), drawn[texture] * Math.sqrt(megapixels));
  }
  const photo = name as (typeof photographs)[number];
  const { width = 1, height = 1 } = await sharp(photos[photo]).metadata();
  const scale = side / Math.sqrt(width * height);
  if (scale > 1.5 && megapixels > 1) return enlarge(photo, Math.round(width * scale), Math.round(height * scale));
  const { data, info } = await sharp(photos[photo])
    .resize(Math.round(width * Math.min(1, scale)))
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: new Uint8Array(data), width: info.width, height: info.height };
}

interface WideCase {
  readonly name: string;
  readonly kind: WideKind;
  /** Energy inside the mask in four octaves, relative to the original picture. */
  readonly octaves: readonly number[];
  readonly rivalOctaves: readonly number[];
  /** Step measure at the border, relative to the original picture's where that is larger than 1. */
  readonly border: number;
  /** The same two measures of the original picture, for each place beside the hole that the hole's shape was moved to. */
  readonly beside: readonly { readonly octaves: readonly number[]; readonly border: number }[];
  readonly coherence: number;
  readonly cpuSeconds: number;
  readonly allowedSeconds: number;
}

/**
 * Moves a mask in four directions, each just far enough to leave the hole, and returns those that stay inside the picture. What a photograph has
 * there differs from what the hole hides as much as one place of it differs from the next, so no filling can be expected to be nearer.
 */
function moveBeside(mask: Uint8Array, width: number, height: number): Uint8Array[] {
  const holes = [...mask.keys()].filter(pixel => mask[pixel]);
  const step = Math.max(4, Math.round(Math.sqrt(mask.length) / 100));
  const moved: Uint8Array[] = [];
  for (const [across, down] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    for (let distance = step; distance < Math.max(width, height); distance += step) {
      const shift = distance * (across + down * width);
      const isInside = holes.every(pixel => {
        const [x, y] = [(pixel % width) + across * distance, Math.floor(pixel / width) + down * distance];
        return x >= 0 && y >= 0 && x < width && y < height;
      });
      if (!isInside) break;
      if (holes.some(pixel => mask[pixel + shift])) continue;
      const place = new Uint8Array(mask.length);
      for (const pixel of holes) place[pixel + shift] = 1;
      moved.push(place);
      break;
    }
  }
  return moved;
}

interface Fillers {
  readonly ours: AskedProcess<FillOrder, FillAnswer>;
  readonly rival: AskedProcess<FillOrder, FillAnswer>;
}

async function tryWide(fillers: Fillers, name: string, kind: WideKind, clean: Pixels, seed: number): Promise<WideCase> {
  const mask = await makeWideMask(kind, clean.width, clean.height, seed);
  const data = new Uint8Array(clean.data);
  for (let pixel = 0; pixel < mask.length; pixel++) if (mask[pixel]) data.fill(128, pixel * 3, pixel * 3 + 3);
  const order = { picture: { ...clean, data }, mask };
  const { filled, cpuSeconds, coherence } = await fillers.ours.ask(order);
  const { filled: rival } = await fillers.rival.ask(order);
  const before = measureOctaves(clean, mask);
  const over = (energies: readonly number[]) => energies.map((energy, octave) => energy / before[octave]!);
  const usualBorder = Math.max(1, measureBorder(clean, mask));
  const holes = mask.reduce((total, value) => total + value, 0);
  const found = {
    name,
    kind,
    octaves: over(measureOctaves(filled, mask)),
    rivalOctaves: over(measureOctaves(rival, mask)),
    border: measureBorder(filled, mask) / usualBorder,
    beside: moveBeside(mask, clean.width, clean.height).map(place => ({
      octaves: over(measureOctaves(clean, place)),
      border: measureBorder(clean, place) / usualBorder,
    })),
    coherence,
    cpuSeconds,
    allowedSeconds: (0.5 * mask.length + 80 * holes) / 1e6,
  };
  console.log(
    `${name} ${(mask.length / 1e6).toFixed(1)} megapixels, ${kind}: energy ${found.octaves.map(one => one.toFixed(2)).join(' ')}, border ${found.border.toFixed(2)}, whole ${coherence.toFixed(3)}, ${cpuSeconds.toFixed(2)} of ${found.allowedSeconds.toFixed(2)} s`,
  );
  return found;
}

const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
const show = (list: readonly number[]) => list.map(one => one.toFixed(2)).join(' / ');

/** All kinds of holes at one megapixel, and at 12 megapixels one kind per picture in rotation. */
export async function benchWide(
  fillers: Fillers,
  names: readonly string[] = [...textures, ...photographs],
): Promise<Line[]> {
  const cases: WideCase[] = [];
  for (const [index, name] of names.entries()) {
    const small = await openWide(name, 1);
    for (const kind of wideKinds) cases.push(await tryWide(fillers, name, kind, small, 40 + index));
    const large = await openWide(name, 12);
    cases.push(await tryWide(fillers, name, wideKinds[index % wideKinds.length]!, large, 80 + index));
  }
  const octaveMedians = (pick: (one: WideCase) => readonly number[]) =>
    [0, 1, 2, 3].map(octave => median(cases.map(one => pick(one)[octave]!)));
  const medians = octaveMedians(one => one.octaves);
  const shareInside = (all: readonly number[]) => all.filter(one => one >= 0.5 && one <= 2).length / all.length;
  const all = cases.flatMap(one => one.octaves);
  const lies = shareInside(all);
  const beside = cases.flatMap(one => one.beside);
  const besideOctaves = beside.flatMap(one => one.octaves);
  const besideBorders = beside.map(one => one.border);
  const border = median(cases.map(one => one.border));
  const worstBorder = cases.reduce((a, b) => (b.border > a.border ? b : a));
  const coherence = Math.min(...cases.map(one => one.coherence));
  const cpu =
    cases.reduce((sum, one) => sum + one.cpuSeconds, 0) / cases.reduce((sum, one) => sum + one.allowedSeconds, 0);
  return [
    {
      what: `filling wide: energy of octaves at 1, 2, 4 and 8 pixels inside over the clean picture’s, medians of ${cases.length} cases`,
      ours: show(medians),
      rival: `OpenCV Telea ${show(octaveMedians(one => one.rivalOctaves))}`,
      aim: '0.8–1.25',
      isMet: medians.every(one => one >= 0.8 && one <= 1.25),
    },
    {
      what: 'filling wide: the same of every case, share within 0.5–2',
      ours: `${percent(lies)}, ${Math.min(...all).toFixed(2)} to ${Math.max(...all).toFixed(2)}`,
      rival: `the photograph itself, beside the hole: ${percent(shareInside(besideOctaves))}, ${Math.min(...besideOctaves).toFixed(2)} to ${Math.max(...besideOctaves).toFixed(2)}`,
      aim: '≥ the photograph itself',
      isMet: lies >= shareInside(besideOctaves),
    },
    {
      what: 'filling wide: 99th percentile of the steps across the border over the larger of those around it and the clean picture’s there, median and most',
      ours: `${border.toFixed(2)} and ${worstBorder.border.toFixed(2)} (${worstBorder.name}, ${worstBorder.kind})`,
      rival: `the photograph itself, beside the hole: ${median(besideBorders).toFixed(2)} and ${Math.max(...besideBorders).toFixed(2)}`,
      aim: '≤ the photograph itself',
      isMet: border <= median(besideBorders) && worstBorder.border <= Math.max(...besideBorders),
    },
    {
      what: 'filling wide: share of neighbouring pixels in thick holes that were neighbours where they come from, least',
      ours: coherence.toFixed(3),
      rival: '–',
      aim: '≥ 0.9',
      isMet: coherence >= 0.9,
    },
    {
      what: 'filling wide: CPU time over 0.5 s a megapixel + 0.8 s per 10,000 hole pixels',
      ours: `${cpu.toFixed(2)} ×`,
      rival: '–',
      aim: '≤ 1 ×',
      isMet: cpu <= 1,
    },
  ];
}
