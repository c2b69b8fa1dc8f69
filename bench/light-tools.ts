// The tools without a heavy network: watermarks and filters on 12 megapixels compared with plain scripts, faces in thumbnails, and GIFs.
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { InputFile, Output } from 'contract/run.ts';
import sharp from 'sharp';
import { findFaces } from '../engines/faces/faces.ts';
import { makeOptions } from '../tools/gif/contract.ts';
import { runs as gif } from '../tools/gif/run.ts';
import { markOptions } from '../tools/mark-image/contract.ts';
import { runs as markImage } from '../tools/mark-image/run.ts';
import { filterOptions } from '../tools/photo-filter/contract.ts';
import { runs as photoFilter } from '../tools/photo-filter/run.ts';
import { thumbnailOptions } from '../tools/thumbnails/contract.ts';
import { runs as thumbnails } from '../tools/thumbnails/run.ts';
import { measureCpu, median } from './numbers.ts';
import { photos } from './photos.ts';
import { makePhoto } from './pictures.ts';
import type { Bench, Line } from './report.ts';

const rounds = 5;
const quality = 92;

async function inputOf(file: string): Promise<InputFile> {
  return { path: file, name: path.basename(file), bytes: (await stat(file)).size, type: 'jpg' };
}

const contextOf = <Options>(
  folder: string,
  options: Options,
  inputs: Readonly<Record<string, InputFile>>,
  list: readonly InputFile[] = [],
) => ({
  options,
  inputs,
  lists: { list },
  models: {},
  folder,
  progress: () => undefined,
});

/** CPU time of both, alternating, after a warm-up. */
async function compareCpu(what: string, ours: () => Promise<unknown>, plain: () => Promise<unknown>): Promise<Line> {
  await ours();
  await plain();
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round++) pairs.push([await measureCpu(ours), await measureCpu(plain)]);
  const ratio = median(pairs.map(([mine, theirs]) => mine / theirs));
  return {
    what: `${what}, 12 megapixels, JPEG to JPEG: CPU, warm`,
    ours: `${median(pairs.map(([mine]) => mine)).toFixed(2)} s, ${ratio.toFixed(2)} ×`,
    rival: `sharp in a plain script: ${median(pairs.map(([, theirs]) => theirs)).toFixed(2)} s`,
    aim: '≤ 2 ×',
    isMet: ratio <= 2,
  };
}

async function compareMark(photo: InputFile, folder: string): Promise<Line> {
  const options = markOptions.parse({ markContent: '© Studio 2026', opacity: 0.5, format: 'jpg', quality });
  const overlay = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="240"><text x="10" y="190" font-size="200" font-family="Noto Sans CJK SC" font-weight="700" fill="#fff" fill-opacity=".5">© Studio 2026</text></svg>',
  );
  return compareCpu(
    'A watermark of text',
    () => markImage.mark(contextOf(folder, options, { imageUrl: photo })),
    () =>
      sharp(photo.path)
        .composite([{ input: overlay, gravity: 'southeast' }])
        .jpeg({ quality })
        .toFile(path.join(folder, 'plain.jpg')),
  );
}

/** The look that sharp can approximate best by itself: brighter, more saturated and with more contrast. */
async function compareFilter(photo: InputFile, folder: string): Promise<Line> {
  const options = filterOptions.parse({ filterType: 'vivid', format: 'jpg' });
  return compareCpu(
    'The filter “vivid”',
    () => photoFilter.filter(contextOf(folder, options, { imageUrl: photo })),
    () =>
      sharp(photo.path)
        .modulate({ saturation: 1.3, brightness: 1.03 })
        .linear(1.1, -12)
        .jpeg({ quality })
        .toFile(path.join(folder, 'plain.jpg')),
  );
}

const portraits = ['womanRed', 'manCap', 'womanGreen', 'friendsSofa', 'friendsStairs', 'friendsWindow'] as const;
const shapes = [
  { width: 600, height: 600 },
  { width: 1280, height: 720 },
  { width: 1080, height: 1920 },
  { width: 1500, height: 500 },
] as const;

/** Number of faces that can be found in a picture; cropped faces do not count. */
async function countFaces(picture: string | Buffer): Promise<number> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return (await findFaces({ data, width: info.width, height: info.height })).length;
}

async function compareThumbnails(folder: string): Promise<Line> {
  const found = { ours: 0, attention: 0, centre: 0 };
  for (const name of portraits) {
    const input = await inputOf(photos[name]);
    const options = thumbnailOptions.parse({ sizes: [], custom: shapes, fit: 'smart', format: 'jpg' });
    const { files }: Output = await thumbnails.makeThumbnails(contextOf(folder, options, { imageUrl: input }));
    for (const file of files) found.ours += await countFaces(file.path);
    for (const { width, height } of shapes) {
      const cut = (position: string | number) => sharp(input.path).resize(width, height, { fit: 'cover', position });
      found.attention += await countFaces(await cut(sharp.strategy.attention).jpeg().toBuffer());
      found.centre += await countFaces(await cut('centre').jpeg().toBuffer());
    }
  }
  return {
    what: `Thumbnails of ${portraits.length} photos with people in ${shapes.length} shapes: faces that can still be found`,
    ours: String(found.ours),
    rival: `sharp, attention: ${found.attention}; cut from the middle: ${found.centre}`,
    aim: 'more than either',
    isMet: found.ours > Math.max(found.attention, found.centre),
  };
}

const frames = 16;
const frame = { width: 480, height: 320 } as const;

/** A slow pan over a photograph. */
async function drawFrames(): Promise<Buffer[]> {
  const wide = await sharp(photos.chair)
    .resize(frame.width + frames * 6, frame.height, { fit: 'cover' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const raw = { width: frame.width + frames * 6, height: frame.height, channels: 3 } as const;
  return Promise.all(
    Array.from({ length: frames }, (_, step) =>
      sharp(wide, { raw })
        .extract({ left: step * 6, top: 0, ...frame })
        .raw()
        .toBuffer(),
    ),
  );
}

/** PSNR over all frames, in dB. */
async function judgeGif(file: string, drawn: Buffer[]): Promise<number> {
  const { data, info } = await sharp(file, { animated: true })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const clean = Buffer.concat(drawn);
  if (info.width !== frame.width || data.length !== clean.length) throw new Error('other frames than were drawn');
  let squares = 0;
  for (let index = 0; index < data.length; index++) squares += (data[index]! - clean[index]!) ** 2;
  return 10 * Math.log10((255 * 255 * data.length) / Math.max(1, squares));
}

async function compareGif(folder: string): Promise<Line> {
  const drawn = await drawFrames();
  const list: InputFile[] = [];
  for (const [index, data] of drawn.entries()) {
    const file = path.join(folder, `frame-${index}.png`);
    await writeFile(
      file,
      await sharp(data, { raw: { ...frame, channels: 3 } })
        .png()
        .toBuffer(),
    );
    list.push({ ...(await inputOf(file)), type: 'png' });
  }
  const options = makeOptions.parse({ ...frame, delayMs: 80 });
  const { files } = await gif.make(contextOf(folder, options, {}, list));
  const plain = path.join(folder, 'plain.gif');
  await sharp(Buffer.concat(drawn), {
    raw: { width: frame.width, height: frame.height * frames, channels: 3, pageHeight: frame.height },
  })
    .gif({ delay: drawn.map(() => 80) })
    .toFile(plain);
  const [mine, theirs] = [await judgeGif(files[0]!.path, drawn), await judgeGif(plain, drawn)];
  const kb = async (file: string) => (await readFile(file)).length / 1024;
  const [mineKb, theirsKb] = [await kb(files[0]!.path), await kb(plain)];
  return {
    what: `A GIF of ${frames} frames that pan over a photograph, ${frame.width} × ${frame.height}: PSNR, size`,
    ours: `${mine.toFixed(1)} dB, ${mineKb.toFixed(0)} KB`,
    rival: `sharp as it comes (effort 7): ${theirs.toFixed(1)} dB, ${theirsKb.toFixed(0)} KB`,
    aim: 'within 0.5 dB, at most 5 % larger',
    isMet: mine >= theirs - 0.5 && mineKb <= theirsKb * 1.05,
  };
}

export const benchLightTools: Bench = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-light-'));
  try {
    const file = path.join(folder, 'photo.jpg');
    await writeFile(file, await makePhoto(4000, 3000, 7));
    const photo = await inputOf(file);
    return [
      await compareMark(photo, folder),
      await compareFilter(photo, folder),
      await compareThumbnails(folder),
      await compareGif(folder),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
};
