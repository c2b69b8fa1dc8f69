// A mark that is shown for some time only gets the icon beside its writing; one that stands all the time stays as it was found.
import { expect, test } from 'vitest';
import { photos } from '../../../bench/photos.ts';
import { luma601 } from '../../pixels/luma.ts';
import { blendMark, drawMark, readPhoto } from '../../same-mark/test-marks.ts';
import { completeBrief } from './complete-brief.ts';
import type { SampledClip } from './sampled-clip.ts';

const [width, height, count, hertz] = [640, 360, 8, 2];
const seconds = count / hertz;
const icon = { x: 24, y: 22, w: 56, h: 56 };
const lines = { x: 96, y: 28, w: 110, h: 44 };
/** A play button with two lines beside it. */
const drawn =
  '<path fill-rule="evenodd" d="M24 22h56v56h-56zM44 34v32l24-16z"/><path d="M96 32h110v12h-110zM96 56h84v12h-84z"/>';

/** A photograph that stands still, with the mark in the first half. */
async function drawClip(): Promise<SampledClip> {
  const photo = await readPhoto(photos.friendsDark, width, height);
  const mark = await drawMark(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="#fff">${drawn}</svg>`,
    0.85,
  );
  const [marked, clean] = [blendMark(photo, mark), photo].map(({ data }) =>
    Uint8Array.from({ length: width * height }, (_, i) => luma601(data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!)),
  );
  const lumas = Array.from({ length: count }, (_, k) => (k < count / 2 ? marked! : clean!));
  const chromas = lumas.map(() => new Uint8Array((width * height) / 2).fill(128));
  return { lumas, chromas, width, height, hertz, seconds } as unknown as SampledClip;
}

test('the icon beside the writing of a mark that jumps belongs to it', async () => {
  const clip = await drawClip();
  const steady = { box: lines, start: 0, end: seconds };
  const [brief, later, whole] = await completeBrief(
    [{ box: lines, start: 0, end: seconds / 2 }, { box: lines, start: seconds / 2, end: seconds }, steady],
    clip,
  );
  const { x, y, w, h } = brief!.box;
  expect(x).toBeLessThanOrEqual(icon.x + 2);
  expect(y).toBeLessThanOrEqual(lines.y);
  expect(x + w).toBeGreaterThanOrEqual(lines.x + lines.w);
  expect(y + h).toBeGreaterThanOrEqual(lines.y + lines.h);
  expect(w * h).toBeLessThan(2 * (lines.x + lines.w - icon.x) * icon.h);
  expect([later!.box, whole]).toEqual([lines, steady]);
});
