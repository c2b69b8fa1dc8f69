// An animation from photographs that are put in order, and an animation split into frames.
import { readFile } from 'node:fs/promises';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { makeClip, whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/gif/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { stripWords } from '../ui/pick/strip-words.ts';
import { findFaults } from './axe.ts';
import { openClipFolder, secondsOf } from './clips.ts';
import { saveBy } from './hands.ts';
import { countZipped } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

const path = '/editor/gif';
const moving = new URL('../fixtures/animated-3-frames.gif', import.meta.url).pathname;

/** Returns the mean of each channel of each frame. */
async function coloursOf(bytes: Buffer): Promise<number[][]> {
  const { pages = 1 } = await sharp(bytes).metadata();
  const frames = Array.from({ length: pages }, (_, page) => sharp(bytes, { page }).removeAlpha().stats());
  return (await Promise.all(frames)).map(({ channels }) => channels.slice(0, 3).map(({ mean }) => mean));
}

test('pictures are reordered and become one animation', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  await product.open(path);
  const files = [photos.womanRed, photos.manCap, photos.womanGreen];
  await pick(page, files);
  await expect(phasesOf(page)).toHaveCount(3);
  const strip = page.getByRole('list', { name: t.frames });
  const frameOf = (name: string) => strip.getByRole('button', { name: new RegExp(`^${name}`) });
  expect(await findFaults(page)).toEqual([]);

  const sort = stripWords[language];
  for (const [label, first] of [
    [sort.sort, /^man-cap/],
    [sort.sortBack, /^woman-red/],
  ] as const) {
    await page.getByRole('button', { name: label, exact: true }).click();
    await expect(strip.getByRole('button').first()).toHaveAccessibleName(first);
  }

  if (hasTouch) {
    await frameOf('woman-green').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
  } else {
    const from = (await frameOf('woman-green').boundingBox())!;
    const to = (await frameOf('woman-red').boundingBox())!;
    await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
    await page.mouse.down();
    await page.mouse.move(to.x + 20, to.y + to.height / 2, { steps: 8 });
    await page.mouse.up();
  }
  await expect(strip.getByRole('button').first()).toHaveAccessibleName(/^woman-green/);
  const delay = page.getByLabel(fill(t.delayOf, { name: 'woman-red.jpg' }));
  await delay.pressSequentially('5');
  await delay.blur();
  await expect(delay).toHaveValue('20');
  await delay.clear();
  await delay.pressSequentially('1200');
  await expect(delay).toHaveValue('1200');

  const run = page.getByRole('button', { name: fill(t.runMake, { count: 3, format: 'GIF' }) });
  await (hasTouch ? run.tap() : run.click());
  await expect(page.locator('[data-stage=result] img')).toBeVisible();
  await expect(page.locator('[data-stage=result]')).toContainText(/\d+\s×\s\d+\s·\s[\d.]+\s[KM]B/);
  expect(await findFaults(page)).toEqual([]);
  const download = await saveBy(page, product.work.downloadOne);
  const bytes = await readFile(await download.path());
  expect(await sharp(bytes, { animated: true }).metadata()).toMatchObject({
    format: 'gif',
    pages: 3,
    delay: [500, 1200, 500],
    loop: 0,
  });
  const colours = await coloursOf(bytes);
  const wanted = await Promise.all(
    [files[2]!, files[0]!, files[1]!].map(async file => (await coloursOf(await readFile(file)))[0]!),
  );
  for (const [index, colour] of wanted.entries())
    for (const [channel, value] of colour.entries())
      expect(Math.abs(colours[index]![channel]! - value)).toBeLessThan(6);
  expect(product.complaints).toEqual([]);
});

test('reordering the pictures afterwards drops the old result', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [photos.womanRed, photos.manCap]);
  await page.getByRole('button', { name: fill(t.runMake, { count: 2, format: 'GIF' }) }).click();
  await expect(page.locator('[data-stage=result] img')).toBeVisible();
  await page.getByRole('button', { name: product.work.editAgain }).click();
  await page.getByRole('list', { name: t.frames }).getByRole('button').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('button', { name: fill(t.runMake, { count: 2, format: 'GIF' }) })).toBeVisible();
  await expect(page.locator('[data-stage=result]')).toHaveCount(0);
});

test('an animation is split into its frames', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [moving]);
  await page.getByText(t.modeSplit, { exact: true }).click();
  await page.getByRole('button', { name: t.runSplit }).click();
  await expect(page.getByRole('heading', { name: fill(product.work.resultFilesCount, { count: 3 }) })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // One press saves all of them; each has a button of its own beside its preview.
  const download = await saveBy(page, fill(product.work.downloadAll, { count: 3 }));
  expect(download.suggestedFilename()).toBe('animated-3-frames-gif.zip');
  expect(countZipped(await readFile(await download.path()))).toBe(3);
});

test('frames are saved straight into a folder and overwrite no existing file', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  // The page's private folder replaces the one that a person would choose in a system dialog.
  await page.addInitScript('window.showDirectoryPicker = () => navigator.storage.getDirectory()');
  await product.open(path);
  await pick(page, [moving]);
  await page.getByText(t.modeSplit, { exact: true }).click();
  await page.getByRole('button', { name: t.runSplit }).click();
  const save = page.getByRole('button', { name: product.work.saveToFolder });
  await expect(save).toBeVisible();
  const rightOf = (box: { x: number; width: number } | null) => (box ? box.x + box.width : Number.NaN);
  const [row, last] = ['xpath=..', 'xpath=../button[last()]'].map(part => save.locator(part));
  const edge = rightOf((await row?.boundingBox()) ?? null);
  expect(rightOf((await last?.boundingBox()) ?? null), 'the last button stays on its card').toBeLessThanOrEqual(
    edge + 1,
  );
  await save.click();
  await expect(page.getByText(fill(product.work.savedToFolder, { count: 3 }))).toBeVisible();
  await expect(page.getByText(fill(product.work.savedToFolder, { count: 3 }))).toHaveCount(0);
  await save.click();
  await expect(page.getByText(fill(product.work.savedToFolder, { count: 3 }))).toBeVisible();
  const saved = await page.evaluate<[string, number][]>(`navigator.storage.getDirectory().then(async folder => {
    const files = [];
    for await (const [name, file] of folder) files.push([name, (await file.getFile()).size]);
    return files.sort();
  })`);
  const names = [1, 2, 3].flatMap(number => [`animated-3-frames-${number} (2).png`, `animated-3-frames-${number}.png`]);
  expect(saved.map(([name]) => name)).toEqual(names);
  expect(Math.min(...saved.map(([, size]) => size))).toBeGreaterThan(50);
  expect(product.complaints).toEqual([]);
});

test('single frames are chosen on the film and saved under their numbers', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(path);
  await pick(page, [moving]);
  await page.getByText(t.modeSplit, { exact: true }).click();
  const frames = page.getByRole('list', { name: t.film }).getByRole('button');
  await expect(frames).toHaveCount(3);
  await frames.nth(1).click();
  await expect(page.getByText(fill(t.chosenFrames, { chosen: 2, count: 3 }))).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: t.noFrames }).click();
  await page.getByRole('button', { name: fill(t.runSplitSome, { count: 0 }) }).click();
  await expect(page.getByText(t.framesMissing).first()).toBeVisible();
  await frames.nth(2).click();
  await page.getByRole('button', { name: fill(t.runSplitSome, { count: 1 }) }).click();
  const download = await saveBy(page, product.work.downloadOne);
  expect(download.suggestedFilename()).toBe('animated-3-frames-3.png');
});

test.describe('clips', () => {
  test.skip(whyNoClips !== undefined, whyNoClips);
  const folder = openClipFolder();

  test('a part of a clip becomes a GIF, after a reload and a cancel in the middle', { tag: '@desk' }, async ({
    page,
    product,
    language,
    hasTouch,
  }) => {
    const t = words[language];
    const clip = clipWords[language];
    await product.open(path);
    const seconds = 20;
    await pick(page, [
      makeClip({ folder, name: 'party.mp4', picture: `testsrc2=s=640x360:r=30:d=${seconds}`, seconds }),
    ]);
    await expect(page.locator('[data-drawn="film waveform"]')).toBeVisible();
    expect(await findFaults(page)).toEqual([]);
    const options = page.getByRole('complementary');
    await options.getByLabel(t.fps).selectOption('30');
    const run = page.getByRole('button', { name: fill(t.runOne, { format: 'GIF' }), exact: true });
    await (hasTouch ? run.tap() : run.click());
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
    await page.reload();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
    await page.getByRole('button', { name: product.work.cancel, exact: true }).first().click();
    await expect(phasesOf(page)).toHaveAttribute('data-phase', 'cancelled');

    await options.getByLabel(t.fps).selectOption('10');
    const track = (await page.getByRole('region', { name: clip.timeline }).locator('canvas').boundingBox())!;
    const at = (share: number) => [track.x + track.width * share, track.y + track.height / 2] as const;
    const moment = page.locator('[data-moment]');
    await (hasTouch ? page.touchscreen.tap(...at(0.5)) : page.mouse.click(...at(0.5)));
    await expect(moment).toContainText('0:10');
    if (hasTouch) await page.getByRole('button', { name: clip.setStart }).tap();
    else await page.keyboard.press('i');
    await page.getByRole('slider', { name: clip.trimEnd }).focus();
    for (let presses = 0; presses < 9; presses++) await page.keyboard.press('PageDown');
    const part = page.locator('[data-trim=part]');
    await expect(part).toHaveText(/^0:(09|10)\.\d\d – 0:11\.0\d$/);
    await (hasTouch ? run.tap() : run.click());
    await expect(page.locator('[data-stage=result] img')).toBeVisible();
    const download = await saveBy(page, product.work.downloadOne);
    expect(download.suggestedFilename()).toBe('party-animation.gif');
    const { pages = 0, delay } = await sharp(await readFile(await download.path()), { animated: true }).metadata();
    expect(pages).toBeGreaterThan(8);
    expect(pages).toBeLessThan(13);
    expect(new Set(delay)).toEqual(new Set([100]));
    expect(product.complaints).toEqual([]);
  });

  test('pictures become a clip that plays', { tag: '@phone' }, async ({ page, product, language }) => {
    const t = words[language];
    await product.open(path);
    await pick(page, [photos.womanRed, photos.manCap]);
    await expect(phasesOf(page)).toHaveCount(2);
    await page.getByRole('complementary').getByText('MP4', { exact: true }).click();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('button', { name: fill(t.runMake, { count: 2, format: 'MP4' }) }).click();
    const player = page.locator('[data-stage=result] video');
    await expect(player).toBeVisible();
    await expect.poll(() => secondsOf(player)).toBeCloseTo(6, 0);
    expect(product.complaints).toEqual([]);
  });
});
