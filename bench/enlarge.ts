// Enlarges photographs whose larger original is known: ours compared with lanczos3 with aligned centres, which is what good converters do.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanJpeg } from 'engines/enlarge/clean-jpeg.ts';
import { enlarge } from 'engines/enlarge/enlarge.ts';
import { openNetwork } from 'engines/enlarge/network.ts';
import type { RawPixels } from 'engines/formats/decode-dib.ts';
import { readJpegTables } from 'engines/formats/jpeg-tables.ts';
import { comparePixels, cutMiddle, shrinkPixels } from 'engines/test-photos.ts';
import sharp from 'sharp';
import { lanczos3, makePlanes, resample } from '../engines/pixels/resample.ts';
import { estimateMs } from '../server/src/tasks/pace.ts';
import { benchEnlargeCopies } from './enlarge-copies.ts';
import { mean, measureCpu, quantile } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

/** Edges, faces, letters and texture; then hair, leaves, fur and code, of which only a quarter of the pixels remains. */
const ten = [
  'map',
  'telephone',
  'astronaut',
  'chair',
  'manCap',
  'womanGreen',
  'strawberries',
  'baboon',
  'code',
  'forest',
] as const;

/** Side of the original in pixels; divisible by four. */
const side = 448;
const x2Side = 320;

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

const show = (values: readonly number[]) => values.map(value => value.toFixed(2)).join(', ');

interface Case {
  readonly scale: number;
  readonly mode?: 'photo' | 'graphic';
  readonly isQuick?: boolean;
  /** Quality of the JPEG as which the small picture is saved. */
  readonly quality?: number;
}

/** A small picture that a person has saved as a JPEG, as the tool opens it: decoded and cleaned. */
async function saveAsJpeg(small: RawPixels, quality: number) {
  const { width, height } = small;
  const folder = await mkdtemp(join(tmpdir(), 'enlarge-'));
  try {
    const path = join(folder, 'small.jpg');
    await sharp(small.data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toFile(path);
    const saved: RawPixels = { width, height, channels: 3, data: await sharp(path).raw().toBuffer() };
    const tables = await readJpegTables(path);
    if (!tables) throw new Error('The JPEG has no tables');
    return { saved, cleaned: cleanJpeg(saved, tables), tables };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The PSNR gain of our result over lanczos3, in dB, and the PSNR of lanczos3. */
async function compare(truth: RawPixels, { scale, mode = 'photo', isQuick = false, quality }: Case) {
  const isLossy = quality !== undefined;
  const small = shrinkPixels(truth, scale);
  const { saved, cleaned } = isLossy ? await saveAsJpeg(small, quality) : { saved: small, cleaned: small };
  const rival = comparePixels(interpolate(saved, scale), truth);
  const network = isQuick ? undefined : await openNetwork(undefined, { scale, isLossy });
  const made = await enlarge(cleaned, { scale, mode, isLossy, ...(network && { network }) });
  return { gain: comparePixels(made, truth) - rival, rival };
}

async function comparePhotos(how: Case) {
  const found = [];
  const length = how.scale === 4 ? side : x2Side;
  for (const name of ten) found.push(await compare(await cutMiddle(photos[name], length, length), how));
  return { gains: found.map(one => one.gain), rivals: found.map(one => one.rival) };
}

async function comparePhotosLine(what: string, how: Case, aim: { mean: number; min: number }): Promise<Line> {
  const { gains, rivals } = await comparePhotos(how);
  return {
    what,
    ours: `${show(gains)}: mean ${mean(gains).toFixed(2)} dB`,
    rival: `lanczos3, aligned: mean ${mean(rivals).toFixed(2)} dB`,
    aim: `mean ≥ + ${aim.mean} dB, none below ${aim.min}`,
    isMet: mean(gains) >= aim.mean && Math.min(...gains) >= aim.min,
  };
}

/** Outlines, flat colours, thin crossing lines, curves. */
const drawing = `<rect width="160" height="160" fill="#efe6d2"/>
<circle cx="50" cy="50" r="36" fill="#f7c948" stroke="#1c1c1c" stroke-width="2.5"/><ellipse cx="38" cy="42" rx="4" ry="6" fill="#1c1c1c"/>
<ellipse cx="62" cy="42" rx="4" ry="6" fill="#1c1c1c"/><path d="M32 60 Q50 80 68 60" fill="none" stroke="#1c1c1c" stroke-width="2.5"/>
<path d="M96 20 h46 l-12 22 12 22 h-46 l10 -22z" fill="#d64545" stroke="#610316" stroke-width="1.5"/>
<path d="M6 152 L52 100 L80 128 L112 88 L154 152z" fill="#2b7a9e"/><path d="M52 100 l-9 10 7 4 5 -5 7 4z" fill="#fff"/>
<path d="M8 92 C44 78 24 136 66 128 S124 146 152 104" fill="none" stroke="#5b1a8b" stroke-width="1.3"/>
<g stroke="#111">${Array.from({ length: 8 }, (_, i) => `<path d="M${92 + i * 8} 94 L${122 + i * 4} ${130 + i}"/>`).join('')}</g>
<g fill="none" stroke="#0b8a5f" stroke-width="1.6"><rect x="88" y="124" width="24" height="22" rx="6"/><circle cx="134" cy="136" r="11"/></g>`;

async function measureDrawing(scale: number): Promise<Line> {
  const length = 160 * scale;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${length}" height="${length}" viewBox="0 0 160 160">${drawing}</svg>`;
  const data = await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).raw().toBuffer();
  const { gain, rival } = await compare(
    { data, width: length, height: length, channels: 3 },
    { scale, mode: 'graphic' },
  );
  return {
    what: `x${scale}, a drawing`,
    ours: `+ ${gain.toFixed(2)} dB`,
    rival: `lanczos3, aligned: ${rival.toFixed(2)} dB`,
    aim: '≥ + 7 dB',
    isMet: gain >= 7,
  };
}

/** Mean absolute difference of each column from the next. */
function stepsOf({ data, width, height }: RawPixels): number[] {
  return Array.from({ length: width - 1 }, (_, x) => {
    let sum = 0;
    for (let y = 0; y < height; y++)
      for (let i = (y * width + x) * 3; i < (y * width + x) * 3 + 3; i++) sum += Math.abs(data[i + 3]! - data[i]!);
    return sum / (height * 3);
  });
}

async function measureSeam(): Promise<Line> {
  const network = await openNetwork(undefined, { scale: 4 });
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

/**
 * Four columns come from one source column: without sharp edges, only a grid artefact can make the steps depend on their position among the
 * four.
 */
async function measureGrid(): Promise<Line> {
  const network = await openNetwork(undefined, { scale: 4 });
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

async function measureTime(): Promise<Line[]> {
  const small = shrinkPixels(await cutMiddle(photos.friendsStairs, 1280, 1280), 2);
  const megapixels = (small.width * small.height) / 1_000_000;
  const time = async (work: () => Promise<unknown>) => (await measureCpu(work)) / megapixels;
  const lines: Line[] = [];
  for (const [scale, max] of [
    [2, 5],
    [4, 20],
  ] as const) {
    const network = await openNetwork(undefined, { scale });
    const best = await time(() => enlarge(small, { scale, mode: 'photo', network }));
    const quick = await time(() => enlarge(small, { scale, mode: 'photo' }));
    lines.push({
      what: `x${scale}: CPU for a megapixel of the original, by the network; quick`,
      ours: `${best.toFixed(1)} s; ${quick.toFixed(1)} s`,
      rival: '–',
      aim: `≤ ${max} s`,
      isMet: best <= max,
    });
  }
  const { saved, tables } = await saveAsJpeg(small, 75);
  const clean = await time(async () => cleanJpeg(saved, tables));
  lines.push({
    what: 'cleaning a JPEG first: CPU for a megapixel',
    ours: `${clean.toFixed(1)} s`,
    rival: '–',
    aim: '≤ 2 s',
    isMet: clean <= 2,
  });
  return lines;
}

/** Measures two runs and predicts a third from them, as the server does: in CPU time, because other work on the machine varies. */
async function measureForecast(scale: number): Promise<Line> {
  const network = await openNetwork(undefined, { scale });
  const run = async (length: number) => {
    const piece = await cutMiddle(photos.friendsStairs, length, length);
    const seconds = await measureCpu(() => enlarge(piece, { scale, mode: 'photo', network }));
    return { x: (length * length) / 1e6, y: seconds * 1000 };
  };
  await run(64);
  const seen = [await run(400), await run(900)];
  const sum = (of: (one: { x: number; y: number }) => number) => seen.reduce((total, one) => total + of(one), 0);
  const sums = {
    n: 2,
    x: sum(one => one.x),
    y: sum(one => one.y),
    xx: sum(one => one.x ** 2),
    xy: sum(one => one.x * one.y),
  };
  const { x, y } = await run(1300);
  const foretold = estimateMs(sums, x) ?? 0;
  return {
    what: `x${scale}: CPU of the third run, foretold from two of other sizes`,
    ours: `${(foretold / 1000).toFixed(1)} s, took ${(y / 1000).toFixed(1)} s`,
    rival: '–',
    aim: 'within 30 %',
    isMet: Math.abs(foretold / y - 1) <= 0.3,
  };
}

const parts: readonly string[] = process.env.BENCH_ONLY?.split(',') ?? ['photos', 'copies'];

export const benchEnlarge: Bench = async () => [
  ...(parts.includes('photos') ? await benchPhotos() : []),
  ...(parts.includes('copies') ? await benchEnlargeCopies() : []),
];

const benchPhotos: Bench = async () => [
  await comparePhotosLine(`x2, PSNR on ${ten.join(', ')}`, { scale: 2 }, { mean: 1.8, min: 0.3 }),
  await comparePhotosLine('x4, the same', { scale: 4 }, { mean: 1.7, min: 0.15 }),
  await comparePhotosLine('x2, the same saved as JPEG of quality 75', { scale: 2, quality: 75 }, { mean: 0.9, min: 0 }),
  await comparePhotosLine('x4, the same saved as JPEG of quality 75', { scale: 4, quality: 75 }, { mean: 0.9, min: 0 }),
  await comparePhotosLine('x2 quick', { scale: 2, isQuick: true }, { mean: 0.3, min: 0 }),
  await measureDrawing(2),
  await measureDrawing(4),
  await measureSeam(),
  await measureGrid(),
  ...(await measureTime()),
  await measureForecast(2),
  await measureForecast(4),
];
