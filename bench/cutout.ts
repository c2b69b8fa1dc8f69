// Cutouts from 12 megapixels: ours compared with the package whose weights we use, each in a warm process of its own, alternating.
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sharp } from 'engines/sharp.ts';
import { type AskedProcess, startAsked } from './asked-process.ts';
import { measureStrokes } from './cutout-strokes.ts';
import { compose, drawFur, type KnownMatte, measureEdge, readCutout } from './known-mattes.ts';
import { median } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench } from './report.ts';

const names = ['chair', 'telephone', 'womanRed', 'manCap', 'strawberries', 'friendsSofa'] as const;
const pixels = 12_000_000;

interface Order {
  readonly input: string;
  readonly output: string;
  readonly matte?: string;
  readonly erase?: string;
}

interface Cut {
  readonly ms: number;
  readonly cpuMs: number;
  readonly peakMb: number;
}

async function enlarge(photo: string, to: string): Promise<void> {
  const { width, height } = await sharp(photo).metadata();
  const scale = Math.sqrt(pixels / (width * height));
  await sharp(photo)
    .resize(Math.round(width * scale), Math.round(height * scale), { kernel: 'lanczos3' })
    .jpeg({ quality: 92 })
    .toFile(to);
}

async function readAlpha(file: string): Promise<Buffer> {
  return sharp(file).extractChannel(3).raw().toBuffer();
}

/**
 * The rival is certain outside of these levels. In between, as on the dark seat of the chair, our result is decisive and the rival's is
 * not.
 */
const [sureBelow, sureAbove] = [26, 229];

/** Intersection over union of the pixels with more than half alpha, where the rival is certain. */
function compareMasks(mine: Buffer, theirs: Buffer): number {
  let both = 0;
  let either = 0;
  for (let i = 0; i < mine.length; i++) {
    const level = theirs[i]!;
    if (level > sureBelow && level < sureAbove) continue;
    const inA = mine[i]! > 127;
    const inB = level > 127;
    if (inA && inB) both++;
    if (inA || inB) either++;
  }
  return either === 0 ? 1 : both / either;
}

type Cutter = AskedProcess<Order, Cut>;

/** Draws a finger's stroke across the middle of a picture, as a mask of the picture's size. */
async function drawStroke(width: number, height: number, to: string): Promise<void> {
  const [x, y, breadth] = [width / 2, height / 2, width / 40];
  const line = `<svg width="${width}" height="${height}"><path d="M${x - 4 * breadth} ${y}h${8 * breadth}" stroke="#fff" stroke-width="${breadth}" stroke-linecap="round"/></svg>`;
  await sharp(Buffer.from(line)).flatten({ background: '#000000' }).toColourspace('b-w').png().toFile(to);
}

/** Corrects one of our cutouts with a single stroke, as the page does after the first run. */
async function correct(ours: Cutter, folder: string, input: string, cutout: string): Promise<Cut> {
  const [matte, erase] = [path.join(folder, 'matte.png'), path.join(folder, 'erase.png')];
  const { width, height } = await sharp(cutout).metadata();
  await sharp(cutout).extractChannel(3).toColourspace('b-w').png().toFile(matte);
  await drawStroke(width, height, erase);
  return ours.ask({ input, output: path.join(folder, 'corrected.png'), matte, erase });
}

/**
 * People as our cutter extracts them, since the rival leaves the old background in their colours, and fur in two colours; each composed
 * over three photographs.
 */
const people = ['womanRed', 'womanGreen', 'manCap'] as const;
const furs = [
  { colour: [150, 95, 55], seed: 3 },
  { colour: [205, 200, 190], seed: 8 },
] as const;
const backgrounds = ['friendsStairs', 'forest', 'desk'] as const;
const blurs = [9, 5, 3];

/** Errors along the edge, in levels, of both cutters on every composition with a known matte. */
async function measureEdges(folder: string, ours: Cutter, rival: Cutter) {
  const file = (name: string) => path.join(folder, name);
  const subjects: { name: string; truth: KnownMatte }[] = [];
  for (const name of people) {
    const input = file(`${name}-alone.jpg`);
    await sharp(photos[name]).jpeg({ quality: 95 }).toFile(input);
    await ours.ask({ input, output: file('alone.png') });
    subjects.push({ name, truth: await readCutout(file('alone.png')) });
  }
  for (const { colour, seed } of furs) subjects.push({ name: `fur ${seed}`, truth: await drawFur(colour, seed) });
  const edges: { name: string; mine: number; theirs: number }[] = [];
  for (const { name, truth } of subjects) {
    for (const [n, background] of backgrounds.entries()) {
      const input = file('known.jpg');
      await compose(truth, photos[background], blurs[n]!, input);
      await ours.ask({ input, output: file('mine.png') });
      await rival.ask({ input, output: file('theirs.png') });
      edges.push({
        name: `${name} before ${background}`,
        mine: await measureEdge(truth, file('mine.png')),
        theirs: await measureEdge(truth, file('theirs.png')),
      });
    }
  }
  return edges;
}

const mean = (list: readonly number[]) => list.reduce((sum, each) => sum + each, 0) / list.length;

export const benchCutout: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-cutout-'));
  const ours = startAsked<Order, Cut>('cutter.ts', 'ours');
  const rival = startAsked<Order, Cut>('cutter.ts', 'rival');
  try {
    const found: { name: string; mine: Cut; theirs: Cut; stroke: Cut; overlap: number }[] = [];
    const file = (name: string) => path.join(folder, name);
    for (const name of ['warm-up', ...names]) {
      const input = file(`${name}.jpg`);
      await enlarge(photos[name === 'warm-up' ? 'chair' : (name as (typeof names)[number])], input);
      const mine = await ours.ask({ input, output: file('mine.png') });
      const theirs = await rival.ask({ input, output: file('theirs.png') });
      if (!existsSync(file('mine.png'))) continue;
      const stroke = await correct(ours, folder, input, file('mine.png'));
      if (name === 'warm-up') continue;
      const overlap = compareMasks(await readAlpha(file('mine.png')), await readAlpha(file('theirs.png')));
      found.push({ name, mine, theirs, stroke, overlap });
    }
    const edges = await measureEdges(folder, ours, rival);
    const spread = await measureStrokes(folder, (input, output) => ours.ask({ input, output }));
    const edgeRatio = median(edges.map(({ mine, theirs }) => mine / theirs));
    const worstEdge = edges.reduce((kept, each) => (each.mine / each.theirs > kept.mine / kept.theirs ? each : kept));
    const ratios = found.map(({ mine, theirs }) => theirs.ms / mine.ms);
    const seconds = (list: readonly number[]) => `${(median(list) / 1000).toFixed(1)} s`;
    const say = (list: readonly Cut[]) =>
      `${seconds(list.map(({ ms }) => ms))} (CPU ${seconds(list.map(({ cpuMs }) => cpuMs))})`;
    const peakOf = (list: readonly Cut[]) => Math.max(...list.map(({ peakMb }) => peakMb));
    const [mine, theirs] = [found.map(one => one.mine), found.map(one => one.theirs)];
    const strokes = found.map(({ stroke }) => stroke);
    const overlaps = found.map(({ overlap }) => overlap);
    const worst = Math.min(...overlaps);
    const worstName = found.find(({ overlap }) => overlap === worst)!.name;
    return [
      {
        what: `Cutout of 12 megapixels, warm, JPEG to PNG, ${found.length} photos, median`,
        ours: say(mine),
        rival: `@imgly/background-removal-node: ${say(theirs)}, ${median(ratios).toFixed(1)} ×`,
        aim: '≥ 4 × as fast',
        isMet: median(ratios) >= 4,
      },
      {
        what: 'A brush stroke on a cutout of 12 megapixels, warm, JPEG and matte to PNG, median; longest',
        ours: `${say(strokes)}; ${(Math.max(...strokes.map(({ ms }) => ms)) / 1000).toFixed(1)} s`,
        rival: '–',
        aim: '≤ 1.5 s',
        isMet: median(strokes.map(({ ms }) => ms)) <= 1500,
      },
      {
        what: 'Cutout of 12 megapixels, peak memory of the process',
        ours: `${peakOf(mine)} MB`,
        rival: `@imgly/background-removal-node: ${peakOf(theirs)} MB`,
        aim: '≤ as much',
        isMet: peakOf(mine) <= peakOf(theirs),
      },
      {
        what: 'Cutout, overlap (IoU) with its mask where that is sure, mean; least',
        ours: `${(overlaps.reduce((sum, each) => sum + each, 0) / overlaps.length).toFixed(4)}; ${worst.toFixed(4)} (${worstName})`,
        rival: '1',
        aim: '≥ 0.98',
        isMet: worst >= 0.98,
      },
      {
        what: `Cutout, ${edges.length} pictures of known mattes: error along the edge on white, black and green, mean`,
        ours: `${mean(edges.map(({ mine }) => mine)).toFixed(1)} levels, ${edgeRatio.toFixed(2)} × (median); worst ${(worstEdge.mine / worstEdge.theirs).toFixed(2)} × (${worstEdge.name})`,
        rival: `@imgly/background-removal-node: ${mean(edges.map(({ theirs }) => theirs)).toFixed(1)} levels`,
        aim: '≤ 0.7 ×, none above 1',
        isMet: edgeRatio <= 0.7 && worstEdge.mine <= worstEdge.theirs,
      },
      spread,
    ];
  } finally {
    ours.stop();
    rival.stop();
    await rm(folder, { recursive: true });
  }
};
