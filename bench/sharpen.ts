// Sharpening of photographs and pages with known blurs: ours, which has to estimate the blur, compared with sharp at its best setting for each
// picture.
import { comparePixels, cutMiddle } from 'engines/test-photos.ts';
import sharp from 'sharp';
import type { PixelRows } from '../engines/pixels/sharpen/luminance.ts';
import { measurePicture, planSharpening, sharpenPixels } from '../engines/pixels/sharpen/sharpen.ts';
import { readText } from '../engines/text/read-text.ts';
import { countRead } from './blur-measures.ts';
import { blurKnown, cutMargin, type KnownBlur, passJpeg } from './blurs.ts';
import { mean, measureCpu } from './numbers.ts';
import { photos } from './photos.ts';
import type { Bench, Line } from './report.ts';
import { makeTextPages } from './text-pages.ts';

/** Photographs that are sharp, so that the ideal result is the original. */
const names = ['map', 'astronaut', 'manCap', 'womanGreen', 'strawberries', 'iceCream', 'chair', 'baboon'] as const;
const side = 400;
/** The settings that a careful person would try: narrow and wide, with and without protection of flat areas. */
const settings = [{ sigma: 1 }, { sigma: 2 }, { sigma: 1, m1: 1, m2: 3 }, { sigma: 2, m1: 1, m2: 3 }];
const noise = 3;
const quality = 80;
const minLead = 0.5;
/** Losses below this are displayed as 0.00. */
const minSeen = 0.005;

const blursOf = (kind: KnownBlur['kind'], sizes: readonly number[], degrees: readonly number[] = [0]): KnownBlur[] =>
  sizes.map((size, i) => ({ kind, size, degrees: degrees[i % degrees.length]! }));
const kinds: Readonly<Record<string, readonly KnownBlur[]>> = {
  'Gaussian of 1 to 4 pixels': blursOf('gaussian', [1, 2, 3, 4]),
  'disc with a radius of 2 to 6': blursOf('disc', [2, 3, 4, 5, 6]),
  'motion of 5 to 15 in six directions': blursOf('motion', [5, 7, 9, 11, 13, 15], [0, 30, 75, 120, 155, 90]),
};

const asRaw = ({ data, width, height, channels }: PixelRows) => sharp(data, { raw: { width, height, channels } });

async function sharpen(picture: PixelRows): Promise<PixelRows> {
  const made = { ...picture, data: Uint8Array.from(picture.data) };
  const plan = planSharpening(await measurePicture(made, () => undefined), { filterType: 'auto', blurStrength: 50 });
  await sharpenPixels(made, plan, () => undefined);
  return made;
}

const show = (gains: readonly number[]) => `mean ${mean(gains).toFixed(2)}, least ${Math.min(...gains).toFixed(2)} dB`;

async function compareKind(what: string, blurs: readonly KnownBlur[], isSpoilt: boolean): Promise<Line> {
  const ours: number[] = [];
  const rivals: number[] = [];
  for (const name of names) {
    const whole = { ...(await cutMiddle(photos[name], side, side)), channels: 3 as const };
    const truth = cutMargin(whole);
    for (const blur of blurs) {
      const blurred = blurKnown(whole, blur, isSpoilt ? noise : 0);
      const soft = isSpoilt ? await passJpeg(blurred, quality) : blurred;
      const before = comparePixels(soft, truth);
      const gainOf = (made: PixelRows) => comparePixels(made, truth) - before;
      const own = gainOf(await sharpen(soft));
      if (own < 0) console.log(`  ${name}, ${blur.kind} ${blur.size}: ${own.toFixed(2)} dB`);
      ours.push(own);
      const tried = settings.map(async setting =>
        gainOf({ ...soft, data: await asRaw(soft).sharpen(setting).raw().toBuffer() }),
      );
      rivals.push(Math.max(...(await Promise.all(tried))));
    }
  }
  return {
    what: `${what}${isSpoilt ? `, noise of ${noise} and JPEG ${quality}` : ''}, 8 photographs: PSNR gained`,
    ours: show(ours),
    rival: `sharp.sharpen(), the best of ${settings.length} settings for each: ${show(rivals)}`,
    aim: `mean ≥ ${minLead} dB above, least ≥ 0`,
    isMet: mean(ours) >= mean(rivals) + minLead && Math.min(...ours) > -minSeen,
  };
}

const [dark, bright] = [60, 190];
const maxOvershoot = 6;

/** Large shapes of one level on a background of another. */
async function drawSteps(): Promise<PixelRows> {
  const fill = (level: number) => `rgb(${level},${level},${level})`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="560" height="560"><rect width="560" height="560" fill="${fill(dark)}"/>
<g fill="${fill(bright)}"><circle cx="150" cy="150" r="90"/><rect x="300" y="70" width="180" height="170"/><path d="M70 480 L190 290 L270 500 Z"/><path d="M330 330 L520 380 L450 510 L320 470 Z"/></g></svg>`;
  const { data, info } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: 3 };
}

async function measureOvershoot(): Promise<Line> {
  const steps = await drawSteps();
  const found: number[] = [];
  for (const blur of [kinds['Gaussian of 1 to 4 pixels']![1]!, ...Object.values(kinds).map(blurs => blurs[2]!)]) {
    const made = await sharpen(blurKnown(steps, blur));
    found.push(made.data.reduce((max, level) => Math.max(max, dark - level, level - bright), 0));
  }
  const worst = Math.max(...found);
  return {
    what: 'overshoot at steps of 130 levels, Gaussian 2 and 3, disc 4, motion 9: the worst pixel',
    ours: `${worst} levels`,
    rival: '–',
    aim: `≤ ${maxOvershoot} levels`,
    isMet: worst <= maxOvershoot,
  };
}

/** A Chinese character is a word. */
const wordsOf = (text: string): readonly string[] =>
  text.match(/[\u3400-\u9fff]|[\p{L}\p{N}.,@-]*[\p{L}\p{N}]/gu) ?? [];

const pageNames = ['zh, plain, 20 px', 'en, plain, 20 px', 'mixed, plain, 20 px'];
const pageBlurs: readonly (KnownBlur & { isSpoilt: boolean })[] = [
  { kind: 'gaussian', size: 3, degrees: 0, isSpoilt: false },
  { kind: 'disc', size: 5, degrees: 0, isSpoilt: false },
  { kind: 'motion', size: 13, degrees: 20, isSpoilt: false },
  { kind: 'disc', size: 4, degrees: 0, isSpoilt: true },
  { kind: 'motion', size: 11, degrees: 70, isSpoilt: true },
];

async function compareReading(): Promise<Line> {
  const pages = await makeTextPages(name => pageNames.includes(name));
  let [before, after, all] = [0, 0, 0];
  for (const { png, truth } of pages) {
    const words = wordsOf(truth);
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const page = { data, width: info.width, height: info.height, channels: 3 as const };
    for (const { isSpoilt, ...blur } of pageBlurs) {
      const blurred = blurKnown(page, blur, isSpoilt ? noise : 0);
      const soft = isSpoilt ? await passJpeg(blurred, quality) : blurred;
      const count = async (picture: PixelRows) =>
        countRead(words, wordsOf((await readText(picture)).lines.map(({ text }) => text).join('\n')));
      const [was, is] = [await count(soft), await count(await sharpen(soft))];
      console.log(`  ${blur.kind} ${blur.size}${isSpoilt ? ', noise and JPEG' : ''}: ${was} words before, ${is} after`);
      before += was;
      after += is;
      all += words.length;
    }
  }
  return {
    what: `words read on 3 pages of 20-pixel letters, ${pageBlurs.length} blurs each`,
    ours: `${after} of ${all}`,
    rival: `as blurred: ${before}`,
    aim: '≥ 2 ×',
    isMet: after >= 2 * before,
  };
}

const maxSeconds = 20;

async function measureTime(): Promise<Line> {
  const [width, height] = [4000, 3000];
  const data = await sharp(photos.friendsStairs).resize(width, height, { fit: 'fill' }).removeAlpha().raw().toBuffer();
  const seconds = await measureCpu(() => sharpen({ data, width, height, channels: 3 }));
  return {
    what: 'sharpening 12 megapixels: CPU',
    ours: `${seconds.toFixed(1)} s`,
    rival: '–',
    aim: `≤ ${maxSeconds} s`,
    isMet: seconds <= maxSeconds,
  };
}

export const benchSharpen: Bench = async () => {
  const lines: Line[] = [];
  for (const isSpoilt of [false, true])
    for (const [what, blurs] of Object.entries(kinds)) lines.push(await compareKind(what, blurs, isSpoilt));
  lines.push(await measureOvershoot(), await compareReading(), await measureTime());
  return lines;
};
