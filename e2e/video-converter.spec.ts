// Clips in a real browser: played and trimmed before the run, forecast, converted, played again, and kept over a reload.
import type { Locator } from '@playwright/test';
import { fill } from 'contract/words.ts';
import { whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/video-converter/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { findFaults } from './axe.ts';
import { drawClip, openClipFolder, secondsOf } from './clips.ts';
import { saveBy } from './hands.ts';
import { chooseFormat, expect, phasesOf, pick, rowOf, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const route = '/editor/videoConverter';
const folder = openClipFolder();

const drawTest = (name: string, seconds: number, args?: readonly string[]) =>
  drawClip({ folder, name, picture: `testsrc2=s=320x240:r=25:d=${seconds}`, seconds, ...(args && { args }) });

test('a clip is trimmed with keys, its result predicted, converted and played', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const clip = clipWords[language];
  await product.open(route);
  // The upload waits until the panel was seen without facts.
  let goOn: () => void = () => undefined;
  const wasSeen = new Promise<void>(resolve => {
    goOn = resolve;
  });
  await page.route(
    url => url.pathname.startsWith('/store/input/'),
    async route => {
      await wasSeen;
      await route.continue();
    },
  );
  await pick(page, [drawTest('holiday.mkv', 4)]);
  const plan = page.locator('[data-plan]');
  const heightOf = async (row: Locator) => (await row.locator('..').boundingBox())!.height;
  const before = await heightOf(page.getByText(t.looking));
  goOn();
  await expect(plan).toContainText(t.copied);
  // Content below does not move when facts and the expected time arrive.
  expect(await heightOf(plan)).toBe(before);
  // A requested quality is used even if the clip could be copied.
  await page.getByText(t.qualitySmall, { exact: true }).click();
  await expect(plan).toContainText(`${t.encoded} · H.264`);
  // Its size is measured, in a row that is as high while that goes on.
  await expect(plan).toContainText(t.measuring);
  const measuring = await heightOf(plan);
  await expect(plan).not.toContainText(t.measuring, { timeout: 30_000 });
  await expect(plan).toContainText(new RegExp(`${t.expected}${fill(t.about, { value: '[\\d.]+ KB' })}`));
  expect(await heightOf(plan)).toBe(measuring);
  await page.getByText(t.qualityAuto, { exact: true }).click();
  await expect(plan).toContainText(t.copied);
  const start = page.getByRole('slider', { name: clip.trimStart });
  await start.focus();
  for (let presses = 0; presses < 20; presses++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('[data-trim=part]')).toHaveText(/^0:02\.00 – 0:04\.0\d$/);
  // A part that starts later cannot be copied.
  await expect(plan).toContainText(`${t.encoded} · H.264`);
  expect(await findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: fill(t.runOne, { format: 'MP4' }), exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const player = page.getByLabel(`${clip.result}: holiday.mp4`);
  await expect.poll(() => secondsOf(player)).toBeCloseTo(2, 0);
  expect((await saveBy(page, product.work.downloadOne)).suggestedFilename()).toBe('holiday.mp4');
  await page.reload();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(product.complaints).toEqual([]);
});

test('the expected size is rough where it cannot be measured', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  await product.open(route);
  const asked: unknown[] = [];
  await page.route('**/web/tos/size', async route => {
    asked.push(route.request().postDataJSON());
    await route.abort();
  });
  await pick(page, [drawTest('rough.mp4', 2)]);
  const plan = page.locator('[data-plan]');
  await expect(plan).toContainText(t.copied);
  expect(asked).toEqual([]);
  await page.getByText(t.qualitySmall, { exact: true }).click();
  await expect(plan).toContainText(new RegExp(fill(t.roughly, { value: '[\\d.]+ KB' })));
  expect(asked).toMatchObject([{ format: 'mp4', quality: 55, reencode: true }]);
});

test('a clip that no browser plays is shown as a preview, and a silent one cannot become sound', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = words[language];
  const clip = clipWords[language];
  await product.open(route);
  await pick(page, [drawTest('old.flv', 1, ['-c:v', 'flv', '-an'])]);
  await expect(page.getByText(clip.proxyShown)).toBeVisible();
  const video = page.locator('[data-frame] video');
  await expect.poll(() => video.evaluate(one => (one as unknown as { videoWidth: number }).videoWidth)).toBe(320);
  // After a reload the preview is found, not made again.
  await page.reload();
  await expect(page.getByText(clip.proxyShown)).toBeVisible();
  await chooseFormat(page, 'MP3');
  await expect(page.getByRole('complementary').getByText(t.noSound)).toBeVisible();
});

test('the page says when a clip is longer than its preview', { tag: '@phone' }, async ({ page, product, language }) => {
  await product.open(route);
  const picture = 'color=0x26323f:s=64x36:r=1:d=905';
  const args = ['-c:v', 'flv', '-an'];
  await pick(page, [drawClip({ folder, name: 'lecture.flv', picture, sound: null, seconds: 905, args })]);
  const note = fill(clipWords[language].proxyOfPart, { minutes: 15 });
  await expect(page.getByText(note)).toBeVisible({ timeout: 60_000 });
});

test('a long run is cancelled, and the file stays', { tag: '@desk' }, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(route);
  await pick(page, [drawTest('long.mp4', 60)]);
  await chooseFormat(page, 'WebM');
  await page.getByRole('button', { name: fill(t.runOne, { format: 'WebM' }), exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.getByRole('button', { name: product.work.cancel, exact: true }).first().click();
  await expect(rowOf(page, 'long.mp4').locator('[data-phase]')).toHaveAttribute('data-phase', 'cancelled');
});
