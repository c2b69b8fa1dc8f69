// Marks that are laid over clips of the ground's half `judge`: whether they are found whole, and how much nearer to the clean clip the result is than
// that of ffmpeg's delogo in the tightest boxes. GROUND_MARKS_SHEETS names a folder for contact sheets: clean, marked, delogo, ours.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSource } from '../engines/clip-marks/clip-source.ts';
import { refineTimes } from '../engines/clip-marks/learn-areas.ts';
import type { MarkedArea } from '../engines/clip-marks/marked-areas.ts';
import { removeMarks } from '../engines/clip-marks/remove-marks.ts';
import { isSure, searchMarks } from '../engines/clip-marks/search/search-marks.ts';
import { readAll } from '../engines/clip-marks/test-marked-clips.ts';
import { sharp } from '../engines/sharp.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { type clipMarks, type MarkedGroundClip, markClip, maskAt, type Stay } from './ground/degrade-clips.ts';
import { type GroundClip, groundClips, spread } from './ground/ground.ts';
import { mean } from './numbers.ts';
import type { Bench, Line } from './report.ts';

const scenes = 20;
const kinds = [
  'TV logo, half transparent',
  'TV logo, opaque',
  'mark of a clip platform, jumping',
] as const satisfies readonly (keyof typeof clipMarks)[];

/** Looks at two frames a second, a quarter of a second after each half. */
const [firstLook, lookEvery] = [0.25, 0.5];
const looks = `fps=${1 / lookEvery}:start_time=${firstLook}`;
/** One matrix for all four, since a result names what its clip left to the player, and ffmpeg takes clips that name none for SD. */
const readLooks = (file: string, { height }: GroundClip, before = '') =>
  readAll(file, `${before}${looks},scale=in_color_matrix=${height >= 720 ? 'bt709' : 'bt601'}`);
/** Looks so near to a jump show one mark or the other, in seconds. */
const nearJump = 0.1;
/** Share of a mark's pixels, over all looks, from which it is found whole. */
const wholeFrom = 0.95;
/** Root mean square in levels by which the clean clip changes beneath the mark between two looks, from which the scene moves. */
const movesFrom = 4;
const aimed = { whole: 0.9, overDelogo: 4 };
/** A result that equals the clean clip has no error to divide by. */
const minError = 0.05;

/** Clips without a mark or writing: all that are filmed or animated, and others made of photographs. */
function listScenes(): readonly GroundClip[] {
  const isClean = ({ holds }: GroundClip) => !holds.has('text') && !holds.has('mark');
  const real = groundClips({ half: 'judge' }).filter(isClean);
  const made = groundClips({ half: 'judge', kind: 'made' }).filter(isClean);
  return [...real, ...spread(made, scenes - real.length)].slice(0, scenes);
}

/**
 * What is found in a clip: the marks that are removed without a question, or else those of which a person is asked. The latter are removed as what a
 * person has drawn, with the times that the page shows.
 */
async function search(file: string, folder: string) {
  const input = { path: file, type: 'mp4' } as const;
  const source = await openSource(input, await probeClip(input), folder);
  const { marks, looseSeconds } = await searchMarks(source, () => undefined);
  const found = marks.map(mark => ({ ...mark, looseSeconds, isFound: true }));
  const sure = found.filter(isSure);
  if (sure.length > 0 || marks.length === 0) return { source, isAsked: false, areas: sure };
  const asked = await refineTimes(source, found, () => undefined);
  return { source, isAsked: true, areas: asked.map(({ box, start, end }): MarkedArea => ({ box, start, end })) };
}

type Area = Awaited<ReturnType<typeof search>>['areas'][number];

/** The looks that show one mark and no other, in seconds. */
function listLooks({ seconds }: GroundClip, stays: readonly Stay[]): readonly { number: number; at: number }[] {
  const all = Array.from({ length: Math.floor((seconds - firstLook) / lookEvery) }, (_, number) => ({
    number,
    at: firstLook + number * lookEvery,
  }));
  const isClear = (at: number) =>
    stays.every(({ from, to }) => Math.min(Math.abs(at - from), Math.abs(at - to)) > nearJump);
  return all.filter(({ at }) => isClear(at));
}

/** Share of the marks' pixels that lie in an area that is proposed for their time. */
function measureCover(clip: GroundClip, { stays }: MarkedGroundClip, areas: readonly Area[]): number {
  let [all, covered] = [0, 0];
  for (const { at } of listLooks(clip, stays)) {
    const shown = areas.filter(({ start = 0, end = clip.seconds }) => at >= start && at <= end);
    for (const [i, flag] of maskAt(stays, clip, at).entries()) {
      if (!flag) continue;
      const [x, y] = [i % clip.width, Math.floor(i / clip.width)];
      all++;
      if (shown.some(({ box }) => x >= box.x && y >= box.y && x < box.x + box.w && y < box.y + box.h)) covered++;
    }
  }
  return covered / all;
}

/** PSNR of a clip beneath the marks, in dB, and by how many levels the clean clip changes there from look to look. */
function compare(clip: GroundClip, { stays }: MarkedGroundClip, frames: Buffer, clean: Buffer) {
  const size = clip.width * clip.height * 3;
  let [error, change, count, changes] = [0, 0, 0, 0];
  for (const { number, at } of listLooks(clip, stays)) {
    if ((number + 1) * size > Math.min(frames.length, clean.length)) break;
    for (const [i, flag] of maskAt(stays, clip, at).entries()) {
      if (!flag) continue;
      for (let k = number * size + i * 3; k < number * size + i * 3 + 3; k++) {
        error += (frames[k]! - clean[k]!) ** 2;
        count++;
        if (number === 0) continue;
        change += (clean[k]! - clean[k - size]!) ** 2;
        changes++;
      }
    }
  }
  return {
    decibels: 10 * Math.log10(255 ** 2 / Math.max(minError, error / count)),
    change: Math.sqrt(change / Math.max(1, changes)),
  };
}

/** Delogo in the tightest box around each mark that it accepts. */
function delogo({ width, height }: GroundClip, stays: readonly Stay[]): string {
  return stays
    .map(({ sheet, left, top, from, to }) => {
      const [x, y] = [Math.max(1, left - 1), Math.max(1, top - 1)];
      const w = Math.min(width - 1, left + sheet.width + 1) - x;
      const h = Math.min(height - 1, top + sheet.height + 1) - y;
      return `delogo=x=${x}:y=${y}:w=${w}:h=${h}:enable='gte(t,${from})*lt(t,${to})'`;
    })
    .join(',');
}

async function writeSheet(name: string, { width, height }: GroundClip, rows: readonly Buffer[]) {
  const folder = process.env.GROUND_MARKS_SHEETS;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const size = width * height * 3;
  const last = Math.min(...rows.map(frames => frames.length / size)) - 1;
  const shown = [0.15, 0.5, 0.85].map(share => Math.round(share * last));
  const tiles = rows.flatMap((frames, row) =>
    shown.map(async (number, column) => {
      const frame = frames.subarray(number * size, (number + 1) * size);
      const input = await sharp(frame, { raw: { width, height, channels: 3 } })
        .png()
        .toBuffer();
      return { input, left: column * (width + 4), top: row * (height + 4) };
    }),
  );
  const whole = { width: shown.length * (width + 4), height: rows.length * (height + 4) };
  await sharp({ create: { ...whole, channels: 3, background: '#000' } })
    .composite(await Promise.all(tiles))
    .png()
    .toFile(path.join(folder, `${name.replaceAll(/\W+/g, '-')}.png`));
}

interface Tried {
  readonly isWhole: boolean;
  readonly isAsked: boolean;
  /** Absent where nothing was found, so that nothing was removed. */
  readonly removed?: { readonly overDelogo: number; readonly moves: boolean };
}

async function tryMark(clip: GroundClip, kind: (typeof kinds)[number], seed: number, folder: string): Promise<Tried> {
  const marked = await markClip(clip, kind, seed, folder);
  const { source, areas, isAsked } = await search(marked.path, folder);
  const cover = measureCover(clip, marked, areas);
  const name = `${path.basename(clip.name)}, ${kind}`;
  const found = { isWhole: cover >= wholeFrom, isAsked };
  const share = `${(100 * cover).toFixed(0)} % ${isAsked ? 'proposed' : 'found'}`;
  if (areas.length === 0) {
    console.log(`  ${name}: nothing found`);
    return found;
  }
  let ours: string;
  try {
    ours = (await removeMarks({ source, areas, name: 'ours', onProgress: () => undefined })).path;
  } catch (fault) {
    console.log(`  ${name}: ${share}; refused, ${(fault as Error).message}`);
    return found;
  }
  const clean = readLooks(marked.cleanPath, clip);
  const rows = [
    clean,
    readLooks(marked.path, clip),
    readLooks(marked.path, clip, `${delogo(clip, marked.stays)},`),
    readLooks(ours, clip),
  ];
  await writeSheet(name, clip, rows);
  const [, before, rival, result] = rows.map(frames => compare(clip, marked, frames, clean));
  const overDelogo = result!.decibels - rival!.decibels;
  const decibels = [before!, rival!, result!].map(one => one.decibels.toFixed(1)).join(' → ');
  const moves = result!.change >= movesFrom;
  console.log(`  ${name}: ${share}; marked → delogo → ours ${decibels} dB${moves ? '' : ', still'}`);
  return { ...found, removed: { overDelogo, moves } };
}

async function countRemoved(clips: readonly GroundClip[], folder: string): Promise<number> {
  let changed = 0;
  for (const clip of clips) {
    const { areas, isAsked } = await search(clip.file, folder);
    if (areas.length > 0 && !isAsked) changed++;
  }
  return changed;
}

export const benchGroundMarks: Bench = async (): Promise<Line[]> => {
  const clips = listScenes();
  const tried: Tried[] = [];
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-ground-marks-'));
  try {
    for (const [number, clip] of clips.entries())
      for (const [turn, kind] of kinds.entries()) {
        const own = await mkdtemp(path.join(folder, 'clip-'));
        tried.push(await tryMark(clip, kind, number * kinds.length + turn, own));
        await rm(own, { recursive: true });
      }
    const changed = await countRemoved(clips, folder);
    const whole = tried.filter(({ isWhole }) => isWhole);
    const removed = tried.flatMap(one => one.removed ?? []);
    const moving = removed.filter(({ moves }) => moves).map(({ overDelogo }) => overDelogo);
    const above = moving.filter(one => one >= aimed.overDelogo).length;
    const worse = removed.filter(({ overDelogo }) => overDelogo < 0).length;
    const of = `${tried.length} clips of \`judge\` with a mark, ${clips.length} scenes, logos and marks that jump`;
    return [
      {
        what: `${clips.length} clips of \`judge\` without a mark: those of which something is removed`,
        ours: `${changed}`,
        rival: '–',
        aim: '0',
        isMet: changed === 0,
      },
      {
        what: `${of}: found whole`,
        ours: `${whole.length}, of ${whole.filter(({ isAsked }) => isAsked).length} of which a person is asked; nothing found in ${tried.filter(one => !one.removed).length}`,
        rival: '–',
        aim: '≥ 90 %',
        isMet: whole.length >= aimed.whole * tried.length,
      },
      {
        what: `the same where the scene moves: dB above delogo beneath the mark, mean and least; those of 4 dB or more`,
        ours: `${mean(moving).toFixed(1)} and ${Math.min(...moving).toFixed(1)}; ${above} of ${moving.length}`,
        rival: 'delogo in the tightest boxes',
        aim: '≥ 4 dB',
        isMet: above === moving.length,
      },
      {
        what: 'the same in all scenes: results that are below delogo',
        ours: `${worse} of ${removed.length}`,
        rival: 'delogo in the tightest boxes',
        aim: '0',
        isMet: worse === 0,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
};
