// Watermarks and subtitles on clips in a real browser: the frame of the result matches the page, lines are edited, and work survives a reload.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { errors } from 'contract/errors.ts';
import { maxCues } from 'contract/subtitles/cues.ts';
import { readCues } from 'contract/subtitles/read.ts';
import { writeSrt } from 'contract/subtitles/write.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { h264, readFrame, whyNoClips } from '../engines/video/test-clips.ts';
import { words } from '../tools/mark-video/words.ts';
import { clipWords } from '../ui/clip/words.ts';
import { markWords } from '../ui/mark-options/words.ts';
import { findFaults } from './axe.ts';
import { drawClip, openClipFolder } from './clips.ts';
import { drag, saveBy, setSlider } from './hands.ts';
import { expect, phasesOf, pick, rowOf, test } from './product.ts';

test.skip(whyNoClips !== undefined, whyNoClips);

const route = '/editor/markVideo';
const size = { width: 640, height: 360 };
const folder = openClipFolder();

const drawPlain = (name: string, seconds: number, picture = `color=0x26323f:s=640x360:r=10:d=${seconds}`) =>
  drawClip({ folder, name, picture, sound: null, seconds, args: h264 });

interface Seen {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

type Rgb = readonly [number, number, number];
const amber: Rgb = [255, 183, 3];

/** Returns the bounding box of everything of a colour. */
function findColour({ data, width, height }: { data: Buffer; width: number; height: number }, colour: Rgb): Seen {
  const seen = { left: width, top: height, right: 0, bottom: 0 };
  for (let i = 0; i < width * height; i++) {
    if (colour.some((value, c) => Math.abs(value - data[i * 3 + c]!) > 90)) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    seen.left = Math.min(seen.left, x);
    seen.right = Math.max(seen.right, x + 1);
    seen.top = Math.min(seen.top, y);
    seen.bottom = Math.max(seen.bottom, y + 1);
  }
  expect(seen.right, 'the colour is there').toBeGreaterThan(0);
  return seen;
}

const frameOf = (page: Page) => page.locator('[data-frame]');

/** Returns what the page shows of a colour, in pixels of the clip. */
async function findShown(page: Page, colour: Rgb) {
  const box = (await frameOf(page).boundingBox())!;
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
  const clip = { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y };
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const found = findColour({ data, width: info.width, height: info.height }, colour);
  const scale = size.width / box.width;
  const seen: Seen = {
    left: (found.left + x - box.x) * scale,
    right: (found.right + x - box.x) * scale,
    top: (found.top + y - box.y) * scale,
    bottom: (found.bottom + y - box.y) * scale,
  };
  return { seen, box, scale };
}

function expectSame(made: Seen, { seen, scale }: Awaited<ReturnType<typeof findShown>>): void {
  // A small screen limits the precision to its own pixels.
  const tolerance = Math.max(2, 1.5 * scale);
  for (const side of ['left', 'top', 'right', 'bottom'] as const)
    expect(Math.abs(made[side] - seen[side]), `${side}: ${made[side]} for ${seen[side]}`).toBeLessThanOrEqual(
      tolerance,
    );
}

test('a mark is dragged into place, and a frame of the result looks as shown', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = words[language];
  const m = markWords[language];
  await product.open(route);
  await pick(page, [drawPlain('holiday.mp4', 2)]);
  await page.getByLabel(m.text).fill('Pixwright');
  await page.getByTitle(m.amber).first().click();
  await setSlider(page.getByLabel(m.opacity, { exact: true }), 100);
  await setSlider(page.getByLabel(m.size, { exact: true }), 14);
  await page.getByText(m.outlineAndShadow).click();
  await setSlider(page.getByLabel(m.shadowStrength), 0);
  await page.getByText(m.outlineAndShadow).click();
  await expect(page.locator('[data-exact=true]')).toBeVisible();
  await expect(page.locator('[data-mark=shown]')).toBeVisible();
  await frameOf(page).scrollIntoViewIfNeeded();
  expect(await findFaults(page)).toEqual([]);
  // A handle on the frame's edge is not cut off.
  const room = (await frameOf(page).locator('..').boundingBox())!;
  const frame = (await frameOf(page).boundingBox())!;
  expect(Math.min(frame.y - room.y, room.y + room.height - frame.y - frame.height)).toBeGreaterThanOrEqual(8);

  const before = await findShown(page, amber);
  const middle = {
    x: before.box.x + (before.seen.left + before.seen.right) / 2 / before.scale,
    y: before.box.y + (before.seen.top + before.seen.bottom) / 2 / before.scale,
  };
  await drag(page, hasTouch, middle, { x: middle.x - before.box.width * 0.3, y: middle.y - before.box.height * 0.4 });
  await expect.poll(async () => (await findShown(page, amber)).seen.top).toBeLessThan(before.seen.top - 60);

  // Held back, so that the page shows the mark without its handles.
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/newVideoAddWaterMaker', async held => {
    await isHeld;
    await held.continue();
  });
  await page.getByRole('button', { name: t.runMark, exact: true }).click();
  await expect(phasesOf(page)).not.toHaveAttribute('data-phase', 'ready');
  await frameOf(page).scrollIntoViewIfNeeded();
  await page.waitForTimeout(400);
  const shown = await findShown(page, amber);
  goOn();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const file = await saveBy(page, product.work.downloadOne);
  expect(file.suggestedFilename()).toBe('holiday-watermarked.mp4');
  expectSame(findColour(readFrame(await file.path(), 0.5), amber), shown);
  await page.reload();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  expect(product.complaints).toEqual([]);
});

/** "你好，世界" and "我们走吧" in GBK. */
const chinese = Buffer.concat([
  Buffer.from('1\r\n00:00:00,000 --> 00:00:01,000\r\n'),
  Buffer.from('c4e3bac3a3accac0bde7', 'hex'),
  Buffer.from('\r\n\r\n2\r\n00:00:01,200 --> 00:00:02,000\r\n'),
  Buffer.from('ced2c3c7d7dfb0c9', 'hex'),
  Buffer.from('\r\n'),
]);

test('subtitles are read, edited line by line, burnt in as shown, and kept over a reload', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const m = markWords[language];
  const chooseFile = (buffer: Buffer, name = 'words.srt') =>
    page.locator('input[accept^=".srt"]').first().setInputFiles({ name, mimeType: '', buffer });
  await product.open(route);
  await pick(page, [drawPlain('talk.mp4', 2)]);
  await page.getByText(t.tabSubtitles, { exact: true }).click();
  await chooseFile(Buffer.from('not subtitles'));
  await expect(page.getByText(t.notSubtitles)).toBeVisible();
  await chooseFile(Buffer.alloc(501 * 1024, 'a'));
  await expect(page.getByText(fill(errors.FILE_ABOVE_KB[language], { maxKb: 500 }))).toBeVisible();
  await chooseFile(chinese);
  const lines = page.getByRole('region', { name: t.lines });
  await expect(lines.getByText('你好，世界')).toBeVisible();
  await lines.getByText('我们走吧').click();
  await lines.getByLabel(t.lineText).fill('Go');
  await lines.getByRole('button', { name: t.split }).click();
  await expect(lines.getByRole('listitem')).toHaveCount(3);
  await lines.getByRole('button', { name: t.merge }).click();
  await lines.getByLabel(t.lineText).fill('Let us go');
  await lines.getByLabel(t.lineStart).fill('0:01.1');
  await lines.getByLabel(t.lineStart).press('Enter');
  await page.locator('summary').filter({ hasText: t.look }).click();
  await page.getByTitle(m.amber).first().click();
  await setSlider(page.getByLabel(t.box), 0);
  await setSlider(page.getByLabel(m.shadowStrength), 0);
  await setSlider(page.getByLabel(m.outlineWidth), 0);
  await setSlider(page.getByLabel(m.size, { exact: true }), 12);
  await lines.getByRole('button', { name: t.show }).click();
  await expect(page.locator('[data-cue=exact]')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await frameOf(page).scrollIntoViewIfNeeded();
  const shown = await findShown(page, [255, 225, 77]);

  await page.getByRole('button', { name: t.save, exact: true }).click();
  const saved = await saveBy(page, fill(t.saveAs, { format: 'VTT' }));
  expect(saved.suggestedFilename()).toBe('talk.vtt');
  expect(await readFile(await saved.path(), 'utf8')).toContain('00:00:01.100 --> 00:00:02.000\nLet us go');

  await page.reload();
  await expect(lines.getByText('Let us go')).toBeVisible();
  await page.getByRole('button', { name: t.runSubtitles, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const file = await saveBy(page, product.work.downloadOne);
  expect(file.suggestedFilename()).toBe('talk-subtitled.mp4');
  expectSame(findColour(readFrame(await file.path(), 1.5), [255, 225, 77]), shown);
  expect(product.complaints).toEqual([]);
});

test('files of other formats are read by their content, and the language of a track is detected', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(route);
  await pick(page, [drawPlain('talk.mp4', 3)]);
  await page.getByText(t.tabSubtitles, { exact: true }).click();
  const chooseFile = (name: string, text: string) =>
    page
      .locator('input[accept^=".srt"]')
      .first()
      .setInputFiles({ name, mimeType: '', buffer: Buffer.from(text) });
  const lines = page.getByRole('region', { name: t.lines });
  await chooseFile('captions.srt', 'WEBVTT\n\n00:00.500 --> 00:02.000 align:start\n \nhow are<00:01.000><c> you</c>\n');
  await expect(lines.getByText('how are you')).toBeVisible();
  await chooseFile('song.lrc', '[ti:Song]\n[00:00.50]你們好\n[00:02.00]\n');
  await expect(lines.getByText('你們好')).toBeVisible();
  await chooseFile(
    'film.ass',
    '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.20,0:00:02.50,{\\an8\\i1}這是什麼？\nDialogue: 0:00:00.20,0:00:02.50,我們走',
  );
  await expect(lines.getByText('這是什麼？')).toBeVisible();
  await expect(page.locator('[data-cue=exact]')).toBeVisible();
  await page.getByText(t.modeTrack, { exact: true }).click();
  const names = new Intl.DisplayNames([language], { type: 'language' });
  const detected = fill(t.languageAuto, { name: names.of('zh-Hant')! });
  await expect(page.getByLabel(t.trackLanguage)).toContainText(detected);
  expect(await findFaults(page)).toEqual([]);
  expect(product.complaints).toEqual([]);
});

test('subtitles that begin later are shown at once, and characters that cannot be drawn are named before the start', {
  tag: '@phone',
}, async ({ page, product, language }) => {
  const t = words[language];
  await product.open(route);
  await pick(page, [drawPlain('talk.mp4', 3)]);
  await page.getByText(t.tabSubtitles, { exact: true }).click();
  // A letter of the Mro script, which hardly any font contains.
  const buffer = Buffer.from('1\n00:00:01,500 --> 00:00:02,500\nHello \u{16a40}\n');
  await page.locator('input[accept^=".srt"]').first().setInputFiles({ name: 'words.srt', mimeType: '', buffer });
  await expect(page.locator('[data-cue=exact]')).toBeVisible();
  await expect(page.locator('[data-moment]')).toContainText('0:01.5');
  await expect(page.getByRole('status').getByText(fill(t.signsMissing, { signs: '\u{16a40}' }))).toBeVisible();
  // The buttons beside it do not cut off the clip's duration.
  const isCut = await page
    .locator('[data-moment]')
    .evaluate(
      one =>
        (one as unknown as { scrollWidth: number }).scrollWidth >
        (one as unknown as { clientWidth: number }).clientWidth,
    );
  expect(isCut).toBe(false);
  expect(await findFaults(page)).toEqual([]);
});

test('four thousand lines can be scrolled, found from the clip and edited, while only a few are rendered', {
  tag: '@desk',
}, async ({ page, product, language }) => {
  const t = words[language];
  const seconds = 400;
  const cues = Array.from({ length: maxCues }, (_, at) => ({
    start: at / 10,
    end: at / 10 + 0.1,
    text: `Line ${at} says more than a row of this list is wide, again and again`,
  }));
  await product.open(route);
  await pick(page, [drawPlain('hours.mp4', seconds, `color=0x26323f:s=160x90:r=10:d=${seconds}`)]);
  await page.getByText(t.tabSubtitles, { exact: true }).click();
  const buffer = Buffer.from(writeSrt(cues));
  await page.locator('input[accept^=".srt"]').first().setInputFiles({ name: 'many.srt', mimeType: '', buffer });
  const lines = page.getByRole('region', { name: t.lines });
  const line = (at: number) => lines.getByText(`Line ${at} says`);
  await expect(line(0)).toBeVisible();
  const expectFew = async () => {
    expect(await lines.getByRole('listitem').count()).toBeLessThan(60);
    const bars = page.getByRole('region', { name: clipWords[language].timeline }).getByRole('button', {
      includeHidden: true,
    });
    expect(await bars.count()).toBeLessThan(300);
  };
  await expectFew();
  // The whole row is inside the list and not cut off at the side.
  const list = lines.locator('ol').locator('..');
  const sides = (element: unknown) => {
    const { scrollWidth, clientWidth } = element as { scrollWidth: number; clientWidth: number };
    return scrollWidth - clientWidth;
  };
  expect(await list.evaluate(sides)).toBe(0);
  const scrollTo = (share: number) =>
    list.evaluate((element, share) => {
      const scrolled = element as unknown as { scrollTop: number; scrollHeight: number };
      scrolled.scrollTop = scrolled.scrollHeight * share;
    }, share);
  await scrollTo(1);
  await expect(line(maxCues - 1)).toBeInViewport();
  await scrollTo(0.5);
  await line(2000).click();
  const text = lines.getByLabel(t.lineText);
  await text.fill('Edited in the middle');
  await expect(lines.getByRole('button', { name: t.remove })).toBeInViewport();
  expect(await list.evaluate(sides)).toBe(0);
  // The edited line stays open while the list scrolls.
  await scrollTo(0);
  await expect(line(0)).toBeInViewport();
  await expect(text).toHaveValue('Edited in the middle');
  await expectFew();
  // The current line is scrolled into view.
  await page.getByRole('slider', { name: clipWords[language].playhead }).focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(line(maxCues - 2)).toBeInViewport();
  await page.getByRole('button', { name: t.save, exact: true }).click();
  const saved = await saveBy(page, fill(t.saveAs, { format: 'SRT' }));
  const kept = readCues(await readFile(await saved.path(), 'utf8')).cues;
  expect([kept.length, kept[1999]!.text, kept[2000]!.text]).toEqual([
    maxCues,
    cues[1999]!.text,
    'Edited in the middle',
  ]);
  expect(product.complaints).toEqual([]);
});

test('a run is cancelled, and only one of several pictures becomes a mark', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = words[language];
  const m = markWords[language];
  await product.open(route);
  await pick(page, [drawPlain('long.mp4', 40, 'testsrc2=s=1280x720:r=25:d=40')]);
  await page.getByText(m.kindImage, { exact: true }).click();
  const logo = {
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: await sharp({ create: { width: 90, height: 60, channels: 3, background: '#ffb703' } })
      .png()
      .toBuffer(),
  };
  await page.locator('[data-mark-picture]').setInputFiles([logo, { ...logo, name: 'second.png' }]);
  await expect(page.getByText(errors.MARK_ONLY_ONE[language])).toBeVisible();
  await page.locator('[data-mark-picture]').setInputFiles(logo);
  await page.getByText(t.motionScroll, { exact: true }).click();
  await page.getByRole('button', { name: t.runMark, exact: true }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'running');
  await page.getByRole('button', { name: product.work.cancel, exact: true }).first().click();
  await expect(rowOf(page, 'long.mp4').locator('[data-phase]')).toHaveAttribute('data-phase', 'cancelled');
});
