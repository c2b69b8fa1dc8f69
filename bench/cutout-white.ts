// White things and people in white before a light ground, with known mattes: the error of the cutout, and of the network's first look alone.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findFaces } from 'engines/faces/faces.ts';
import { findMatte } from 'engines/matte/matte.ts';
import { openMatteNetwork } from 'engines/matte/network.ts';
import { upsampleMatte } from 'engines/matte/upsample.ts';
import type { Pixels } from 'engines/pixels/plane.ts';
import { sharp } from 'engines/sharp.ts';
import { startAsked } from './asked-process.ts';
import { type CutOut, cutPhoto } from './cutout-strokes.ts';
import { drawWhite, whiteThings } from './drawn-whites.ts';
import { writeSheet } from './ground/contact-sheet.ts';
import { groundFolder } from './ground/ground.ts';
import { mean } from './numbers.ts';
import type { Bench, Line } from './report.ts';
import { dressInWhite, makeWhiteScene, type WhiteScene, whiteBefore } from './white-scenes.ts';

/** Photographs of `judge` by the ends of their names; of each a person is cut out, dressed in white, and put before a light ground. */
const dressed = [
  'faces/team-1.jpg',
  'faces/team-5.jpg',
  'opencv4/html/230501201_1.jpg',
  'data/15-f13-anc-ph.jpg',
  'img/bruce-mars.jpg',
  'img/ivana-square.jpg',
  'soft-ui-dashboard/package/assets/img/team-3.jpg',
  'soft-ui-dashboard/package/assets/img/team-4.jpg',
  'img/team/3.jpg',
  'data/single_face.jpg',
] as const;
/** Seeds of the scenes; others were used for work. */
const seed = 501;
const scenesOfThing = 2;
/** Levels by which a matte is worse or better. */
const tolerance = 0.3;
const maxRatio = 0.5;
const green = [0, 200, 60] as const;
const maxShown = 20;

async function* listScenes(folder: string, cutOut: CutOut): AsyncGenerator<WhiteScene> {
  let n = 0;
  for (const thing of whiteThings)
    for (let k = 0; k < scenesOfThing; k++, n++) {
      const matte = await drawWhite(thing, whiteBefore(n), seed + n);
      yield makeWhiteScene(thing, matte, { ground: n, isCut: thing === 'suit', seed: seed + n });
    }
  for (const end of dressed) {
    const matte = await cutPhoto(end, folder, cutOut);
    const { width, height } = matte;
    const data = new Uint8Array(width * height * 3).map((_, k) => matte.subject[Math.floor(k / 3) * 4 + (k % 3)]!);
    const [face] = await findFaces({ data, width, height });
    if (!face) throw new Error(`No face in ${end}`);
    for (const clothes of ['shirt', 'suit'] as const) {
      const white = dressInWhite(matte, face, clothes, whiteBefore(n));
      yield makeWhiteScene(`${clothes} on ${path.basename(end)}`, white, { ground: n, isCut: true, seed: seed + n });
      n++;
    }
  }
}

const measure = (alpha: Uint8Array, truth: Uint8Array) =>
  alpha.reduce((sum, value, i) => sum + Math.abs(value - truth[i]!), 0) / alpha.length;

/** Both results on green, side by side. */
async function showBoth({ data, width, height }: Pixels, mattes: readonly Uint8Array[]): Promise<Buffer> {
  const raw = { width, height, channels: 3 as const };
  const layers = mattes.map(async (alpha, n) => {
    const laid = Buffer.from(data);
    for (let i = 0; i < width * height; i++)
      for (let k = 0; k < 3; k++)
        laid[i * 3 + k] = Math.round((data[i * 3 + k]! * alpha[i]! + green[k]! * (255 - alpha[i]!)) / 255);
    return { input: await sharp(laid, { raw }).png().toBuffer(), left: n * width, top: 0 };
  });
  return sharp({ create: { width: mattes.length * width, height, channels: 3, background: '#ffffff' } })
    .composite(await Promise.all(layers))
    .png()
    .toBuffer();
}

async function measureWhites(folder: string, cutOut: CutOut): Promise<Line> {
  const network = await openMatteNetwork();
  const found: { name: string; ours: number; first: number; shown: Buffer }[] = [];
  for await (const { name, pixels, truth } of listScenes(folder, cutOut)) {
    const mattes = [upsampleMatte(await network.find(pixels), pixels), (await findMatte(pixels)).alpha];
    const [first, ours] = mattes.map(alpha => measure(alpha, truth)) as [number, number];
    found.push({ name, ours, first, shown: await showBoth(pixels, mattes) });
  }
  const worst = found.toSorted((a, b) => Math.max(b.ours, b.first) - Math.max(a.ours, a.first)).slice(0, maxShown);
  const caption = (one: (typeof found)[number]) => `${one.name}: ${one.first.toFixed(1)} first, ${one.ours.toFixed(1)}`;
  const shown = worst.map(one => ({ picture: one.shown, caption: caption(one) }));
  await writeSheet(shown, path.join(groundFolder, 'sheets'), 'cutout-white');
  const [ours, first] = [mean(found.map(one => one.ours)), mean(found.map(one => one.first))];
  const worse = found.filter(one => one.ours > one.first + tolerance).length;
  const better = found.filter(one => one.ours < one.first - tolerance).length;
  return {
    what: `${found.length} known mattes of white things and people in white before a light ground: error of the matte, mean; pictures that the second looks make better, worse`,
    ours: `${ours.toFixed(1)} levels, ${(ours / first).toFixed(2)} ×; ${better}, ${worse}`,
    rival: `the first look alone: ${first.toFixed(1)} levels`,
    aim: `≤ ${maxRatio} ×; 0 worse`,
    isMet: ours <= maxRatio * first && worse === 0,
  };
}

export const benchCutoutWhite: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-white-'));
  const cutter = startAsked<{ readonly input: string; readonly output: string }, unknown>('cutter.ts', 'ours');
  try {
    return [await measureWhites(folder, (input, output) => cutter.ask({ input, output }))];
  } finally {
    cutter.stop();
    await rm(folder, { recursive: true });
  }
};
