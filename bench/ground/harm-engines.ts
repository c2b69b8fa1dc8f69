// The engines that can find "nothing to do", each on pictures or clips of `judge` where there is nothing, and what it did to them.
import { statSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from 'contract/errors.ts';
import type { Box } from '../../engines/clip-marks/patch.ts';
import { findFaces } from '../../engines/faces/faces.ts';
import { findMarks } from '../../engines/find-marks/find-marks.ts';
import type { Pixels } from '../../engines/pixels/plane.ts';
import { measurePicture, planSharpening, sharpenPixels } from '../../engines/pixels/sharpen/sharpen.ts';
import { sharp } from '../../engines/sharp.ts';
import { readText } from '../../engines/text/read-text.ts';
import { cutoutOptions } from '../../tools/cutout-image/contract.ts';
import { runs as cutoutRuns } from '../../tools/cutout-image/run.ts';
import { findOptions } from '../../tools/inpaint-video/contract.ts';
import { runs as clipRuns } from '../../tools/inpaint-video/run.ts';
import type { Shown } from './contact-sheet.ts';
import { type GroundClip, type GroundPicture, groundClips, groundPictures, spread } from './ground.ts';

export interface Verdict {
  readonly name: string;
  /** Whether the engine left alone what needs nothing. */
  readonly isLeft: boolean;
  /** How bad it is, by which the worst are chosen; 0 if it was left. */
  readonly harm: number;
  readonly shown: Shown;
}

export interface Engine {
  readonly name: string;
  /** What it had to leave alone. */
  readonly material: string;
  /** Share to be left, 0..1. */
  readonly aim: number;
  readonly judge: (count: (usual: number) => number) => AsyncGenerator<Verdict>;
}

async function readInside({ file }: GroundPicture, width: number, height = width): Promise<Pixels> {
  const fit = { fit: 'inside', withoutEnlargement: true } as const;
  const pipeline = sharp(file)
    .rotate()
    .resize(width, height, fit)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' });
  const { data, info } = await pipeline.raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** At most this many pixels of the middle at the original scale, since reducing a picture would sharpen it. */
async function readMiddle({ file, width, height }: GroundPicture, side: number) {
  const [wide, high] = [Math.min(side, width), Math.min(side, height)];
  const cut = { left: (width - wide) >> 1, top: (height - high) >> 1, width: wide, height: high };
  const pipeline = sharp(file).extract(cut).toColourspace('srgb').flatten({ background: '#ffffff' });
  return { data: await pipeline.raw().toBuffer(), width: wide, height: high, channels: 3 as const };
}

const rawOf = ({ width, height }: Pixels) => ({ width, height, channels: 3 as const });

/** The picture with frames around what was found. */
async function drawBoxes(pixels: Pixels, boxes: readonly Box[]): Promise<Buffer> {
  const { width, height } = pixels;
  const line = Math.max(2, Math.round(Math.max(width, height) / 250));
  const frames = boxes.map(
    ({ x, y, w, h }) =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="none" stroke="#f0f" stroke-width="${line}"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${frames.join('')}</svg>`;
  return sharp(Buffer.from(pixels.data), { raw: rawOf(pixels) })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
}

const plain = (picture: GroundPicture, without: readonly ('face' | 'text' | 'mark' | 'blur' | 'view')[]) =>
  without.every(one => !picture.holds.has(one));
const photosWithout = (...without: Parameters<typeof plain>[1]) =>
  groundPictures({ half: 'judge', kind: 'photo' }).filter(picture => plain(picture, without));
const people = () => groundPictures({ half: 'judge', kind: 'photo' }).filter(({ holds }) => holds.has('face'));
const views = () => groundPictures({ half: 'judge', kind: 'photo' }).filter(({ holds }) => holds.has('view'));

/** `3 tiled ≤ 0.95, 1 logo ≤ 0.40` */
function foldKinds(marks: readonly { readonly kind: string; readonly score: number }[]): string {
  const kinds = [...new Set(marks.map(({ kind }) => kind))];
  const told = kinds.map(kind => {
    const scores = marks.filter(mark => mark.kind === kind).map(({ score }) => score);
    return `${scores.length} ${kind} ≤ ${Math.max(...scores).toFixed(2)}`;
  });
  return told.join(', ') || 'nothing';
}

/** Minimum score at which the page preselects a mark. */
const ticked = 0.5;

async function* judgeMarks(count: (usual: number) => number): AsyncGenerator<Verdict> {
  const drawings = groundPictures({ half: 'judge', kind: 'drawing' }).filter(one => plain(one, ['text', 'mark']));
  const pictures = [...spread(photosWithout('text', 'mark'), count(30)), ...spread(drawings, count(10))];
  for (const picture of pictures) {
    const pixels = await readInside(picture, 1200, 800);
    const { marks } = await findMarks(pixels);
    const sure = marks.filter(({ score }) => score >= ticked);
    const area = sure.reduce((sum, { w, h }) => sum + w * h, 0) / (pixels.width * pixels.height);
    const says = `${sure.length} ticked of ${marks.length} found: ${foldKinds(marks)}`;
    yield {
      name: picture.name,
      isLeft: sure.length === 0,
      harm: sure.length > 0 ? 1 + area : marks.length > 0 ? 0.01 * marks.length : 0,
      shown: { picture: await drawBoxes(pixels, marks), caption: `${picture.name.split('/').at(-1)}: ${says}` },
    };
  }
}

async function* judgeSharpening(count: (usual: number) => number): AsyncGenerator<Verdict> {
  for (const picture of spread(photosWithout('blur'), count(30))) {
    const pixels = await readMiddle(picture, 700);
    const plan = planSharpening(await measurePicture(pixels, () => undefined), {
      filterType: 'auto',
      blurStrength: 50,
    });
    const made = { ...pixels, data: Uint8Array.from(pixels.data) };
    if (plan.blur) await sharpenPixels(made, plan, () => undefined);
    const change = made.data.reduce((sum, value, i) => sum + Math.abs(value - pixels.data[i]!), 0) / made.data.length;
    const { width, height } = pixels;
    const half = Math.min(350, width, height);
    const middle = { left: (width - half) >> 1, top: (height - half) >> 1, width: half, height: half };
    const cutOut = (data: Uint8Array) =>
      sharp(Buffer.from(data), { raw: rawOf(pixels) })
        .extract(middle)
        .png()
        .toBuffer();
    const pair = sharp({ create: { width: 2 * half + 8, height: half, channels: 3, background: '#f0f' } }).composite([
      { input: await cutOut(pixels.data), left: 0, top: 0 },
      { input: await cutOut(made.data), left: half + 8, top: 0 },
    ]);
    const says = plan.blur ? `${plan.blur.kind} ${plan.blur.size.toFixed(1)}, changed by ${change.toFixed(1)}` : 'left';
    yield {
      name: picture.name,
      isLeft: !plan.blur,
      harm: change,
      shown: { picture: await pair.png().toBuffer(), caption: `${picture.name.split('/').at(-1)}: ${says}` },
    };
  }
}

async function* judgeReading(count: (usual: number) => number): AsyncGenerator<Verdict> {
  for (const picture of spread(photosWithout('text', 'mark'), count(20))) {
    const pixels = await readInside(picture, 1600);
    const { lines } = await readText(pixels);
    const boxes = lines.map(({ quad }) => boundsOfQuad(quad));
    const said = lines.map(({ text }) => text).join(' | ');
    yield {
      name: picture.name,
      isLeft: lines.length === 0,
      harm: said.length,
      shown: {
        picture: await drawBoxes(pixels, boxes),
        caption: `${picture.name.split('/').at(-1)}: ${said || 'nothing'}`,
      },
    };
  }
}

const boundsOfQuad = (quad: readonly (readonly [number, number])[]): Box => {
  const [xs, ys] = [quad.map(([x]) => x), quad.map(([, y]) => y)];
  const [x, y] = [Math.min(...xs), Math.min(...ys)];
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
};

async function* judgeUpright(count: (usual: number) => number): AsyncGenerator<Verdict> {
  const written = groundPictures({ half: 'judge', kind: ['screenshot', 'scan'] }).filter(({ holds }) =>
    holds.has('text'),
  );
  for (const picture of spread(written, count(10))) {
    const pixels = await readInside(picture, 1200);
    const { quarters, lines } = await readText(pixels);
    const caption = `${picture.name.split('/').at(-1)}: turned by ${quarters} quarters, ${lines.length} lines`;
    yield {
      name: picture.name,
      isLeft: quarters === 0,
      harm: quarters === 0 ? 0 : 1,
      shown: { picture: Buffer.from(pixels.data), raw: rawOf(pixels), caption },
    };
  }
}

/** Long edges in which faces are searched, as for ID photos. */
const searchSides = [600, 1400];

const faceless = (count: (usual: number) => number) => [
  ...spread(photosWithout('face'), count(140)),
  ...spread(
    groundPictures({ half: 'judge', kind: 'drawing' }).filter(one => plain(one, ['face'])),
    count(24),
  ),
];

const judgeFaces = (pictures: (count: (usual: number) => number) => readonly GroundPicture[], hasFaces: boolean) =>
  async function* judge(count: (usual: number) => number): AsyncGenerator<Verdict> {
    for (const picture of pictures(count)) {
      for (const side of searchSides) {
        const pixels = await readInside(picture, side);
        const faces = await findFaces(pixels);
        if (faces.length === 0 && side !== searchSides.at(-1)) continue;
        const best = Math.max(0, ...faces.map(({ score }) => score));
        const says = faces.length > 0 ? `${faces.length} faces, best ${best.toFixed(2)}` : 'no face';
        const boxes = faces.map(({ box }) => box);
        yield {
          name: picture.name,
          isLeft: faces.length > 0 === hasFaces,
          harm: hasFaces ? 1 - best : best,
          shown: { picture: await drawBoxes(pixels, boxes), caption: `${picture.name.split('/').at(-1)}: ${says}` },
        };
        break;
      }
    }
  };

/** What the tool answers for a picture: a cutout, one that it says it is unsure of, or a refusal. */
async function askCutout({ file }: GroundPicture) {
  const folder = await mkdtemp(path.join(tmpdir(), 'harm-'));
  try {
    const imageUrl = path.join(folder, 'in.png');
    await sharp(file).rotate().resize(1000, 1000, { fit: 'inside', withoutEnlargement: true }).png().toFile(imageUrl);
    const input = { path: imageUrl, name: 'in.png', type: 'png' as const, bytes: statSync(imageUrl).size };
    const inputs = { imageUrl: input };
    const context = {
      options: cutoutOptions.parse({}),
      inputs,
      lists: {},
      models: {},
      folder,
      progress: () => undefined,
    };
    const { files, meta } = await cutoutRuns.cut(context);
    const isUnsure = meta?.warnings?.includes('subject-unsure') ?? false;
    return { shown: await readFile(files[0]!.path), says: isUnsure ? 'said to be unsure' : 'cut out', isUnsure };
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault;
    return { shown: await readFile(file), says: fault.code, isUnsure: true };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const judgeCutout = (pictures: () => readonly GroundPicture[], usual: number, isSubject: boolean) =>
  async function* judge(count: (usual: number) => number): AsyncGenerator<Verdict> {
    for (const picture of spread(pictures(), count(usual))) {
      const { shown, says, isUnsure } = await askCutout(picture);
      const isLeft = isUnsure !== isSubject;
      const caption = `${picture.name.split('/').at(-1)}: ${says}`;
      yield { name: picture.name, isLeft, harm: isLeft ? 0 : 1, shown: { picture: shown, caption } };
    }
  };

/** What the call answers for a clip: boxes, or the code of its refusal. */
async function askClip(clip: GroundClip, what: 'marks' | 'subtitles') {
  const folder = await mkdtemp(path.join(tmpdir(), 'harm-'));
  try {
    const input = { path: clip.file, name: 'clip.mp4', type: 'mp4' as const, bytes: statSync(clip.file).size };
    const options = findOptions.parse({ findOnly: true, what });
    const context = { options, inputs: { videoUrl: input }, lists: {}, models: {}, folder, progress: () => undefined };
    const { boxes = [] } = await clipRuns.auto({ ...context, showSegments: () => undefined });
    return { boxes, says: boxes.map(({ score }) => score.toFixed(2)).join(', ') };
  } catch (fault) {
    if (!(fault instanceof AppError)) throw fault;
    return { boxes: [], says: fault.code };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const readFrame = async (clip: GroundClip): Promise<Pixels> => {
  const { readAll } = await import('../../engines/clip-marks/test-marked-clips.ts');
  const { width, height } = clip;
  const [w, h] = [width - (width % 2), height - (height % 2)];
  return { data: readAll(clip.file, `select='eq(n,12)'`).subarray(0, w * h * 3), width: w, height: h };
};

const judgeClips = (what: 'marks' | 'subtitles', usual: number) =>
  async function* judge(count: (usual: number) => number): AsyncGenerator<Verdict> {
    const clean = groundClips({ half: 'judge' }).filter(({ holds }) => !holds.has('text') && !holds.has('mark'));
    for (const clip of spread(clean, count(usual))) {
      const { boxes, says } = await askClip(clip, what);
      const short = `${clip.name.split('/').at(-1)}: ${boxes.length} found, ${says}`;
      const area = boxes.reduce((sum, { w, h }) => sum + w * h, 0) / (clip.width * clip.height);
      yield {
        name: clip.name,
        isLeft: boxes.length === 0,
        harm: boxes.length === 0 ? 0 : 1 + area,
        shown: { picture: await drawBoxes(await readFrame(clip), boxes), caption: short },
      };
    }
  };

export const engines: readonly Engine[] = [
  {
    name: 'marks',
    material: 'photographs and drawings without a mark or writing: no mark preselected',
    aim: 0.95,
    judge: judgeMarks,
  },
  { name: 'clip-marks', material: 'real clips without a mark: none found', aim: 0.95, judge: judgeClips('marks', 12) },
  {
    name: 'clip-subtitles',
    material: 'real clips without writing: no subtitles found',
    aim: 0.95,
    judge: judgeClips('subtitles', 5),
  },
  { name: 'sharpening', material: 'photographs listed as sharp: left as they are', aim: 0.9, judge: judgeSharpening },
  { name: 'text', material: 'photographs without writing: nothing read', aim: 0.9, judge: judgeReading },
  { name: 'upright', material: 'screenshots and scans that stand upright: not turned', aim: 1, judge: judgeUpright },
  {
    name: 'faces',
    material: 'photographs and drawings without a face: none found, so that an ID photo is refused',
    aim: 1,
    judge: judgeFaces(faceless, false),
  },
  {
    name: 'faces-people',
    material: 'photographs of people, bent down and in profile too: at least one face found',
    aim: 0.95,
    judge: judgeFaces(count => spread(people(), count(40)), true),
  },
  {
    name: 'cutout',
    material: 'landscapes, skies and textures without a subject: refused, or said to be unsure before it is paid for',
    aim: 0.8,
    judge: judgeCutout(views, 24, false),
  },
  {
    name: 'cutout-people',
    material: 'photographs of people: cut out, neither refused nor said to be without a subject',
    aim: 0.95,
    judge: judgeCutout(people, 16, true),
  },
];
