// Before a camera that does not move, a mark that comes and goes is completed by the frames beside its stay, and those show what lies beneath it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { probeClip } from '../video/probe-clip.ts';
import { whyNoClips } from '../video/test-clips.ts';
import { type ClipSource, openSource } from './clip-source.ts';
import { completeStays } from './complete-stays.ts';
import { removeMarks } from './remove-marks.ts';
import { compareBeneath, type MarkedClip, makeMarkedClip, readAll } from './test-marked-clips.ts';

const size = { width: 320, height: 180 };
const [start, end] = [0.8, 2.4];
/** A disc and two bars beside it. */
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="180" fill="#fff">
  <circle cx="210" cy="120" r="14"/><path d="M232 108h60v8h-60zM232 122h48v8h-48z"/></svg>`;
const whole = { x: 196, y: 106, w: 96, h: 28 };
const bars = { x: 232, y: 107, w: 60, h: 24 };

describe.skipIf(whyNoClips)('marks that come and go before a camera', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'complete-stays-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function make(
    name: string,
    motion: { x: string; y: string },
  ): Promise<{ clip: MarkedClip; source: ClipSource }> {
    const recipe = {
      ...size,
      ...motion,
      photo: photos.forest,
      seconds: 3.2,
      svg,
      opacity: 0.9,
      filters: 'noise=alls=3:allf=t',
    };
    const clip = await makeMarkedClip({ folder, name, ...recipe, when: `between(t,${start},${end - 0.02})` });
    const file = { path: clip.path, type: 'mp4' } as const;
    return { clip, source: await openSource(file, await probeClip(file), folder) };
  }

  test('that does not move: its box is completed, and the frames beside its stay show what lies beneath', async () => {
    const { clip, source } = await make('still', { x: '300', y: '200' });
    const [completed] = await completeStays([{ box: bars, start, end }], source);
    const { x, y, w, h } = completed!.box;
    expect(Math.abs(x - whole.x) + Math.abs(y - whole.y)).toBeLessThan(10);
    expect(Math.abs(x + w - whole.x - whole.w) + Math.abs(y + h - whole.y - whole.h)).toBeLessThan(10);
    const areas = [completed!];
    const { path } = await removeMarks({ source, areas, name: 'clean', onProgress: () => undefined });
    const shown = (file: string) => readAll(file, `trim=${start + 0.1}:${end - 0.1}`);
    const delogo = readAll(clip.path, `delogo=x=195:y=105:w=98:h=30,trim=${start + 0.1}:${end - 0.1}`);
    const clean = shown(clip.cleanPath);
    const ours = compareBeneath(shown(path), clean, clip);
    expect(ours).toBeGreaterThan(32);
    expect(ours).toBeGreaterThan(compareBeneath(delogo, clean, clip) + 6);
  });

  test('that moves: nothing is told of it', async () => {
    const { source } = await make('moving', { x: '60+n*6', y: '120+n*2' });
    const areas = [{ box: bars, start, end }];
    expect(await completeStays(areas, source)).toEqual(areas);
  });
});
