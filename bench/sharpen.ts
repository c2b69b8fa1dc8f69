// Sharpening photographs that were blurred in a known way: ours, which is told nothing, beside the sharpening of sharp at its best setting.
import { comparePixels, cutMiddle } from 'engines/test-photos.ts';
import sharp from 'sharp';
import type { PixelRows } from '../tools/quality/luminance.ts';
import { measurePicture, planSharpening, sharpenPixels } from '../tools/quality/sharpen.ts';
import { measureCpu } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';

/** Sharp themselves, so that undoing the blur and no more is right. */
const names = ['map', 'astronaut', 'manCap', 'womanGreen', 'strawberries', 'iceCream', 'chair', 'baboon'] as const;
const side = 400;
/** What a careful person would try: narrow and wide, with and without what spares flat places. */
const settings = [{ sigma: 1 }, { sigma: 2 }, { sigma: 1, m1: 1, m2: 3 }, { sigma: 2, m1: 1, m2: 3 }];

/** Deterministic bell-shaped numbers of deviation 1. */
function createNoise(): () => number {
  let seed = 3;
  const random = () => {
    seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return seed / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

const asRaw = ({ data, width, height, channels }: PixelRows) => sharp(data, { raw: { width, height, channels } });

async function blur(picture: PixelRows, radius: number, noise: number): Promise<PixelRows> {
  const data = await asRaw(picture).blur({ sigma: radius, precision: 'float' }).raw().toBuffer();
  const next = createNoise();
  for (let i = 0; i < data.length; i += 3) {
    const off = noise * next();
    for (let channel = 0; channel < 3; channel++)
      data[i + channel] = Math.min(255, Math.max(0, Math.round(data[i + channel]! + off)));
  }
  return { ...picture, data };
}

async function sharpen(picture: PixelRows): Promise<PixelRows> {
  const made = { ...picture, data: Uint8Array.from(picture.data) };
  const plan = planSharpening(measurePicture(made), { filterType: 'auto', blurStrength: 50 });
  if (plan) await sharpenPixels(made, plan, () => undefined);
  return made;
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function compare(what: string, radius: number, noise: number): Promise<Line> {
  const ours: number[] = [];
  const rivals: number[] = [];
  for (const name of names) {
    const truth = { ...(await cutMiddle(photos[name], side, side)), channels: 3 as const };
    const soft = await blur(truth, radius, noise);
    const before = comparePixels(soft, truth);
    const gainOf = (made: PixelRows) => comparePixels(made, truth) - before;
    ours.push(gainOf(await sharpen(soft)));
    const tried = settings.map(async setting =>
      gainOf({ ...soft, data: await asRaw(soft).sharpen(setting).raw().toBuffer() }),
    );
    rivals.push(Math.max(...(await Promise.all(tried))));
  }
  const show = (gains: readonly number[]) =>
    `least ${Math.min(...gains).toFixed(2)}, mean ${mean(gains).toFixed(2)} dB`;
  return {
    what: `${what}, 8 photographs: PSNR gained`,
    ours: show(ours),
    rival: `sharp.sharpen(), the best of ${settings.length} settings for each: ${show(rivals)}`,
    aim: 'mean above, least above 0',
    isMet: mean(ours) > mean(rivals) && Math.min(...ours) > 0,
  };
}

async function measureTime(): Promise<Line> {
  const [width, height] = [4000, 3000];
  const data = await sharp(photos.friendsStairs).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const seconds = await measureCpu(() => sharpen({ data, width, height, channels: 3 }));
  return {
    what: 'sharpening 12 megapixels: CPU',
    ours: `${seconds.toFixed(1)} s`,
    rival: '–',
    aim: '≤ 8 s',
    isMet: seconds <= 8,
  };
}

export const benchSharpen: Bench = async () => [
  await compare('blurred by 1.2 pixels', 1.2, 1),
  await compare('blurred by 2 pixels', 2, 1),
  await compare('blurred by 2 pixels, noise of 5 levels', 2, 5),
  await measureTime(),
];
