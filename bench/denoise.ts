// `npm run bench denoise`: photographs with the noise of a sensor, and pictures with nothing to remove, through the call itself. The rival is the
// best denoiser of ffmpeg that is not too slow, at the strength of four that is the best on average for each sensor.
// BENCH_ONLY=bright,dim,night,clean,large runs some of them; DENOISE_HALF=tune takes the half to work with. Sheets of the results are written to the folder `sheets` beside the ground's files.
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pixels } from '../engines/pixels/plane.ts';
import { sharp } from '../engines/sharp.ts';
import { denoiseOptions } from '../tools/denoise/contract.ts';
import { runs } from '../tools/denoise/run.ts';
import { measurePsnr } from './fill-measures.ts';
import { type Shown, writeSheet } from './ground/contact-sheet.ts';
import { type GroundPicture, groundFolder, groundPictures, type Half, spread } from './ground/ground.ts';
import { open, passJpeg, read } from './ground/recompress.ts';
import { runProgram } from './ground/run-program.ts';
import { photograph, type Sensor } from './ground/sensor-noise.ts';
import { mean, measureCpu } from './numbers.ts';
import type { Bench, Line } from './report.ts';

const only = process.env.BENCH_ONLY?.split(',');
const half: Half = process.env.DENOISE_HALF === 'tune' ? 'tune' : 'judge';
/** Side of a piece in pixels. It is cut from the photograph at half its size, at which the noise of its own camera is gone. */
const side = 512;
const pieces = 12;
const cleanPieces = 30;
const quality = 92;

/** About what a phone has in a bright room, in a dim one, and at night. */
const sensors = {
  bright: { name: 'a bright room', sensor: { shot: 0.0012, read: 0.008 } },
  dim: { name: 'a dim room', sensor: { shot: 0.003, read: 0.015 } },
  night: { name: 'night', sensor: { shot: 0.012, read: 0.04 } },
} as const satisfies Readonly<Record<string, { name: string; sensor: Sensor }>>;

const everywhere = new Uint8Array(side * side).fill(1);
const likenessOf = (pixels: Pixels, ideal: Pixels) => measurePsnr(pixels, ideal, everywhere);

const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'denoise-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const ask = (pixels: Pixels) =>
  withFolder(async folder => {
    const file = path.join(folder, 'in.png');
    await writeFile(file, await open(pixels).png().toBuffer());
    const input = { path: file, name: 'in.png', type: 'png' as const, bytes: (await stat(file)).size };
    const asked = { options: denoiseOptions.parse({}), inputs: { imageUrl: input }, lists: {}, models: {}, folder };
    const outputs: Awaited<ReturnType<typeof runs.denoise>>[] = [];
    const context = { ...asked, progress: () => undefined, showSegments: () => undefined };
    const cpuSeconds = await measureCpu(async () => outputs.push(await runs.denoise(context)));
    const { files, meta, hasNoEffect } = outputs[0]!;
    return { made: await read(sharp(files[0]!.path)), meta: meta ?? {}, isChanged: !hasNoEffect, cpuSeconds };
  });

/** What ffmpeg's filter makes of the picture. */
const filter = (pixels: Pixels, filters: string) =>
  withFolder(async folder => {
    await writeFile(path.join(folder, 'in.png'), await open(pixels).png().toBuffer());
    await runProgram('ffmpeg', ['-v', 'error', '-i', 'in.png', '-vf', filters, '-y', 'out.png'], folder);
    return read(sharp(path.join(folder, 'out.png')));
  });

/** Non-local means (Buades, Coll, Morel 2005) at these strengths. */
const rivals = [3, 6, 10, 16].map(strength => `format=gbrp,nlmeans=s=${strength}:p=7:r=15,format=rgb24`);

async function cut({ file, width, height }: GroundPicture): Promise<Pixels> {
  const [wide, high] = [Math.max(side, width >> 1), Math.max(side, height >> 1)];
  const area = { left: (wide - side) >> 1, top: (high - side) >> 1, width: side, height: side };
  const reduced = sharp(file)
    .toColourspace('srgb')
    .flatten({ background: '#ffffff' })
    .resize(wide, high, { fit: 'cover' });
  return read(sharp(await reduced.png().toBuffer()).extract(area));
}

const isWide = ({ width, height }: GroundPicture) => Math.min(width, height) >= 1000;

interface Verdict {
  readonly before: number;
  readonly gain: number;
  /** Gains of the rival at each strength. */
  readonly rivals: readonly number[];
  readonly shown: Shown;
}

async function judge(picture: GroundPicture, sensor: Sensor, seed: number): Promise<Verdict> {
  const clean = await cut(picture);
  const ideal = photograph(clean, { shot: 0, read: 0 }, seed);
  const noisy = await passJpeg(photograph(clean, sensor, seed), quality);
  const { made, meta, cpuSeconds } = await ask(noisy);
  const before = likenessOf(noisy, ideal);
  const others = await Promise.all(rivals.map(async one => likenessOf(await filter(noisy, one), ideal) - before));
  const gain = likenessOf(made, ideal) - before;
  const caption = `${gain.toFixed(2)} dB, nlmeans ${others.map(one => one.toFixed(2)).join(', ')}; noise ${meta.noise}/${meta.colourNoise}; ${picture.name.split('/').at(-1)}`;
  console.log(`${caption} ${cpuSeconds.toFixed(1)} CPU s`);
  const shown = await Promise.all([noisy, made, ideal].map(one => open(one).png().toBuffer()));
  const strip = sharp({ create: { width: 3 * side, height: side, channels: 3, background: '#f0f' } });
  const drawing = await strip
    .composite(shown.map((input, i) => ({ input, left: i * side, top: 0 })))
    .png()
    .toBuffer();
  return { before, gain, rivals: others, shown: { picture: drawing, caption } };
}

async function judgeNoise(of: keyof typeof sensors): Promise<Line[]> {
  const { name, sensor } = sensors[of];
  const photos = spread(groundPictures({ half, kind: 'photo' }).filter(isWide), pieces);
  const verdicts: Verdict[] = [];
  for (const [index, photo] of photos.entries()) verdicts.push(await judge(photo, sensor, index + 1));
  const ours = verdicts.map(one => one.gain);
  const theirs = rivals
    .map((_, index) => verdicts.map(one => one.rivals[index]!))
    .reduce((best, one) => (mean(one) > mean(best) ? one : best));
  const show = (gains: readonly number[]) => `${mean(gains).toFixed(2)}, least ${Math.min(...gains).toFixed(2)} dB`;
  const worst = verdicts.toSorted((a, b) => a.gain - b.gain).map(one => one.shown);
  const sheet = await writeSheet(worst, path.join(groundFolder, 'sheets'), `denoise-${of}`);
  console.log(`From the worst to the best: ${sheet}`);
  return [
    {
      what: `${photos.length} photographs with a sensor's noise, ${name} (${mean(verdicts.map(one => one.before)).toFixed(1)} dB), JPEG ${quality}: PSNR gained, mean`,
      ours: show(ours),
      rival: `ffmpeg's nlmeans at the best of 4 strengths: ${show(theirs)}`,
      aim: 'mean ≥ 0.5 dB above, least ≥ 0',
      isMet: mean(ours) >= mean(theirs) + 0.5 && Math.min(...ours) >= 0,
    },
  ];
}

async function judgeClean(): Promise<Line[]> {
  const pictures = spread(groundPictures({ half }).filter(isWide), cleanPieces);
  const changed: string[] = [];
  for (const picture of pictures) {
    const { isChanged, meta } = await ask(await cut(picture));
    if (!isChanged) continue;
    changed.push(`${picture.name.split('/').at(-1)} (${meta.noise}, ${meta.colourNoise})`);
    console.log(`changed: ${changed.at(-1)}`);
  }
  return [
    {
      what: `${pictures.length} pictures at half their size (photographs, drawings, scans, screens): changed`,
      ours: `${changed.length}`,
      rival: '–',
      aim: '≤ 2',
      isMet: changed.length <= 2,
    },
  ];
}

async function judgeLarge(): Promise<Line[]> {
  const photo = groundPictures({ half, kind: 'photo' }).find(isWide)!;
  const large = await read(sharp(photo.file).toColourspace('srgb').resize(4000, 3000, { fit: 'cover' }));
  const { cpuSeconds } = await ask(await passJpeg(photograph(large, sensors.dim.sensor, 1), quality));
  return [
    {
      what: '12 megapixels, PNG to PNG: CPU',
      ours: `${cpuSeconds.toFixed(0)} s`,
      rival: '–',
      aim: '≤ 120 s',
      isMet: cpuSeconds <= 120,
    },
  ];
}

const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  bright: () => judgeNoise('bright'),
  dim: () => judgeNoise('dim'),
  night: () => judgeNoise('night'),
  clean: judgeClean,
  large: judgeLarge,
};

export const benchDenoise: Bench = async () => {
  const lines: Line[] = [];
  for (const [name, part] of Object.entries(parts)) if (!only || only.includes(name)) lines.push(...(await part()));
  return lines;
};
