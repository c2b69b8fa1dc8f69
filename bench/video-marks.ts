// Marks removed from clips with automatic detection, compared with ffmpeg's delogo on the same box and its removelogo with the same mask;
// measures ghosts, flicker and texture. VIDEO_MARKS_SHEETS names a folder for contact sheets: clean, marked, delogo, removelogo, ours.
import { mkdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openSource } from '../engines/clip-marks/clip-source.ts';
import { findSpecks } from '../engines/clip-marks/find-specks.ts';
import type { LearntMark } from '../engines/clip-marks/learn-mark.ts';
import type { Box } from '../engines/clip-marks/patch.ts';
import { removeMarks } from '../engines/clip-marks/remove-marks.ts';
import { isSure, searchMarks } from '../engines/clip-marks/search/search-marks.ts';
import {
  type ClipRecipe,
  compareBeneath,
  encodeClean,
  type MarkedClip,
  makeMarkedClip,
  readAll,
} from '../engines/clip-marks/test-marked-clips.ts';
import { boxBlur } from '../engines/pixels/box-filter.ts';
import { sharp } from '../engines/sharp.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

const [width, height] = [640, 360];
const seconds = Number(process.env.VIDEO_MARKS_SECONDS ?? 4);
const strengths = [0.45, 0.7];

/** Letters as strokes, so that every machine draws the same. */
const letters =
  'M466 60v-32h12a9 9 0 0 1 0 18h-12M498 36v24M498 27v3M510 36l16 24M526 36l-16 24M536 36l6 24 7-20 7 20 6-24M572 60v-24M572 42q4-7 11-6M592 36v24M592 27v3';

/** A logo and text in the upper right corner. */
const shape = (
  w: number,
  h: number,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 640 360">
  <g fill="#fff"><circle cx="430" cy="44" r="22"/><circle cx="430" cy="44" r="13" fill="#d02828"/></g>
  <g fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round">
    <path d="${letters}"/></g></svg>`;

type Scene = Pick<ClipRecipe, 'photo' | 'x' | 'y' | 'filters'>;
/** Slow and fast pans, a shaking hand, and a pan with noise and changing brightness. */
const scenes: Readonly<Record<string, Scene>> = {
  'slow pan over a room': { photo: photos.chair, x: '40+n*3', y: '120+n*1.4' },
  'fast pan over mist and sea': { photo: photos.sea, x: '600-n*6', y: '300-n*2' },
  'people, a shaking hand': { photo: photos.friendsDark, x: '80+n*3+14*sin(n/5)', y: '220+n*1.5+12*sin(n/4)' },
  'fabric waving in light and noise': {
    photo: photos.map,
    x: '60+n*4',
    y: '400-n*3',
    filters: "noise=alls=5:allf=t,eq=brightness='0.04*sin(n/9)':eval=frame,lenscorrection=k1=-0.08:k2=0.02",
  },
};

const grey = (rgb: Buffer, at: number) => 0.299 * rgb[at]! + 0.587 * rgb[at + 1]! + 0.114 * rgb[at + 2]!;

function frameOf(rgb: Buffer, number: number, pixels: number): Float32Array {
  const start = number * pixels * 3;
  return Float32Array.from({ length: pixels }, (_, i) => grey(rgb, start + i * 3));
}

interface Measures {
  /** Gradient along the mark's outline, relative to the clean clip's. */
  readonly ghost: number;
  /** Mean absolute error of the change from frame to frame. */
  readonly flicker: number;
  /**
   * Energy of each octave beneath the mark, relative to that of the clean clip with the same encoding as the marked one, since an encoder
   * drops fine grain.
   */
  readonly octaves: readonly number[];
  /** Pixels that stand out from their neighbours more than clean ones do, in thousandths. */
  readonly specks: number;
}

const octaveRadii = [1, 2, 4, 8];

function measure(rgb: Buffer, clean: Buffer, encoded: Buffer, clip: MarkedClip, isMarked: Uint8Array): Measures {
  const pixels = clip.width * clip.height;
  const frames = Math.min(rgb.length, clean.length, encoded.length) / (pixels * 3);
  const outline: number[] = [];
  for (let i = clip.width; i < pixels - clip.width; i++) {
    const step = Math.max(
      Math.abs(clip.opacity[i + 1]! - clip.opacity[i - 1]!),
      Math.abs(clip.opacity[i + clip.width]! - clip.opacity[i - clip.width]!),
    );
    if (step > 40) outline.push(i);
  }
  let [own, true_, flicker, counted] = [0, 0, 0, 0];
  const energies = octaveRadii.map(() => [0, 0]);
  const marked = Int32Array.from([...isMarked.keys()].filter(i => isMarked[i]));
  let [specks, looked] = [0, 0];
  let before: readonly [Float32Array, Float32Array] | undefined;
  for (let number = 0; number < frames; number += 2) {
    const pair = [frameOf(rgb, number, pixels), frameOf(clean, number, pixels)] as const;
    const next =
      number + 1 < frames
        ? ([frameOf(rgb, number + 1, pixels), frameOf(clean, number + 1, pixels)] as const)
        : undefined;
    for (const [which, plane] of pair.entries()) {
      let sum = 0;
      for (const i of outline)
        sum += (plane[i + 1]! - plane[i - 1]!) ** 2 + (plane[i + clip.width]! - plane[i - clip.width]!) ** 2;
      if (which === 0) own += sum;
      else true_ += sum;
    }
    for (const [which, plane] of [pair[0], frameOf(encoded, number, pixels)].entries()) {
      let finer: Float32Array = plane;
      for (const [octave, radius] of octaveRadii.entries()) {
        const coarser = boxBlur(plane, clip.width, clip.height, radius);
        for (let i = 0; i < pixels; i++) if (isMarked[i]) energies[octave]![which]! += (finer[i]! - coarser[i]!) ** 2;
        finer = coarser;
      }
    }
    const plane = { data: Uint8Array.from(pair[0], Math.round), width: clip.width, height: clip.height };
    specks += findSpecks(plane, isMarked, marked).length;
    looked += marked.length;
    before = pair;
    if (!next) continue;
    for (let i = 0; i < pixels; i++) {
      if (!isMarked[i]) continue;
      flicker += Math.abs(next[0][i]! - before[0][i]! - (next[1][i]! - before[1][i]!));
      counted++;
    }
  }
  return {
    ghost: own / true_,
    flicker: flicker / counted,
    octaves: energies.map(([a, b]) => a! / b!),
    specks: (1000 * specks) / looked,
  };
}

async function writeMask(file: string, clip: MarkedClip, learnt: readonly LearntMark[]): Promise<Uint8Array> {
  const mask = new Uint8Array(clip.width * clip.height);
  for (const { box, mask: own } of learnt)
    for (let i = 0; i < own.length; i++)
      if (own[i]) mask[(box.y + Math.floor(i / box.w)) * clip.width + box.x + (i % box.w)] = 255;
  await sharp(Buffer.from(mask), { raw: { width: clip.width, height: clip.height, channels: 1 } })
    .png()
    .toFile(file);
  return mask;
}

const sheetFrames = [0.1, 0.4, 0.7, 0.95];

async function writeSheet(file: string, clip: MarkedClip, rows: readonly Buffer[], box: Box): Promise<void> {
  const pixels = clip.width * clip.height * 3;
  const raw = { width: clip.width, height: clip.height, channels: 3 as const };
  const left = Math.max(0, box.x - 24);
  const top = Math.max(0, box.y - 20);
  const area = {
    left,
    top,
    width: Math.min(clip.width - left, box.w + 48),
    height: Math.min(clip.height - top, box.h + 40),
  };
  const tiles = rows.flatMap((rgb, row) =>
    sheetFrames.map(async (share, column) => {
      const number = Math.floor((rgb.length / pixels - 1) * share);
      const cut = sharp(rgb.subarray(number * pixels, (number + 1) * pixels), { raw }).extract(area);
      return { input: await cut.png().toBuffer(), left: column * (area.width + 4), top: row * (area.height + 4) };
    }),
  );
  const size = { width: sheetFrames.length * (area.width + 4), height: rows.length * (area.height + 4) };
  await sharp({ create: { ...size, channels: 3, background: '#000' } })
    .composite(await Promise.all(tiles))
    .png()
    .toFile(file);
}

/** Delogo gets the tightest box around the mark that a person could draw. */
function tightBox({ opacity, width: across }: MarkedClip): Box {
  let [left, top, right, bottom] = [across, Number.POSITIVE_INFINITY, 0, 0];
  for (const [i, value] of opacity.entries()) {
    if (value <= 5) continue;
    const [x, y] = [i % across, Math.floor(i / across)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return { x: left - 1, y: top - 1, w: right - left + 3, h: bottom - top + 3 };
}

const nameBox = ({ x, y, w, h }: Box) => `x=${x}:y=${y}:w=${w}:h=${h}`;

async function removeFrom(clip: MarkedClip, folder: string) {
  const file = { path: clip.path, type: 'mp4' } as const;
  const source = await openSource(file, await probeClip(file), folder);
  const found = await searchMarks(source, () => undefined);
  const marks = found.marks.filter(isSure);
  const areas = marks.map(({ box, start, end }) => ({
    box,
    start,
    end,
    looseSeconds: found.looseSeconds,
    isFound: true,
  }));
  const removed = await removeMarks({ source, areas, name: 'ours', onProgress: () => undefined });
  return { removed, boxes: marks.map(({ box }) => box) };
}

interface Tried extends Measures {
  readonly recall: number;
  readonly overDelogo: number;
  readonly overRemovelogo: number;
  readonly flickerShare: number;
  readonly addedFlicker: number;
  readonly cleanSpecks: number;
}

/** Specks among 1,000 pixels that no one sees. */
const minSpecks = 1;
/** Difference in levels from frame to frame that is too small to be seen. */
const minFlicker = 1;

async function tryClip(folder: string, name: string, scene: Scene, opacity: number): Promise<Tried> {
  const clip = await makeMarkedClip({
    folder,
    name: 'clip',
    width,
    height,
    seconds,
    svg: shape(width, height),
    opacity,
    ...scene,
  });
  const { removed, boxes } = await removeFrom(clip, folder);
  const mask = path.join(folder, 'mask.png');
  const found = await writeMask(mask, clip, removed.learnt);
  const isMarked = clip.opacity.map(value => (value > 5 ? 1 : 0));
  const all = isMarked.reduce((sum, value) => sum + value, 0);
  const recall = isMarked.reduce((sum, value, i) => sum + (value && found[i] ? 1 : 0), 0) / all;
  const tight = tightBox(clip);
  const clean = readAll(clip.cleanPath);
  const rows = [
    clean,
    readAll(clip.path),
    readAll(clip.path, `delogo=${nameBox(tight)}`),
    readAll(clip.path, `removelogo=f=${mask}`),
    readAll(removed.path),
  ] as const;
  const sheets = process.env.VIDEO_MARKS_SHEETS;
  if (sheets) {
    mkdirSync(sheets, { recursive: true });
    await writeSheet(path.join(sheets, `${name.replaceAll(/\W+/g, '-')}-${opacity}.png`), clip, rows, tight);
  }
  const [delogo, removelogo, ours] = [rows[2], rows[3], rows[4]].map(rgb => compareBeneath(rgb!, clean, clip));
  const encoded = readAll(encodeClean(clip));
  const measured = measure(rows[4], clean, encoded, clip, isMarked);
  const [{ flicker }, { flicker: own, specks: cleanSpecks }] = [rows[2], encoded].map(rgb =>
    measure(rgb, clean, encoded, clip, isMarked),
  ) as [Measures, Measures];
  const tried = {
    ...measured,
    recall,
    overDelogo: ours! - delogo!,
    overRemovelogo: ours! - removelogo!,
    flickerShare: measured.flicker / flicker,
    // Encoding alone makes the clean clip flicker. On mist, delogo adds hardly anything to that, so half its flicker is less than the clean clip's.
    addedFlicker: Math.max(0, measured.flicker - own) / Math.max(minFlicker, flicker - own),
    cleanSpecks,
  };
  console.log(
    `${name}, opacity ${opacity}: ${boxes.length} found, recall ${recall.toFixed(3)}, as it was ${compareBeneath(rows[1], clean, clip).toFixed(1)}, ` +
      `delogo ${delogo!.toFixed(1)}, removelogo ${removelogo!.toFixed(1)}, ours ${ours!.toFixed(1)} dB (${removed.marks.map(({ how }) => how).join()}), ` +
      `outline ${measured.ghost.toFixed(2)}, flicker ${measured.flicker.toFixed(2)}, delogo's ${flicker.toFixed(2)}, the clean clip's ${own.toFixed(2)}, octaves ${measured.octaves.map(value => value.toFixed(2)).join(' ')}, specks ${measured.specks.toFixed(1)} of 1,000 pixels, the clean clip's ${cleanSpecks.toFixed(1)}`,
  );
  return tried;
}

const large = { width: 1280, height: 720 };
/** An opaque sign, drawn without letters, so that every machine draws the same. */
const sign = `<svg xmlns="http://www.w3.org/2000/svg" width="${large.width}" height="${large.height}">
  <rect x="1060" y="40" width="150" height="60" rx="6" fill="#c8102e"/>
  <path d="M1084 84v-28l24 28v-28M1144 56h-22v28h22M1122 70h18M1154 56l8 28 10-24 10 24 8-28" fill="none" stroke="#fff" stroke-width="7"/></svg>`;

/** Two lines of text in the upper left corner. */
const twoLines = `<svg xmlns="http://www.w3.org/2000/svg" width="${large.width}" height="${large.height}">
  <g fill="none" stroke="#fff"><path d="${letters}" stroke-width="7" transform="translate(-552 10) scale(1.3)"/>
  <path d="${letters}" stroke-width="4" transform="translate(-420 74)"/></g></svg>`;

interface LargeTried {
  /** Speed of processing, as a multiple of the playback speed. */
  readonly speed: number;
  /** PSNR beneath the mark in dB, and its excess over delogo's. */
  readonly beneath: number;
  readonly overDelogo: number;
}

/** Removes a mark that is found automatically from a 720p clip that moves by one pixel per frame. */
async function tryLarge(
  folder: string,
  recipe: Pick<ClipRecipe, 'photo' | 'seconds' | 'svg' | 'opacity' | 'when'> & Partial<Pick<ClipRecipe, 'x' | 'y'>>,
) {
  const clip = await makeMarkedClip({
    ...{ folder, name: 'large', ...large, x: '20+n', y: '100+n*0.5', filters: 'noise=alls=4:allf=t' },
    ...recipe,
  });
  const from = performance.now();
  const { removed } = await removeFrom(clip, folder);
  const speed = recipe.seconds / ((performance.now() - from) / 1000);
  // Five frames a second fit into memory.
  const [ours, clean, delogo] = [
    readAll(removed.path, 'fps=5'),
    readAll(clip.cleanPath, 'fps=5'),
    readAll(clip.path, `delogo=${nameBox(tightBox(clip))}${recipe.when ? `:enable='${recipe.when}'` : ''},fps=5`),
  ];
  const beneath = compareBeneath(ours, clean, clip);
  return { speed, beneath, overDelogo: beneath - compareBeneath(delogo, clean, clip) } satisfies LargeTried;
}

export const benchVideoMarks: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-video-marks-'));
  try {
    const lines: Line[] = [];
    for (const opacity of strengths) {
      const tried: Tried[] = [];
      for (const [name, scene] of Object.entries(scenes)) tried.push(await tryClip(folder, name, scene, opacity));
      const min = (pick: (each: Tried) => number) => Math.min(...tried.map(pick));
      const max = (pick: (each: Tried) => number) => Math.max(...tried.map(pick));
      const what = `A mark of opacity ${opacity} on 4 clips of H.264, worst`;
      const octaves = tried.flatMap(each => each.octaves);
      const line = (more: string, ours: number, rival: string, aim: string, isMet: boolean): Line => ({
        what: `${what}: ${more}`,
        ours: ours.toFixed(2),
        rival,
        aim,
        isMet,
      });
      const recall = min(each => each.recall);
      const [delogo, removelogo] = [min(each => each.overDelogo), min(each => each.overRemovelogo)];
      const [ghost, flicker] = [max(each => each.ghost), max(each => each.flickerShare)];
      const added = max(each => each.addedFlicker);
      const specks = max(each => each.specks / Math.max(minSpecks, each.cleanSpecks));
      lines.push(
        line('share of its pixels that are found without help', recall, '–', '≥ 0.98', recall >= 0.98),
        line('dB above delogo', delogo, 'delogo in the tightest box', '≥ 4', delogo >= 4),
        line('dB above removelogo', removelogo, 'removelogo with our mask', '≥ 1', removelogo >= 1),
        line('edges along its outline, times those of the clean clip', ghost, 'the clean clip', '≤ 1.2', ghost <= 1.2),
        line('flicker, times that of delogo', flicker, 'delogo', '≤ 0.5', flicker <= 0.5),
        line(
          'flicker added to that of the clean clip encoded alike, times what delogo adds',
          added,
          'delogo',
          '≤ 0.5',
          added <= 0.5,
        ),
        line(
          'pixels that stand out from their neighbours, times those of the clean clip',
          specks,
          'the clean clip, encoded alike',
          '≤ 2',
          specks <= 2,
        ),
        {
          what: `${what}: energy of each octave beneath it, times that of the clean clip`,
          ours: `${Math.min(...octaves).toFixed(2)} – ${Math.max(...octaves).toFixed(2)}`,
          rival: 'the clean clip, encoded alike',
          aim: '0.7 – 1.4',
          isMet: Math.min(...octaves) >= 0.7 && Math.max(...octaves) <= 1.4,
        },
      );
    }
    const disc = { photo: photos.chair, seconds: 12, svg: shape(large.width, large.height), opacity: 0.5 };
    const opaque = { photo: photos.friendsSofa, seconds: 6, svg: sign, opacity: 1 };
    const pan = { x: '200+n*1.2+20*sin(n/30)', y: '300+n*0.5+10*sin(n/17)' };
    const twice = {
      photo: photos.friendsSofa,
      seconds: 12,
      svg: twoLines,
      opacity: 0.8,
      when: 'lt(mod(t,6),3)',
      ...pan,
    };
    const [see, hide, come] = [
      await tryLarge(folder, disc),
      await tryLarge(folder, opaque),
      await tryLarge(folder, twice),
    ];
    for (const [what, { beneath, overDelogo }] of [
      ['a mark as thick as 92 pixels, of opacity 0.5', see],
      ['an opaque sign of 150 x 60 pixels', hide],
      ['two lines of text of opacity 0.8, shown twice for 3 s', come],
    ] as const)
      lines.push({
        what: `720p, slow motion, ${what}: PSNR beneath it, dB`,
        ours: beneath.toFixed(1),
        rival: `delogo ${(beneath - overDelogo).toFixed(1)}`,
        aim: '≥ delogo + 4',
        isMet: overDelogo >= 4,
      });
    lines.push({
      what: '12 s of 720p with a mark that is found by itself, times as fast as it plays',
      ours: see.speed.toFixed(2),
      rival: 'playing it',
      aim: '≥ 0.5',
      isMet: see.speed >= 0.5,
    });
    return lines;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
