// The measured size of a conversion beside the size that the conversion has, for clips of different nature and for the options that change it.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePlan } from 'contract/clip/require-plan.ts';
import type { ClipWish } from 'contract/clip/wish.ts';
import type { MediaName } from 'contract/media.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { refusalOf } from '../test-pictures.ts';
import { convertClip } from './convert-clip.ts';
import { measureSize } from './measure-size.ts';
import { chooseSamples, type Samples, spreadStretches } from './plan-stretches.ts';
import { probeClip } from './probe-clip.ts';
import { createPacketReader } from './read-packets.ts';
import { h264, makeClip, whyNoClips } from './test-clips.ts';

const folder = mkdtempSync(join(tmpdir(), 'sizes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const usual: ClipWish = { format: 'mp4', quality: 75, reencode: true, mute: false, speed: 1 };
const openClip = async (path: string, type: MediaName) => {
  const file = { path, type };
  return { file, facts: { type, bytes: statSync(path).size, ...(await probeClip(file)) } };
};

const usualSamples = { count: 4, frames: 20 };
const still = 'mandelbrot=s=480x360:end_scale=0.3:r=25,select=eq(n\\,0),loop=-1:1,setpts=N/25/TB';
const noise = 'color=gray:s=160x120:r=25,noise=alls=40:allf=t';
const hevc = ['-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=error', '-pix_fmt', 'yuv420p'];

interface Case {
  readonly what: string;
  readonly picture: string;
  readonly seconds?: number;
  readonly name?: string;
  readonly args?: readonly string[];
  readonly sound?: string | null;
  readonly wish?: Partial<ClipWish>;
  readonly samples?: Samples;
}

const cases: readonly Case[] = [
  { what: 'a test card', picture: 'testsrc2=s=240x180:r=25' },
  { what: 'a fractal at a small size', picture: 'mandelbrot=s=240x180:r=25', wish: { quality: 55 } },
  { what: 'noise at high quality', picture: noise, wish: { quality: 90 } },
  { what: 'a pan over a still picture', picture: `${still},crop=240:180:n*1.2:n*0.6` },
  { what: 'a smaller picture', picture: 'testsrc2=s=480x360:r=25', wish: { shortSide: 180 } },
  { what: 'a clip in HEVC', picture: 'mandelbrot=s=240x180:r=25', args: hevc, wish: { reencode: false } },
  { what: 'WebM', picture: 'testsrc2=s=160x120:r=25', wish: { format: 'webm' } },
  { what: 'double speed', picture: 'testsrc2=s=240x180:r=25', seconds: 10, wish: { speed: 2 } },
  { what: 'a part', picture: 'mandelbrot=s=240x180:r=25', wish: { start: 0.7, end: 4.7 } },
  {
    what: 'a part of a transport stream',
    picture: 'testsrc2=s=240x180:r=25',
    name: 'a.ts',
    wish: { start: 0.7, end: 4.7 },
  },
  { what: 'a GIF', picture: 'testsrc2=s=160x120:r=25', seconds: 12, wish: { format: 'gif', fps: 12 } },
  {
    what: 'slides that change each second',
    picture: `${noise},fps=1,fps=25`,
    seconds: 20,
    samples: { count: 10, frames: 24 },
  },
  { what: 'a quiet picture with a copied sound', picture: 'color=navy:s=160x120:r=25', sound: 'anoisesrc=d=5:a=0.3' },
  { what: 'a quiet picture with an encoded sound', picture: 'color=navy:s=160x120:r=25', wish: { start: 1 } },
];

describe.skipIf(whyNoClips)('the measured size', () => {
  test.each(cases)('of $what is within a quarter of the real one, from all of the clip or a part of it', async one => {
    const { what, picture, seconds = 5, name = 'a.mp4', args = h264, sound, wish: more, samples = usualSamples } = one;
    const isSilent = sound === undefined && !what.includes('sound');
    const path = makeClip({
      folder,
      name: `${cases.indexOf(one)}-${name}`,
      picture: `${picture},trim=duration=${seconds}`,
      sound: isSilent ? null : (sound ?? `sine=frequency=440:duration=${seconds}`),
      seconds,
      args: [...args, ...(isSilent ? [] : ['-c:a', 'aac'])],
    });
    const job = { ...(await openClip(path, name.endsWith('ts') ? 'ts' : 'mp4')), wish: { ...usual, ...more }, folder };
    const { bytes } = await convertClip({ ...job, name: 'made', onProgress: () => undefined });
    const plan = requirePlan(job.facts, job.wish);
    expect(plan.video?.does).toBe('encode');
    expect(chooseSamples(job.facts, job.wish, plan)).toBeUndefined();
    expect(spreadStretches(job.wish, plan, samples)).toHaveLength(samples.count);
    const exact = (await measureSize(job)) / bytes;
    const sampled = (await measureSize({ ...job, samples })) / bytes;
    expect(exact).toBeGreaterThan(0.95);
    expect(exact).toBeLessThan(1.05);
    expect(sampled).toBeGreaterThan(0.75);
    expect(sampled).toBeLessThan(1.25);
  });

  test('of a clip that is damaged in the middle comes from what can be decoded, and there is none where nothing can', async () => {
    const path = makeClip({
      folder,
      name: 'whole.ts',
      picture: 'testsrc2=s=240x180:r=25:d=10',
      sound: null,
      args: h264,
    });
    const { file, facts } = await openClip(path, 'ts');
    const job = { file, facts, wish: usual, folder, samples: usualSamples };
    const whole = await measureSize(job);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + (bytes.length >> 4)));
    expect((await measureSize(job)) / whole).toBeGreaterThan(0.75);
    writeFileSync(path, bytes.fill(0, bytes.length >> 4));
    expect(await refusalOf(measureSize(job))).toBe('FILE_CORRUPT');
  });
});

describe('stretches', () => {
  const facts = { type: 'mp4', bytes: 1e8, seconds: 600, width: 1920, height: 1080 } as const;
  const streams = [{ kind: 'video', codec: 'h264', index: 0, framesPerSecond: 30 } as const];
  const choose = (size: { width: number; height: number; seconds?: number }, more: Partial<ClipWish> = {}) => {
    const clip = { ...facts, ...size, streams };
    const wish = { ...usual, ...more };
    const plan = requirePlan(clip, wish);
    const samples = chooseSamples(clip, wish, plan);
    return { samples, stretches: samples && spreadStretches(wish, plan, samples), plan };
  };

  test('are fewer and shorter the larger the frames are, and stay within the wanted part without touching', () => {
    const frames = (size: Parameters<typeof choose>[0], more?: Partial<ClipWish>) => {
      const { samples, stretches, plan } = choose(size, more);
      for (const [at, { start, taken }] of stretches!.entries()) {
        expect(start).toBeGreaterThanOrEqual(
          stretches![at - 1] ? stretches![at - 1]!.start + stretches![at - 1]!.taken : plan.start,
        );
        expect(start + taken).toBeLessThanOrEqual(plan.start + plan.taken);
      }
      return samples!.count * samples!.frames;
    };
    const [low, full, ultra] = [
      frames({ width: 640, height: 360 }),
      frames({ width: 1920, height: 1080 }, { start: 100, end: 300 }),
      frames({ width: 3840, height: 2160 }, { speed: 2 }),
    ];
    expect(low).toBeGreaterThan(full);
    expect(full).toBeGreaterThan(ultra);
    expect(ultra * 8.3).toBeLessThan(500);
    expect(frames({ width: 3840, height: 2160 }, { format: 'webm' }) * 8.3).toBeLessThan(900);
  });

  test('are not needed where the whole part takes no longer', () => {
    expect(choose({ width: 1280, height: 720, seconds: 10 }).samples).toBeUndefined();
    expect(choose({ width: 1280, height: 720 }, { start: 40, end: 50 }).samples).toBeUndefined();
    expect(choose({ width: 1280, height: 720 }, { start: 40, end: 50, format: 'webm' }).samples).toBeDefined();
  });
});

test('packets are read apart from the progress that is printed between them', () => {
  const { hear, read } = createPacketReader();
  const printed = `#tb 0: 1/25
#media_type 0: video
#tb 1: 1/1000
#media_type 1: audio
0,         -1,          0,        1,     2286, 0xd4aa8e34
frame=12
out_time_us=40000
1,          0,          0,       20,      300, 0xd4aa8e34
0,          0,          1,        1,      100, 0x00000000, F=0x0
1,         20,         20,       25,      400, 0xd4aa8e34, S=1,       10`;
  for (const line of printed.split('\n')) hear(line);
  expect(read()).toEqual({ frames: [2286, 100], sounds: [{ bytes: 700, count: 2, seconds: 0.045 }] });
});
