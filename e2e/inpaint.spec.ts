// Watermark removal on real photographs: marked by hand, by keyboard or by the server's search, removed, and the rest unchanged.
import type { Page } from '@playwright/test';
import type { Language } from 'contract/words.ts';
import sharp from 'sharp';
import { photos } from '../bench/photos.ts';
import { screenWords } from '../tools/inpaint-image/screen-words.ts';
import { painterWords } from '../ui/mask-painter/words.ts';
import { findFaults } from './axe.ts';
import { holdCalls } from './hold-calls.ts';
import { board, compare, download, draw, drawMarked, expectBoard, finished, marked, path, tool } from './painting.ts';
import { expect, type Product, pick, readKeptOptions, test } from './product.ts';

test('a mark is painted over, removed, and nothing outside is touched', { tag: '@phone' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = screenWords[language];
  await product.open(path);
  const file = await drawMarked('beach.jpg', photos.chair, 1200, 800);
  await pick(page, [file]);
  const run = page.getByRole('button', { name: t.runOne });
  await expect(marked(page)).toHaveText(painterWords[language].nothing);
  await run.click();
  await expect(page.getByText(t.areaFirst)).toBeVisible();
  await tool(page, language, 'brush').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.7, y: 0.9 },
    { x: 0.8, y: 0.89 },
    { x: 0.93, y: 0.9 },
  ]);
  await expect(marked(page)).not.toHaveText(painterWords[language].nothing);
  expect(await findFaults(page)).toEqual([]);
  // Painted areas survive a reload before the first run.
  const painted = (await marked(page).textContent())!;
  await expect.poll(() => readKeptOptions(page)).toMatch(/"areas":\{"/);
  await page.reload();
  await expect(marked(page)).toHaveText(painted);
  await run.click();
  await finished(page);
  await expect(page.locator('[data-stage=result] img').first()).toBeVisible();
  // The ground behind these letters is plain, and is copied from around them. A leg of the chair behind the first ones would be imagined.
  await expect(page.getByText(t.patchesTitle)).toBeVisible();
  expect(await findFaults(page)).toEqual([]);

  const result = await download(page, product.work.downloadOne);
  expect(result.name).toMatch(/^beach.*\.jpg$/);
  const change = await compare(file.buffer, result.bytes);
  expect(change.share).toBeGreaterThan(0.005);
  expect(change.share).toBeLessThan(0.15);
  expect(change.left).toBeGreaterThan(0.4);
  expect(change.top).toBeGreaterThan(0.7);
  // The next marks are painted on the result.
  await page.getByRole('button', { name: product.work.editAgain }).click();
  await expectBoard(page, language);
  await expect(marked(page)).toHaveText(painterWords[language].nothing);
  await expect(page.getByRole('button', { name: t.undoStep })).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  expect(product.complaints).toEqual([]);
});

/** Whether anything is drawn over the lower right quarter of the picture. */
async function isLowerRightDrawn(page: Page): Promise<boolean> {
  const url = await board(page).evaluate(canvas => (canvas as unknown as { toDataURL: () => string }).toDataURL());
  const drawn = sharp(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
  const { width, height } = await drawn.metadata();
  const [left, top] = [Math.ceil(width / 2), Math.ceil(height / 2)];
  const quarter = drawn.extract({ left, top, width: width - left, height: height - top });
  return (await quarter.extractChannel('alpha').raw().toBuffer()).some(alpha => alpha > 0);
}

/** Opens the page with a photograph of a chair with a mark, and has the server search it. Returns the file. */
async function searchChair(page: Page, product: Product, language: Language) {
  await product.open(path);
  const file = await drawMarked('chair.jpg', photos.chair, 1200, 800);
  await pick(page, [file]);
  await expectBoard(page, language);
  await page.getByRole('button', { name: screenWords[language].find }).click();
  return file;
}

test('during a run, what was found and not ticked is no longer outlined', { tag: '@desk' }, async ({
  page,
  product,
  language,
  hasTouch,
}) => {
  const t = screenWords[language];
  await searchChair(page, product, language);
  const text = page.getByRole('button', { name: t.kindText, pressed: true }).first();
  // The search loads its networks.
  await expect(text).toBeVisible();
  await text.click();
  expect(await isLowerRightDrawn(page)).toBe(true);
  await tool(page, language, 'brush').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.1, y: 0.1 },
    { x: 0.2, y: 0.12 },
  ]);
  const release = await holdCalls(page, '**/newInpaintingImage');
  await page.getByRole('button', { name: t.runOne }).click();
  await expect.poll(() => isLowerRightDrawn(page)).toBe(false);
  release();
  await finished(page);
});

test('the server finds marks and shows them for confirmation before the removal', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = screenWords[language];
  const p = painterWords[language];
  const file = await searchChair(page, product, language);
  const all = page.getByRole('button', { name: p.settle });
  // The networks that find text are loaded with the first search.
  await expect(all).toBeVisible();
  const text = page.getByRole('button', { name: t.kindText, pressed: true }).first();
  await expect(text).toBeVisible();
  expect(await findFaults(page)).toEqual([]);
  await text.click();
  await expect(page.getByRole('button', { name: t.kindText, pressed: true })).toHaveCount(0);
  await page.getByRole('button', { name: t.kindText }).first().click();
  await all.click();
  await expect(all).toHaveCount(0);
  await expect(marked(page)).not.toHaveText(p.nothing);
  await page.getByRole('button', { name: t.runOne }).click();
  await finished(page);
  const result = await download(page, product.work.downloadOne);
  const change = await compare(file.buffer, result.bytes);
  expect(change.left).toBeGreaterThan(0.4);
  expect(change.top).toBeGreaterThan(0.7);
  expect(change.share).toBeGreaterThan(0.002);
  expect(product.complaints).toEqual([]);
});

test('findings that may belong to the scene are left unticked, and the page asks for a choice', {
  tag: '@phone',
}, async ({ page, product, language }) => {
  const t = screenWords[language];
  // Text in the middle of a busy photo has such a score.
  await page.route(/\/web\/(imageTextMask|task\/[\w-]+)$/, async route => {
    const response = await route.fetch();
    const json = await response.json();
    for (const box of json.data?.result?.boxes ?? []) box.score = 0.4;
    await route.fulfill({ response, json });
  });
  await searchChair(page, product, language);
  await expect(page.getByText(t.findUnsure)).toBeVisible();
  await expect(page.getByText(t.findConfirm)).toHaveCount(0);
  await page.getByRole('button', { name: t.kindText, pressed: false }).first().click();
  await expect(page.getByRole('button', { name: t.kindText, pressed: true })).toHaveCount(1);
});

test('rectangle, lasso and eraser, with undo and redo', async ({ page, product, language, hasTouch }) => {
  const p = painterWords[language];
  const press = (name: 'undo' | 'redo' | 'clear') => page.getByRole('button', { name: p[name], exact: true }).click();
  await product.open(path);
  await pick(page, [await drawMarked('a.jpg', photos.sea, 900, 600)]);
  await tool(page, language, 'box').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.5, y: 0.5 },
    { x: 0.75, y: 0.75 },
  ]);
  await expect(marked(page)).toContainText(/[56]\.\d/);
  const boxed = await marked(page).textContent();
  await tool(page, language, 'lasso').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.1, y: 0.1 },
    { x: 0.4, y: 0.1 },
    { x: 0.4, y: 0.4 },
    { x: 0.1, y: 0.4 },
  ]);
  await expect(marked(page)).toContainText(/1[3-6]/);
  await tool(page, language, 'erase').click();
  await draw(page, hasTouch, 1.5, [
    { x: 0.1, y: 0.25 },
    { x: 0.4, y: 0.25 },
  ]);
  await expect(marked(page)).not.toContainText(/1[5-6]/);
  await press('undo');
  await press('undo');
  await expect(marked(page)).toHaveText(boxed ?? '');
  await press('redo');
  await expect(marked(page)).toContainText(/1[3-6]/);
  await press('clear');
  await expect(marked(page)).toHaveText(p.nothing);
  await press('undo');
  await expect(marked(page)).toContainText(/1[3-6]/);
});

test('without a mouse: a rectangle is drawn by keyboard, announced, and removed', { tag: '@desk' }, async ({
  page,
  product,
  language,
}) => {
  const t = screenWords[language];
  const p = painterWords[language];
  await product.open(path);
  const file = await drawMarked('keys.jpg', photos.forest, 900, 600);
  await pick(page, [file]);
  await expectBoard(page, language);
  await board(page).focus();
  await page.keyboard.press('r');
  await page.keyboard.press('Enter');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowRight');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(marked(page)).not.toHaveText(p.nothing);
  await expect(page.locator('[aria-live=polite]').filter({ hasText: '%' })).not.toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(marked(page)).toHaveText(p.nothing);
  await page.keyboard.press('Control+Shift+z');
  await page.getByRole('button', { name: t.runOne }).focus();
  await page.keyboard.press('Enter');
  await finished(page);
  const change = await compare(file.buffer, (await download(page, product.work.downloadOne)).bytes);
  // Started in the centre, drawn down and to the right.
  expect(change.left).toBeCloseTo(0.5, 1);
  expect(change.top).toBeCloseTo(0.5, 1);
});

test('zooming with the wheel or two fingers makes no mark', async ({ page, product, language, hasTouch }) => {
  const p = painterWords[language];
  await product.open(path);
  await pick(page, [await drawMarked('near.jpg', photos.map, 900, 600)]);
  await expectBoard(page, language);
  const percent = page.getByRole('button', { name: p.showWhole });
  const whole = await percent.textContent();
  const box = (await board(page).boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (hasTouch) {
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...spreads: number[]) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: spreads.map((spread, id) => ({ x: middle.x + spread, y: middle.y, id })),
      });
    await touch('touchStart', -20);
    await touch('touchStart', -20, 20);
    for (let spread = 20; spread <= 90; spread += 10) await touch('touchMove', -spread, spread);
    await touch('touchEnd');
  } else {
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.wheel(0, -600);
  }
  await expect(percent).not.toHaveText(whole ?? '');
  await expect(marked(page)).toHaveText(p.nothing);
  await percent.click();
  await expect(percent).toHaveText(whole ?? '');
});
