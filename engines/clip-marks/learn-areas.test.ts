// Tests that a find is left alone where the motion of the scene shows that nothing covers it, and what is learnt where nothing moves.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { probeClip } from '../video/probe-clip.ts';
import { whyNoClips } from '../video/test-clips.ts';
import { openSource } from './clip-source.ts';
import { learnAreas } from './learn-areas.ts';
import { type MarkedArea, placeAreas } from './marked-areas.ts';
import { type ClipRecipe, makeMarkedClip } from './test-marked-clips.ts';

const size = { width: 640, height: 360 };
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
  <circle cx="540" cy="60" r="22" fill="none" stroke="#fff" stroke-width="10"/></svg>`;
const ring = { box: { x: 508, y: 28, w: 64, h: 64 }, isFound: true };
const nothing = { box: { x: 80, y: 240, w: 120, h: 40 }, isFound: true };
const ignore = () => undefined;

describe.skipIf(whyNoClips)('areas of a clip', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'learn-areas-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  async function learn(motion: Pick<ClipRecipe, 'photo' | 'x' | 'y'>, opacity: number, areas: readonly MarkedArea[]) {
    const { path } = await makeMarkedClip({ folder, name: 'clip', ...motion, ...size, seconds: 3, svg, opacity });
    const file = { path, type: 'mp4' } as const;
    const source = await openSource(file, await probeClip(file), folder);
    return learnAreas(placeAreas(areas, source), source, ignore);
  }

  test('a find that nothing covers is dropped, and another one is learnt', async () => {
    const pan = { photo: photos.chair, x: '40+n*3', y: '120+n*1.4' };
    const learnt = await learn(pan, 0.6, [nothing, ring]);
    expect(learnt.map(({ placed }) => placed.area.box)).toEqual([ring.box]);
    await expect(learn(pan, 0.6, [nothing])).rejects.toMatchObject({ code: 'MARK_NOT_FOUND' });
  });

  test('where nothing moves, white ink is undone by its opacity, and the rest is filled', async () => {
    const still = { photo: photos.friendsStairs, x: '300', y: '240' };
    const { box } = ring;
    const [seeThrough] = await learn(still, 0.5, [{ box }]);
    const { mask, blends } = seeThrough!.mark;
    const undone = mask.indexOf(1);
    expect(seeThrough!.isShapeUnknown).toBe(false);
    expect(1 - 1 / blends[0].gain[undone]!).toBeGreaterThan(0.4);
    expect(1 - 1 / blends[0].gain[undone]!).toBeLessThan(0.6);
    const [opaque] = await learn(still, 1, [{ box }]);
    expect(opaque!.mark.mask).not.toContain(1);
  });
});
