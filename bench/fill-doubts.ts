// How well filling knows when it does not know: 60 things in photographs of `judge`, removed and sorted by a person into good results and ones to reject
// (bench/ground/holes.tsv), before what the engine says of them was looked at; and how often it doubts the removal of a mark that a person finds good
// (bench/ground/removed-marks.tsv).
// BENCH_ONLY=things,marks runs one of them.
import path from 'node:path';
import { inpaintJudged } from '../engines/inpaint/signs/judge-filling.ts';
import { weighLooks } from '../engines/inpaint/signs/weigh-signs.ts';
import { dilate } from '../engines/pixels/morphology.ts';
import type { Pixels } from '../engines/pixels/plane.ts';
import { sharp } from '../engines/sharp.ts';
import { degradations } from './ground/degrade.ts';
import { groundPictures, spread } from './ground/ground.ts';
import { readTable } from './ground/read-table.ts';
import type { Bench, Line } from './report.ts';
import { type Answered, openReduced, reportDoubts } from './report-doubts.ts';

const longSide = 1000;

/** `hole`: a mask of the same size in bench/ground/holes, white where the thing was painted over. */
async function fill(file: string, hole: string): Promise<Answered> {
  const mask = await sharp(path.join(import.meta.dirname, 'ground/holes', hole))
    .extractChannel(0)
    .raw()
    .toBuffer();
  const picture = await openReduced(file, longSide);
  const { signs, isHard, isUnsure, engine, ...made } = await inpaintJudged(picture, new Uint8Array(mask));
  const looks = signs.imagined ?? signs.looks;
  return {
    isDoubted: isHard || isUnsure,
    picture: made,
    title: `${hole} ${path.basename(file)}, ${engine}`,
    signs: { ...signs, ...looks, risk: looks && weighLooks(looks) },
    ...(engine === 'migan' && { column: 'imagined' }),
  };
}

const markKinds = ['TV logo, opaque', 'date stamp', 'mark of a clip platform', 'subtitles'] as const;
const markedPhotos = 24;
/** How far around a mark a person brushes, relative to the longer side. */
const markBrush = 0.008;
const maxDoubtedMarks = 0.05;

/** Lays a mark over every photograph, and removes it under a brush that covers its strokes and what lies between them. */
async function judgeMarks(): Promise<Line[]> {
  const photos = spread(groundPictures({ half: 'judge', kind: 'photo' }), markedPhotos);
  const verdicts = new Map(
    readTable('removed-marks.tsv').map(({ name, mark, verdict }) => [`${mark} on ${name}`, verdict]),
  );
  const judged: { readonly isRejected: boolean; readonly isDoubted: boolean; readonly isSeen: boolean }[] = [];
  for (const [seed, { name, file }] of photos.entries()) {
    const kind = markKinds[seed % markKinds.length]!;
    const title = `${kind} on ${name}`;
    const verdict = verdicts.get(title);
    if (verdict === undefined) throw new Error(`Nobody has judged ${title}`);
    const marked: { pixels: Pixels; mask?: Uint8Array } = await degradations[kind](
      await openReduced(file, longSide),
      seed,
    );
    const { width, height } = marked.pixels;
    const brush = dilate(marked.mask!, width, height, Math.round(markBrush * Math.max(width, height)));
    const { isUnsure, signs } = await inpaintJudged(marked.pixels, brush);
    const isSeen = (signs.looks ?? signs.imagined) !== undefined;
    judged.push({ isRejected: verdict === 'rejected', isDoubted: isUnsure, isSeen });
    console.log(`mark: ${title}, ${verdict}: ${isUnsure ? '**doubted**' : 'sure'} ${JSON.stringify(signs)}`);
  }
  const good = judged.filter(one => !one.isRejected);
  const doubted = good.filter(one => one.isDoubted).length;
  const seen = judged.filter(one => one.isSeen).length;
  const what = `filling: marks removed from ${photos.length} photographs of \`judge\` (networks looked at ${seen})`;
  return [
    {
      what: `${what}: of those that a person finds good, said to be unsure`,
      ours: `${doubted} of ${good.length}`,
      rival: '–',
      aim: '≤ 5 %',
      isMet: doubted <= maxDoubtedMarks * good.length,
    },
  ];
}

const judgeThings = (): Promise<Line[]> =>
  reportDoubts({
    table: 'holes.tsv',
    of: count => `filling: ${count} things removed from photographs of \`judge\``,
    sheet: 'fill-doubts',
    answer: (file, { hole }) => fill(file, hole!),
  });

const only = process.env.BENCH_ONLY?.split(',');
const isWanted = (part: string): boolean => only === undefined || only.includes(part);

export const benchFillDoubts: Bench = async () => [
  ...(isWanted('things') ? await judgeThings() : []),
  ...(isWanted('marks') ? await judgeMarks() : []),
];
