// How far the measured size of a conversion is from the size that it has, on real clips, and how far the formula is that a page shows when nothing
// could be measured. Files are measured in their own length up to a minute, as the product does and by few samples. CLIP_HALF=tune: the clips to work
// with.
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectBytes } from 'contract/clip/expect-bytes.ts';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipWish } from 'contract/clip/wish.ts';
import { type MediaName, mediaOfName } from 'contract/media.ts';
import { convertClip } from '../engines/video/convert-clip.ts';
import { measureSize } from '../engines/video/measure-size.ts';
import { probeClip } from '../engines/video/probe-clip.ts';
import { groundClips, type Half, spread } from './ground/ground.ts';
import { median, timeOf } from './numbers.ts';
import type { Bench, Line } from './report.ts';

const usual: ClipWish = { format: 'mp4', quality: 75, reencode: true, mute: false, speed: 1 };
/** They take turns, clip by clip. */
const wishes: readonly Partial<ClipWish>[] = [
  {},
  { quality: 55 },
  { format: 'webm' },
  { format: 'gif', fps: 12 },
  { quality: 90, shortSide: 240 },
  { speed: 2 },
];
const clipCount = 10;
const maxSeconds = { mp4: 60, webm: 25, gif: 15 };
/** So few that none of these clips is encoded as a whole. */
const few = { count: 6, frames: 24 };

/** Sizes of one conversion in bytes. */
interface Sizes {
  readonly what: string;
  readonly made: number;
  readonly measured: number;
  readonly sampled: number;
  readonly formula: number;
  /** Time of the measure as a share of the conversion's. */
  readonly share: number;
}

async function compare(source: string, more: Partial<ClipWish>): Promise<Sizes> {
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-sizes-'));
  try {
    const type = mediaOfName(source) as MediaName;
    const file = { path: source, type };
    const facts = { type, bytes: (await stat(source)).size, ...(await probeClip(file)) };
    const max = maxSeconds[more.format as keyof typeof maxSeconds] ?? maxSeconds.mp4;
    const wish = { ...usual, ...more, ...(max < (facts.seconds ?? 0) && { end: max }) };
    const job = { file, facts, wish, folder };
    let [measured, made] = [0, 0];
    const measureMs = await timeOf(async () => {
      measured = await measureSize(job);
    });
    const sampled = await measureSize({ ...job, samples: few });
    const convertMs = await timeOf(async () => {
      made = (await convertClip({ ...job, name: 'made', onProgress: () => undefined })).bytes;
    });
    const formula = expectBytes(facts, wish, requirePlan(facts, wish));
    const sizes = { what: `${path.basename(source)} ${JSON.stringify(more)}`, made, measured, sampled, formula };
    console.log(sizes.what, ...[measured, sampled, formula].map(bytes => (bytes / made).toFixed(2)));
    return { ...sizes, share: measureMs / convertMs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const percent = (share: number) => `${(share * 100).toFixed(0)} %`;

function report(what: string, all: readonly Sizes[], bytesOf: (sizes: Sizes) => number, max: number): Line {
  const errorsOf = (of: (sizes: Sizes) => number) => all.map(sizes => Math.abs(of(sizes) / sizes.made - 1));
  const tell = (errors: readonly number[]) =>
    `${percent(Math.max(...errors))} at worst, median ${percent(median([...errors]))}`;
  const errors = errorsOf(bytesOf);
  return {
    what,
    ours: tell(errors),
    rival: `the formula: ${tell(errorsOf(({ formula }) => formula))}`,
    aim: `≤ ${percent(max)} at worst`,
    isMet: Math.max(...errors) <= max,
  };
}

export const benchClipSizes: Bench = async () => {
  const half = (process.env.CLIP_HALF ?? 'judge') as Half;
  const sources = [...new Set(groundClips({ half }).map(({ source }) => source.file))];
  const all: Sizes[] = [];
  for (const [at, source] of spread(sources, clipCount).entries())
    all.push(await compare(source, wishes[at % wishes.length]!));
  const shares = all.map(({ share }) => share);
  return [
    report(`${all.length} real clips: error of the measured size`, all, ({ measured }) => measured, 0.25),
    report('the same by 6 stretches of 24 frames', all, ({ sampled }) => sampled, 0.25),
    {
      what: 'time of a measure',
      ours: `${percent(median(shares))} of the conversion in the median`,
      rival: 'the conversion',
      aim: '≤ 120 %',
      isMet: median(shares) <= 1.2,
    },
  ];
};
