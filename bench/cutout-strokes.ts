// What a short stroke puts right in a cutout: plants, hair and fur that are missing or left over, over photographs of the half for reports.
import path from 'node:path';
import { findMatte } from 'engines/matte/matte.ts';
import { sharp } from 'engines/sharp.ts';
import { drawPlant } from './drawn-plants.ts';
import { groundPictures } from './ground/ground.ts';
import { drawFur, type KnownMatte, readCutout } from './known-mattes.ts';
import { mean } from './numbers.ts';
import type { Line } from './report.ts';
import { type Cast, type Correction, faults, judgeCorrection, makeScene, type StrokeScene } from './stroke-scenes.ts';

/** Photographs of `judge` by the ends of their names. What our cutter extracts of them was looked at: it is clean. */
const photographed = [
  'data/aloeL.jpg',
  'nature/RainDrops.jpg',
  'nature/Garden.jpg',
  'data/squirrel_cls.jpg',
  'img/kal-visuals-square.jpg',
  'soft-ui-dashboard/package/assets/img/team-1.jpg',
  'img/team/3.jpg',
] as const;
const subjects = ['img/prod-1.jpg', 'img/bruce-mars.jpg', 'img/marie.jpg', 'kitchen_adventurer_caramel.jpg'] as const;
const grounds = [
  'images/leaves.jpg',
  'dist/img/photo1.png',
  'img/intro.jpg',
  'images/Wall.jpg',
  'img/card-3.jpg',
] as const;
const blurs = [0.6, 2, 5, 1.2];
/** Seeds of drawn plants and fur; others were used for work. */
const seed = 41;

function findPhoto(end: string): string {
  const found = groundPictures({ half: 'judge', kind: 'photo' }).find(({ name }) => name.endsWith(end));
  if (!found) throw new Error(`No photograph of judge is named …${end}`);
  return found.file;
}

/** Cuts out a file: JPEG to PNG. */
export type CutOut = (input: string, output: string) => Promise<unknown>;

/** Cuts the subject out of a photograph of `judge`, by the end of its name. */
export async function cutPhoto(end: string, folder: string, cutOut: CutOut): Promise<KnownMatte> {
  const [input, output] = [path.join(folder, 'piece.jpg'), path.join(folder, 'piece.png')];
  await sharp(findPhoto(end))
    .rotate()
    .resize(1400, 1400, { fit: 'inside', withoutEnlargement: true })
    .flatten()
    .jpeg({ quality: 95 })
    .toFile(input);
  await cutOut(input, output);
  return readCutout(output);
}

async function* listCasts(folder: string, cutOut: CutOut): AsyncGenerator<Cast> {
  const pieces: { readonly name: string; readonly make: () => Promise<KnownMatte> }[] = [
    ...(['blades', 'round', 'fern', 'autumn'] as const).map((look, n) => ({
      name: look,
      make: () => drawPlant(look, seed + n),
    })),
    { name: 'fur', make: () => drawFur([150, 95, 55], seed) },
    ...photographed.map(end => ({ name: path.basename(end), make: () => cutPhoto(end, folder, cutOut) })),
  ];
  for (const [n, { name, make }] of pieces.entries()) {
    yield {
      name,
      piece: await make(),
      subject: await cutPhoto(subjects[n % subjects.length]!, folder, cutOut),
      ground: findPhoto(grounds[n % grounds.length]!),
      blur: blurs[n % blurs.length]!,
    };
  }
}

async function correct({ pixels, given, stroke, fault }: StrokeScene, spreads: boolean): Promise<Uint8Array> {
  const { width, height } = pixels;
  const painted = { data: stroke, width, height };
  const strokes = fault.endsWith('missing') ? { keep: painted } : { erase: painted };
  return (await findMatte(pixels, { given: { data: given, width, height }, ...strokes, spreads })).alpha;
}

const percent = (values: readonly number[]) => `${(100 * mean(values)).toFixed(0)} %`;
/** Most of what is wrong, and little else. */
const [minHealed, maxHarm] = [0.6, 0.05];

export async function measureStrokes(folder: string, cutOut: CutOut): Promise<Line> {
  const found: { ours: Correction; alone: Correction; isMissing: boolean }[] = [];
  for await (const cast of listCasts(folder, cutOut)) {
    for (const fault of faults) {
      const scene = await makeScene(cast, fault, found.length);
      const ours = judgeCorrection(scene, await correct(scene, true));
      const alone = judgeCorrection(scene, await correct(scene, false));
      found.push({ ours, alone, isMissing: fault.endsWith('missing') });
    }
  }
  const healed = (isMissing: boolean) =>
    percent(found.filter(each => each.isMissing === isMissing).map(({ ours }) => ours.healed));
  const [all, harms] = [found.map(({ ours }) => ours.healed), found.map(({ ours }) => ours.harm)];
  return {
    what: `A short stroke over leaves, hair or fur that are missing or left over, ${found.length} known mattes: share of the error that is gone; new error elsewhere`,
    ours: `${percent(all)} (missing ${healed(true)}, left over ${healed(false)}); ${percent(harms)}`,
    rival: `what is painted, alone: ${percent(found.map(({ alone }) => alone.healed))}`,
    aim: '≥ 60 %; ≤ 5 %',
    isMet: mean(all) >= minHealed && mean(harms) <= maxHarm,
  };
}
