// Watermarking by mouse, touch and keyboard: the server draws the mark as the canvas shows it.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { errors } from 'contract/errors.ts';
import { fill } from 'contract/words.ts';
import sharp from 'sharp';
import { words as toolWords } from '../tools/mark-image/words.ts';
import { markCanvasWords } from '../ui/mark-canvas/words.ts';
import { markWords as optionWords } from '../ui/mark-options/words.ts';
import { findFaults } from './axe.ts';
import { drag, setSlider } from './hands.ts';
import { drawJpegs } from './pictures.ts';
import { expect, phasesOf, pick, test } from './product.ts';

/** The strings of the tool and of every mark's options. */
const markWords = {
  zh: { ...optionWords.zh, ...toolWords.zh },
  en: { ...optionWords.en, ...toolWords.en },
};

const path = '/editor/markImage';
const size = { width: 900, height: 600 };
/** The colour of the mark, which occurs nowhere else on the page. */
const amber = { r: 255, g: 183, b: 3 };

const drawGround = async () => ({
  name: 'ground.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { ...size, channels: 3, background: '#26323f' } })
    .png()
    .toBuffer(),
});

/** An image mark with a direction: an amber arrow to the right, on a transparent background. */
const drawLogo = async () => ({
  name: 'logo.png',
  mimeType: 'image/png',
  buffer: await sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><path d="M0 70h180v-70l120 100-120 100v-70h-180z" fill="#ffb703"/></svg>',
    ),
  )
    .png()
    .toBuffer(),
});

interface Seen {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the bounding box of everything amber, in pixels of `image`. */
async function findAmber(image: Buffer): Promise<Seen> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const seen = { left: info.width, top: info.height, right: 0, bottom: 0 };
  for (let i = 0; i < info.width * info.height; i++) {
    const off = [amber.r, amber.g, amber.b].map((value, c) => Math.abs(value - data[i * 3 + c]!));
    if (Math.max(...off) > 90) continue;
    const [x, y] = [i % info.width, Math.floor(i / info.width)];
    seen.left = Math.min(seen.left, x);
    seen.right = Math.max(seen.right, x + 1);
    seen.top = Math.min(seen.top, y);
    seen.bottom = Math.max(seen.bottom, y + 1);
  }
  expect(seen.right, 'there is amber').toBeGreaterThan(0);
  return seen;
}

const stageOf = (page: Page) => page.locator('[data-mark]');

/** Returns the mark on the canvas, in pixels of the picture; `box` is the picture on the page, `scale` is picture pixels per page pixel. */
async function findShown(page: Page) {
  const box = (await stageOf(page).getByRole('img').first().boundingBox())!;
  const [x, y] = [Math.floor(box.x), Math.floor(box.y)];
  const clip = { x, y, width: Math.ceil(box.x + box.width) - x, height: Math.ceil(box.y + box.height) - y };
  const found = await findAmber(await page.screenshot({ clip }));
  const scale = size.width / box.width;
  const across = (at: number) => (at + x - box.x) * scale;
  const down = (at: number) => (at + y - box.y) * scale;
  const seen: Seen = {
    left: across(found.left),
    right: across(found.right),
    top: down(found.top),
    bottom: down(found.bottom),
  };
  return { seen, box, scale };
}

const middleOf = ({ left, right, top, bottom }: Seen) => ({ x: (left + right) / 2, y: (top + bottom) / 2 });

/** Converts a point of the picture to the page. */
const onPage = (box: { x: number; y: number }, scale: number, point: { x: number; y: number }) => ({
  x: box.x + point.x / scale,
  y: box.y + point.y / scale,
});

async function writeAmber(page: Page, t: (typeof markWords)['en'], text: string): Promise<void> {
  await page.getByLabel(t.text).fill(text);
  await page.getByTitle(t.amber).first().click();
  await setSlider(page.getByLabel(t.opacity, { exact: true }), 100);
  await page.getByText(t.outlineAndShadow).click();
  await setSlider(page.getByLabel(t.shadowStrength), 0);
  await page.getByText(t.outlineAndShadow).click();
  await expect(page.locator('[data-exact=true]')).toBeVisible();
  await expect(stageOf(page)).toHaveAttribute('data-mark', 'shown');
  await stageOf(page).scrollIntoViewIfNeeded();
}

/** Returns the mark's position once it has stopped moving: two measurements in a row agree. */
async function findSettled(page: Page) {
  let found = await findShown(page);
  await expect
    .poll(async () => {
      const before = found;
      found = await findShown(page);
      return JSON.stringify(found) === JSON.stringify(before);
    })
    .toBe(true);
  return found;
}

/** Starts the run; returns the mark's position on the canvas during the run and on the result. */
async function findBoth(page: Page, run: string, download: string) {
  const { promise: isHeld, resolve: goOn } = Promise.withResolvers<void>();
  await page.route('**/newPictureAddWaterMaker', async route => {
    await isHeld;
    await route.continue();
  });
  await page.getByRole('button', { name: run, exact: true }).click();
  await expect(phasesOf(page)).not.toHaveAttribute('data-phase', 'ready');
  await stageOf(page).scrollIntoViewIfNeeded();
  // Without the handles, which cover the corners of the mark.
  await page.waitForTimeout(400);
  const shown = await findShown(page);
  goOn();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const button = page.getByRole('button', { name: download });
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  expect(file.suggestedFilename()).toBe('ground-watermarked.png');
  const bytes = await readFile(await file.path());
  expect(await sharp(bytes).metadata()).toMatchObject(size);
  return { made: await findAmber(bytes), shown };
}

function expectSame({ made, shown }: Awaited<ReturnType<typeof findBoth>>): void {
  // A small screen limits the precision to its own pixels.
  const tolerance = Math.max(2, 1.5 * shown.scale);
  for (const side of ['left', 'top', 'right', 'bottom'] as const) {
    const off = Math.abs(made[side] - shown.seen[side]);
    expect(off, `${side}: ${made[side]} for ${shown.seen[side]}`).toBeLessThanOrEqual(tolerance);
  }
}

test('a dragged text has the same place on the result as on the canvas', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = markWords[language];
  await product.open(path);
  await pick(page, [await drawGround()]);
  const run = page.getByRole('button', { name: t.runOne, exact: true });
  await page.getByLabel(t.text).fill('');
  await run.click();
  await expect(page.getByText(errors.MARK_MISSING[language]).first()).toBeVisible();
  await writeAmber(page, t, '图匠 Pixwright');

  const before = await findShown(page);
  const from = onPage(before.box, before.scale, middleOf(before.seen));
  const to = onPage(before.box, before.scale, { x: 372, y: 231 });
  await drag(page, hasTouch, from, to);
  const moved = await findShown(page);
  expect(Math.hypot(middleOf(moved.seen).x - 372, middleOf(moved.seen).y - 231)).toBeLessThan(4 * moved.scale);

  // Its lower right corner is dragged outwards, then it is rotated by the handle.
  const grip = onPage(moved.box, moved.scale, { x: moved.seen.right, y: moved.seen.bottom });
  await drag(page, hasTouch, grip, { x: grip.x + 40, y: grip.y + 8 });
  const sized = await findShown(page);
  expect(sized.seen.right - sized.seen.left).toBeGreaterThan(1.05 * (moved.seen.right - moved.seen.left));
  await setSlider(page.getByLabel(t.rotate, { exact: true }), -24);
  const findHeight = async () => {
    const { seen } = await findShown(page);
    return seen.bottom - seen.top;
  };
  await expect.poll(findHeight).toBeGreaterThan(1.5 * (sized.seen.bottom - sized.seen.top));
  expectSame(await findBoth(page, t.runOne, product.work.downloadOne));
  expect(product.complaints).toEqual([]);
});

test('a picture mark is moved by the keyboard, undone, and keeps its place on the result', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = markWords[language];
  await product.open(path);
  await pick(page, [await drawGround()]);
  await page.getByText(t.kindImage, { exact: true }).click();
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  await expect(page.getByText(errors.MARK_PICTURE_MISSING[language]).first()).toBeVisible();
  const logo = await drawLogo();
  const chooser = page.locator('[data-mark-picture]');
  await chooser.setInputFiles([logo, logo]);
  await expect(page.getByText(errors.MARK_ONLY_ONE[language])).toBeVisible();
  await chooser.setInputFiles(logo);
  await setSlider(page.getByLabel(t.opacity, { exact: true }), 100);
  await page.locator('summary').filter({ hasText: t.shadow }).click();
  await setSlider(page.getByLabel(t.shadowStrength), 0);
  await expect(stageOf(page)).toHaveAttribute('data-mark', 'shown');

  await stageOf(page).focus();
  // Changes in quick succession are undone as one.
  await page.waitForTimeout(500);
  const start = await findShown(page);
  for (let step = 0; step < 6; step++) await page.keyboard.press('Shift+ArrowLeft');
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowUp');
  for (let step = 0; step < 2; step++) await page.keyboard.press('Shift+]');
  await expect.poll(async () => middleOf((await findShown(page)).seen).x).toBeLessThan(middleOf(start.seen).x - 40);
  const moved = await findSettled(page);
  // On a busy machine the key presses may be too far apart to be one change, but some of these eleven are.
  let steps = 0;
  do {
    await page.keyboard.press('Control+z');
    steps += 1;
  } while (Math.abs((await findSettled(page)).seen.left - start.seen.left) >= 3);
  expect(steps).toBeLessThan(11);
  for (; steps > 0; steps--) await page.getByRole('button', { name: markCanvasWords[language].redo }).click();
  await expect.poll(async () => Math.abs((await findShown(page)).seen.left - moved.seen.left)).toBeLessThan(3);
  expectSame(await findBoth(page, t.runOne, product.work.downloadOne));
  expect(product.complaints).toEqual([]);
});

test('text and logo are both on the result, and a template restores them', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = markWords[language];
  const shownMarks = page.getByRole('group', { name: t.marks }).getByRole('listitem');
  await product.open(path);
  await pick(page, [await drawGround()]);
  await writeAmber(page, t, 'Pixwright');
  // A new text can be typed at once, and the run says which mark is empty.
  await page.getByRole('button', { name: t.addText, exact: true }).click();
  await expect(page.getByRole('textbox', { name: t.text })).toBeFocused();
  await page.getByRole('button', { name: t.runOne, exact: true }).click();
  const hint = page.getByText(t.oneWithoutText);
  await expect(hint).toBeVisible();
  await page.getByRole('button', { name: fill(t.deleteMark, { name: t.emptyText }) }).click();
  await page.getByRole('button', { name: t.addImage, exact: true }).click();
  await page.locator('[data-mark-picture]').setInputFiles(await drawLogo());
  await setSlider(page.getByLabel(t.opacity, { exact: true }), 100);
  await expect(shownMarks).toHaveCount(2);
  await expect(page.locator('[data-exact=true]')).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  // The text is at the lower right, the logo at the upper left.
  const both = await findSettled(page);
  expect(both.seen.left).toBeLessThan(0.2 * size.width);
  expect(both.seen.right).toBeGreaterThan(0.8 * size.width);

  // A click on the text moves the handles to it, and the arrow keys move it.
  const text = onPage(both.box, both.scale, { x: both.seen.right - 60, y: both.seen.bottom - 20 });
  await page.mouse.click(text.x, text.y);
  await expect(shownMarks.getByRole('button', { name: 'Pixwright', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await stageOf(page).focus();
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowUp');
  const moved = await findSettled(page);
  expect(moved.seen.bottom).toBeLessThan(both.seen.bottom - 20 * both.scale);
  expect(Math.abs(moved.seen.left - both.seen.left)).toBeLessThan(3 * both.scale);

  await page.locator('summary').filter({ hasText: t.templates }).click();
  await page.getByRole('button', { name: t.saveTemplate }).click();
  await page.getByRole('button', { name: fill(t.renameTemplate, { name: 'Pixwright + logo.png' }) }).click();
  await page.getByLabel(t.templateName).fill('My brand');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'My brand', exact: true })).toBeVisible();
  // On a phone the hint covers a part of the stage.
  await expect(hint).toHaveCount(0);
  expectSame(await findBoth(page, t.runOne, product.work.downloadOne));

  await page.getByRole('button', { name: fill(t.deleteMark, { name: 'logo.png' }) }).click();
  await expect(shownMarks).toHaveCount(0);
  await page.getByRole('button', { name: 'My brand', exact: true }).click();
  await expect(shownMarks).toHaveCount(2);
  // These are the marks of the result, so it is shown again.
  await expect(page.locator('[data-stage=result]')).toBeVisible();
  await page.getByRole('button', { name: fill(t.deleteTemplate, { name: 'My brand' }) }).click();
  await expect(page.getByRole('button', { name: 'My brand', exact: true })).toHaveCount(0);
  expect(product.complaints).toEqual([]);
});

test('a new text is dark on a bright picture, and one too long for its size says so', { tag: '@phone' }, async ({
  page,
  product,
  language,
}) => {
  const t = markWords[language];
  const bright = sharp({ create: { ...size, channels: 3, background: '#f6f6f6' } });
  await product.open(path);
  await pick(page, [{ name: 'snow.png', mimeType: 'image/png', buffer: await bright.png().toBuffer() }]);
  await page.getByLabel(t.text).fill('Anna');
  await expect(page.locator('[data-exact=true]')).toBeVisible();
  await expect(page.getByText(t.canvasHint)).toBeVisible();
  await page.getByLabel(t.text).fill('Anna Smith Photography, all rights reserved, do not copy or print');
  await expect(page.getByText(t.heldSmall)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await page.getByLabel(t.text).fill('Anna');
  await expect(page.getByText(t.canvasHint)).toBeVisible();
  await page.getByRole('button', { name: t.runOne }).click();
  await expect(phasesOf(page)).toHaveAttribute('data-phase', 'done');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: product.work.downloadOne }).click(),
  ]);
  const { channels } = await sharp(await readFile(await file.path())).stats();
  expect(channels[0]!.min).toBeLessThan(100);
});

test('a tile covers each picture of a batch', { tag: '@phone' }, async ({ page, product, language }) => {
  const t = markWords[language];
  await product.open(path);
  await pick(page, await drawJpegs(3));
  await page.getByLabel(t.text).fill('© 图匠');
  await page.getByLabel(t.tile, { exact: true }).check();
  await expect(page.locator('[data-exact=true]')).toBeVisible();
  await page.getByRole('button', { name: fill(t.runMany, { count: 3 }) }).click();
  await expect(page.locator('[data-phase=done]')).toHaveCount(3);
  expect(product.complaints).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test('axe finds no fault, with and without a mark', { tag: colorScheme === 'light' ? '@desk' : '@phone' }, async ({
      page,
      product,
      language,
    }) => {
      const t = markWords[language];
      await product.open(path);
      await pick(page, [await drawGround()]);
      await expect(stageOf(page)).toBeVisible();
      expect(await findFaults(page)).toEqual([]);
      await writeAmber(page, t, 'Pixwright');
      for (const summary of await page.locator('aside summary').all()) await summary.click();
      expect(await findFaults(page)).toEqual([]);
    });
  });
}

test('the canvas library is loaded here alone', { tag: '@desk' }, async ({ page, product }) => {
  const loaded: string[] = [];
  page.on('response', async response => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith('.js') && (await response.text().catch(() => '')).includes('lower-canvas'))
      loaded.push(pathname);
  });
  await product.open('/editor/imageConverter');
  await pick(page, [await drawGround()]);
  await page.waitForLoadState('networkidle');
  expect(loaded).toEqual([]);
  await product.open(path);
  await pick(page, [await drawGround()]);
  // The first mark has a text from the start, so the canvas is requested as soon as the picture is loaded.
  await expect(stageOf(page)).toBeVisible();
  await expect.poll(() => loaded.length).toBe(1);
});
