// `npm run bench deblur`: blurred and sharp pictures of the ground through the call itself. How many blurred ones are called sharp, how many sharp ones
// are changed, what is gained, what can be read afterwards, what is said about results that a person would reject, and what the network costs.
// BENCH_ONLY=shake,defocus,text,sharp,cost,large runs some of them; DEBLUR_HALF=tune takes the half to work with, DEBLUR_SHARE (0..1) a part of the pictures.
// Sheets of the worst results at full size are written to the folder `sheets` beside the ground's files.
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Pixels } from '../engines/pixels/plane.ts';
import { sharp } from '../engines/sharp.ts';
import { readText } from '../engines/text/read-text.ts';
import { sharpenOptions } from '../tools/quality/contract.ts';
import { runs } from '../tools/quality/run.ts';
import { compareShifted, countRead, type Likeness } from './blur-measures.ts';
import {
  type BlurredPicture,
  makeBlurred,
  makeLarge,
  makeMegapixel,
  readFoundBlurred,
  readSharp,
} from './ground/blurred-pictures.ts';
import { writeSheet } from './ground/contact-sheet.ts';
import { groundFolder, type Half } from './ground/ground.ts';
import { open, read } from './ground/recompress.ts';
import { mean, measureCpu } from './numbers.ts';
import type { Bench, Line } from './report.ts';

const half: Half = process.env.DEBLUR_HALF === 'tune' ? 'tune' : 'judge';
const share = Number(process.env.DEBLUR_SHARE ?? 1);
const only = process.env.BENCH_ONLY?.split(',');
const count = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length;

interface Answer {
  readonly made: Pixels;
  readonly warnings: readonly string[];
  readonly engine: string;
  /** What is said about the blur. */
  readonly says: string;
  readonly isChanged: boolean;
  readonly cpuSeconds: number;
}

/** What the call answers, as a person would get it. */
async function ask(pixels: Pixels): Promise<Answer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'deblur-'));
  try {
    const file = path.join(folder, 'in.png');
    await writeFile(file, await open(pixels).png().toBuffer());
    const input = { path: file, name: 'in.png', type: 'png' as const, bytes: (await stat(file)).size };
    const asked = { options: sharpenOptions.parse({}), inputs: { imageUrl: input }, lists: {}, models: {}, folder };
    const context = { ...asked, progress: () => undefined, showSegments: () => undefined };
    const outputs: Awaited<ReturnType<typeof runs.sharpen>>[] = [];
    const cpuSeconds = await measureCpu(async () => outputs.push(await runs.sharpen(context)));
    const { files, meta = {} } = outputs[0]!;
    const made = await read(sharp(files[0]!.path));
    const { engine, warnings = [], blur = 'none', size = '' } = meta as Record<string, unknown> & typeof meta;
    const isChanged = !Buffer.from(made.data).equals(Buffer.from(pixels.data));
    return { made, warnings, engine: String(engine), says: `${engine} ${blur} ${size}`, isChanged, cpuSeconds };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Verdict {
  readonly name: string;
  readonly answer: Answer;
  readonly before?: Likeness;
  readonly after?: Likeness;
}

const shortName = (name: string) => name.split('/').at(-1)!;
const gainOf = ({ before, after }: Verdict) => (before && after ? after.psnr - before.psnr : 0);
/** Smaller differences than these cannot be seen. */
const [minLoss, minSsimLoss, maxRinging] = [0.05, 0.005, 0.02];

/** Whether a person would reject the result: it is less like the truth than the picture was, or it rings. */
function isRejected({ before, after, answer }: Verdict): boolean {
  if (!before || !after || !answer.isChanged) return false;
  if (after.psnr < before.psnr - minLoss || after.ssim < before.ssim - minSsimLoss) return true;
  return after.ringing > before.ringing + maxRinging;
}

const isCalledSharp = ({ answer }: Verdict) => answer.warnings.includes('already-sharp');

async function judge({ name, pixels, clean }: Pick<BlurredPicture, 'name' | 'pixels' | 'clean'>): Promise<Verdict> {
  const answer = await ask(pixels);
  const likeness = clean && { before: compareShifted(pixels, clean), after: compareShifted(answer.made, clean) };
  return { name, answer, ...likeness };
}

function tell(verdict: Verdict, more = ''): string {
  const { name, answer, before, after } = verdict;
  const likeness =
    before && after
      ? `${gainOf(verdict).toFixed(2)} dB, SSIM ${before.ssim.toFixed(3)} → ${after.ssim.toFixed(3)}, ringing ${(100 * before.ringing).toFixed(1)} → ${(100 * after.ringing).toFixed(1)} %`
      : '';
  const mark = isRejected(verdict) ? '**rejected** ' : answer.isChanged ? '' : 'left ';
  return `${mark}${shortName(name)}: ${likeness} ${answer.says} [${answer.warnings.join(', ')}] ${answer.cpuSeconds.toFixed(0)} CPU s${more}`;
}

/** As it was, as it is now, and the truth, at full size. */
async function draw(pixels: Pixels, answer: Answer, clean?: Pixels): Promise<Buffer> {
  const shown = [pixels, answer.made, ...(clean ? [clean] : [])];
  const { width, height } = pixels;
  const pieces = shown.map(async (one, i) => ({
    input: await open(one).png().toBuffer(),
    left: i * (width + 8),
    top: 0,
  }));
  return sharp({
    create: { width: shown.length * (width + 8), height, channels: 3, background: '#f0f' },
  })
    .composite(await Promise.all(pieces))
    .png()
    .toBuffer();
}

const sheets = path.join(groundFolder, 'sheets');
const worst = 20;

/** Judges pictures one by one; the worst are drawn, each into a file of its own at full size and all onto a sheet. */
async function judgeAll(
  name: string,
  pictures: AsyncIterable<Pick<BlurredPicture, 'name' | 'pixels' | 'clean'>>,
  more: (picture: Pick<BlurredPicture, 'pixels' | 'clean'>, answer: Answer) => Promise<string> = async () => '',
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  const drawn: { gain: number; shown: { picture: Buffer; caption: string } }[] = [];
  for await (const picture of pictures) {
    const verdict = await judge(picture);
    const caption = tell(verdict, await more(picture, verdict.answer));
    console.log(`${name} ${verdicts.length}: ${caption}`);
    verdicts.push(verdict);
    const drawing = await draw(picture.pixels, verdict.answer, picture.clean);
    drawn.push({ gain: gainOf(verdict), shown: { picture: drawing, caption } });
    await mkdir(path.join(sheets, `deblur-${name}`), { recursive: true });
    await writeFile(path.join(sheets, `deblur-${name}`, `${verdicts.length - 1}.png`), drawing);
  }
  const shown = drawn.toSorted((a, b) => a.gain - b.gain).slice(0, worst);
  console.log(
    `The worst of ${name}: ${await writeSheet(
      shown.map(one => one.shown),
      sheets,
      `deblur-${name}`,
    )}`,
  );
  return verdicts;
}

const suffix = half === 'judge' ? '' : ' (tune)';

function lineOf(what: string, ours: string, aim: string, isMet: boolean, rival = '–'): Line {
  return { what: `${what}${suffix}`, ours, rival, aim, isMet };
}

function lineOfSharp(what: string, verdicts: readonly Verdict[], max: number): Line {
  const called = count(verdicts, isCalledSharp);
  const silent = count(verdicts, one => !one.answer.isChanged && !isCalledSharp(one));
  const ours = `${called} of ${verdicts.length}; said to be unsure and left ${silent}`;
  return lineOf(`${what}: called sharp`, ours, `≤ ${max}`, called <= max);
}

const minFlagged = 0.8;

function lineOfRejected(what: string, verdicts: readonly Verdict[]): Line {
  const rejected = verdicts.filter(isRejected);
  const flagged = count(rejected, ({ answer }) => answer.warnings.length > 0);
  return lineOf(
    `${what}: results that a person would reject (less like the truth than before, or ringing), and with a warning before they are paid for`,
    `${rejected.length} of ${verdicts.length}, ${flagged} with a warning`,
    `≥ ${100 * minFlagged} % of them`,
    flagged >= minFlagged * rejected.length,
  );
}

function lineOfGain(what: string, verdicts: readonly Verdict[], min: number): Line {
  const gains = verdicts.map(gainOf);
  const ssims = verdicts.map(({ before, after }) => (after?.ssim ?? 0) - (before?.ssim ?? 0));
  const ours = `mean ${mean(gains).toFixed(2)}, least ${Math.min(...gains).toFixed(2)} dB; SSIM ${mean(ssims) < 0 ? '' : '+'}${mean(ssims).toFixed(3)}; ${count(verdicts, ({ answer }) => answer.isChanged)} changed`;
  return lineOf(`${what}: PSNR gained at the best shift`, ours, `mean ≥ ${min} dB`, mean(gains) >= min);
}

async function benchPhotos(kind: BlurredPicture['kind'], what: string, maxSharp: number, minGain: number) {
  const verdicts = await judgeAll(kind, makeBlurred(half, 'photo', [kind], share));
  const name = `${verdicts.length} photographs ${what}`;
  return [lineOfSharp(name, verdicts, maxSharp), lineOfGain(name, verdicts, minGain), lineOfRejected(name, verdicts)];
}

const split = (text: string) => text.match(/[\u3400-\u9fff]|[\p{L}\p{N}]{2,}/gu) ?? [];

const readWords = async (pixels: Pixels) => split((await readText(pixels)).lines.map(({ text }) => text).join('\n'));
const timesRead = 5;

async function* chain(...all: readonly AsyncIterable<BlurredPicture>[]): AsyncGenerator<BlurredPicture> {
  for (const one of all) yield* one;
}

async function benchText(): Promise<Line[]> {
  let [before, after, all] = [0, 0, 0];
  const pictures = chain(readFoundBlurred(half), makeBlurred(half, 'text', ['shake', 'defocus'], share));
  const verdicts = await judgeAll('text', pictures, async ({ pixels, clean }, { made }) => {
    if (!clean) return '';
    const truth = await readWords(clean);
    const [was, is] = [countRead(truth, await readWords(pixels)), countRead(truth, await readWords(made))];
    [before, after, all] = [before + was, after + is, all + truth.length];
    return `, words ${was} → ${is} of ${truth.length}`;
  });
  const what = `${verdicts.length} pictures of writing, shaken or out of focus`;
  return [
    lineOfSharp(what, verdicts, 0),
    lineOf(
      `${what}: words read, of those read in the sharp pictures`,
      `${after} of ${all}, ${(after / Math.max(1, before)).toFixed(1)} ×`,
      `≥ ${timesRead} ×`,
      after >= timesRead * before,
      `as blurred: ${before}`,
    ),
    lineOfRejected(what, verdicts),
  ];
}

const maxChanged = 1;

async function benchSharp(): Promise<Line[]> {
  const verdicts = await judgeAll('sharp', readSharp(half, share));
  const changed = count(verdicts, ({ answer }) => answer.isChanged);
  const unsure = count(verdicts, one => !one.answer.isChanged && !isCalledSharp(one));
  const seconds = verdicts.map(({ answer }) => answer.cpuSeconds);
  return [
    lineOf(
      `${verdicts.length} sharp pictures (soft scenes, grain, messengers, drawings, screens, scans): changed`,
      `${changed}; said to be unsure and left ${unsure}; CPU mean ${mean(seconds).toFixed(1)} s, most ${Math.max(...seconds).toFixed(1)} s`,
      `≤ ${maxChanged}`,
      changed <= maxChanged,
    ),
  ];
}

const maxSecondsPerMegapixel = 80;

async function benchCost(): Promise<Line[]> {
  const verdicts = await judgeAll('cost', makeMegapixel(half));
  const [verdict] = verdicts;
  const seconds = verdict!.answer.cpuSeconds;
  const engine = `${verdict!.answer.engine}: ${gainOf(verdict!).toFixed(2)} dB`;
  return [
    lineOf(
      'a shaken photograph of one megapixel: CPU, from the file to the result',
      `${seconds.toFixed(0)} s (${engine})`,
      `≤ ${maxSecondsPerMegapixel} s`,
      seconds <= maxSecondsPerMegapixel,
    ),
  ];
}

const [minLargeGain, maxMegabytes] = [0.5, 2500];

async function benchLarge(): Promise<Line[]> {
  const verdicts = await judgeAll('large', makeLarge(half));
  const peak = process.resourceUsage().maxRSS / 1024;
  const seconds = verdicts.map(({ answer }) => answer.cpuSeconds);
  const gains = verdicts.map(gainOf);
  return [
    lineOf(
      'photographs of 12 megapixels, one shaken, one out of focus: PSNR gained; memory of the process at its most',
      `${gains.map(gain => gain.toFixed(2)).join(' and ')} dB; ${seconds.map(one => one.toFixed(0)).join(' and ')} CPU s; ${peak.toFixed(0)} MB`,
      `≥ ${minLargeGain} dB each, ≤ ${maxMegabytes} MB`,
      Math.min(...gains) >= minLargeGain && peak <= maxMegabytes,
    ),
  ];
}

const parts: Readonly<Record<string, () => Promise<Line[]>>> = {
  shake: () => benchPhotos('shake', 'shaken as a hand shakes', 1, 4),
  defocus: () => benchPhotos('defocus', 'out of focus', 1, 0.5),
  text: benchText,
  sharp: benchSharp,
  cost: benchCost,
  large: benchLarge,
};

export const benchDeblur: Bench = async () => {
  const lines: Line[] = [];
  for (const [name, bench] of Object.entries(parts)) if (!only || only.includes(name)) lines.push(...(await bench()));
  return lines;
};
