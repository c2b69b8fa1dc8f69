// Tests that a guess where the scene does not move does not end the search for other marks.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { photos } from '../../bench/photos.ts';
import { probeClip } from '../video/probe-clip.ts';
import { whyNoClips } from '../video/test-clips.ts';
import { type ClipSource, openSource } from './clip-source.ts';
import { confirmMarks, learnAreas } from './learn-areas.ts';
import { placeAreas } from './marked-areas.ts';
import { makeMarkedClip } from './test-marked-clips.ts';

const size = { width: 640, height: 360 };
/** A see-through ring in the upper right corner, and a patterned panel that covers the lower left one. */
const squares = Array.from({ length: 30 * 18 }, (_, i) => {
  const level = (Math.imul(i + 7, 0x9e3779b1) >>> 24).toString();
  return `<rect x="${(i % 30) * 10}" y="${180 + Math.floor(i / 30) * 10}" width="10" height="10" fill="rgb(${level},${level},${level})"/>`;
});
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">
  <circle cx="540" cy="60" r="22" fill="none" stroke="#fff" stroke-opacity="0.6" stroke-width="10"/>${squares.join('')}</svg>`;
const ring = { box: { x: 508, y: 28, w: 64, h: 64 }, isGuess: true };
const panel = { box: { x: 80, y: 240, w: 120, h: 40 }, isGuess: true };

describe.skipIf(whyNoClips)('a guess where the scene does not move', () => {
  let folder: string;
  let source: ClipSource;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'learn-areas-'));
    const motion = { photo: photos.chair, x: '40+n*3', y: '120+n*1.4' };
    const { path } = await makeMarkedClip({ folder, name: 'clip', ...motion, ...size, seconds: 3, svg, opacity: 1 });
    const file = { path, type: 'mp4' } as const;
    source = await openSource(file, await probeClip(file), folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const ignore = () => undefined;

  test('is dropped, and another one is confirmed and learnt', async () => {
    expect(await confirmMarks(source, [panel, ring], ignore)).toMatchObject([{ box: ring.box }]);
    const learnt = await learnAreas(placeAreas([panel, ring], source), source, ignore);
    expect(learnt.map(({ placed }) => placed.area.box)).toEqual([ring.box]);
  });

  test('is named as the reason where there is no other', async () => {
    await expect(confirmMarks(source, [panel], ignore)).rejects.toMatchObject({ code: 'MARK_UNCLEAR' });
    await expect(learnAreas(placeAreas([panel], source), source, ignore)).rejects.toMatchObject({
      code: 'MARK_UNCLEAR',
    });
  });
});
