// Separating video and sound in a real browser: the upload is interrupted and resumed, a part is chosen on the timeline, a run is cancelled.
import { fill } from 'contract/words.ts';
import { whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/separate/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { findFaults } from './axe.ts';
import { drawClip, openClipFolder, secondsOf } from './clips.ts';
import { drag } from './hands.ts';
import { expect, phasesOf, pick, rowOf, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const route = '/editor/separate';
const folder = openClipFolder();

/** Appends a box that players skip, so that the file has the desired size. */
function drawLarge(name: string, seconds: number, bytes = 0) {
  const clip = drawClip({ folder, name, picture: `testsrc2=s=640x360:r=25:d=${seconds}`, seconds });
  const free = Buffer.alloc(Math.max(0, bytes - clip.buffer.length));
  if (free.length > 8) {
    free.writeUInt32BE(free.length, 0);
    free.write('free', 4);
  }
  return { ...clip, buffer: Buffer.concat([clip.buffer, free]) };
}

const isPart = (url: URL) => url.pathname.startsWith('/store/input/') && url.searchParams.has('part');
const partOf = (address: string) => new URL(address).searchParams.get('part') ?? '';

test('an upload continues after a reload, and a part of the clip is separated', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  const clip = clipWords[language];
  await product.open(route);
  const arrived = new Set<string>();
  const sent: string[] = [];
  let isLineDead = true;
  await page.route(isPart, async (route, request) => {
    if (!isLineDead) sent.push(partOf(request.url()));
    // All parts but the first hang.
    if (!isLineDead || partOf(request.url()) === '1') await route.continue();
  });
  page.on('response', response => {
    if (isLineDead && response.request().method() === 'PUT') arrived.add(partOf(response.url()));
  });
  // Three parts of 8 MB.
  await pick(page, [drawLarge('talk.mp4', 4, 17 * 1024 * 1024)]);
  await expect.poll(() => arrived.size).toBe(1);
  // The clip plays while it is being uploaded.
  await expect(page.getByRole('slider', { name: clip.playhead })).toBeVisible();
  isLineDead = false;
  await page.reload();
  await expect(page.locator('[data-drawn="film waveform"]')).toBeVisible();
  expect([...arrived, ...sent].toSorted()).toEqual(['1', '2', '3']);
  expect(await findFaults(page)).toEqual([]);

  const track = (await page.getByRole('region', { name: clip.timeline }).locator('canvas').boundingBox())!;
  const middle = track.y + track.height / 2;
  if (hasTouch) {
    await page.touchscreen.tap(track.x + track.width / 2, middle);
    await page.getByRole('button', { name: clip.setStart }).tap();
  } else {
    await drag(page, hasTouch, { x: track.x - 6, y: middle }, { x: track.x + track.width / 2 - 6, y: middle });
  }
  await expect(page.locator('[data-trim=part]')).toHaveText(/^0:0(1\.9|2\.0)\d – 0:04\.0\d$/);
  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await (hasTouch ? run.tap() : run.click());
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const player = page.locator('[data-stage=result] video');
  await expect.poll(() => secondsOf(player)).toBeCloseTo(2, 0);
  await expect(page.getByRole('heading', { name: fill(product.work.resultFilesCount, { count: 2 }) })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.reload();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(product.complaints).toEqual([]);
});

test('a run is cancelled in the middle, and the clip can be separated again', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const clip = clipWords[language];
  await product.open(route);
  await pick(page, [drawLarge('long.mp4', 40)]);
  const start = page.getByRole('slider', { name: clip.trimStart });
  await start.focus();
  // A part that starts later is encoded, which takes a while.
  await page.keyboard.press('ArrowRight');
  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await run.click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.reload();
  await page.getByRole('button', { name: product.work.cancel, exact: true }).first().click();
  await expect(rowOf(page, 'long.mp4').locator('[data-phase]')).toHaveAttribute('data-phase', 'cancelled');
  await page.getByRole('button', { name: clip.trimWhole }).click();
  await run.click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(product.complaints).toEqual([]);
});
