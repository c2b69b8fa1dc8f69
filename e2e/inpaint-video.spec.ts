// Watermark removal from clips in a real browser: a mark found automatically or marked by hand, a preview, the whole clip, a cancellation and a
// reload.
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { fill, type Language } from 'contract/words.ts';
import { photos } from '../bench/photos.ts';
import { compareBeneath, makeMarkedClip, makeSubtitledClip, readAll } from '../engines/clip-marks/test-marked-clips.ts';
import { h264, whyNoClips } from '../engines/video/test-clips.ts';
import { screenWords } from '../tools/inpaint-video/screen-words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { barWords } from '../web/src/app-install/words.ts';
import { shellWords } from '../web/src/words/shell.ts';
import { findFaults } from './axe.ts';
import { drawClip as drawPattern, momentOf, openClipFolder, secondsOf, seekTo } from './clips.ts';
import { drag, type Place, saveBy, setSlider } from './hands.ts';
import { holdCalls } from './hold-calls.ts';
import { expect, phasesOf, pick, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const route = '/editor/inpaintVideo';
const [width, height] = [320, 180];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke="#fff" stroke-width="4">
  <circle cx="222" cy="32" r="12"/><path d="M246 46v-26h10a8 8 0 0 1 0 16h-10M276 28v18M276 20v3M286 28l12 18M298 28l-12 18"/></svg>`;
const folder = openClipFolder();

async function drawClip(name: string, seconds: number) {
  const recipe = { folder, name, photo: photos.friendsDark, x: '30+n*5', y: '120+n*2', width, height, seconds, svg };
  const { path } = await makeMarkedClip({ ...recipe, opacity: 0.6 });
  return { name: `${name}.mp4`, mimeType: 'video/mp4', buffer: readFileSync(path) };
}

/** A clip with sound. */
const drawSpoken = (name: string) =>
  drawPattern({
    folder,
    name: `${name}.mp4`,
    picture: `testsrc2=s=${width}x${height}:r=25:d=3`,
    seconds: 3,
    args: [...h264, '-c:a', 'aac'],
  });

const board = (page: Page) => page.getByRole('application');
const done = (page: Page) => expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');

async function expectBoard(page: Page, language: Language) {
  await expect(board(page)).toBeVisible();
  await expect(page.getByRole('img', { name: painterWords[language].loading })).toHaveCount(0);
}

/** Draws from one position to another, given as shares of the frame. */
async function draw(page: Page, hasTouch: boolean, from: Place, to: Place): Promise<void> {
  const box = (await board(page).boundingBox())!;
  const scale = Math.min(box.width / width, box.height / height);
  const at = ({ x, y }: Place) => ({
    x: box.x + (box.width - width * scale) / 2 + x * width * scale,
    y: box.y + (box.height - height * scale) / 2 + y * height * scale,
  });
  await drag(page, hasTouch, at(from), at(to));
}

/** Milliseconds after which the stage takes over a position, as in tools/inpaint-video/stage.tsx. */
const settledMs = 300;

test('a mark in a rectangle is previewed, then removed from the whole clip', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  test.slow();
  const t = screenWords[language];
  await product.open(route);
  await pick(page, [await drawClip('trip', 4)]);
  await expectBoard(page, language);
  const run = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('button', { name: painterWords[language].box, exact: true }).click();
  await draw(page, hasTouch, { x: 0.63, y: 0.08 }, { x: 0.97, y: 0.29 });
  expect(await findFaults(page)).toEqual([]);
  await run(t.runPreview).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.getByRole('button', { name: product.work.cancel, exact: true }).first().click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');
  // The marks are still there after a reload.
  await page.reload();
  await expectBoard(page, language);
  // A preview from the end of the clip shows its last three seconds.
  await page.getByRole('slider', { name: clipWords[language].playhead, exact: true }).press('End');
  await page.waitForTimeout(settledMs * 2);
  await expectBoard(page, language);
  await run(t.runPreview).click();
  await done(page);
  await expect(page.getByText(t.previewDone)).toBeVisible();
  const player = page.getByLabel(`${clipWords[language].result}: trip-clean.mp4`);
  const lengthOf = () => secondsOf(player);
  await expect.poll(lengthOf).toBeCloseTo(3, 0);
  const swap = page.getByRole('button', { name: clipWords[language].original, exact: true });
  const original = page.getByLabel(clipWords[language].original, { exact: true });
  await expect(original).toBeHidden();
  await seekTo(player, 2);
  await swap.click();
  await expect(original).toBeVisible();
  await expect(player).toBeHidden();
  expect(await secondsOf(original)).toBeCloseTo(4, 0);
  await expect.poll(() => momentOf(original)).toBeCloseTo(3, 1);
  expect(await findFaults(page)).toEqual([]);
  await swap.click();
  await expect(player).toBeVisible();
  await run(t.previewGoOn).click();
  await expect.poll(lengthOf).toBeCloseTo(4, 0);
  expect((await saveBy(page, product.work.downloadOne)).suggestedFilename()).toBe('trip-clean.mp4');
  expect(product.complaints).toEqual([]);
});

test('a painted area is removed within its range on the timeline, and is unchanged before and after it', {
  tag: '@desk',
}, async ({ page, product, language, hasTouch }) => {
  const t = screenWords[language];
  const seconds = 6;
  const recipe = {
    folder,
    name: 'timed',
    photo: photos.friendsDark,
    x: '30+n*3',
    y: '120+n',
    width,
    height,
    seconds,
    svg,
  };
  const clip = await makeMarkedClip({ ...recipe, opacity: 1 });
  await product.open(route);
  await pick(page, [{ name: 'timed.mp4', mimeType: 'video/mp4', buffer: readFileSync(clip.path) }]);
  await expectBoard(page, language);
  await page.getByRole('button', { name: painterWords[language].brush, exact: true }).click();
  await setSlider(page.getByLabel(painterWords[language].size, { exact: true }), 40);
  await draw(page, hasTouch, { x: 0.65, y: 0.18 }, { x: 0.95, y: 0.18 });

  const label = fill(t.area, { number: 1 });
  const words = clipWords[language];
  const edge = (name: string) => page.getByRole('slider', { name: fill(name, { label }) });
  const track = (await page.getByRole('list', { name: words.ranges }).getByRole('button').first().boundingBox())!;
  const xAt = (moment: number) => track.x + (track.width * moment) / seconds;
  const dragEdge = async (name: string, to: number) => {
    const box = (await edge(name).boundingBox())!;
    const y = box.y + box.height / 2;
    const from = { x: box.x + box.width / 2, y };
    const before = Number(await edge(name).inputValue());
    await drag(page, false, from, { x: from.x + xAt(to) - xAt(before), y });
    const now = Number(await edge(name).inputValue());
    expect(Math.abs(now - to)).toBeLessThan(0.3);
    return now;
  };
  const end = await dragEdge(words.rangeEnd, 4);
  const start = await dragEdge(words.rangeStart, 2);
  await page.getByText(t.scopeWhole, { exact: true }).click();
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press(t.areaAdd);
  await press(t.runOne);
  await done(page);
  // Neither another area nor another position changes what was removed, so the result stays.
  const player = page.getByLabel(`${words.result}: timed-clean.mp4`);
  await expect(player).toBeVisible();
  await page.getByRole('button', { name: label }).first().click();
  await expect(player).toBeVisible();
  await press(product.work.editAgain);
  await expectBoard(page, language);
  await page.getByRole('slider', { name: words.playhead }).focus();
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowRight');
  await page.waitForTimeout(settledMs * 2);
  await press(product.work.backToResult);
  await expect(player).toBeVisible();
  const saved = await (await saveBy(page, product.work.downloadOne)).path();

  const [clean, marked, ours] = [clip.cleanPath, clip.path, saved].map(path => readAll(path));
  const frame = width * height * 3;
  /** Returns the PSNR of the mark's pixels in dB, some frames away from the ends of its time range. */
  const compare = (a: Buffer, b: Buffer, from: number, to: number) => {
    const cut = (bytes: Buffer) => bytes.subarray(Math.ceil(from * 25 + 2) * frame, Math.floor(to * 25 - 2) * frame);
    return compareBeneath(cut(a), cut(b), clip);
  };
  for (const [from, to] of [
    [0, start],
    [end, seconds],
  ] as const) {
    expect(compare(ours!, marked!, from, to)).toBeGreaterThan(32);
    expect(compare(ours!, clean!, from, to)).toBeLessThan(10);
  }
  expect(compare(ours!, clean!, start, end)).toBeGreaterThan(compare(marked!, clean!, start, end) + 10);
  expect(product.complaints).toEqual([]);
});

test('marks are found, and their time can be changed on the timeline', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = screenWords[language];
  await product.open(route);
  await pick(page, [await drawClip('found', 3)]);
  await expectBoard(page, language);
  await page.getByRole('button', { name: t.find, exact: true }).click();
  await expect(page.getByText(fill(t.found, { count: 1 }))).toBeVisible();
  const start = page.getByRole('slider', {
    name: fill(clipWords[language].rangeStart, { label: fill(t.area, { number: 1 }) }),
  });
  await start.focus();
  const before = await start.getAttribute('aria-valuenow');
  await page.keyboard.press('ArrowRight');
  await expect(start).not.toHaveAttribute('aria-valuenow', before ?? '');
});

test('the picture stays large enough to paint on and does not move, and a new area is in sight on the timeline', async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = screenWords[language];
  // A phone whose browser shows its bars.
  if (hasTouch) await page.setViewportSize({ width: 390, height: 664 });
  const showViews = await holdCalls(page, '**/web/tos/{film,peaks}**');
  await product.open(route);
  await pick(page, [drawSpoken('spoken-area')]);
  await expectBoard(page, language);
  const drawn = page.locator('canvas[data-drawn]');
  await expect(drawn).toHaveAttribute('data-drawn', '');
  const before = (await board(page).boundingBox())!;
  expect(before.height).toBeGreaterThan(140);
  showViews();
  await expect(drawn).toHaveAttribute('data-drawn', 'film waveform');
  expect(await board(page).boundingBox()).toEqual(before);
  for (let number = 2; number <= 5; number++) await page.getByRole('button', { name: t.areaAdd }).click();
  const rows = page.getByRole('list', { name: clipWords[language].ranges });
  const bar = rows.getByRole('button', { name: fill(t.area, { number: 5 }) });
  const [outer, inner] = [(await rows.boundingBox())!, (await bar.boundingBox())!];
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  expect((await board(page).boundingBox())!.height).toBeGreaterThan(100);
});

test('all buttons stay in the window below every bar that may lie above the page', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = screenWords[language];
  await product.open(route);
  await pick(page, [await drawClip('offline', 4)]);
  await expectBoard(page, language);
  await page.getByRole('button', { name: painterWords[language].box, exact: true }).click();
  await draw(page, false, { x: 0.63, y: 0.08 }, { x: 0.97, y: 0.29 });
  await page.getByRole('button', { name: t.runPreview, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.context().setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: barWords[language].offline })).toBeVisible();
  await expect(page.getByRole('region', { name: shellWords[language].sandbox })).toBeVisible();
  const cancel = page.getByRole('complementary').getByRole('button', { name: product.work.cancel, exact: true });
  await expect(cancel).toBeInViewport({ ratio: 1 });
});

test('subtitles are removed without a mark, after a cancel and a reload', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  test.slow();
  const t = screenWords[language];
  const scene = {
    folder,
    name: 'spoken',
    photo: photos.friendsDark,
    x: '80+n*3',
    y: '220+n*1.5',
    width,
    height,
    seconds: 3,
  };
  const cues = [
    { start: 0.4, end: 1.4, text: '我们明天再出发吧' },
    { start: 1.4, end: 2.6, text: 'Where are you going?' },
  ];
  const { path } = await makeSubtitledClip(scene, cues);
  await product.open(route);
  await pick(page, [{ name: 'spoken.mp4', mimeType: 'video/mp4', buffer: readFileSync(path) }]);
  await expectBoard(page, language);
  const run = (name: string) => page.getByRole('button', { name, exact: true });
  const subtitles = page.getByRole('radio', { name: t.whatSubtitles, exact: true });
  await page.getByText(t.whatSubtitles, { exact: true }).click();
  await expect(subtitles).toBeChecked();
  await run(t.runPreview).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await run(product.work.cancel).first().click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');
  await page.reload();
  await expect(subtitles).toBeChecked({ timeout: 30_000 });
  await run(t.runPreview).click();
  await done(page);
  await expect(page.getByText(t.previewDone)).toBeVisible();
  await expect(page.getByText(t.subtitlesFilledHint)).toBeVisible();
  expect(product.complaints).toEqual([]);
});
